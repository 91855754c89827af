// A lay in the making: the cards that are staged one after the other, and what might come next. Which card may begin, and
// which may follow a card that lies, the server says. What might follow a card that is only staged it cannot say yet: that is
// read off the cards themselves, as the eye does it – ▲ counts upward, ▼ downward, ◆ goes along. It is no more than a
// proposal: the server judges every card when it is laid.

import { colour, number } from "./cards.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").YoyoView>} Table
 * @typedef {"up" | "down"} Way
 * @typedef {{key: string, card: string}} Held a card of the hand
 * @typedef {Held & {on: number, game: number}} Lay a staged card, on so many cards of the pile, in which game
 */

const STEP = { up: 1, down: -1 };
const COLOUR = { up: "b", down: "r" };
/** How a direction is named after a card. */
export const SIGN = { up: "^", down: "v" };

/**
 * The cards of the hand, each with a key of its own, without those that are staged or passed on.
 * @param {Table} t
 * @returns {Held[]}
 */
export function held(t) {
  const staged = new Set(t.staged.filter((step) => step.slide || !lies(t, step)).map((step) => step.key));
  if (t.view.slid) staged.add(`${t.view.slid}-1`);
  /** @type {Map<string, number>} */
  const seen = new Map();
  return t.view.hand
    .map((card) => {
      const count = (seen.get(card) ?? 0) + 1;
      seen.set(card, count);
      return { key: `${card}-${count}`, card };
    })
    .filter(({ key }) => !staged.has(key));
}

/**
 * Whether a staged card has been laid by now: a series is sent card by card.
 * @param {Table} t
 * @param {Lay} lay
 */
function lies(t, lay) {
  return t.view.match_game !== lay.game || t.view.pile.length > lay.on;
}

/**
 * A card of the hand as one of the lay, after so many others.
 * @param {Table} t
 * @param {Held} of
 * @param {number} place
 * @returns {Lay}
 */
export function lay(t, { key, card }, place) {
  return { key, card, on: t.view.pile.length + place, game: t.view.match_game };
}

/**
 * The staged cards that do not lie yet.
 * @param {Table} t
 * @returns {Lay[]}
 */
export function lays(t) {
  return t.staged.filter((step) => step.card && !lies(t, step));
}

/**
 * The direction named for the first staged card.
 * @param {Table} t
 * @returns {Way | null}
 */
export function named(t) {
  return t.staged.find((step) => step.named)?.named ?? null;
}

/**
 * The moves that begin with this card now, or go on with it.
 * @param {Table} t
 * @param {string} card
 */
export function ways(t, card) {
  return t.moves.filter((move) => move === card || move === `${card}^` || move === `${card}v`);
}

/**
 * Whether the staged card waits for its direction.
 * @param {Table} t
 */
export function naming(t) {
  const [first, ...more] = lays(t);
  return first !== undefined && !more.length && !named(t) && ways(t, first.card).length > 1;
}

/**
 * Where the staged cards go.
 * @param {Table} t
 * @returns {Way | null}
 */
export function way(t) {
  const coloured = lays(t).find(({ card }) => colour(card) !== "y");
  if (coloured) return colour(coloured.card) === "b" ? "up" : "down";
  return named(t) ?? t.view.direction;
}

/**
 * The cards of the hand that may come next.
 * @param {Table} t
 * @returns {Held[]}
 */
export function following(t) {
  if (!t.canMove || t.view.phase === "slide") return [];
  const last = lays(t).at(-1);
  if (!last) return t.view.phase === "series" ? held(t).filter(({ card }) => ways(t, card).length) : [];
  const to = way(t);
  return naming(t) || !to ? [] : after(t, last, to);
}

/**
 * The cards of the hand that might follow a card, if it goes this way.
 * @param {Table} t
 * @param {Held} last
 * @param {Way} to
 */
export function after(t, last, to) {
  if (t.view.phase === "take") return [];
  return held(t).filter(({ key, card }) => key !== last.key && number(card) === number(last.card) + STEP[to] && [COLOUR[to], "y"].includes(colour(card)));
}

/**
 * Whether anything might follow this card as the first of a lay.
 * @param {Table} t
 * @param {Held} of
 */
export function goesOn(t, of) {
  const to = colour(of.card) === "b" ? "up" : colour(of.card) === "r" ? "down" : t.view.direction;
  return to !== null && after(t, of, to).length > 0;
}

/**
 * Lay what is staged; if it could go on after that, say stop.
 * @param {Table} t
 */
export function layThem(t) {
  const [first, ...more] = lays(t).map(({ card }) => card);
  const to = named(t);
  t.play(first + (to ? SIGN[to] : ""), ...more, (moves) => (moves.includes("stop") ? "stop" : null));
}
