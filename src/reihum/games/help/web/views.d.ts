// Made by `make types` from the views and events that the game declares; do not edit.

export interface HelpView {
  /** the seat whose decision is asked for next; null at the end */
  turn: number | null;
  /** whose turn it is by the rules; null while all decide at once and at the end */
  player: number | null;
  /** all seats that have a decision to make now */
  owes: number[];
  /** whether the lowest score wins, or the highest */
  low_wins: boolean;
  /** always help */
  game: "help";
  /** which round, from 1 */
  round: number;
  /** 1 clockwise, -1 the other way (H4) */
  direction: number;
  /** points (H21) */
  points: number[];
  /** calling, playing, giving help, giving a card back, playing the card received, or over */
  phase: "call" | "play" | "give" | "back" | "received" | "over";
  /** who may call a number; empty once all have called (H5) */
  callers: number[];
  /** how many cards a hand has */
  held: number[];
  /** the row, its first card first */
  row: string[];
  /** what each card of the row counts as; for a Joker, what it stands for (H12) */
  values: number[];
  /** how many cards the draw pile has */
  in_stock: number;
  /** the discard pile, the top card last */
  discard: string[];
  /** a No! in front: 0 none, 1 still to be skipped, 2 already skipped (H15) */
  no: number[];
  /** who is being helped (H16) */
  asker: number | null;
  /** who helps (H17) */
  giver: number | null;
  /** whom the player whose turn it is would ask for help; null if nobody (H17, H20) */
  helper: number | null;
  /** whose view this is; null for a spectator */
  seat: number | null;
  /** the cards of the discard pile when it became the draw pile (H11) */
  reshuffled: string[];
  /** the cards that all hands together held at that time */
  in_hands: string[];
  /** how many cards of each hand may have come from the draw pile since then */
  fresh: number[];
  /** your own cards at that time */
  had: string[];
  /** the cards you have drawn since then */
  drew: string[];
  /** your own call as a pair of seat and number, until all have called (H5) */
  called: number[][];
  /** your own cards, numbers first */
  hand: string[];
  /** the card on its way to the asker, for the two who know it (H18) */
  received: string | null;
  /** what the row would count as after each of your moves with a Joker or a Switch (H12, H13) */
  counts: Record<string, number[]>;
  /** cards that are certainly in another hand */
  known: string[][];
  /** what else can be proved of other hands: at least this many cards are among these */
  holds: { least: number; of: string[]; or: string[] }[][];
  /** what each card of another hand can be; cards that can be anything are left out */
  can_be: { cards: number; of: string[] }[][];
}

export interface HelpBegins {
  /** a round begins */
  kind: "begins";
  /** which round, from 1 */
  round: number;
  /** 1 clockwise, -1 the other way */
  direction: number;
  /** who may call a number */
  callers: number[];
}

export interface HelpDealt {
  /** your cards for the new round */
  kind: "dealt";
  /** the hand, numbers first */
  cards: string[];
}

export interface HelpCalled {
  /** all have called, and all calls are heard at once */
  kind: "called";
  /** each seat with its number, in the order of the calls */
  calls: number[][];
}

export interface HelpOpened {
  /** the first card of the round has been laid */
  kind: "opened";
  /** who began */
  seat: number;
  /** the lowest number of that hand */
  card: string;
}

export interface HelpPlaced {
  /** a Joker goes into the row */
  kind: "placed";
  /** who lays it */
  seat: number;
  /** its place in the row, 1 for the first */
  place: number;
  /** what it counts as there */
  value: number;
  /** the value of the card before it; null at the front */
  before: number | null;
  /** the value of the card after it; null at the end */
  behind: number | null;
}

export interface HelpSwitched {
  /** a Switch replaces a card of the row */
  kind: "switched";
  /** who plays it */
  seat: number;
  /** the number put into the row */
  card: string;
  /** the card taken into the hand instead */
  taken: string;
  /** where in the row, 1 for the first */
  place: number;
  /** what the Jokers behind it count as from now on; only those that have changed */
  jokers: number[];
}

export interface HelpZapped {
  /** a Zap takes the last card of the row away */
  kind: "zapped";
  /** who plays it */
  seat: number;
  /** the card taken away */
  card: string;
  /** how many cards the row still has */
  left: number;
}

export interface HelpCleared {
  /** the row has six cards and is moved to the discard pile */
  kind: "cleared";
  /** its cards, the first card first */
  row: string[];
}

export interface HelpDrew {
  /** you refill your hand */
  kind: "drew";
  /** the card drawn */
  card: string;
}

export interface HelpReshuffled {
  /** the discard pile has become the draw pile */
  kind: "reshuffled";
  /** how many cards it has */
  cards: number;
}

export interface HelpSkipped {
  /** a No! makes somebody miss a turn */
  kind: "skipped";
  /** who */
  seat: number;
}

export interface HelpFreed {
  /** a No! goes to the discard pile, and its player has a turn again */
  kind: "freed";
  /** who */
  seat: number;
}

export interface HelpAsked {
  /** a player cannot play and asks for help */
  kind: "asked";
  /** who asks */
  seat: number;
  /** who is asked; null if all others have a No! in front of them */
  giver: number | null;
}

export interface HelpHanded {
  /** a card changes hands face down, as help or in return for it */
  kind: "handed";
  /** who gives it */
  seat: number;
  /** who gets it */
  to: number;
}

export interface HelpGot {
  /** the card you are given */
  kind: "got";
  /** by whom */
  from: number;
  /** that card */
  cards: string[];
}

export interface HelpRound {
  /** a round is over */
  kind: "round";
  /** which round */
  round: number;
  /** who gets a point for it */
  scored: number[];
  /** points so far */
  points: number[];
}

export interface HelpGame {
  /** the game is over */
  kind: "game";
  /** points */
  scores: number[];
  /** all with three points */
  winners: number[];
}

export type HelpEvent = HelpBegins | HelpDealt | HelpCalled | HelpOpened | HelpPlaced | HelpSwitched | HelpZapped | HelpCleared | HelpDrew | HelpReshuffled | HelpSkipped | HelpFreed | HelpAsked | HelpHanded | HelpGot | HelpRound | HelpGame;
