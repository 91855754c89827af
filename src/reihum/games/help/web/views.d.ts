// Made by `make types` from the views and events that the game declares; do not edit.

export interface HelpView {
  /** the seat whose decision is asked for next; null at the end */
  turn: number | null;
  /** whose turn it is by the rules; null when all decide at once, and at the end */
  player: number | null;
  /** everyone with a decision to make now */
  owes: number[];
  /** whether the lowest score wins, or the highest */
  low_wins: boolean;
  /** always help */
  game: "help";
  /** which round, from 1 */
  round: number;
  /** 1 for clockwise, -1 for the other way (H4) */
  direction: number;
  /** points (H21) */
  points: number[];
  /** calling, playing, giving help, giving a card back, playing the card received, or over */
  phase: "call" | "play" | "give" | "back" | "received" | "over";
  /** who may call a number; empty once all have called (H5) */
  callers: number[];
  /** how many cards a hand has */
  held: number[];
  /** the row, from first to last */
  row: string[];
  /** what each card of the row counts as; for a Joker, what it stands for (H12) */
  values: number[];
  /** how many cards the draw pile has */
  in_stock: number;
  /** the discard pile, the top card last */
  discard: string[];
  /** a No! in front: 0 none, 1 still to be skipped, 2 has been skipped (H15) */
  no: number[];
  /** who is being helped (H16) */
  asker: number | null;
  /** who helps (H17) */
  giver: number | null;
  /** whom the player in turn would ask for help; null if there is nobody (H17, H20) */
  helper: number | null;
  /** whose view this is; null for a spectator */
  seat: number | null;
  /** the cards of the discard pile when it became the draw pile (H11) */
  reshuffled: string[];
  /** the cards in all hands at that moment */
  in_hands: string[];
  /** how many cards of each hand may have come from the draw pile since */
  fresh: number[];
  /** your own cards at that moment */
  had: string[];
  /** the cards that you have drawn since */
  drew: string[];
  /** your own call as a pair of seat and number, until all have called (H5) */
  called: number[][];
  /** your own cards, numbers first */
  hand: string[];
  /** the card on its way to the asker, if you are one of the two who know it (H18) */
  received: string | null;
  /** what the row would count after each of your moves with a Joker or a Switch (H12, H13) */
  counts: Record<string, number[]>;
  /** cards that are certainly in another hand */
  known: string[][];
  /** what else can be proved of other hands: at least so many cards are of these kinds */
  holds: { least: number; of: string[]; or: string[] }[][];
}

export interface HelpBegins {
  /** a round begins */
  kind: "begins";
  /** which round, from 1 */
  round: number;
  /** 1 for clockwise, -1 for the other way */
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
  /** everybody has called; all calls are heard at once */
  kind: "called";
  /** each seat with its number, in the order of calling */
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
  /** a Switch exchanges a card of the row */
  kind: "switched";
  /** who plays it */
  seat: number;
  /** the number put into the row */
  card: string;
  /** the card taken into the hand instead */
  taken: string;
  /** where in the row, 1 for the first */
  place: number;
  /** what the Jokers after it count as from now on; only those that changed */
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
  /** the row has six cards and goes to the discard pile */
  kind: "cleared";
  /** its cards, from first to last */
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
  /** a player with a No! misses a turn */
  kind: "skipped";
  /** who */
  seat: number;
}

export interface HelpFreed {
  /** a No! goes to the discard pile, and its player has turns again */
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
  /** the card that you are given */
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
  /** who gets a point */
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
