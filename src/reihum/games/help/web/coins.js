// Three coins for each player, one of them gold for each point.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";

const WINNING_POINTS = 3;

/**
 * @param {number} points
 * @param {boolean} [scored] whether the last point is new
 */
export function coins(points, scored = false) {
  return h(
    "span",
    { class: "coins", key: "coins", role: "img", "aria-label": say("help.points", { count: points }) },
    Array.from({ length: WINNING_POINTS }, (_, number) => h("i", { class: number >= points ? undefined : scored && number === points - 1 ? "won new" : "won" })),
  );
}
