// How hints show a move of Königs-Rommé, with others and alone.

import { say } from "../../../base/words.js";
import { lookOf, pluralName, shortName } from "./cards.js";
import { OUT_PREFIX } from "./discard.js";
import { chosenHand } from "./solo.js";

/** @typedef {import("../../../table/types.d.ts").Table<any>} Table */
/** @typedef {import("../../../table/types.d.ts").HintMove} HintMove */

/**
 * @param {Table} t
 * @param {string} move
 * @returns {HintMove}
 */
export function hintMove(t, move) {
  if (t.view.solo) return hintedPlace(t, move);
  if (move === "stock") return { label: say("koenigs_romme.hint_stock"), cards: [], word: "?", at: ["button:stock", "place:stock"], stage: [{ card: move }] };
  const top = t.view.pile.at(-1) ?? "";
  if (move === "pile") return { label: say("koenigs_romme.hint_pile", { card: shortName(top) }), cards: [top], look: lookOf(top, t.view.wild), at: ["button:pile", "place:pile"], stage: [{ card: move }] };
  const isOut = move.startsWith(OUT_PREFIX);
  const card = isOut ? move.slice(OUT_PREFIX.length) : move;
  const label = say(isOut ? "koenigs_romme.hint_out" : "koenigs_romme.hint_throw", { card: shortName(card) });
  return { label, cards: [card], look: lookOf(card, t.view.wild), at: [`hand:${card}`], stage: [{ key: `${card}-1`, card }] };
}

/**
 * Into which hand the card goes, and which card of that hand goes away.
 * @param {Table} t
 * @param {string} move
 * @returns {HintMove}
 */
function hintedPlace(t, move) {
  const [wild, card] = move.split(" ");
  const key = `${card}-1`;
  return {
    label: say(card === t.view.shown ? "koenigs_romme.hint_through" : "koenigs_romme.hint_place", { all: pluralName(wild), card: shortName(card), shown: shortName(t.view.shown) }),
    cards: [card],
    look: lookOf(card, wild),
    at: chosenHand(t) === wild ? [`card:${key}`] : [`place:hand-${wild}`],
    stage: [{ hand: wild }, { key, card }],
  };
}
