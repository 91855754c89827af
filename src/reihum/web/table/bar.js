// The wooden bar at the top of every screen.

import { h } from "../base/dom.js";
import { icon } from "../base/symbols.js";
import { say } from "../base/words.js";

/**
 * @typedef {import("../base/dom.js").Child} Child
 */

/**
 * @param {{title?: Child, place?: Child | Child[], right?: Child[], menu?: Child}} parts
 */
export function bar({ title, place, right = [], menu }) {
  return h(
    "header",
    { class: "bar wood", key: "bar" },
    h("a", { class: "skip", href: "#main", on: { click: skip } }, say(place ? "bar.skip" : "bar.skip_page")),
    h("a", { class: "logo", href: "/" }, icon("u-logo"), h("b", null, "reihum"), h("span", { class: "hidden" }, ` – ${say("bar.home")}`)),
    title && h("span", { class: "bar-title" }, title),
    place && h("span", { class: "bar-place" }, place),
    h("span", { class: "spring" }),
    ...right,
    menu,
  );
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

/**
 * A button of the bar.
 * @param {string} sign
 * @param {string} label
 * @param {() => void} press
 * @param {Record<string, any>} [more]
 */
export function barButton(sign, label, press, more = {}) {
  return h("button", { class: "bar-button", type: "button", "aria-label": label, title: label, on: { click: press }, ...more }, icon(sign));
}
