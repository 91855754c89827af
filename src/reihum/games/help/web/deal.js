// How HELP! deals a round, given random numbers.

import { dealAround, range, repeatCards } from "../../../fair/decks.js";

/** @type {import("../../../table/types.d.ts").Dealing["deal"]} */
export function deal(chance, players) {
  const count = (/** @type {number} */ number) => (number < 3 ? 5 : number < 8 ? 7 : 8);
  const deck = repeatCards([...range(1, 11).map((number) => /** @type {[string, number]} */ ([String(number), count(number)])), ["J", 7], ["S", 7], ["Z", 7], ["N", 7]]);
  return dealAround(chance.shuffle(deck), players, 4);
}
