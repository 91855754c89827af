// The button for a hint, beside the hand.

import { h } from "../base/dom.js";
import { icon } from "../base/symbols.js";
import { say } from "../base/words.js";

/** @typedef {import("./hints.js").Hints} Hints */

const LABELS = ["hint.button", "hint.good", "hint.why", "hint.hide"];
const STEPS = [1, 2, 3];

/**
 * Its label is what comes next; where there is no hint, it says why not.
 * @param {Hints} hints
 */
export function hintButton(hints) {
  const { step, reason } = hints;
  const label = say(hints.isOnly && step ? "hint.hide" : LABELS[step]);
  return h(
    "button",
    {
      class: `btn hint-button${step ? " on" : ""}`,
      type: "button",
      key: "hint-button",
      "aria-label": label,
      "aria-description": reason || undefined,
      title: reason || `${label} (H)`,
      "aria-disabled": reason ? "true" : undefined,
      "aria-keyshortcuts": "H",
      "data-letter": "h",
      on: { click: () => hints.press() },
    },
    icon("u-lamp"),
    h("span", { class: "hint-next", "aria-hidden": "true" }, label),
    step > 0 && h("span", { class: "hint-dots", "aria-hidden": "true", key: "dots" }, STEPS.map((each) => h("i", { class: each <= step ? "done" : undefined, key: each }))),
  );
}
