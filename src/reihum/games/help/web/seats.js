// What everybody sees of a player of HELP!: coins, a No! in front, who asks whom.

import { h } from "../../../base/dom.js";
import { settings } from "../../../base/settings.js";
import { say } from "../../../base/words.js";
import { tableCard } from "../../../table/hand.js";
import * as deck from "./cards.js";
import { coins } from "./coins.js";
import { callsMade, lastEvent } from "./last_move.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").HelpView>} Table
 */

/**
 * @param {Table} t
 * @param {number} seat
 * @returns {import("../../../table/types.d.ts").SeatPanel}
 */
export function seatPanel(t, seat) {
  const { view } = t;
  const receives = (view.phase === "give" && seat === view.asker) || (view.phase === "back" && seat === view.giver);
  const cry = view.phase === "give" && seat === view.asker && h("span", { class: "bubble help-cry", key: "asks" }, say("help.cry"));
  const parts = [noCard(t, seat), knownCards(t, seat), cry].filter(Boolean);
  return {
    caption: seatStatus(t, seat) ?? [say("cards", { count: view.held[seat] }), neighbourText(t, seat)],
    backs: view.held[seat],
    badges: [coins(view.points[seat])],
    more: parts.length ? parts : null,
    drop: receives && t.canMove ? `seat:${seat}` : undefined,
  };
}

/**
 * What a player is doing, if it is more than holding cards.
 * @param {Table} t
 * @param {number} seat
 */
function seatStatus(t, seat) {
  const { view } = t;
  const number = lastEvent(t, "called")?.calls.find((/** @type {number[]} */ call) => call[0] === seat)?.[1];
  if (number) return h("span", { class: "help-done" }, say("help.called", { number }));
  if (view.phase === "call" && view.callers.includes(seat)) {
    if (view.owes.includes(seat)) return say("help.calls");
    const allCalled = view.callers.length - view.owes.length === callsMade(t); // otherwise somebody has no number to call
    return h("span", { class: "help-done" }, say(allCalled ? "help.has_called" : "ready"));
  }
  if (lastEvent(t, "round")?.scored.includes(seat)) return h("span", { class: "help-done" }, say("help.scored"));
  if (view.phase === "give" && seat === view.asker) return view.giver === t.you ? say("help.asks_you") : say("help.asks", { name: t.names[view.giver ?? 0] });
  if (view.phase === "give" && seat === view.giver) return say("choosing");
  return view.no[seat] ? noStatus(t, seat) : null;
}

/**
 * Says whether this neighbour plays next, or is the one you would ask for help.
 * @param {Table} t
 * @param {number} seat
 */
function neighbourText(t, seat) {
  const { you } = t;
  const { direction, held } = t.view;
  if (you === null) return null;
  const step = (seat - you + held.length) % held.length;
  if (step !== 1 && step !== held.length - 1) return null;
  return h("span", { class: "wide help-beside" }, ` · ${say((step === 1) === direction > 0 ? "help.next" : "help.before")}`);
}

/**
 * What a No! in front means.
 * @param {Table} t
 * @param {number} seat
 */
function noStatus(t, seat) {
  const textKey = t.view.no[seat] === 1 ? "help.no_skipped" : "help.no_back";
  return [h("span", { class: "wide" }, say(textKey)), h("span", { class: "narrow" }, say(`${textKey}_short`))];
}

/**
 * A No! in front.
 * @param {Table} t
 * @param {number} seat
 */
function noCard(t, seat) {
  return t.view.no[seat] > 0 && h("span", { class: "help-no-in-front", key: "no" }, tableCard(deck, "N", { place: `no:${seat}`, silent: true }));
}

/**
 * Cards known to be in this hand, for players who want to be reminded.
 * @param {Table} t
 * @param {number} seat
 */
function knownCards(t, seat) {
  const cards = settings.memory ? t.view.known[seat] : [];
  if (!cards.length || t.view.phase === "over") return null;
  return h(
    "span",
    { class: "help-known", key: "known", role: "img", "aria-label": say("help.known", { cards: cards.map(deck.name).join(", ") }), title: say("help.known", { cards: cards.map(deck.name).join(", ") }) },
    cards.map((card, number) => tableCard(deck, card, { key: String(number), silent: true })),
  );
}

/** @param {Table} t */
export function ownBadges(t) {
  const { view, you } = t;
  if (you === null) return [];
  const number = lastEvent(t, "called")?.calls.find((/** @type {number[]} */ call) => call[0] === you)?.[1];
  return [
    h("span", { class: "badges", key: "coins" }, coins(view.points[you])),
    noCard(t, you),
    view.no[you] > 0 && h("span", { class: "help-note", key: "note" }, noStatus(t, you)),
    number && h("span", { class: "help-done", key: "called" }, say("help.called", { number })),
  ];
}
