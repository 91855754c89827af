// An example of a rule of YoYo in cards: the top of the pile and its direction, and what is laid on it.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";
import { face } from "./cards.js";
import { directionArrow } from "./gauge.js";

/**
 * @param {import("./views.js").YoyoView} view
 * @param {string} move
 */
export function exampleCards(view, move) {
  const lay = move.match(/^(?:slide )?([bry]\d+)([\^v]?)$/);
  const top = view.pile.at(-1);
  const named = lay?.[2] === "^" ? "up" : lay?.[2] === "v" ? "down" : null;
  return [
    top !== undefined && h("span", { class: "card" }, face(top)),
    view.direction && directionSign(view.direction),
    h("span", { class: "to", "aria-hidden": "true" }, "→"),
    lay ? h("span", { class: "card" }, face(lay[1])) : h("b", { class: "yo-move" }, say(`yoyo.do_${move}`)),
    named && directionSign(named),
  ];
}

/** @param {import("./series.js").Direction} to */
function directionSign(to) {
  return h("span", { class: `yo-sign ${to}` }, directionArrow(to));
}
