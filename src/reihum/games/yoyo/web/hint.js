// How hints show a move of YoYo.

import { say } from "../../../base/words.js";
import { number, shortName } from "./cards.js";
import { asStaged, needsDirection, stagedCards } from "./series.js";

/** @typedef {import("./series.js").Table} Table */
/** @typedef {import("../../../table/types.d.ts").HintMove} HintMove */

const LAY = /^([bry]\d+)([\^v]?)$/;
const DIRECTIONS = /** @type {Record<string, "up" | "down">} */ ({ "^": "up", v: "down" });

/**
 * @param {Table} t
 * @param {string} move
 * @param {string[]} then
 * @returns {HintMove}
 */
export function hintMove(t, move, then) {
  if (LAY.test(move)) return hintedLay(t, move, then);
  if (move.startsWith("take ")) return hintedTake(t, Number(move.slice(5)));
  if (move.startsWith("slide ")) return hintedSlide(move.slice(6));
  const places = { draw: ["button:draw", "place:stock"], keep: ["button:keep"], stop: ["button:main"] }[move] ?? [];
  return { label: say(`yoyo.hint_${move}`), cards: [], word: say(`yoyo.hint_${move}_word`), at: places, stage: [{ act: move }] };
}

/**
 * A card, or the series that goes on from it.
 * @param {Table} t
 * @param {string} move
 * @param {string[]} then
 * @returns {HintMove}
 */
function hintedLay(t, move, then) {
  const [, first, sign] = move.match(LAY) ?? [];
  const cards = t.view.phase === "take" ? [first] : seriesFrom(first, then);
  const keyed = withKeys(cards);
  const to = DIRECTIONS[sign];
  const which = cards.length > 1 ? say("yoyo.hint_series", { first: shortName(first), last: shortName(cards.at(-1) ?? first) }) : say("yoyo.hint_card", { card: shortName(first) });
  return {
    label: which + (to ? `, ${say(`yoyo.${to}`)}` : ""),
    cards,
    at: [...cards.map((card) => `hand:${card}`), ...(to && needsDirection(t) && stagedCards(t)[0]?.card === first ? [`button:${to}`] : [])],
    stage: [asStaged(t, keyed[0], 0), ...(to ? [{ named: to }] : []), ...keyed.slice(1).map((each, at) => asStaged(t, each, at + 1))],
  };
}

/**
 * The cards that are laid one after another, each next to the last one.
 * @param {string} first
 * @param {string[]} then
 */
function seriesFrom(first, then) {
  const cards = [first];
  for (const move of then) {
    const card = move.match(LAY)?.[1];
    if (!card || Math.abs(number(card) - number(cards[cards.length - 1])) !== 1) break;
    cards.push(card);
  }
  return cards;
}

/**
 * Cards of the hand with their keys.
 * @param {string[]} cards
 */
function withKeys(cards) {
  return cards.map((card, at) => ({ key: `${card}-${cards.slice(0, at + 1).filter((each) => each === card).length}`, card }));
}

/**
 * @param {Table} t
 * @param {number} seat
 * @returns {HintMove}
 */
function hintedTake(t, seat) {
  return { label: say("yoyo.hint_take", { name: t.names[seat] }), cards: [], word: t.names[seat], at: [`place:seat:${seat}`], stage: [{ take: seat }] };
}

/**
 * @param {string} card
 * @returns {HintMove}
 */
function hintedSlide(card) {
  return { label: say("yoyo.hint_pass", { card: shortName(card) }), cards: [card], at: [`hand:${card}`], stage: [{ slide: card, key: `${card}-1` }] };
}
