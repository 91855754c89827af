// How Tiny deals a round, given random numbers (N1).

import { range } from "../../../fair/decks.js";

const HAND = 4;

/** @type {import("../../../table/types.d.ts").Dealing["deal"]} */
export function deal(chance, players) {
  const deck = chance.shuffle(range(1, 12).map(String));
  return range(0, players - 1).map((seat) => deck.slice(HAND * seat, HAND * (seat + 1)));
}
