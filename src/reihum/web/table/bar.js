// The wooden bar at the top of every screen.

import { h } from "../base/dom.js";
import { icon } from "../base/symbols.js";
import { say } from "../base/words.js";

/**
 * @typedef {import("../base/dom.js").Child} Child
 */

/**
 * @param {{title?: Child, progress?: Child | Child[], right?: Child[], menu?: Child}} parts
 */
export function bar({ title, progress, right = [], menu }) {
  return h(
    "header",
    { class: "bar wood", key: "bar" },
    h("a", { class: "skip", href: "#main", on: { click: skipToMain } }, say(progress ? "bar.skip" : "bar.skip_page")),
    h("a", { class: "logo", href: "/" }, icon("u-logo"), h("b", null, "reihum"), h("span", { class: "hidden" }, ` – ${say("bar.home")}`)),
    title && h("span", { class: "bar-title" }, title),
    progress && h("span", { class: "bar-place" }, progress),
    h("span", { class: "spring" }),
    ...right,
    menu,
  );
}

/** @param {Event} event */
function skipToMain(event) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

/**
 * A button in the bar.
 * @param {string} symbol
 * @param {string} label
 * @param {() => void} press
 * @param {Record<string, any>} [more]
 */
export function barButton(symbol, label, press, more = {}) {
  return h("button", { class: "bar-button", type: "button", "aria-label": label, title: label, on: { click: press }, ...more }, icon(symbol));
}
