// An example of a rule of Königs-Rommé in cards: the hand, and what is drawn or discarded.

import { h } from "../../../base/dom.js";
import { face, lookOf } from "./cards.js";
import { WILDS } from "./scores.js";

/**
 * @typedef {import("./views.js").KoenigsRommeView} View
 * @typedef {import("./views.js").KoenigsRommeSoloView} SoloView
 */

/**
 * @param {View | SoloView} view
 * @param {string} move
 */
export function exampleCards(view, move) {
  if ("solo" in view) return soloExample(view, move);
  const hand = cardRow(view.hand, view.wild);
  const top = view.pile.at(-1);
  if (move === "stock") return [cardBack(), arrow(), hand];
  if (move === "pile") return [top ? cardRow([top], view.wild) : h("span", { class: "card ghost" }), arrow(), hand];
  const thrown = move.split(" ").at(-1) ?? "";
  const rest = view.hand.includes(thrown) ? view.hand.toSpliced(view.hand.indexOf(thrown), 1) : view.hand;
  return [cardRow(rest, view.wild), arrow(), cardRow([thrown], view.wild)];
}

/**
 * @param {SoloView} view
 * @param {string} move
 */
function soloExample(view, move) {
  const [wild, thrown] = move.split(" ");
  const hand = view.hands[WILDS.indexOf(wild)] ?? [];
  return [
    view.shown && cardRow([view.shown], wild),
    arrow(),
    cardRow(hand, wild),
    arrow(),
    cardRow([thrown], wild),
  ];
}

/**
 * @param {string[]} list
 * @param {string} wild
 */
function cardRow(list, wild) {
  return h("span", { class: "combination" }, list.map((card, number) => {
    const look = lookOf(card, wild);
    return h("span", { class: `card ${look ?? ""}`, key: number }, face(card, look));
  }));
}

function cardBack() {
  return h("span", { class: "card back" });
}

function arrow() {
  return h("span", { class: "to", "aria-hidden": "true" }, "→");
}
