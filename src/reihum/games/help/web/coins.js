// Three coins for each player: as many of them are gold as points were scored.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";

export const WINS = 3; // points that win

/**
 * @param {number} points
 * @param {boolean} [scored] whether the last one has just come
 */
export function coins(points, scored = false) {
  return h(
    "span",
    { class: "coins", key: "coins", role: "img", "aria-label": say("help.points", { count: points }) },
    Array.from({ length: WINS }, (_, number) => h("i", { class: number >= points ? undefined : scored && number === points - 1 ? "won new" : "won" })),
  );
}
