// What everybody sees of a player of 23.

import { h } from "../../../base/dom.js";
import { settings } from "../../../base/settings.js";
import { say } from "../../../base/words.js";
import { chip } from "./chips.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").TwentythreeView>} Table
 */

/**
 * @param {Table} t
 * @param {number} seat
 * @returns {import("../../../table/types.d.ts").SeatPanel}
 */
export function seatPanel(t, seat) {
  const { view } = t;
  const status = view.status[seat];
  return {
    caption: seatCaption(t, seat),
    backs: status === "in" ? view.held[seat] : 0,
    badges: [chip("fine", view.fines[seat]), chip("bonus", view.chips[seat]), view.phase === "put" && view.one === seat && oneBadge()],
    more: seatNote(t, seat),
  };
}

/**
 * @param {Table} t
 * @param {number} seat
 */
function seatCaption(t, seat) {
  const { view } = t;
  if (view.phase === "put") return say(view.owes.includes(seat) ? "choosing" : "ready");
  const status = view.status[seat];
  if (forcedBy(t) === seat) return h("span", { class: "forces" }, view.player === t.you ? say("twentythree.forces_you") : say("twentythree.forces", { name: t.names[view.player ?? 0] }));
  return status === "in" ? say("cards", { count: view.held[seat] }) : say(`twentythree.${status}`);
}

/**
 * @param {Table} t
 * @param {number} seat
 */
function seatNote(t, seat) {
  const { view } = t;
  if (view.forced && view.player === seat) return say("twentythree.forced");
  const most = settings.memory ? view.at_most[seat] : null;
  if (most !== null) return say("twentythree.at_most", { most });
  return null;
}

/** The 1 in somebody's hand, which everybody knows by its back. */
function oneBadge() {
  const name = say("twentythree.holds_one");
  return h("span", { class: "the-one", key: "one", role: "img", "aria-label": name, title: name }, "1");
}

/**
 * The player who forced the one whose turn it is; null if nobody did, or if it is no longer known.
 * @param {Table} t
 */
export function forcedBy(t) {
  return t.view.forced && t.lastMove?.m === "force" ? t.lastMove.by : null;
}

/** Whether the cards you have put away are shown. */
let showsAway = false;

/**
 * A button that shows the cards you have put away.
 * @param {Table} t
 * @param {number[]} cards
 */
function awayCards(t, cards) {
  const press = () => {
    showsAway = !showsAway;
    t.redraw();
  };
  return h(
    "span",
    { class: "away-cards", key: "away" },
    h("button", { type: "button", "aria-expanded": String(showsAway), on: { click: press } }, say("twentythree.away")),
    showsAway && h("span", { role: "status" }, cards.join(" · ")),
  );
}

/** @param {Table} t */
export function ownBadges(t) {
  const { view, you } = t;
  if (you === null) return [];
  const cards = [...view.away, ...view.gone];
  return [
    h("span", { class: "badges", key: "chips" }, chip("fine", view.fines[you]), chip("bonus", view.chips[you])),
    cards.length > 0 && view.phase === "play" && awayCards(t, cards),
    view.status[you] !== "in" && h("span", { class: "badge", key: "status" }, say(`twentythree.${view.status[you]}`)),
  ];
}
