// Everybody passes a card to the left: the places of your left neighbour, yourself and your right neighbour.

import { h } from "../../../base/dom.js";
import { icon } from "../../../base/symbols.js";
import { say } from "../../../base/words.js";
import { avatar } from "../../../table/avatar.js";
import { tableCard } from "../../../table/hand.js";
import * as deck from "./cards.js";
import { name } from "./cards.js";
import { leftNeighbour, rightNeighbour } from "./prompt.js";

/** @typedef {import("./series.js").Table} Table */

/** @param {Table} t */
export function passingArea(t) {
  return h(
    "div",
    { class: "yo-passing", key: "passing", "data-drop": "slide" },
    h("span", { class: "slot-label" }, say("yoyo.passing")),
    h("div", { class: "yo-places" }, t.you === null ? spectatorPlaces(t) : [leftPlace(t), passingArrow("to"), ownPlace(t), passingArrow("from"), rightPlace(t)]),
  );
}

/** @param {string} key */
function passingArrow(key) {
  return h("span", { class: "yo-arrow", key, "aria-hidden": "true" }, icon("u-arrow"));
}

/**
 * @param {string} key
 * @param {any} card
 * @param {string} who
 * @param {string} what
 */
function passingPlace(key, card, who, what) {
  return h("div", { class: "yo-place", key }, card, h("b", null, who), h("small", null, what));
}

/** @param {Table} t */
function leftPlace(t) {
  const ghost = h("div", { class: "card ghost", "data-place": "slide:left", "aria-hidden": "true" }, h("span", { class: "ghost-text" }, "?"));
  return passingPlace("left", ghost, t.names[leftNeighbour(t)], say("yoyo.from_you"));
}

/** @param {Table} t */
function ownPlace(t) {
  const chosen = t.staged[0]?.slide;
  const card = chosen ?? t.view.slid;
  const press = chosen && t.canMove ? () => t.unstageLast() : undefined;
  const shown = card
    ? tableCard(deck, card, { key: "card", class: chosen ? "yo-chosen" : "", place: "slide:own", press, name: press ? `${name(card)}: ${say("table.take_back")}` : name(card) })
    : h("div", { class: "card ghost", key: "none", "data-place": "slide:own" }, h("span", { class: "ghost-text" }, say("yoyo.your_card")));
  return passingPlace("own", shown, say("you_name"), say(press ? "yoyo.tap_back" : card ? "yoyo.is_chosen" : "yoyo.choose_card"));
}

/** @param {Table} t */
function rightPlace(t) {
  const seat = rightNeighbour(t);
  return passingPlace("right", chosenBack(t, seat, "slide:right"), t.names[seat], say("yoyo.to_you"));
}

/**
 * A face-down card if somebody has chosen, otherwise an empty place.
 * @param {Table} t
 * @param {number} seat
 * @param {string} at
 */
function chosenBack(t, seat, at) {
  if (t.view.owes.includes(seat)) return h("div", { class: "card ghost", key: "none", "data-place": at, role: "img", "aria-label": say("choosing") }, h("span", { class: "ghost-text", "aria-hidden": "true" }, "…"));
  return h("div", { class: "card back", key: "back", "data-place": at, role: "img", "aria-label": say("yoyo.has_chosen") });
}

/** What a spectator sees. @param {Table} t */
function spectatorPlaces(t) {
  return t.names.map((who, seat) => h("div", { class: "yo-place", key: seat }, chosenBack(t, seat, `slide:${seat}`), avatar(who, seat, { small: true }), h("b", null, who)));
}
