// Made by `make types` from the views and events that the game declares; do not edit.

export interface TwentythreeView {
  /** the seat whose decision is asked for next; null at the end */
  turn: number | null;
  /** whose turn it is by the rules; null while all decide at once and at the end */
  player: number | null;
  /** all seats that have a decision to make now */
  owes: number[];
  /** whether the lowest score wins, or the highest */
  low_wins: boolean;
  /** always 23 */
  game: "23";
  /** `learning`: the learning game (T5); `by_five`: a chip shifts by exactly 5 (T9d) */
  options: { learning: boolean; by_five: boolean };
  /** 1 or 2 (T15) */
  round: number;
  /** putting cards away, playing, or over */
  phase: "put" | "play" | "over";
  /** every card laid in this round, the top card last */
  pile: number[];
  /** penalty chips */
  fines: number[];
  /** bonus chips left (T3) */
  chips: number[];
  /** still in the round, went out, or left (T14) */
  status: ("in" | "out" | "left")[];
  /** whether the seat whose turn it is has been forced to lay (T12) */
  forced: boolean;
  /** turns since anybody laid a card */
  idle: number;
  /** who holds the 1, until it is laid (T2) */
  one: number | null;
  /** the highest card it can hold: it was forced and could not lay (T12b); else null */
  at_most: (number | null)[];
  /** for each seat: what it has laid in this round, ascending, without the 1 that opens it */
  laid: number[][];
  /** for each seat: the top cards at which it passed in this round (T11, T12) */
  passed: number[][];
  /** for each seat: the numbers that its cards jumped over in this round (T8) */
  jumped: number[][];
  /** whose view this is; null for a spectator */
  seat: number | null;
  /** your own cards, ascending */
  hand: number[];
  /** what you have put away in this round (T4) */
  away: number[];
  /** what you put away on leaving the round (T13) */
  gone: number[];
  /** how many cards a hand has; for others, 15 while cards are put away (T4) */
  held: number[];
  /** what each of your legal moves costs in penalty chips (T8, T11 to T13) */
  costs: Record<string, number>;
}

export interface TwentythreeBegins {
  /** a round begins */
  kind: "begins";
  /** 1 or 2 */
  round: number;
}

export interface TwentythreeDealt {
  /** your cards for the new round */
  kind: "dealt";
  /** the hand, ascending */
  cards: number[];
}

export interface TwentythreeOpened {
  /** the 1 has been laid */
  kind: "opened";
  /** who held it */
  seat: number;
}

export interface TwentythreeFined {
  /** the move costs penalty chips */
  kind: "fined";
  /** who takes them */
  seat: number;
  /** how many */
  count: number;
}

export interface TwentythreeForced {
  /** the next player must lay */
  kind: "forced";
  /** who */
  seat: number;
}

export interface TwentythreeOut {
  /** somebody has laid their last card */
  kind: "out";
  /** who */
  seat: number;
  /** penalty chips given back for it */
  returned: number;
}

export interface TwentythreeRound {
  /** a round is over */
  kind: "round";
  /** which round */
  round: number;
  /** penalty chips so far */
  fines: number[];
}

export interface TwentythreeExchanged {
  /** bonus chips that are still held take off penalty chips */
  kind: "exchanged";
  /** penalty chips before the exchange */
  fines: number[];
  /** bonus chips left */
  chips: number[];
}

export interface TwentythreeGame {
  /** the game is over */
  kind: "game";
  /** penalty chips that count */
  scores: number[];
  /** all with the fewest penalty chips */
  winners: number[];
}

export type TwentythreeEvent = TwentythreeBegins | TwentythreeDealt | TwentythreeOpened | TwentythreeFined | TwentythreeForced | TwentythreeOut | TwentythreeRound | TwentythreeExchanged | TwentythreeGame;
