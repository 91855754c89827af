// A rule of HELP! in cards: the row as it would be, with the card tried in it.

import { h } from "../../base/dom.js";
import { face } from "./cards.js";

/** @typedef {import("../../views.js").HelpView} View */

/**
 * @param {View} view
 * @param {string} move
 */
export function example(view, move) {
  const [, card, at] = move.match(/^(J|S\d+)@(\d)$/) ?? [];
  const place = Number(at) - 1;
  const lies = view.row.map((code, number) => one(code, code === "J" ? String(view.values[number]) : undefined));
  if (card === "J") return lies.toSpliced(place, 0, one("J", String(view.counts[move]?.[place] ?? ""), "tried"));
  if (card) return [one("S"), colon(), ...lies.toSpliced(place, 1, one(card.slice(1), undefined, "tried"))];
  if (move === "Z") return [one("Z"), colon(), ...lies.slice(0, -1), ...view.row.slice(-1).map((code) => one(code, undefined, "zapped"))];
  if (move === "N") return [...lies, colon(), one("N", undefined, "tried")];
  if (move === "help" || !view.row.length) return [...lies, colon(), ...view.hand.map((code) => one(code))];
  const [word, given] = move.split(" ");
  if (given) return [...lies, word === "call" ? null : colon(), one(given, undefined, "tried")];
  return [...lies, one(move, undefined, "tried")];
}

/**
 * @param {string} card
 * @param {string} [counts]
 * @param {string} [kind]
 */
function one(card, counts, kind = "") {
  return h("span", { class: `card ${kind && `help-${kind}`}` }, face(card, counts || undefined));
}

function colon() {
  return h("span", { class: "to" }, "·");
}
