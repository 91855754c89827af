// The menu in the bar of a table, and the strip that says that the connection is lost.

import { languageSwitch } from "../base/controls.js";
import { h } from "../base/dom.js";
import { settings } from "../base/settings.js";
import { icon } from "../base/symbols.js";
import { say } from "../base/words.js";
import { barButton } from "./bar.js";

/**
 * @typedef {import("./live.js").LiveTable} LiveTable
 * @typedef {Record<"toggle" | "mute" | "copy" | "sit" | "leave" | "end", () => void>} MenuActions
 */

/**
 * @param {LiveTable} live
 * @param {boolean} open
 * @param {boolean} ending whether the host has said once that the game shall end
 * @param {MenuActions} actions
 */
export function menu(live, open, ending, actions) {
  return h(
    "div",
    { class: "menu", key: "menu" },
    barButton("u-menu", say("menu.name"), actions.toggle, { "aria-expanded": String(open), "aria-controls": "menu-list" }),
    open && h("div", { class: "menu-list paper", id: "menu-list" }, menuEntries(live, ending, actions)),
  );
}

/**
 * @param {LiveTable} live
 * @param {boolean} ending
 * @param {MenuActions} actions
 */
function menuEntries({ info, guests }, ending, actions) {
  const playing = info.status === "playing";
  const end = playing ? (ending ? "menu.end_sure" : "menu.end") : ending ? "games.close_sure" : "games.close";
  return [
    menuEntry("u-sound", say(settings.sound ? "menu.mute" : "menu.unmute"), actions.mute),
    !info.lesson && menuEntry("u-link", say("menu.copy"), actions.copy),
    info.reserved !== null && playing && menuEntry("u-user", say("menu.sit"), actions.sit),
    info.you !== null && playing && !info.lesson && menuEntry("u-close", say("menu.leave"), actions.leave),
    ...(playing ? guests.entries() : []),
    info.host && info.status !== "over" && !info.lesson && menuEntry("u-stop", say(end), actions.end),
    h("a", { href: "/games", key: "games" }, icon("u-pad"), say("games.title")),
    h("a", { href: "/", key: "home" }, icon("u-arrow"), say("menu.home")),
    languageSwitch(),
  ];
}

/**
 * @param {string} symbol
 * @param {string} label
 * @param {() => void} press
 */
function menuEntry(symbol, label, press) {
  return h("button", { type: "button", key: symbol, on: { click: press } }, icon(symbol), label);
}

/** The connection is lost: when the next attempt is, and what has become of the last move. @param {LiveTable} live */
export function lostStrip(live) {
  if (live.connectionState === "live" || live.connectionState === "connecting") return null;
  const seconds = Math.max(0, Math.ceil((live.retryAt - Date.now()) / 1000));
  return h(
    "div",
    { class: "strip", key: "strip" },
    h("i", { class: "spinner", "aria-hidden": "true" }),
    h("div", null, h("b", null, say("lost.again", { seconds })), h("small", null, live.sending ? say("lost.unsent") : say("lost.kept"))),
    h("button", { class: "btn dark", type: "button", on: { click: () => live.connection.retryNow() } }, say("lost.now")),
  );
}
