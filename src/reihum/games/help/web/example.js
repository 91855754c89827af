// An example of a rule of HELP! in cards: the row as it would be with the card in question.

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
    const cards = row.map((code, number) => exampleCard(code, number === place ? "tried" : "", view.counts[move] || number < place ? values[number] : undefined));
    return card === "J" ? cards : [exampleCard("S"), separator(), ...cards];
  }
  const lies = view.row.map((code, number) => exampleCard(code, "", values[number]));
  const [word, given] = move.split(" ");
  if (word === "call") return view.hand.map((code) => exampleCard(code, code === given ? "tried" : ""));
  if (move === "Z") return [exampleCard("Z"), separator(), ...lies.slice(0, -1), ...view.row.slice(-1).map((code) => exampleCard(code, "zapped", values.at(-1)))];
  if (move === "help") return [...lies, separator(), ...view.hand.map((code) => exampleCard(code))];
  return given || move === "N" ? [...lies, separator(), exampleCard(given ?? move, "tried")] : [...lies, exampleCard(move, "tried")];
}

/**
 * @param {string} card
 * @param {string} [kind]
 * @param {number} [counts] what a Joker stands for
 */
function exampleCard(card, kind = "", counts) {
  return h("span", { class: `card ${kind && `help-${kind}`}` }, face(card, card === "J" && counts ? String(counts) : undefined));
}

function separator() {
  return h("span", { class: "to" }, "·");
}
