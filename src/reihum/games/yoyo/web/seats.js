// What everybody sees of a player of YoYo.

import { h } from "../../../base/dom.js";
import { settings } from "../../../base/settings.js";
import { joinWithAnd, say } from "../../../base/words.js";
import { tableCard } from "../../../table/hand.js";
import * as deck from "./cards.js";
import { name } from "./cards.js";
import { takeTarget } from "./choose.js";
import { withSign } from "./scores.js";
import { stagedCards } from "./series.js";

/** @typedef {import("./series.js").Table} Table */

/**
 * @param {Table} t
 * @param {number} seat
 * @returns {import("../../../table/types.d.ts").SeatPanel}
 */
export function seatPanel(t, seat) {
  const { view } = t;
  return {
    caption: seatCaption(t, seat),
    backs: view.held[seat],
    badges: [pointsBadge(view.points[seat])],
    more: knownCards(t, seat),
    target: target(t, seat),
  };
}

/**
 * @param {Table} t
 * @param {number} seat
 */
function seatCaption(t, seat) {
  const { view } = t;
  const cards = say("cards", { count: view.held[seat] });
  if (view.phase === "slide") return say(view.owes.includes(seat) ? "choosing" : "yoyo.has_chosen");
  if (view.phase === "take" && view.taking.includes(seat)) return `${cards} · ${say("yoyo.taken")}`;
  if (t.lastMove?.events.some((event) => event.kind === "skipped" && event.seat === seat)) return say("yoyo.skipped");
  return cards;
}

/**
 * A button to take from this seat: the first press chooses, a second one or the main button confirms.
 * @param {Table} t
 * @param {number} seat
 */
function target(t, seat) {
  if (!t.moves.includes(`take ${seat}`) || stagedCards(t).length) return undefined;
  const chosen = takeTarget(t) === seat && t.staged.length > 0;
  const press = () => (chosen ? t.play(`take ${seat}`) : t.stageAll([{ take: seat }]));
  return { label: say(chosen ? "yoyo.chosen" : "yoyo.take", { name: t.names[seat] }), chosen, press };
}

/**
 * Cards you gave to this seat that are certainly still there, for players who want to be reminded.
 * @param {Table} t
 * @param {number} seat
 */
function knownCards({ view }, seat) {
  const cards = settings.memory && view.phase !== "over" ? view.known[seat] : [];
  if (!cards.length) return null;
  const label = say("yoyo.known", { cards: joinWithAnd(cards.map(name)) });
  return h("span", { class: "yo-known", key: "known", role: "img", "aria-label": label, title: label }, cards.map((card, at) => tableCard(deck, card, { key: String(at), silent: true })));
}

/** @param {number} count */
function pointsBadge(count) {
  return h("span", { class: "badge", role: "img", "aria-label": say("yoyo.points", { count }), key: "points" }, withSign(count));
}

/** @param {Table} t */
export function ownBadges(t) {
  return t.you === null ? [] : [h("span", { class: "badges", key: "badges" }, pointsBadge(t.view.points[t.you]))];
}
