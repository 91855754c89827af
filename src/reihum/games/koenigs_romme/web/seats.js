// What everybody sees of a player of Königs-Rommé: cards, points, what they took from the pile, what they laid.

import { h } from "../../../base/dom.js";
import { icon } from "../../../base/symbols.js";
import { joinWithAnd, say } from "../../../base/words.js";
import { name } from "./cards.js";
import { isLastTurn } from "./discard.js";
import { laidSmall, smallCard } from "./laid.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").KoenigsRommeView>} Table
 */

const MAX_TAKEN = 2; // taken cards that are drawn on a seat; the others are only counted

/**
 * @param {Table} t
 * @param {number} seat
 * @returns {import("../../../table/types.d.ts").SeatPanel}
 */
export function seatPanel(t, seat) {
  const { view } = t;
  const laid = view.laid[seat].length > 0;
  const taken = view.taken[seat];
  return {
    caption: seatCaption(t, seat),
    backs: laid || taken.length ? 0 : view.held[seat],
    badges: [view.out_by === seat && outCrown(), pointsBadge(view.totals[seat])],
    more: laid ? laidSmall(t, seat) : taken.length ? takenCards(t, taken) : null,
  };
}

/**
 * @param {Table} t
 * @param {number} seat
 */
function seatCaption({ view }, seat) {
  if (view.out_by === seat) return say("koenigs_romme.is_out");
  const cards = say(view.laid[seat].length ? "koenigs_romme.cards_left" : "cards", { count: view.held[seat] });
  return view.last_turns.includes(seat) ? [h("span", { class: "count" }, `${cards} · `), say("koenigs_romme.last_turn")] : cards;
}

/** @param {number} count */
function pointsBadge(count) {
  return h("span", { class: "badge", key: "points" }, String(count), h("span", { class: "hidden" }, ` ${say("koenigs_romme.points_word")}`));
}

/** The crown of the player who went out. */
function outCrown() {
  return h("span", { class: "out-crown", key: "crown" }, icon("i-crown", say("koenigs_romme.went_out")));
}

/**
 * Cards known to be in a hand, because they were taken from the pile.
 * @param {Table} t
 * @param {string[]} taken
 */
function takenCards(t, taken) {
  const more = taken.length - MAX_TAKEN;
  return h(
    "span",
    { class: "taken", role: "img", "aria-label": say("koenigs_romme.took", { cards: joinWithAnd(taken.map(name)) }) },
    taken.slice(-MAX_TAKEN).map((card, number) => smallCard(card, t.view.wild, number)),
    h("span", { class: `taken-word${more > 0 ? "" : " wide"}` }, more > 0 ? `+${more}` : say("koenigs_romme.took_short")),
  );
}

/** @param {Table} t */
export function ownBadges(t) {
  const { view, you } = t;
  if (you === null) return [];
  return [
    h("span", { class: "badges" }, view.out_by === you && outCrown(), pointsBadge(view.totals[you])),
    isLastTurn(t) && h("span", { class: "badge last-turn", key: "last" }, say("koenigs_romme.last_turn")),
  ];
}
