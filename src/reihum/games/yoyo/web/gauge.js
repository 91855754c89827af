// The gauge beside the pile: a yo-yo on its string. Its height is the number on top, its arrow and colour the direction.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";
import { number } from "./cards.js";
import { lays, naming, way } from "./series.js";

/** @typedef {import("./series.js").Table} Table */

const HIGHEST = 20;

/** @param {Table} t */
export function gauge(t) {
  const { pile, direction } = t.view;
  const top = pile.at(-1);
  const last = lays(t).at(-1)?.card;
  const told = top && direction ? say(`yoyo.gauge_${direction}`, { top: number(top) }) : say("yoyo.gauge_empty");
  return h(
    "div",
    { class: "yo-gauge", key: "gauge", role: "img", "aria-label": told },
    h("b", null, String(HIGHEST)),
    h(
      "span",
      { class: `yo-track ${direction ?? "still"}`, vars: { "--at": height(top) } },
      h("i", { class: "yo-string", key: "string" }),
      last && h("i", { class: `yo-next ${naming(t) ? "" : (way(t) ?? "")}`, key: "next", vars: { "--to": height(last) } }),
      h("i", { class: "yo-disc", key: "disc" }, direction && arrow(direction)),
    ),
    h("b", null, "1"),
  );
}

/**
 * From 0 at the bottom to 1 at the top.
 * @param {string | undefined} card
 */
function height(card) {
  return card ? ((number(card) - 1) / (HIGHEST - 1)).toFixed(3) : "0.5";
}

/**
 * An arrow for a direction: never colour alone.
 * @param {import("./series.js").Way} to
 */
export function arrow(to) {
  return h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: to === "up" ? "m5 15.5 7-7 7 7" : "m5 8.5 7 7 7-7" }));
}
