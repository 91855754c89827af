// What the table and the games promise each other.

import type { Child, VNode } from "../base/dom.js";
import type { LogLine, OwnTable, TableShown } from "../base/wire.js";
import type { Chance } from "../fair/stream.js";

/** A table as the server shows it; in the list of your own tables, also whether it waits for you. */
export type TableInfo = TableShown & Partial<Pick<OwnTable, "asked">>;

/** One move, or a take-back, as this viewer heard it, and in sentences. */
export type Line = LogLine & {
  told: string[];
  /** it has been taken back */
  isGone?: boolean;
};

/** A set phrase that somebody has said, and when. */
export interface Phrase {
  by: number;
  p: string;
  at: number;
  /** whether it has been in sight among the others */
  isRead: boolean;
}

/** What the table shows at one moment. */
export interface Snapshot<V = any> {
  v: number;
  seat: number | null;
  view: V;
  moves: string[];
  ask: number | null;
  /** whether your last move can be taken back, or why not */
  back?: TakeBack;
  /** every seat's cards, in replays with open cards */
  hands?: any[][];
}

export type TakeBack = "may" | "nothing" | "late" | "people" | "over";

/** A card flying from one place to another; if `card` is null, its back is shown. */
export interface Flight {
  card: string | null;
  from: string;
  to: string;
  /** where it rests for a moment on its way */
  via?: string;
  /** drawn differently, for example as a wild card */
  look?: string;
  /** milliseconds after the first card */
  delay?: number;
  /** it starts only after this many flights could have landed, one after another */
  step?: number;
}

/** A move, or a function that picks it from the moves that are legal by then; null if there is nothing left to do. */
export type PlannedMove = string | ((moves: string[]) => string | null);

/** A card of your own hand, as it is shown. */
export interface HandCard {
  /** tells it from the other cards; does not change while the card is in the hand */
  key: string;
  card: string;
  /** what a screen reader says */
  name: string;
  state: "plain" | "can" | "dim" | "sel";
  /** a word or two above it: a price, 'new' */
  tag?: Child;
  tagClass?: string;
  /** it has just been tapped and cannot be played */
  refused?: boolean;
  /** shown in an empty place instead of the card */
  empty?: string;
  /** drawn differently, for example as a wild card */
  look?: string;
  /** what dropping it on its target does; the target says so while the card is dragged */
  dropText?: string;
}

/** Cards that belong together in the hand. */
export interface HandGroup {
  key: string;
  label?: Child;
  frame?: boolean;
  cards: HandCard[];
}

export interface Button {
  key: string;
  /** the move in words */
  label: Child | Child[];
  /** what a screen reader says, if the label is not enough */
  name?: string;
  main?: boolean;
  icon?: string;
  /** the key on the keyboard that presses it */
  letter?: string;
  /** pressing it says why not */
  disabled?: boolean;
  pressed?: boolean;
  press: () => void;
}

/** A row of the score sheet. */
export interface ScoreRow {
  label: string;
  cells: { text: string; small?: string; mark?: Child }[];
  total?: boolean;
}

/** A player after a round. */
export interface RoundRow {
  seat: number;
  /** a word or two under the name: 'out' */
  note?: string;
  /** what was laid, and what is left over with its cost */
  cards: Child[];
  /** what the round brought, and all rounds so far */
  gain: string;
  total: string;
  /** the round's winner */
  best?: boolean;
}

/** The end of a round. */
export interface RoundSummary {
  /** who won it and why, after 'Round 5 is over: ' */
  why: string;
  /** how to read what is drawn */
  hint?: string;
  /** drawn above the players */
  above?: Child;
  /** everybody, the best first */
  rows: RoundRow[];
  /** the number of the rule by which it is counted, and that rule in a few words */
  rule: string;
  ruleText: string;
}

/** What everybody sees of a seat. */
export interface SeatPanel {
  /** a few words under the name: '9 cards' */
  caption: Child | Child[];
  /** points, chips or coins on the right */
  badges?: Child[];
  /** how many backs are drawn */
  backs?: number;
  /** anything else, below */
  more?: Child | Child[];
  /** cards can be dropped here, under this name */
  drop?: string;
  /** the seat can be chosen now */
  target?: { label: string; chosen?: boolean; press: () => void };
}

/** Everything a game needs to draw itself and to let a player choose. */
export interface Table<V = any> {
  readonly view: V;
  readonly moves: string[];
  /** whether you owe a decision, and no move of yours is on its way */
  readonly canMove: boolean;
  /** whether a move is on its way and can no longer be held back */
  readonly isSending?: boolean;
  readonly you: number | null;
  readonly info: TableInfo;
  readonly names: string[];
  /** what has been chosen so far but not sent; every game has its own kinds of steps */
  readonly staged: any[];
  /** the events that scored, such as the ends of rounds */
  readonly results: any[];
  readonly log: Line[];
  /** every seat's cards, in replays with open cards */
  readonly hands: any[][] | null;
  readonly isOver: boolean;
  /** the last move, and who made it */
  readonly lastMove: Line | null;
  /** choose one more step; nothing is sent yet */
  stage(step: any): void;
  /** choose exactly these steps instead of those chosen before */
  stageAll(steps: any[]): void;
  /** take back the last step */
  unstageLast(): void;
  /** send moves, one after another */
  play(...moves: PlannedMove[]): void;
  /** ask why a move is not allowed; `near` is the card or place that shakes */
  askWhy(move: string, near?: string): void;
  /** show a sentence instead of the prompt for a few seconds */
  showNote(sentence: string, rule?: string | null): void;
  /** draw the table again */
  redraw(): void;
}

/** A sensible move, as a hint shows it. */
export interface HintMove {
  /** the move in words, as within a sentence: 'both 11s', 'pass' */
  label: string;
  /** the same in as few words as possible, where `note` says the rest */
  short?: string;
  /** what comes with it: '+1 chip' */
  note?: string;
  /** the cards that are drawn beside it; if there are none, `word` or the label */
  cards: string[];
  word?: string;
  /** how the cards are drawn */
  look?: string;
  /** what is marked on the table, named as in lessons: 'card:11-1', 'button:pass' */
  at: string[];
  /** the steps that choose it; none if it cannot be chosen before it is made */
  stage: any[];
}

/** How the cards of a game look and what they are called. */
export interface Deck {
  /** the drawing of a card's face; what `look` means is up to the game */
  face(card: string, look?: string): VNode;
  /** a card in words */
  name(card: string): string;
}

export interface Game<V = any> extends Deck {
  slug: string;
  /** the name of its folder, the prefix of its texts, and the class that gives it its felt */
  folder: string;
  /** how far the game is: 'Round 1 of 2', and the same for narrow screens */
  progressText(t: Table<V>): { wide: string; narrow: string };
  seatPanel(t: Table<V>, seat: number): SeatPanel;
  /** 1 clockwise, -1 the other way */
  direction(t: Table<V>): number;
  middle(t: Table<V>): Child[];
  hand(t: Table<V>): HandGroup[];
  /** for how many cards there is room in the hand, so that nothing moves while some of them are chosen */
  handSize?(t: Table<V>): number;
  /** who is to do what, or what the staged choice would do */
  prompt(t: Table<V>): string;
  buttons(t: Table<V>): Button[];
  tap(t: Table<V>, card: HandCard): void;
  /** a card of the hand was dropped on a place */
  drop(t: Table<V>, card: HandCard, place: string): void;
  /** a card of the hand was moved to the place of another one */
  reorder?(t: Table<V>, card: HandCard, to: HandCard): void;
  /** whether what is staged can still be played; asked after every step */
  canPlayStaged(t: Table<V>): boolean;
  flights(line: Line, before: Snapshot<V>, after: Snapshot<V>): Flight[];
  /** the rows of the score sheet so far */
  scoreRows(t: Table<V>): ScoreRow[];
  /** what is shown next to your own name */
  ownBadges(t: Table<V>): Child[];
  /** the end of a round: its last step, the event that says so, and the table before it if that was on the screen;
   * without it, everything said about it is shown with the score sheet */
  roundSummary?(t: Table<V>, line: Line, round: any, ended: Snapshot<V> | null): RoundSummary;
  /** a picture of the final scoring, if the game has one */
  finalSummary?(t: Table<V>): Child;
  /** the headline at the end, if the game has a better one than who has won */
  finalTitle?(t: Table<V>): string | null;
  /** why, in a sentence, if scores and winners do not say it */
  finalWhy?(t: Table<V>): string | null;
  /** what the button for another game says, if that is more than 'again' */
  againText?(t: Table<V>): string | null;
  /** a sentence from the server as people at a table would say it: no codes of cards and moves */
  plainWords?(sentence: string, t: Table<V>): string;
  /** what to type on the keyboard to choose a card */
  typedCode?(card: string): string;
  /** a small picture of a move, shown at its seat until your next one */
  moveMark?(t: Table<V>, line: Line): Child | Child[];
  /** more controls for the hand, such as its sort order */
  handTools?(t: Table<V>): Child[];
  /** drawn instead of seats, middle and hand, if the game needs all of the screen */
  wholeScreen?(t: Table<V>): Child[] | null;
  /** what is drawn beside the three lines about a turn: cards, or the key of a word; alone it may be another game */
  aimFigures?: (string | string[])[];
  aimFiguresAlone?: (string | string[])[];
  /** what hints need: how a move is shown, with those that follow in the same turn */
  loadHints?(): Promise<{ hintMove: (t: Table<V>, move: string, then: string[]) => HintMove }>;
  /** a rule's drawn example */
  exampleCards(view: V, move: string): Child[];
}

/** What is shown of a game before anybody plays it: `tile` of its tile.js. */
export interface Tile {
  /** its place among the other games; games without one come last */
  place?: number;
  face: Deck["face"];
  /** the cards on its tile, a fan of two, three or five */
  cards: string[];
  /** the picture behind them */
  sign?: string;
  /** cards shown as samples in Settings */
  samples: string[];
}

/** How a game deals, so that the deal can be verified: its deal.js. */
export interface Dealing {
  /** every hand of a round; a deck is shuffled and dealt as docs/fair.md says */
  deal(chance: Chance, players: number, about: { round: number; options: Record<string, boolean> }): string[][];
  /** where the hands of a step are, if not in `hands` */
  hands?(step: { hands: any[][]; view: any }): any[][];
}
