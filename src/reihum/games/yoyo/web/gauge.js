// The gauge next to the pile: a yo-yo on its string. Its height shows the top number, its arrow and colour the direction.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";
import { number } from "./cards.js";
import { needsDirection, stagedCards, stagedDirection } from "./series.js";

/** @typedef {import("./series.js").Table} Table */

const HIGHEST = 20;

/** @param {Table} t */
export function gauge(t) {
  const { pile, direction } = t.view;
  const top = pile.at(-1);
  const last = stagedCards(t).at(-1)?.card;
  const label = top && direction ? say(`yoyo.gauge_${direction}`, { top: number(top) }) : say("yoyo.gauge_empty");
  return h(
    "div",
    { class: "yo-gauge", key: "gauge", role: "img", "aria-label": label },
    h("b", null, String(HIGHEST)),
    h(
      "span",
      { class: `yo-track ${direction ?? "still"}`, vars: { "--at": height(top) } },
      h("i", { class: "yo-string", key: "string" }),
      last && h("i", { class: `yo-next ${needsDirection(t) ? "" : (stagedDirection(t) ?? "")}`, key: "next", vars: { "--to": height(last) } }),
      h("i", { class: "yo-disc", key: "disc" }, direction && directionArrow(direction)),
    ),
    h("b", null, "1"),
  );
}

/**
 * The height of a card's number, from 0 at the bottom to 1 at the top.
 * @param {string | undefined} card
 */
function height(card) {
  return card ? ((number(card) - 1) / (HIGHEST - 1)).toFixed(3) : "0.5";
}

/**
 * The arrow of a direction, because colour alone is not enough.
 * @param {import("./series.js").Direction} to
 */
export function directionArrow(to) {
  return h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: to === "up" ? "m5 15.5 7-7 7 7" : "m5 8.5 7 7 7-7" }));
}
