// Made by `make types` from the views and events that the game declares; do not edit.

export interface KoenigsRommeView {
  /** the seat whose decision is asked for next; null at the end */
  turn: number | null;
  /** whose turn it is by the rules; null while all decide at once and at the end */
  player: number | null;
  /** all seats that have a decision to make now */
  owes: number[];
  /** whether the lowest score wins, or the highest */
  low_wins: boolean;
  /** always koenigs-romme */
  game: "koenigs-romme";
  /** 1 to 11 (K3) */
  round: number;
  /** the value that is wild in this round: 3 to 10, J, Q or K (K13) */
  wild: string;
  /** points in the rounds scored so far (K15) */
  totals: number[];
  /** who deals this round (K4) */
  dealer: number;
  /** drawing, discarding, or over */
  phase: "draw" | "discard" | "over";
  /** how many cards a hand has */
  held: number[];
  /** cards that a seat took from the pile and has not been seen to lose since (K7) */
  taken: string[][];
  /** cards in the stock */
  in_stock: number;
  /** the discard pile, the top card last */
  pile: string[];
  /** how many turns of this round are finished */
  turns: number;
  /** who has gone out in this round (K10) */
  out_by: number | null;
  /** who still has a last turn, in order of play (K14) */
  last_turns: number[];
  /** combinations on the table (K10, K14) */
  laid: string[][][];
  /** for each seat: the cards that it threw away in this round, each once (K9) */
  thrown: string[][];
  /** the cards of the stock when it was made from the pile, if it was in this round (K8) */
  composed: string[] | null;
  /** for each seat, the cards left in hand; null before the end (K15) */
  hands: string[][] | null;
  /** whose view this is; null for a spectator */
  seat: number | null;
  /** your own cards, by value and suit, jokers last */
  hand: string[];
  /** what you have drawn from such a stock (K8) */
  drew: string[];
}

export interface KoenigsRommeSoloView {
  /** the seat whose decision is asked for next; null at the end */
  turn: number | null;
  /** whose turn it is by the rules; null while all decide at once and at the end */
  player: number | null;
  /** all seats that have a decision to make now */
  owes: number[];
  /** whether the lowest score wins, or the highest */
  low_wins: boolean;
  /** always koenigs-romme */
  game: "koenigs-romme";
  /** always true: this is the variant for one player */
  solo: boolean;
  /** placing the card shown, or over */
  phase: "place" | "over";
  /** the eleven hands of 3 to 13 cards, including finished ones (K17) */
  hands: string[][];
  /** for each hand, whether it is finished (K19) */
  finished: boolean[];
  /** how many cards are still to be turned up */
  in_stock: number;
  /** the card turned up, to be placed; null at the end (K18) */
  shown: string | null;
  /** the discards, in order (K18) */
  gone: string[];
  /** whose view this is; null for a spectator */
  seat: number | null;
}

export interface KoenigsRommeBegins {
  /** a round begins; in solo, the game */
  kind: "begins";
  /** 1 to 11; null in solo */
  round: number | null;
  /** the value that is wild; null in solo, where each hand has its own */
  wild: string | null;
  /** who deals; null in solo */
  dealer: number | null;
  /** who has the first turn */
  beginner: number;
  /** the first card of the pile; null in solo */
  card: string | null;
}

export interface KoenigsRommeDealt {
  /** your cards for the new round */
  kind: "dealt";
  /** the hand, by value and suit, jokers last */
  cards: string[];
}

export interface KoenigsRommeTook {
  /** somebody has taken the top card of the pile */
  kind: "took";
  /** who */
  seat: number;
  /** which card */
  card: string;
}

export interface KoenigsRommeDrew {
  /** you have drawn from the stock */
  kind: "drew";
  /** which card */
  card: string;
}

export interface KoenigsRommeReshuffled {
  /** the pile has become the new stock */
  kind: "reshuffled";
  /** how many cards it has */
  cards: number;
}

export interface KoenigsRommeOut {
  /** a player has gone out */
  kind: "out";
  /** who */
  seat: number;
  /** the combinations */
  laid: string[][];
  /** for each card laid: itself, or what it replaces (in a set, a value) */
  stands_for: string[][];
}

export interface KoenigsRommeLaid {
  /** somebody has laid what they could in a last turn */
  kind: "laid";
  /** who */
  seat: number;
  /** the combinations, if there are any */
  laid: string[][];
  /** for each card laid: itself, or what it replaces (in a set, a value) */
  stands_for: string[][];
}

export interface KoenigsRommeRound {
  /** a round is over */
  kind: "round";
  /** which round */
  round: number;
  /** points of this round */
  scores: number[];
  /** points so far */
  totals: number[];
  /** what was left in hand */
  hands: string[][];
}

export interface KoenigsRommePlaced {
  /** solo: the card turned up has gone into a hand */
  kind: "placed";
  /** which hand: its wild value */
  hand: string;
  /** which card */
  card: string;
}

export interface KoenigsRommeFinished {
  /** solo: all cards of a hand can be laid */
  kind: "finished";
  /** which hand: its wild value */
  hand: string;
  /** the combinations */
  laid: string[][];
  /** for each card laid: itself, or what it replaces (in a set, a value) */
  stands_for: string[][];
}

export interface KoenigsRommeShown {
  /** solo: the next card of the stock is turned up */
  kind: "shown";
  /** which card */
  card: string;
}

export interface KoenigsRommeGame {
  /** the game is over */
  kind: "game";
  /** points of all rounds; in solo, hands finished */
  scores: number[];
  /** all with the fewest points; in solo, the player if all hands are finished */
  winners: number[];
}

export type KoenigsRommeEvent = KoenigsRommeBegins | KoenigsRommeDealt | KoenigsRommeTook | KoenigsRommeDrew | KoenigsRommeReshuffled | KoenigsRommeOut | KoenigsRommeLaid | KoenigsRommeRound | KoenigsRommePlaced | KoenigsRommeFinished | KoenigsRommeShown | KoenigsRommeGame;
