// What a check has found, and below it what that shows and what not.

import { h } from "../base/dom.js";

/**
 * @typedef {{ok: boolean, text: string, notes?: string[]}} Verdict
 */

/** @param {Verdict} verdict */
export function verdictView({ ok, text, notes }) {
  return h(
    "div",
    { class: `verdict ${ok ? "good" : "bad"}`, role: "status", key: "verdict" },
    h("p", null, text),
    notes?.length ? h("ul", null, notes.map((note) => h("li", null, note))) : null,
  );
}
