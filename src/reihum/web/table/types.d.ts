// What the table and the games promise each other.

import type { Child, VNode } from "../base/dom.js";
import type { LogLine, OwnTable, TableShown } from "../base/wire.js";
import type { Chance } from "../fair/stream.js";

/** A table as the server shows it; in the list of one's own, also whether one is asked there. */
export type Info = TableShown & Partial<Pick<OwnTable, "asked">>;

/** One move, or a take-back, as this viewer heard it, and in sentences. */
export type Line = LogLine & { told: string[] };

/** What the table shows at one moment. */
export interface Shown<V = any> {
  v: number;
  seat: number | null;
  view: V;
  moves: string[];
  ask: number | null;
  /** every seat's cards, in replays with open cards */
  hands?: any[][];
}

/** A card flies from one place to another; without a card its back is seen. */
export interface Flight {
  card: string | null;
  from: string;
  to: string;
  /** where it lies for a moment on its way */
  via?: string;
  /** drawn in another way, for instance as a wild card */
  look?: string;
  /** milliseconds after the first */
  delay?: number;
  /** it is seen only when so many flights could have landed, one after the other */
  step?: number;
}

/** A move, or what it is once the server has said what can be done then; null if there is nothing left to do. */
export type Sent = string | ((moves: string[]) => string | null);

/** A card of the own hand, as it is shown. */
export interface HandCard {
  /** tells it from the others; stays the same while the card stays */
  key: string;
  card: string;
  /** what a screen reader says */
  name: string;
  state: "plain" | "can" | "dim" | "sel";
  /** a few words above it: a price, 'new' */
  tag?: Child;
  tagClass?: string;
  /** it has just been tapped, and cannot be played */
  refused?: boolean;
  /** an empty place instead of the card */
  empty?: string;
  /** drawn in another way, for instance as a wild card */
  look?: string;
  /** what dropping it on its goal does; the goal says so while the card is dragged */
  says?: string;
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
  /** a screen reader's text, if the label is not enough */
  name?: string;
  main?: boolean;
  icon?: string;
  /** the key on the keyboard that presses it */
  letter?: string;
  /** it answers why not */
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

/** What a seat shows of itself to everybody. */
export interface SeatShown {
  /** a few words under the name: '9 cards' */
  line: Child | Child[];
  /** points, chips, coins at the right */
  badges?: Child[];
  /** how many backs are drawn */
  backs?: number;
  /** more below */
  more?: Child | Child[];
  /** cards can be dropped here, under this name */
  drop?: string;
  /** the seat can be chosen now */
  target?: { label: string; chosen?: boolean; press: () => void };
}

/** All that a game needs to draw itself and to let somebody choose. */
export interface Table<V = any> {
  readonly view: V;
  readonly moves: string[];
  /** whether it is mine to decide now, and nothing is on its way */
  readonly mine: boolean;
  readonly you: number | null;
  readonly info: Info;
  readonly names: string[];
  /** what has been chosen so far, step by step; each game has its own steps */
  readonly staged: any[];
  readonly rounds: any[];
  readonly log: Line[];
  /** every seat's cards, in replays with open cards */
  readonly hands: any[][] | null;
  readonly over: boolean;
  /** the last move, and by whom */
  readonly last: Line | null;
  /** choose one more step; nothing is sent */
  stage(step: any): void;
  /** choose all of this instead of what was chosen */
  stageAll(steps: any[]): void;
  /** take the last step back */
  unstage(): void;
  /** send moves, one after the other */
  play(...moves: Sent[]): void;
  /** ask why a move is not allowed; `near` is what shakes */
  why(move: string, near?: string): void;
  /** say something in place of what is expected, for a while */
  note(sentence: string, rule?: string | null): void;
  /** change how the own hand is sorted */
  redraw(): void;
}

/** How the cards of a game look and what they are called. */
export interface Deck {
  /** the drawing of a card's face; look is the game's own business */
  face(card: string, look?: string): VNode;
  /** a card in words */
  name(card: string): string;
}

export interface Game<V = any> extends Deck {
  slug: string;
  /** the folder's name, the prefix of its words, and the class that gives it its felt */
  folder: string;
  /** where we are: 'Round 1 of 2', and the same for narrow screens */
  bar(t: Table<V>): { wide: string; narrow: string };
  seat(t: Table<V>, seat: number): SeatShown;
  /** 1 clockwise, -1 the other way */
  direction(t: Table<V>): number;
  middle(t: Table<V>): Child[];
  hand(t: Table<V>): HandGroup[];
  /** what is expected of whom, or what the staged choice would do */
  pill(t: Table<V>): string;
  buttons(t: Table<V>): Button[];
  tap(t: Table<V>, card: HandCard): void;
  /** a card of the hand was dropped on a place */
  drop(t: Table<V>, card: HandCard, place: string): void;
  /** a card of the hand was moved, to the place of another one */
  reorder?(t: Table<V>, card: HandCard, to: HandCard): void;
  /** whether what is staged can still be done; called after every step */
  stands(t: Table<V>): boolean;
  flights(line: Line, before: Shown<V>, after: Shown<V>): Flight[];
  /** the rows of the score sheet so far */
  rows(t: Table<V>): ScoreRow[];
  /** more about the own seat, beside the name */
  own(t: Table<V>): Child[];
  /** what a round brought, on its sheet; otherwise all that is told of it, and the score sheet */
  round?(t: Table<V>, line: Line): Child[];
  /** a picture of the final scoring, if the game has one */
  final?(t: Table<V>): Child;
  /** what the end is called when nobody has won, if the game has a kinder word for it */
  nobody?(t: Table<V>): string | null;
  /** a sentence of the server with cards by their signs */
  spelled?(sentence: string): string;
  /** cards typed on the keyboard: the codes that a text may mean, by card */
  typed?(card: string): string;
  /** more controls for the hand, such as its order */
  tools?(t: Table<V>): Child[];
  /** a move that cannot wait until the sheet of a round has been read */
  race?(t: Table<V>): Button | null;
  /** a screen of its own instead of seats, middle and hand */
  whole?(t: Table<V>): Child[] | null;
  /** a rule's drawn example */
  example(view: V, move: string): Child[];
}

/** What is shown of a game before anybody plays it: `tile` of its tile.js. */
export interface Tile {
  /** where it stands among the others; without one, after those that have one */
  place?: number;
  face: Deck["face"];
  /** cards that lie on its tile, as a fan of two, three or five */
  cards: string[];
  /** the picture behind them */
  sign?: string;
  /** cards among those that Settings shows */
  looks: string[];
}

/** How a game deals, so that the deal can be verified: its deal.js. */
export interface Dealing {
  /** every hand of a round; a deck is shuffled and dealt as docs/fair.md says */
  deal(chance: Chance, players: number, about: { round: number; options: Record<string, boolean> }): string[][];
  /** where the hands of a step are, if not in `hands` */
  hands?(step: { hands: any[][]; view: any }): any[][];
}
