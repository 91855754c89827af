// A series in the making: the cards staged so far, and what might come next. The server says which card may begin and which
// may follow a card on the pile. It cannot say yet what may follow a card that is only staged, so that is guessed from the
// cards, as a player would: ▲ counts up, ▼ counts down, ◆ goes either way. This is only a suggestion: the server judges
// every card when it is laid.

import { colour, number } from "./cards.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").YoyoView>} Table
 * @typedef {"up" | "down"} Direction
 * @typedef {{key: string, card: string}} KeyedCard a card of the hand
 * @typedef {KeyedCard & {on: number, game: number}} StagedCard a staged card, the size of the pile below it, and the game of the match
 */

const STEPS = { up: 1, down: -1 };
const COLOURS = { up: "b", down: "r" };
/** How a direction is written after a card. */
export const DIRECTION_SIGNS = { up: "^", down: "v" };

/**
 * The cards in the hand, each with its own key, without those that are staged or passed on.
 * @param {Table} t
 * @returns {KeyedCard[]}
 */
export function cardsInHand(t) {
  const staged = new Set(t.staged.filter((step) => step.slide || !isLaid(t, step)).map((step) => step.key));
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
 * Whether a staged card has already been laid: a series is sent card by card.
 * @param {Table} t
 * @param {StagedCard} lay
 */
function isLaid(t, lay) {
  return t.view.match_game !== lay.game || t.view.pile.length > lay.on;
}

/**
 * A card of the hand as a staged card, after a number of others.
 * @param {Table} t
 * @param {KeyedCard} keyed
 * @param {number} place
 * @returns {StagedCard}
 */
export function asStaged(t, { key, card }, place) {
  return { key, card, on: t.view.pile.length + place, game: t.view.match_game };
}

/**
 * The staged cards that have not been laid yet.
 * @param {Table} t
 * @returns {StagedCard[]}
 */
export function stagedCards(t) {
  return t.staged.filter((step) => step.card && !isLaid(t, step));
}

/**
 * The direction named for the first staged card.
 * @param {Table} t
 * @returns {Direction | null}
 */
export function namedDirection(t) {
  return t.staged.find((step) => step.named)?.named ?? null;
}

/**
 * The legal moves that lay this card.
 * @param {Table} t
 * @param {string} card
 */
export function movesWith(t, card) {
  return t.moves.filter((move) => move === card || move === `${card}^` || move === `${card}v`);
}

/**
 * Whether the staged card still needs a direction.
 * @param {Table} t
 */
export function needsDirection(t) {
  const [first, ...more] = stagedCards(t);
  return first !== undefined && !more.length && !namedDirection(t) && movesWith(t, first.card).length > 1;
}

/**
 * The direction of the staged cards.
 * @param {Table} t
 * @returns {Direction | null}
 */
export function stagedDirection(t) {
  const coloured = stagedCards(t).find(({ card }) => colour(card) !== "y");
  if (coloured) return colour(coloured.card) === "b" ? "up" : "down";
  return namedDirection(t) ?? t.view.direction;
}

/**
 * The cards of the hand that may come next.
 * @param {Table} t
 * @returns {KeyedCard[]}
 */
export function nextCards(t) {
  if (!t.canMove || t.view.phase === "slide") return [];
  const last = stagedCards(t).at(-1);
  if (!last) return t.view.phase === "series" ? cardsInHand(t).filter(({ card }) => movesWith(t, card).length) : [];
  const to = stagedDirection(t);
  return needsDirection(t) || !to ? [] : cardsAfter(t, last, to);
}

/**
 * The cards of the hand that might follow a card in this direction.
 * @param {Table} t
 * @param {KeyedCard} last
 * @param {Direction} to
 */
export function cardsAfter(t, last, to) {
  if (t.view.phase === "take") return [];
  return cardsInHand(t).filter(({ key, card }) => key !== last.key && number(card) === number(last.card) + STEPS[to] && [COLOURS[to], "y"].includes(colour(card)));
}

/**
 * Whether anything might follow this card if it is laid first.
 * @param {Table} t
 * @param {KeyedCard} keyed
 */
export function canContinue(t, keyed) {
  const to = colour(keyed.card) === "b" ? "up" : colour(keyed.card) === "r" ? "down" : t.view.direction;
  return to !== null && cardsAfter(t, keyed, to).length > 0;
}

/**
 * Lay what is staged; if the series could go on after that, stop it.
 * @param {Table} t
 */
export function layStaged(t) {
  const [first, ...more] = stagedCards(t).map(({ card }) => card);
  const to = namedDirection(t);
  t.play(first + (to ? DIRECTION_SIGNS[to] : ""), ...more, (moves) => (moves.includes("stop") ? "stop" : null));
}
