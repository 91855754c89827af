// Combinations that somebody has laid: small on their seat, and large above the table after a tap.

import { h } from "../../../base/dom.js";
import { icon, richText } from "../../../base/symbols.js";
import { say } from "../../../base/words.js";
import { face, lookOf, name } from "./cards.js";
import { combinationName } from "./groups.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").KoenigsRommeView>} Table
 */

/** Whose combinations are shown large. @type {{table: string, seat: number} | null} */
let enlarged = null;

/**
 * @param {Table} t
 * @param {number | null} seat
 */
function setEnlarged(t, seat) {
  enlarged = seat === null ? null : { table: t.info.table, seat };
  t.redraw();
}

/** @param {Table} t */
function enlargedSeat(t) {
  return enlarged?.table === t.info.table && t.view.laid[enlarged.seat]?.length ? enlarged.seat : null;
}

/**
 * A small picture of a card.
 * @param {string} card
 * @param {string} wild
 * @param {string | number} key
 */
export function smallCard(card, wild, key) {
  const wildLook = lookOf(card, wild);
  return h("span", { class: `card ${wildLook ?? ""}`, key }, face(card, wildLook));
}

/**
 * The combinations of a seat; a tap shows them large.
 * @param {Table} t
 * @param {number} seat
 */
export function laidSmall(t, seat) {
  const open = enlargedSeat(t) === seat;
  const press = () => setEnlarged(t, open ? null : seat);
  return h(
    "button",
    { class: "laid", type: "button", key: "laid", "aria-expanded": String(open), on: { click: press } },
    h("span", { class: "hidden" }, say("koenigs_romme.laid_by", { name: t.names[seat] })),
    h("span", { class: "laid-groups", "aria-hidden": "true" }, t.view.laid[seat].map((group, number) =>
      h("span", { class: "combination", key: number }, group.map((card, place) => smallCard(card, t.view.wild, place))),
    )),
  );
}

/**
 * The combinations that are shown large, if any are.
 * @param {Table} t
 */
export function laidLarge(t) {
  const seat = enlargedSeat(t);
  if (seat === null) return null;
  const laying = t.log.findLast((line) => line.events.some((event) => isLaying(event, seat)))?.events.find((event) => isLaying(event, seat));
  return h(
    "section",
    { class: "laid-large glass", key: "laid-large", "aria-label": say("koenigs_romme.laid_by", { name: t.names[seat] }) },
    h("h2", null, say("koenigs_romme.laid_by", { name: t.names[seat] })),
    h("button", { class: "bar-button", type: "button", "data-escape": true, "aria-label": say("close"), on: { click: () => setEnlarged(t, null) } }, icon("u-close")),
    h("ul", null, t.view.laid[seat].map((group, number) =>
      h(
        "li",
        { key: number },
        h("span", { class: "combination", role: "img", "aria-label": group.map(name).join(", ") }, group.map((card, place) => smallCard(card, t.view.wild, place))),
        laying?.stands_for[number] && h("span", null, richText(combinationName(laying.stands_for[number]))),
      ),
    )),
  );
}

/**
 * @param {any} event
 * @param {number} seat
 */
function isLaying(event, seat) {
  return (event.kind === "out" || event.kind === "laid") && event.seat === seat;
}
