// What everybody sees of a player of 23.

import { h } from "../../base/dom.js";
import { settings } from "../../base/settings.js";
import { say } from "../../base/words.js";
import { chip } from "./chips.js";

/**
 * @typedef {import("../../table/types.d.ts").Table<import("../../views.js").TwentythreeView>} Table
 */

/**
 * @param {Table} t
 * @param {number} seat
 * @returns {import("../../table/types.d.ts").SeatShown}
 */
export function seat(t, seat) {
  const { view } = t;
  const status = view.status[seat];
  return {
    line: line(t, seat),
    backs: status === "in" ? view.held[seat] : 0,
    badges: [chip("fine", view.fines[seat]), chip("bonus", view.chips[seat])],
    more: notes(t, seat),
  };
}

/**
 * @param {Table} t
 * @param {number} seat
 */
function line(t, seat) {
  const { view } = t;
  if (view.phase === "put") return say(view.owes.includes(seat) ? "choosing" : "ready");
  const status = view.status[seat];
  return status === "in" ? say("cards", { count: view.held[seat] }) : say(`twentythree.${status}`);
}

/**
 * @param {Table} t
 * @param {number} seat
 */
function notes(t, seat) {
  const { view } = t;
  if (view.forced && view.player === seat) return say("twentythree.forced");
  const most = settings.memory ? view.at_most[seat] : null;
  if (most !== null) return say("twentythree.at_most", { most });
  return null;
}

/** @param {Table} t */
export function own(t) {
  const { view, you } = t;
  if (you === null) return [];
  const away = [...view.away, ...view.gone];
  return [
    h("span", { class: "badges" }, chip("fine", view.fines[you]), chip("bonus", view.chips[you])),
    away.length > 0 && view.phase === "play" && h("details", { class: "away-cards" }, h("summary", null, say("twentythree.away")), h("span", null, away.join(" · "))),
    view.status[you] !== "in" && h("span", { class: "badge" }, say(`twentythree.${view.status[you]}`)),
  ];
}
