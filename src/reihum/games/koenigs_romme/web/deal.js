// How Königs-Rommé deals a round, given random numbers, or the eleven hands of the solo game.

import { range, repeatCards } from "../../../fair/decks.js";

/** @type {import("../../../table/types.d.ts").Dealing["deal"]} */
export function deal(chance, players, { round }) {
  const values = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
  const deck = chance.shuffle(repeatCards([...values.flatMap((value) => [..."shdcx"].map((suit) => /** @type {[string, number]} */ ([value + suit, 2]))), ["*", 6]]));
  if (players === 1) return range(3, 13).map((count) => deck.splice(-count));
  return range(0, players - 1).map(() => deck.splice(-(round + 2)));
}

/**
 * The hands as they were dealt; in the solo game all of them are open in the view.
 * @type {NonNullable<import("../../../table/types.d.ts").Dealing["hands"]>}
 */
export function hands(step) {
  return step.view.solo ? step.view.hands : step.hands;
}
