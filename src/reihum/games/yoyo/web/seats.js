// What everybody sees of a player of YoYo.

import { h } from "../../../base/dom.js";
import { settings } from "../../../base/settings.js";
import { joinWithAnd, say } from "../../../base/words.js";
import { tableCard } from "../../../table/hand.js";
import * as deck from "./cards.js";
import { name } from "./cards.js";
import { takenFrom } from "./choose.js";
import { signed } from "./scores.js";
import { lays } from "./series.js";

/** @typedef {import("./series.js").Table} Table */

/**
 * @param {Table} t
 * @param {number} seat
 * @returns {import("../../../table/types.d.ts").SeatPanel}
 */
export function seatPanel(t, seat) {
  const { view } = t;
  return {
    caption: line(t, seat),
    backs: view.held[seat],
    badges: [points(view.points[seat])],
    more: known(t, seat),
    target: target(t, seat),
  };
}

/**
 * @param {Table} t
 * @param {number} seat
 */
function line(t, seat) {
  const { view } = t;
  const cards = say("cards", { count: view.held[seat] });
  if (view.phase === "slide") return say(view.owes.includes(seat) ? "choosing" : "yoyo.has_chosen");
  if (view.phase === "take" && view.taking.includes(seat)) return `${cards} · ${say("yoyo.taken")}`;
  if (t.lastMove?.events.some((event) => event.kind === "skipped" && event.seat === seat)) return say("yoyo.skipped");
  return cards;
}

/**
 * A seat to take from: chosen once, confirmed with a second press or with the big button.
 * @param {Table} t
 * @param {number} seat
 */
function target(t, seat) {
  if (!t.moves.includes(`take ${seat}`) || lays(t).length) return undefined;
  const chosen = takenFrom(t) === seat && t.staged.length > 0;
  const press = () => (chosen ? t.play(`take ${seat}`) : t.stageAll([{ take: seat }]));
  return { label: say(chosen ? "yoyo.chosen" : "yoyo.take", { name: t.names[seat] }), chosen, press };
}

/**
 * Cards that one gave away and that are certainly still there, for who wants to be reminded.
 * @param {Table} t
 * @param {number} seat
 */
function known({ view }, seat) {
  const cards = settings.memory && view.phase !== "over" ? view.known[seat] : [];
  if (!cards.length) return null;
  const told = say("yoyo.known", { cards: joinWithAnd(cards.map(name)) });
  return h("span", { class: "yo-known", key: "known", role: "img", "aria-label": told, title: told }, cards.map((card, at) => tableCard(deck, card, { key: String(at), silent: true })));
}

/** @param {number} count */
function points(count) {
  return h("span", { class: "badge", role: "img", "aria-label": say("yoyo.points", { count }), key: "points" }, signed(count));
}

/** @param {Table} t */
export function ownBadges(t) {
  return t.you === null ? [] : [h("span", { class: "badges", key: "badges" }, points(t.view.points[t.you]))];
}
