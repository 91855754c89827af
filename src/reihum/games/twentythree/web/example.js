// An example of a rule of 23 in cards: the top of the pile, and what is laid on it.

import { h } from "../../../base/dom.js";
import { face } from "./cards.js";

/**
 * @param {import("./views.js").TwentythreeView} view
 * @param {string} move
 */
export function exampleCards(view, move) {
  const lay = move.match(/^(?:put )?(\d+)(?:x(\d))?/);
  const top = view.pile.at(-1);
  return [
    top !== undefined && h("span", { class: "card" }, face(String(top))),
    top !== undefined && h("span", { class: "to", "aria-hidden": "true" }, "→"),
    ...(lay ? Array.from({ length: Number(lay[2] ?? 1) }, () => h("span", { class: "card" }, face(lay[1]))) : [h("code", null, move)]),
  ];
}
