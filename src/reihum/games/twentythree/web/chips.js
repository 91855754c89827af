// Chips: penalty chips are round and milled, bonus chips have eight corners.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";

/**
 * @param {"fine" | "bonus"} kind
 * @param {number} count
 */
export function chip(kind, count) {
  return h(
    "span",
    { class: `chip ${kind}`, key: kind, role: "img", "aria-label": say(`twentythree.${kind}`, { count }) },
    h("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, h("use", { href: `#c-${kind}` })),
    h("b", { "aria-hidden": "true" }, String(count)),
  );
}
