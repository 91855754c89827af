// A rule of HELP! in cards: the row as it would be, with the card tried in it.

import { h } from "../../../base/dom.js";
import { face } from "./cards.js";

/** @typedef {import("./views.js").HelpView} View */

/**
 * @param {View} view
 * @param {string} move
 */
export function exampleCards(view, move) {
  const [, card, at] = move.match(/^(J|S\d+)@(\d)$/) ?? [];
  const place = Number(at) - 1;
  const values = view.counts[move] ?? view.values;
  if (card) {
    const row = card === "J" ? view.row.toSpliced(place, 0, "J") : view.row.toSpliced(place, 1, card.slice(1));
    const cards = row.map((code, number) => one(code, number === place ? "tried" : "", view.counts[move] || number < place ? values[number] : undefined));
    return card === "J" ? cards : [one("S"), dot(), ...cards];
  }
  const lies = view.row.map((code, number) => one(code, "", values[number]));
  const [word, given] = move.split(" ");
  if (word === "call") return view.hand.map((code) => one(code, code === given ? "tried" : ""));
  if (move === "Z") return [one("Z"), dot(), ...lies.slice(0, -1), ...view.row.slice(-1).map((code) => one(code, "zapped", values.at(-1)))];
  if (move === "help") return [...lies, dot(), ...view.hand.map((code) => one(code))];
  return given || move === "N" ? [...lies, dot(), one(given ?? move, "tried")] : [...lies, one(move, "tried")];
}

/**
 * @param {string} card
 * @param {string} [kind]
 * @param {number} [counts] what a Joker stands for
 */
function one(card, kind = "", counts) {
  return h("span", { class: `card ${kind && `help-${kind}`}` }, face(card, card === "J" && counts ? String(counts) : undefined));
}

function dot() {
  return h("span", { class: "to" }, "·");
}
