// How hints show a move of 23.

import { joinWithAnd, say } from "../../../base/words.js";
import { COUNT_KEYS, layOptions, stagedLay } from "./choose.js";

/** @typedef {import("../../../table/types.d.ts").Table<import("./views.js").TwentythreeView>} Table */

/**
 * @param {Table} t
 * @param {string} move
 * @param {string[]} then
 * @returns {import("../../../table/types.d.ts").HintMove}
 */
export function hintMove(t, move, then) {
  const lay = layOptions(t, move.match(/^\d+/)?.[0] ?? "").find((each) => each.move === move);
  if (lay) return hintedLay(t, lay);
  if (move.startsWith("put ")) return hintedTray([move, ...then.filter((each) => each.startsWith("put "))].map((each) => each.slice(4)));
  const cost = t.view.costs[move] ?? 0;
  return { label: say(`twentythree.hint_${move}`), note: costNote(cost), cards: [], word: say(`twentythree.${move}`), at: [`button:${move}`], stage: [{ act: move }] };
}

/** @param {number} cost */
function costNote(cost) {
  return cost ? say("twentythree.hint_cost", { count: cost }) : undefined;
}

/**
 * @param {Table} t
 * @param {import("./choose.js").LayOption} lay
 */
function hintedLay(t, lay) {
  const { card, count, chips, cost } = lay;
  const held = t.view.hand.filter((number) => String(number) === card).length;
  const words = held === 1 ? "the" : count === 2 && held === 2 ? "both" : count === 3 && held === 3 ? "all" : COUNT_KEYS[count];
  const short = say(`twentythree.hint_${words}`, { card });
  const label = short + (chips ? say("twentythree.with_chips", { chips }) : "");
  const note = [chips ? say("twentythree.hint_bonus", { count: chips }) : "", costNote(cost)].filter(Boolean).join(", ");
  return { label, short, note, cards: Array(count).fill(card), at: [`hand:${card}`], stage: stagedLay(t, lay) };
}

/**
 * Three cards are put away one after another, and chosen together.
 * @param {string[]} cards
 */
function hintedTray(cards) {
  return { label: say("twentythree.hint_put", { cards: joinWithAnd(cards) }), cards, at: keys(cards), stage: cards.map((card) => ({ put: true, card })) };
}

/**
 * Cards of the hand as they are marked; of equal ones, as many as there are.
 * @param {string[]} cards
 */
function keys(cards) {
  return cards.map((card, at) => `card:${card}-${cards.slice(0, at + 1).filter((each) => each === card).length}`);
}
