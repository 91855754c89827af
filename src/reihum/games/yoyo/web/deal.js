// How YoYo deals a game, given random numbers.

import { dealAround, range, repeatCards } from "../../../fair/decks.js";

/** @type {import("../../../table/types.d.ts").Dealing["deal"]} */
export function deal(chance, players) {
  const doubled = (/** @type {string} */ colour) =>
    range(1, 20).map((number) => /** @type {[string, number]} */ ([`${colour}${number}`, [1, 2, 19, 20].includes(number) ? 2 : 1]));
  const deck = repeatCards([...doubled("b"), ...doubled("r"), ...range(3, 18).map((number) => /** @type {[string, number]} */ ([`y${number}`, 1]))]);
  return dealAround(chance.shuffle(deck), players, 7);
}
