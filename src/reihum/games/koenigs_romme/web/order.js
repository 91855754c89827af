// The order of your hand: in its best combinations, by suit, by value, or as you like.

import { announce } from "../../../base/announce.js";
import { h } from "../../../base/dom.js";
import { changeSettings, settings } from "../../../base/settings.js";
import { icon } from "../../../base/symbols.js";
import { say } from "../../../base/words.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").KoenigsRommeView>} Table
 * @typedef {import("../../../table/types.d.ts").HandCard} HandCard
 */

const SORTS = ["best", "suit", "value", "own"];

/** How the hand is sorted. */
export function sortOrder() {
  return SORTS.includes(settings.sort) ? settings.sort : "best";
}

/**
 * Where your own order at a table is stored until the window is closed.
 * @param {Table} t
 */
const storageKey = (t) => `reihum.order.${t.info.table}`;

/**
 * Cards in your own order; new cards are at the end.
 * @template {{key: string}} Card
 * @param {Table} t
 * @param {Card[]} cards
 * @returns {Card[]}
 */
export function inOwnOrder(t, cards) {
  const order = storedOrder(t);
  const at = (/** @type {Card} */ card) => (order.includes(card.key) ? order.indexOf(card.key) : order.length);
  return [...cards].sort((a, b) => at(a) - at(b));
}

/**
 * @param {Table} t
 * @returns {string[]}
 */
function storedOrder(t) {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(t)) ?? "[]");
  } catch {
    return []; // damaged or not allowed: in the order of the deal
  }
}

/**
 * Move a card to the place of another one; from then on the order is your own.
 * @param {Table} t
 * @param {HandCard[]} shown the hand as it is on the screen
 * @param {HandCard} card
 * @param {HandCard} to
 */
export function moveCard(t, shown, card, to) {
  const keys = shown.map((each) => each.key);
  const from = keys.indexOf(card.key);
  const target = keys.indexOf(to.key);
  if (from < 0 || target < 0) return;
  keys.splice(target, 0, ...keys.splice(from, 1));
  try {
    sessionStorage.setItem(storageKey(t), JSON.stringify(keys));
  } catch {
    return; // a browser that stores nothing sorts by value
  }
  announce(say("koenigs_romme.moved", { card: card.name, place: target + 1, count: keys.length }));
  if (sortOrder() !== "own") changeSettings({ sort: "own" });
  else t.redraw();
}

/**
 * The control for the order: a row of buttons, on a phone a drop-down list.
 * @param {Table} t
 */
export function handTools(t) {
  if (t.you === null) return [];
  const now = sortOrder();
  const label = say("koenigs_romme.sort");
  return [
    h("div", { class: "sorts", role: "group", "aria-label": label, key: "sorts" }, SORTS.map((each) =>
      h("button", { class: "sort", type: "button", key: each, "aria-pressed": String(each === now), on: { click: () => changeSettings({ sort: each }) } }, say(`koenigs_romme.sort_${each}`)),
    )),
    h("label", { class: "sort-list", key: "sort-list" }, icon("u-sort"),
      h("select", { "aria-label": label, value: now, on: { change: (/** @type {any} */ event) => changeSettings({ sort: event.target.value }) } }, SORTS.map((each) =>
        h("option", { value: each, key: each, selected: each === now }, say(`koenigs_romme.sort_${each}`)),
      ))),
  ];
}
