// Made by `make types` from the views and events that the game declares; do not edit.

export interface YoyoView {
  /** the seat whose decision is asked for next; null at the end */
  turn: number | null;
  /** whose turn it is by the rules; null while all decide at once and at the end */
  player: number | null;
  /** all seats that have a decision to make now */
  owes: number[];
  /** whether the lowest score wins, or the highest */
  low_wins: boolean;
  /** always yoyo */
  game: "yoyo";
  /** `plain_draw`: a Draw cannot be answered (Y22c) */
  options: { plain_draw: boolean };
  /** which game of the match this is (Y26) */
  match_game: number;
  /** points of all games so far (Y23 to Y25) */
  points: number[];
  /** what has to be decided, or over */
  phase: "play" | "series" | "drawn" | "take" | "slide" | "over";
  /** how many cards a hand has */
  held: number[];
  /** what has been laid since the last shuffle, the top card last */
  pile: string[];
  /** up or down (Y6); null while the pile is empty */
  direction: "up" | "down" | null;
  /** how many cards the draw pile has */
  in_stock: number;
  /** how often the draw pile has been used up in this game (Y14) */
  emptied: number;
  /** who began this game (Y4, Y26) */
  beginner: number;
  /** who laid the top card (Y11) */
  top_by: number | null;
  /** how many cards a Draw takes from each of two players (Y19, Y22) */
  pending: number;
  /** the seat from which the first of them has been taken */
  taking: number[];
  /** for each seat: what each drawn card that is certainly still there can be (Y13) */
  drawn_one_of: string[][][];
  /** for each seat: the hand has one of these cards, if any are listed (Y15) */
  one_of: string[][];
  /** what was shuffled back into the draw pile (Y14) */
  recycled: string[];
  /** for each seat: how many of its cards were certainly in hands at that moment */
  unmoved: number[];
  /** for each seat: the tops on which it drew while the direction was up (Y13) */
  drew_up: number[][];
  /** for each seat: the tops on which it drew while the direction was down */
  drew_down: number[][];
  /** whose view this is; null for a spectator */
  seat: number | null;
  /** your own cards: blue, red, yellow, each ascending */
  hand: string[];
  /** the card you have just drawn and may lay (Y13) */
  drawn: string | null;
  /** the card you have chosen for your left neighbour (Y20) */
  slid: string | null;
  /** cards that you gave away and that are certainly still in a hand (Y19, Y20) */
  known: string[][];
}

export interface YoyoBegins {
  /** a game of the match begins */
  kind: "begins";
  /** which game, from 1 */
  game: number;
  /** how many the match has */
  games: number;
  /** who begins (Y4, Y26) */
  beginner: number;
}

export interface YoyoDealt {
  /** your cards for the new game, or after Chaos */
  kind: "dealt";
  /** the hand: blue, red, yellow, each ascending */
  cards: string[];
}

export interface YoyoOpened {
  /** the first card of a game has been laid */
  kind: "opened";
  /** who laid it */
  seat: number;
  /** up or down from there */
  direction: "up" | "down";
}

export interface YoyoTurned {
  /** a card has turned the direction, by its colour or because its player said so */
  kind: "turned";
  /** who laid it */
  seat: number;
  /** the new direction */
  direction: "up" | "down";
}

export interface YoyoGoesOn {
  /** the card laid continues a series */
  kind: "goes_on";
  /** who lays the series */
  seat: number;
  /** the card */
  card: string;
}

export interface YoyoDrew {
  /** the card you have drawn from the draw pile */
  kind: "drew";
  /** the card */
  card: string;
  /** whether you may lay it now */
  fits: boolean;
}

export interface YoyoUnfit {
  /** the drawn card does not fit, so the turn is over */
  kind: "unfit";
  /** who drew it */
  seat: number;
}

export interface YoyoReshuffled {
  /** the pile without its top card has become the new draw pile */
  kind: "reshuffled";
}

export interface YoyoUsedUp {
  /** the draw pile is used up, and the game ends at once */
  kind: "used_up";
  /** how often: 2, or 1 if there are no cards to shuffle */
  times: number;
}

export interface YoyoSkipped {
  /** somebody misses a turn */
  kind: "skipped";
  /** who */
  seat: number;
}

export interface YoyoHit {
  /** a Draw has hit somebody */
  kind: "hit";
  /** who has to take cards or answer */
  seat: number;
  /** how many from each of two players; with two at the table, from the other */
  count: number;
}

export interface YoyoAnswered {
  /** the card laid answers a Draw */
  kind: "answered";
  /** who was hit */
  seat: number;
  /** the card */
  card: string;
}

export interface YoyoTook {
  /** a player has taken cards from another hand (Y19, Y22) */
  kind: "took";
  /** who */
  seat: number;
  /** from whom */
  from: number;
  /** how many cards */
  count: number;
}

export interface YoyoGot {
  /** the cards you have taken (Y19) or were passed (Y20) */
  kind: "got";
  /** from whom */
  from: number;
  /** the cards: blue, red, yellow, each ascending */
  cards: string[];
}

export interface YoyoLost {
  /** the cards that somebody has taken from you */
  kind: "lost";
  /** who took them */
  to: number;
  /** the cards: blue, red, yellow, each ascending */
  cards: string[];
}

export interface YoyoPassing {
  /** everybody chooses a card for their left neighbour */
  kind: "passing";
  /** who laid the Pass-left */
  seat: number;
}

export interface YoyoSlid {
  /** everybody has passed a card to their left neighbour */
  kind: "slid";
}

export interface YoyoChaos {
  /** all hands have been shuffled and dealt again */
  kind: "chaos";
}

export interface YoyoOut {
  /** a player has no cards left and wins the game */
  kind: "out";
  /** who */
  seat: number;
  /** by laying the last card, or by losing it (Y19) */
  how: "laid" | "lost";
}

export interface YoyoRound {
  /** a game of the match is over */
  kind: "round";
  /** which game, from 1 */
  round: number;
  /** points of this game */
  scores: number[];
  /** points of all games so far */
  points: number[];
}

export interface YoyoGame {
  /** the match is over */
  kind: "game";
  /** points of all games */
  scores: number[];
  /** all with the most points */
  winners: number[];
}

export type YoyoEvent = YoyoBegins | YoyoDealt | YoyoOpened | YoyoTurned | YoyoGoesOn | YoyoDrew | YoyoUnfit | YoyoReshuffled | YoyoUsedUp | YoyoSkipped | YoyoHit | YoyoAnswered | YoyoTook | YoyoGot | YoyoLost | YoyoPassing | YoyoSlid | YoyoChaos | YoyoOut | YoyoRound | YoyoGame;
