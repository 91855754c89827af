// How 23 deals a round, given random numbers.

import { range, repeatCards } from "../../../fair/decks.js";

/** @type {import("../../../table/types.d.ts").Dealing["deal"]} */
export function deal(chance, players, { options }) {
  const each = options.learning ? 12 : 15;
  const deck = repeatCards([["2", 2], ...range(3, 23).map((number) => /** @type {[string, number]} */ ([String(number), 3]))]);
  const kept = [...chance.shuffle(deck).slice(0, each * players - 1), "1"];
  chance.shuffle(kept);
  return range(0, players - 1).map((seat) => kept.slice(seat * each, (seat + 1) * each));
}
