// Made by `make types` from the descriptions of the wire; do not edit.

/** A seat of a table. */
export interface SeatShown {
  kind: "human" | "bot" | "open";
  name: string | null;
  bot: string | null;
  here: boolean;
  away: number | null;
}

/** A decision that a bot will make if it is not made in time. */
export interface Clock {
  seat: number;
  left: number;
}

/** The break after a round: for whom it lasts, and for how long at most. */
export interface PauseShown {
  v: number;
  waits: number[];
  ready: number[];
  left: number | null;
}

/** How far the learner at the table of a lesson has come. */
export interface LessonShown {
  step: number;
  steps: number;
  made: number;
  ready: boolean;
  astray: string | null;
}

/** A guest whom the host has removed, and can let back. */
export interface GuestShown {
  guest: number;
  name: string;
}

/** Where the game of this table branches off another one, which was over. */
export interface BranchShown {
  v: number;
  table: string | null;
}

/** How the cards of a table are mixed, where nonces are promised. */
export interface MixShown {
  deal: number;
  stage: "promising" | "revealing" | "dealt";
  silent: number[][];
}

/** What a seat adds to the deal: one of these, or nothing. */
export interface PartShown {
  promise?: string;
  nonce?: string;
  bot?: boolean;
}

/** A table as it is shown to one viewer. */
export interface TableShown {
  table: string;
  game: string;
  players: number;
  options: Record<string, boolean>;
  status: "waiting" | "playing" | "over";
  seats: SeatShown[];
  you: number | null;
  host: boolean;
  public: boolean;
  pace: "none" | "live" | "days";
  commitment: string;
  rematch: string | null;
  code: string | null;
  begins: "soon" | "all" | "host";
  seconds: number;
  hints: boolean;
  arranged: number;
  ended: string | null;
  clocks: Clock[];
  reserved: number | null;
  pause: PauseShown | null;
  lesson: LessonShown | null;
  host_seat: number | null;
  branch: BranchShown | null;
  mix: MixShown | null;
  removed: GuestShown[];
  barred: boolean;
}

/** An earlier step as the viewer heard it. */
export interface LogLine {
  v: number;
  by: number | null;
  events: Record<string, any>[];
  m?: string | null;
  undo?: 1;
  gone?: number[];
  stand_in?: 1;
  told?: string[];
}

/** A sensible move of a hint. */
export interface HintOption {
  move: string;
  win: number;
  error: number;
  equal: boolean;
  why: string[];
  then?: string[];
}

/** A table in the list of your own, with whether you owe a decision there. */
export interface OwnTable {
  table: string;
  game: string;
  players: number;
  options: Record<string, boolean>;
  status: "waiting" | "playing" | "over";
  seats: SeatShown[];
  you: number | null;
  host: boolean;
  public: boolean;
  pace: "none" | "live" | "days";
  commitment: string;
  rematch: string | null;
  code: string | null;
  begins: "soon" | "all" | "host";
  seconds: number;
  hints: boolean;
  arranged: number;
  ended: string | null;
  clocks: Clock[];
  reserved: number | null;
  pause: PauseShown | null;
  lesson: LessonShown | null;
  host_seat: number | null;
  branch: BranchShown | null;
  mix: MixShown | null;
  removed: GuestShown[];
  barred: boolean;
  asked: boolean;
}

/** An unfinished game in the list of your own, and where it stands. */
export interface UnfinishedGame {
  table: string;
  game: string;
  players: number;
  options: Record<string, boolean>;
  status: "waiting" | "playing" | "over";
  seats: SeatShown[];
  you: number | null;
  host: boolean;
  public: boolean;
  pace: "none" | "live" | "days";
  commitment: string;
  rematch: string | null;
  code: string | null;
  begins: "soon" | "all" | "host";
  seconds: number;
  hints: boolean;
  arranged: number;
  ended: string | null;
  clocks: Clock[];
  reserved: number | null;
  pause: PauseShown | null;
  lesson: LessonShown | null;
  host_seat: number | null;
  branch: BranchShown | null;
  mix: MixShown | null;
  removed: GuestShown[];
  barred: boolean;
  asked: boolean;
  turn: number[];
  round: number | null;
  rounds: number | null;
  place: number | null;
  by: number | null;
  idle: number;
}

/** A page of your unfinished games; `more` asks for the next one. */
export interface UnfinishedGames {
  games: UnfinishedGame[];
  more: string | null;
}

/** A finished game of yours. */
export interface FinishedGame {
  table: TableShown;
  at: number;
  seconds: number | null;
  counted: boolean | null;
  won: boolean;
  shared: boolean;
  place: number | null;
  score: number | null;
}

/** A page of your finished games; `more` asks for the next one. */
export interface FinishedGames {
  games: FinishedGame[];
  more: string | null;
}

/** Some of your finished games. */
export interface Tally {
  played: number;
  won: number;
  share: number;
  average: number;
  best: number;
}

/** Those with as many players. */
export interface TallyBySize {
  played: number;
  won: number;
  share: number;
  average: number;
  best: number;
  players: number;
}

/** Those with the same company: a bot's name if all others were that bot, `people`, `mixed` or `alone`. */
export interface TallyByCompany {
  played: number;
  won: number;
  share: number;
  average: number;
  best: number;
  company: string;
}

/** Your finished games of one kind; playing alone is another kind. */
export interface GameStatistics {
  played: number;
  won: number;
  share: number;
  average: number;
  best: number;
  game: string;
  alone: boolean;
  streak: number;
  longest: number;
  by_players: TallyBySize[];
  by_company: TallyByCompany[];
}

/** Your finished games in figures. */
export interface Statistics {
  games: GameStatistics[];
  since: number | null;
  uncounted: number;
}

/** A game that can be played here. */
export interface GameShown {
  slug: string;
  title: string;
  players: number[];
  options: Record<string, boolean>;
}

/** What a server says about itself. */
export interface About {
  version: string;
  hash: string;
  lan: string | null;
  bots: string[];
  games: GameShown[];
  phrases: string[];
}

/** A step of a finished game, and the table after it; number 0 is the deal. */
export interface ReplayedStep {
  v: number;
  by: number | null;
  m: string | null;
  events: Record<string, any>[];
  told: string[];
  view: Record<string, any>;
  hands: ((string | number)[])[];
}

/** A stretch of a finished game, as a seat or a spectator heard and saw it. */
export interface Replayed {
  v: number;
  seat: number | null;
  table: TableShown;
  rounds: Record<string, any>[];
  told: string[];
  steps: ReplayedStep[];
}

/** Where the result of a seat came from: start + luck + own + others + unknown = result. */
export interface ReviewedSeat {
  start: number;
  luck: number;
  own: number;
  others: number;
  unknown: number;
  result: number;
  decisions: number;
  lost: number;
  accuracy: number;
  blunders: number;
  mistakes: number;
  inaccuracies: number;
}

/** One of the moves that could have been made. */
export interface ReviewedOption {
  move: string;
  win: number;
  error: number;
  equal: boolean;
  why: string[];
}

/** A step of a reviewed game; number 0 is the deal. Only decisions of the seat asked for are judged. */
export interface ReviewedStep {
  v: number;
  by: number | null;
  move: string | null;
  win: number[];
  luck: number[];
  stand_in?: number;
  said?: string[];
  seen?: number;
  best?: string;
  loss?: number;
  error?: number;
  grade?: "inaccuracy" | "mistake" | "blunder" | null;
  why?: string[];
  shares?: number[];
  options?: ReviewedOption[];
  told?: string[];
}

/** The review of a finished game. */
export interface Reviewed {
  game: string;
  players: number;
  names: string[];
  worlds: number;
  seats: ReviewedSeat[];
  steps: ReviewedStep[];
}

/** A review that is being made, or waits for that. */
export interface ReviewMaking {
  done: number;
  ahead: number;
  first: number;
  wins: number[][];
}

/** A decision as its seat saw it, without the answer. */
export interface ExerciseShown {
  id: string;
  table: TableShown;
  v: number;
  seat: number;
  view: Record<string, any>;
  moves: string[];
  sensible: string[];
  log: LogLine[];
  rounds: Record<string, any>[];
  number: number;
  day: string | null;
  at: number | null;
  made: string | null;
  made_told: string | null;
  box: number | null;
}

/** What is said about an answer. */
export interface Judged {
  verdict: "right" | "equal" | "wrong" | "shown" | "refused" | "unknown" | "may";
  text?: string;
  rule?: string | null;
  options?: ReviewedOption[];
  made?: string;
  box?: number;
  days?: number | null;
}

/** How many puzzles there are of a game. */
export interface PuzzleShelf {
  game: string;
  puzzles: number;
}

/** All puzzles, and which one is today's. */
export interface PuzzlesShown {
  day: string;
  id: string;
  first: string;
  games: PuzzleShelf[];
}

/** An exercise in the list of yours. */
export interface ExerciseListed {
  table: string;
  number: number;
  game: string;
  players: number;
  at: number;
  box: number;
  due: string | null;
  tries: number;
  solved: number;
}

/** Your exercises, those first that are due first. */
export interface Exercises {
  today: string;
  due: number;
  waiting: number;
  known: number;
  days: number[];
  exercises: ExerciseListed[];
}

/** A webhook at which the player is called; its address is a secret, of which only the server is shown. */
export interface WebhookShown {
  kind: string;
  host: string;
  failed: boolean;
}

/** How the player is called, and how they could be. */
export interface CallsShown {
  allowed: string[];
  key: string | null;
  browsers: number;
  webhook: WebhookShown | null;
}

/** What came of a trial call: the kinds of addresses that answered, and of those that did not. */
export interface CallsTried {
  reached: string[];
  failed: string[];
}

/** All that a viewer may know now, with the steps since it last looked. */
export interface Snap {
  t: "snap";
  v: number;
  seat: number | null;
  table: TableShown;
  view: Record<string, any> | null;
  moves: string[];
  ask: number | null;
  log: LogLine[];
  back?: "may" | "nothing" | "late" | "people" | "over" | "lesson";
  told?: string[];
  rounds?: Record<string, any>[];
}

/** One step as the viewer heard it: a move, or (with `undo`, without `m`) a move taken back. */
export interface Step {
  t: "ev";
  v: number;
  by: number | null;
  events: Record<string, any>[];
  view: Record<string, any>;
  moves: string[];
  ask: number | null;
  m?: string | null;
  undo?: 1;
  gone?: number[];
  back?: "may" | "nothing" | "late" | "people" | "over" | "lesson";
  stand_in?: 1;
  clocks?: Clock[];
  told?: string[];
}

/** Something about the table changed. */
export interface Changed {
  t: "table";
  table: TableShown;
}

/** The list of what each seat adds to a deal, fixed from now on: those who promised a nonce now say it. */
export interface Promises {
  t: "promises";
  deal: number;
  commitment: string;
  seats: PartShown[];
}

/** A nonce was not said in time: another deal begins, for which new nonces are promised. */
export interface Remix {
  t: "remix";
  deal: number;
  commitment: string;
  missing: number[];
}

/** A player said one of the set phrases. */
export interface Said {
  t: "said";
  by: number;
  p: string;
}

/** Another player waits for you. */
export interface Nudged {
  t: "nudge";
  by: number;
}

/** A move is on disk and played. */
export interface Ack {
  t: "ack";
  cid: string;
  v: number;
}

/** Nothing changed, and why. */
export interface NotDone {
  t: "nack";
  cid: string;
  kind: "seat" | "over" | "stale" | "turn" | "unknown" | "refused" | "busy" | "hints";
  rule: string | null;
  text: string;
}

/** Nothing would be wrong with the move that was asked about. */
export interface May {
  t: "may";
  cid: string;
}

/** What the sensible moves of a decision are worth, the best first. */
export interface HintMade {
  t: "hint";
  cid: string;
  ask: number;
  seat: number;
  worlds: number;
  options: HintOption[];
  done: boolean;
}

/** The server closes the connection. */
export interface Bye {
  t: "bye";
  why: string;
}

/** The answer to a ping. */
export interface Pong {
  t: "pong";
}

export type FromServer = Snap | Step | Changed | Promises | Remix | Said | Nudged | Ack | NotDone | May | HintMade | Bye | Pong;
