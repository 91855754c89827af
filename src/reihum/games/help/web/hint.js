// How hints show a move of HELP!.

import { say } from "../../../base/words.js";
import { definiteName, name } from "./cards.js";
import { cardToPlace } from "./choose.js";

/** @typedef {import("../../../table/types.d.ts").Table<import("./views.js").HelpView>} Table */
/** @typedef {import("../../../table/types.d.ts").HintMove} HintMove */

/**
 * @param {Table} t
 * @param {string} move
 * @returns {HintMove}
 */
export function hintMove(t, move) {
  if (move === "help") return { label: helpLabel(t), cards: [], word: say("help.hint_help_word"), at: ["button:main"], stage: [] };
  if (move.startsWith("J@")) return hintedJoker(t, Number(move.slice(2)), move);
  const [, number, place] = move.match(/^S(\d+)@(\d)$/) ?? [];
  if (number) return hintedSwitch(t, number, Number(place));
  const card = move.split(" ").at(-1) ?? move;
  if (move.startsWith("call ")) return { label: say("help.hint_call", { number: card }), cards: [card], at: [`hand:${card}`], stage: [] };
  const isReceived = t.view.phase === "received";
  const words = move.startsWith("give ") ? "hint_give" : move.startsWith("back ") ? "hint_back" : "hint_card";
  return { label: say(`help.${words}`, { card: definiteName(card) }), cards: [card], at: isReceived ? ["place:received", "button:main"] : [`hand:${card}`], stage: isReceived ? [] : [{ card, key: `${card}-1`, move }] };
}

/** @param {Table} t */
function helpLabel({ view, names }) {
  return view.helper === null ? say("help.hint_help_nobody") : say("help.hint_help", { name: names[view.helper] });
}

/**
 * Whether a Joker or a Switch is chosen already, or was received: then its place is next.
 * @param {Table} t
 * @param {string} card
 */
const isPlacing = (t, card) => cardToPlace(t) === card;

/**
 * The steps before the place: a card of the hand, or none for one that was received.
 * @param {Table} t
 * @param {string} card
 */
const picked = (t, card) => (t.view.phase === "received" ? [] : [{ card, key: `${card}-1` }]);

/**
 * @param {Table} t
 * @param {number} place
 * @param {string} move
 * @returns {HintMove}
 */
function hintedJoker(t, place, move) {
  const value = String(t.view.counts[move]?.[place - 1] ?? "");
  return {
    label: say("help.hint_joker", { value, place }),
    cards: ["J"],
    look: value || undefined,
    at: isPlacing(t, "J") ? [`drop:free:${place}`] : ["hand:J"],
    stage: [...picked(t, "J"), { place }],
  };
}

/**
 * @param {Table} t
 * @param {string} number
 * @param {number} place
 * @returns {HintMove}
 */
function hintedSwitch(t, number, place) {
  const taken = t.view.row[place - 1] ?? "";
  return {
    label: say("help.hint_switch", { number, taken: name(taken) }),
    cards: [number, taken],
    at: isPlacing(t, "S") ? [`hand:${number}`, `drop:card:${place}`] : ["hand:S"],
    stage: [...picked(t, "S"), { number, key: `${number}-1` }, { place }],
  };
}
