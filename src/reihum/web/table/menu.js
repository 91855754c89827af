// What is seldom needed at a table: the menu in the bar, and the strip that says that the line is lost.

import { languageSwitch } from "../base/controls.js";
import { h } from "../base/dom.js";
import { settings } from "../base/settings.js";
import { icon } from "../base/symbols.js";
import { say } from "../base/words.js";
import { barButton } from "./bar.js";

/**
 * @typedef {import("./live.js").Live} Live
 * @typedef {Record<"toggle" | "undo" | "mute" | "copy" | "sit" | "leave", () => void>} Acts
 */

/**
 * @param {Live} live
 * @param {boolean} open
 * @param {Acts} acts
 */
export function menu(live, open, acts) {
  return h(
    "div",
    { class: "menu", key: "menu" },
    barButton("u-menu", say("menu.name"), acts.toggle, { "aria-expanded": String(open), "aria-controls": "menu-list" }),
    open && h("div", { class: "menu-list paper", id: "menu-list" }, entries(live, acts)),
  );
}

/**
 * @param {Live} live
 * @param {Acts} acts
 */
function entries({ info, you }, acts) {
  const playing = info.status === "playing";
  const alone = info.seats.every((seat, number) => seat.kind === "bot" || number === you);
  return [
    you !== null && alone && playing && entry("u-undo", say("table.undo"), acts.undo),
    entry("u-sound", say(settings.sound ? "menu.mute" : "menu.unmute"), acts.mute),
    entry("u-link", say("menu.copy"), acts.copy),
    info.you === null && playing && entry("u-user", say("menu.sit"), acts.sit),
    info.you !== null && playing && entry("u-close", say("menu.leave"), acts.leave),
    h("a", { href: "/" }, icon("u-arrow"), say("menu.home")),
    languageSwitch(),
  ];
}

/**
 * @param {string} sign
 * @param {string} label
 * @param {() => void} press
 */
function entry(sign, label, press) {
  return h("button", { type: "button", key: sign, on: { click: press } }, icon(sign), label);
}

/** The line is lost: when it is tried again, and what has become of the last move. @param {Live} live */
export function strip(live) {
  if (live.line === "live" || live.line === "connecting") return null;
  const seconds = Math.max(0, Math.ceil((live.retryAt - Date.now()) / 1000));
  return h(
    "div",
    { class: "strip", key: "strip" },
    h("i", { class: "spinner", "aria-hidden": "true" }),
    h("div", null, h("b", null, say("lost.again", { seconds })), h("small", null, live.sending ? say("lost.unsent") : say("lost.kept"))),
    h("button", { class: "btn dark", type: "button", on: { click: () => live.wire.tryNow() } }, say("lost.now")),
  );
}
