// Made by `make types` from the views and events that the games declare; do not edit.

export interface HelpView {
  /** the seat whose decision is asked for next; null at the end */
  turn: number | null;
  /** whose turn it is by the rules; null where all decide at once and at the end */
  player: number | null;
  /** all who have a decision to make now */
  owes: number[];
  /** whether the lowest score wins, or the highest */
  low_wins: boolean;
  /** always help */
  game: "help";
  /** which, from 1 on */
  round: number;
  /** 1 for clockwise, -1 for the other way (H4) */
  direction: number;
  /** points (H21) */
  points: number[];
  /** calling, playing, giving help, giving back for it, playing what was received, or over */
  phase: "call" | "play" | "give" | "back" | "received" | "over";
  /** who may call a number; nobody once all have called (H5) */
  callers: number[];
  /** how many cards a hand has */
  held: number[];
  /** the row, its first card first */
  row: string[];
  /** what each card of the row counts; a Joker what it stands for (H12) */
  values: number[];
  /** how many cards the draw pile has */
  in_stock: number;
  /** the discard pile, the last card on top */
  discard: string[];
  /** a No! in front: 0 none, 1 still to be skipped, 2 has been skipped (H15) */
  no: number[];
  /** who is being helped (H16) */
  asker: number | null;
  /** who helps (H17) */
  giver: number | null;
  /** whom the player in turn would ask for help; null if there is nobody to ask (H17, H20) */
  helper: number | null;
  /** whose view this is; null for a spectator */
  seat: number | null;
  /** the cards of the draw pile when it was made from the discard pile (H11) */
  reshuffled: string[];
  /** the cards that all hands together had then */
  in_hands: string[];
  /** how many cards of each hand may come from the draw pile since then */
  fresh: number[];
  /** one's own cards then */
  had: string[];
  /** the cards that one has drawn since then */
  drew: string[];
  /** one's own call as a pair of seat and number, until all have called (H5) */
  called: number[][];
  /** one's own cards, numbers first */
  hand: string[];
  /** the card on its way to the asker, for the two who know it (H18) */
  received: string | null;
  /** what the row would count after each of one's moves with a Joker or a Switch (H12, H13) */
  counts: Record<string, number[]>;
  /** cards that are certainly in the hand of somebody else */
  known: string[][];
  /** what else can be proved of other hands: at least so many cards are among these */
  holds: { least: number; of: string[]; or: string[] }[][];
}

export interface HelpBegins {
  /** a round begins */
  kind: "begins";
  /** which, from 1 on */
  round: number;
  /** 1 for clockwise, -1 for the other way */
  direction: number;
  /** who may call a number */
  callers: number[];
}

export interface HelpDealt {
  /** one's cards of the new round */
  kind: "dealt";
  /** the hand, numbers first */
  cards: string[];
}

export interface HelpCalled {
  /** the calls are made, and all are heard at once */
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
  /** what it counts there */
  value: number;
  /** the value of the card before it; null at the front */
  before: number | null;
  /** the value of the card behind it; null at the end */
  behind: number | null;
}

export interface HelpSwitched {
  /** a Switch exchanges a card of the row */
  kind: "switched";
  /** who plays it */
  seat: number;
  /** the number put into the row */
  card: string;
  /** the card taken into the hand for it */
  taken: string;
  /** where in the row, 1 for the first */
  place: number;
  /** what Jokers behind it count from now on; only those that have changed */
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
  /** its cards, the first one first */
  row: string[];
}

export interface HelpDrew {
  /** the hand is refilled */
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
  /** a No! keeps somebody from having a turn */
  kind: "skipped";
  /** who */
  seat: number;
}

export interface HelpFreed {
  /** a No! goes to the discard pile: its player has a turn again */
  kind: "freed";
  /** who */
  seat: number;
}

export interface HelpAsked {
  /** somebody can play nothing and asks for help */
  kind: "asked";
  /** who asks */
  seat: number;
  /** who is asked; null if all the others have a No! in front of them */
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
  /** the card that one is given */
  kind: "got";
  /** by whom */
  from: number;
  /** this one card */
  cards: string[];
}

export interface HelpRound {
  /** a round is over */
  kind: "round";
  /** which */
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
  /** all with three */
  winners: number[];
}

export type HelpEvent = HelpBegins | HelpDealt | HelpCalled | HelpOpened | HelpPlaced | HelpSwitched | HelpZapped | HelpCleared | HelpDrew | HelpReshuffled | HelpSkipped | HelpFreed | HelpAsked | HelpHanded | HelpGot | HelpRound | HelpGame;

export interface TwentythreeView {
  /** the seat whose decision is asked for next; null at the end */
  turn: number | null;
  /** whose turn it is by the rules; null where all decide at once and at the end */
  player: number | null;
  /** all who have a decision to make now */
  owes: number[];
  /** whether the lowest score wins, or the highest */
  low_wins: boolean;
  /** always 23 */
  game: "23";
  /** `learning`: whether this is the learning game (T5) */
  options: { learning: boolean };
  /** 1 or 2 (T15) */
  round: number;
  /** putting cards away, playing, or over */
  phase: "put" | "play" | "over";
  /** every card laid in this round, the last one on top */
  pile: number[];
  /** penalty chips */
  fines: number[];
  /** bonus chips left (T3) */
  chips: number[];
  /** still in the round, out, or left (T14) */
  status: ("in" | "out" | "left")[];
  /** whether the seat in turn has been forced to lay (T12) */
  forced: boolean;
  /** turns since anybody laid a card */
  idle: number;
  /** who holds the 1, until it is laid (T2) */
  one: number | null;
  /** a forced seat that could not lay has shown that it holds nothing above this (T12b) */
  at_most: (number | null)[];
  /** whose view this is; null for a spectator */
  seat: number | null;
  /** one's own cards, ascending */
  hand: number[];
  /** what one has put away in this round (T4) */
  away: number[];
  /** what one put away on leaving the round (T13) */
  gone: number[];
  /** how many cards a hand has; 15 while others put cards away (T4) */
  held: number[];
  /** what each of one's legal moves costs in penalty chips (T8, T11 to T13) */
  costs: Record<string, number>;
}

export interface TwentythreeBegins {
  /** a round begins */
  kind: "begins";
  /** 1 or 2 */
  round: number;
}

export interface TwentythreeDealt {
  /** one's cards of the new round */
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
  /** the next player has to lay */
  kind: "forced";
  /** who */
  seat: number;
}

export interface TwentythreeOut {
  /** somebody laid the last card */
  kind: "out";
  /** who */
  seat: number;
  /** penalty chips that go back for it */
  returned: number;
}

export interface TwentythreeRound {
  /** a round is over */
  kind: "round";
  /** which */
  round: number;
  /** penalty chips so far */
  fines: number[];
}

export interface TwentythreeExchanged {
  /** bonus chips that are left take penalty chips off */
  kind: "exchanged";
  /** penalty chips before */
  fines: number[];
  /** bonus chips left */
  chips: number[];
}

export interface TwentythreeGame {
  /** the game is over */
  kind: "game";
  /** penalty chips that count */
  scores: number[];
  /** all with the fewest */
  winners: number[];
}

export type TwentythreeEvent = TwentythreeBegins | TwentythreeDealt | TwentythreeOpened | TwentythreeFined | TwentythreeForced | TwentythreeOut | TwentythreeRound | TwentythreeExchanged | TwentythreeGame;

export interface YoyoView {
  /** the seat whose decision is asked for next; null at the end */
  turn: number | null;
  /** whose turn it is by the rules; null where all decide at once and at the end */
  player: number | null;
  /** all who have a decision to make now */
  owes: number[];
  /** whether the lowest score wins, or the highest */
  low_wins: boolean;
  /** always yoyo */
  game: "yoyo";
  /** which game of the match this is (Y26) */
  match_game: number;
  /** points of all games so far (Y23 to Y25) */
  points: number[];
  /** what is to be decided, or over */
  phase: "play" | "series" | "drawn" | "take" | "slide" | "over";
  /** how many cards a hand has */
  held: number[];
  /** what has been laid since the last shuffle, the top card last */
  pile: string[];
  /** where it goes (Y6); null while the pile is empty */
  direction: "up" | "down" | null;
  /** how many cards the draw pile has */
  in_stock: number;
  /** how often the draw pile was used up in this game (Y14) */
  emptied: number;
  /** who began this game (Y4, Y26) */
  beginner: number;
  /** who laid the top card (Y11) */
  top_by: number | null;
  /** how many cards a Draw takes from each of two players (Y19, Y22) */
  pending: number;
  /** from whom the first of them has been taken */
  taking: number[];
  /** for each seat: of each card drawn and certainly still there, what it can be (Y13) */
  drawn_one_of: string[][][];
  /** for each seat: the hand has one of these, if there are any (Y15) */
  one_of: string[][];
  /** what was shuffled back into the draw pile (Y14) */
  recycled: string[];
  /** for each seat: so many of its cards were certainly in hands at that moment */
  unmoved: number[];
  /** whose view this is; null for a spectator */
  seat: number | null;
  /** one's own cards: blue, red, yellow, each ascending */
  hand: string[];
  /** the card one has just drawn and may lay (Y13) */
  drawn: string | null;
  /** the card one has chosen for the left neighbour (Y20) */
  slid: string | null;
  /** cards that one gave away and that are certainly still in a hand (Y19, Y20) */
  known: string[][];
}

export interface YoyoBegins {
  /** a game of the match begins */
  kind: "begins";
  /** which, from 1 */
  game: number;
  /** how many the match has */
  games: number;
  /** who begins (Y4, Y26) */
  beginner: number;
}

export interface YoyoDealt {
  /** one's cards of the new game, or after Chaos */
  kind: "dealt";
  /** the hand: blue, red, yellow, each ascending */
  cards: string[];
}

export interface YoyoOpened {
  /** the first card of a game has been laid */
  kind: "opened";
  /** who laid it */
  seat: number;
  /** where it goes from there */
  direction: "up" | "down";
}

export interface YoyoTurned {
  /** a card has turned the direction, by its colour or by name */
  kind: "turned";
  /** who laid it */
  seat: number;
  /** the new direction */
  direction: "up" | "down";
}

export interface YoyoGoesOn {
  /** the card laid is not the first of its series */
  kind: "goes_on";
  /** who lays the series */
  seat: number;
  /** the card */
  card: string;
}

export interface YoyoDrew {
  /** the card one has drawn from the draw pile */
  kind: "drew";
  /** the card */
  card: string;
  /** whether one may lay it now */
  fits: boolean;
}

export interface YoyoUnfit {
  /** the card drawn does not fit, so the turn passes on */
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
  /** 2, or 1 if there is nothing to shuffle */
  times: number;
}

export interface YoyoSkipped {
  /** somebody misses the turn */
  kind: "skipped";
  /** who */
  seat: number;
}

export interface YoyoHit {
  /** a Draw has hit somebody */
  kind: "hit";
  /** who has to take cards or to answer */
  seat: number;
  /** how many from each of two players; with two players, from the other */
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
  /** somebody has taken cards from another hand (Y19, Y22) */
  kind: "took";
  /** who */
  seat: number;
  /** from whom */
  from: number;
  /** how many cards */
  count: number;
}

export interface YoyoGot {
  /** the cards one has taken (Y19) or was passed (Y20) */
  kind: "got";
  /** from whom */
  from: number;
  /** the cards: blue, red, yellow, each ascending */
  cards: string[];
}

export interface YoyoLost {
  /** the cards that somebody has taken from one */
  kind: "lost";
  /** who took them */
  to: number;
  /** the cards: blue, red, yellow, each ascending */
  cards: string[];
}

export interface YoyoPassing {
  /** everybody chooses a card for the left neighbour */
  kind: "passing";
  /** who laid the Pass-left */
  seat: number;
}

export interface YoyoSlid {
  /** everybody has passed a card to the left neighbour */
  kind: "slid";
}

export interface YoyoChaos {
  /** all hands have been shuffled and dealt anew */
  kind: "chaos";
}

export interface YoyoOut {
  /** somebody has no card left and wins the game */
  kind: "out";
  /** who */
  seat: number;
  /** by laying the last card, or by losing it (Y19) */
  how: "laid" | "lost";
}

export interface YoyoRound {
  /** a game of the match is over */
  kind: "round";
  /** which, from 1 */
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
  /** all with the most */
  winners: number[];
}

export type YoyoEvent = YoyoBegins | YoyoDealt | YoyoOpened | YoyoTurned | YoyoGoesOn | YoyoDrew | YoyoUnfit | YoyoReshuffled | YoyoUsedUp | YoyoSkipped | YoyoHit | YoyoAnswered | YoyoTook | YoyoGot | YoyoLost | YoyoPassing | YoyoSlid | YoyoChaos | YoyoOut | YoyoRound | YoyoGame;

export interface KoenigsRommeView {
  /** the seat whose decision is asked for next; null at the end */
  turn: number | null;
  /** whose turn it is by the rules; null where all decide at once and at the end */
  player: number | null;
  /** all who have a decision to make now */
  owes: number[];
  /** whether the lowest score wins, or the highest */
  low_wins: boolean;
  /** always koenigs-romme */
  game: "koenigs-romme";
  /** 1 to 11 (K3) */
  round: number;
  /** the value that is wild in this round: 3 to 10, J, Q or K (K13) */
  wild: string;
  /** points of the rounds scored so far (K15) */
  totals: number[];
  /** who deals this round (K4) */
  dealer: number;
  /** drawing, discarding, or over */
  phase: "draw" | "discard" | "over";
  /** how many cards a hand has */
  held: number[];
  /** what everybody can prove of a hand: taken from the pile, not seen to go since (K7) */
  taken: string[][];
  /** cards in the stock */
  in_stock: number;
  /** the discard pile, the top last */
  pile: string[];
  /** how many turns of this round are finished */
  turns: number;
  /** who has gone out in this round (K10) */
  out_by: number | null;
  /** who still has a last turn, in order of play (K14) */
  last_turns: number[];
  /** combinations on the table (K10, K14) */
  laid: string[][][];
  /** the cards that the stock was made of, if it was made of the pile in this round (K8) */
  composed: string[] | null;
  /** for each seat, what was left in hand; null before the end (K15) */
  hands: string[][] | null;
  /** whose view this is; null for a spectator */
  seat: number | null;
  /** one's own cards, by value and suit, jokers last */
  hand: string[];
  /** what one has drawn oneself from such a stock (K8) */
  drew: string[];
}

export interface KoenigsRommeSoloView {
  /** the seat whose decision is asked for next; null at the end */
  turn: number | null;
  /** whose turn it is by the rules; null where all decide at once and at the end */
  player: number | null;
  /** all who have a decision to make now */
  owes: number[];
  /** whether the lowest score wins, or the highest */
  low_wins: boolean;
  /** always koenigs-romme */
  game: "koenigs-romme";
  /** always true: this is the variant for one */
  solo: boolean;
  /** placing the card shown, or over */
  phase: "place" | "over";
  /** the eleven hands of 3 to 13 cards, finished ones, too (K17) */
  hands: string[][];
  /** for each hand, whether it is finished (K19) */
  finished: boolean[];
  /** cards still to be turned up */
  in_stock: number;
  /** the card turned up, to be placed; null at the end (K18) */
  shown: string | null;
  /** what was thrown away, in order (K18) */
  gone: string[];
  /** whose view this is; null for a spectator */
  seat: number | null;
}

export interface KoenigsRommeBegins {
  /** a round begins; alone, the game */
  kind: "begins";
  /** 1 to 11; null alone */
  round: number | null;
  /** the value that is wild; null alone, where each hand has its own */
  wild: string | null;
  /** who deals; null alone */
  dealer: number | null;
  /** who has the first turn */
  beginner: number;
  /** the first card of the pile; null alone */
  card: string | null;
}

export interface KoenigsRommeDealt {
  /** one's cards of the new round */
  kind: "dealt";
  /** the hand, by value and suit, jokers last */
  cards: string[];
}

export interface KoenigsRommeTook {
  /** somebody took the top card of the pile */
  kind: "took";
  /** who */
  seat: number;
  /** which card */
  card: string;
}

export interface KoenigsRommeDrew {
  /** one has drawn from the stock */
  kind: "drew";
  /** which card */
  card: string;
}

export interface KoenigsRommeReshuffled {
  /** the pile has become the new stock */
  kind: "reshuffled";
  /** how many cards that is */
  cards: number;
}

export interface KoenigsRommeOut {
  /** somebody has gone out */
  kind: "out";
  /** who */
  seat: number;
  /** the combinations */
  laid: string[][];
  /** for each card laid: itself, or the card or, in a set, the value it replaces */
  stands_for: string[][];
}

export interface KoenigsRommeLaid {
  /** somebody has laid in a last turn whatever went */
  kind: "laid";
  /** who */
  seat: number;
  /** the combinations, if there are any */
  laid: string[][];
  /** for each card laid: itself, or the card or, in a set, the value it replaces */
  stands_for: string[][];
}

export interface KoenigsRommeRound {
  /** a round is over */
  kind: "round";
  /** which */
  round: number;
  /** points of this round */
  scores: number[];
  /** points so far */
  totals: number[];
  /** what was left in hand */
  hands: string[][];
}

export interface KoenigsRommePlaced {
  /** alone: the card turned up went into a hand */
  kind: "placed";
  /** into which: its wild */
  hand: string;
  /** which card */
  card: string;
}

export interface KoenigsRommeFinished {
  /** alone: all cards of a hand can be laid */
  kind: "finished";
  /** which: its wild */
  hand: string;
  /** the combinations */
  laid: string[][];
  /** for each card laid: itself, or the card or, in a set, the value it replaces */
  stands_for: string[][];
}

export interface KoenigsRommeShown {
  /** alone: the next card of the stock is turned up */
  kind: "shown";
  /** which card */
  card: string;
}

export interface KoenigsRommeGame {
  /** the game is over */
  kind: "game";
  /** points of all rounds; alone, hands finished */
  scores: number[];
  /** all with the fewest points; alone, who finished all hands */
  winners: number[];
}

export type KoenigsRommeEvent = KoenigsRommeBegins | KoenigsRommeDealt | KoenigsRommeTook | KoenigsRommeDrew | KoenigsRommeReshuffled | KoenigsRommeOut | KoenigsRommeLaid | KoenigsRommeRound | KoenigsRommePlaced | KoenigsRommeFinished | KoenigsRommeShown | KoenigsRommeGame;

export type View = HelpView | TwentythreeView | YoyoView | KoenigsRommeView | KoenigsRommeSoloView;
