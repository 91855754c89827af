// What lies on the table of YoYo: draw pile, pile and gauge, and next to them what you are about to do.

import { h } from "../../../base/dom.js";
import { joinWithAnd, say } from "../../../base/words.js";
import { numeral } from "../../../cards/face.js";
import { stock, tableCard } from "../../../table/hand.js";
import { pile } from "../../../table/pile.js";
import * as deck from "./cards.js";
import { name, number, shortName } from "./cards.js";
import { nameDirection, playOrStage } from "./choose.js";
import { directionArrow, gauge } from "./gauge.js";
import { passingArea } from "./passing.js";
import { leftNeighbour } from "./prompt.js";
import { cardsAfter, layStaged, namedDirection, needsDirection, nextCards, stagedCards, stagedDirection } from "./series.js";

/**
 * @typedef {import("./series.js").Table} Table
 * @typedef {import("./series.js").Direction} Direction
 */

/** @param {Table} t */
export function middle(t) {
  if (t.view.phase === "slide") return [passingArea(t)];
  return [board(t), besidePile(t)];
}

/** @param {Table} t */
function board(t) {
  const { view } = t;
  const ready = t.canMove && stagedCards(t).length > 0 && !needsDirection(t);
  const top = view.pile.at(-1);
  const can = t.moves.includes("draw") && !t.staged.length;
  return h(
    "div",
    { class: "yo-board", key: "board" },
    stock({
      count: view.in_stock,
      label: say("yoyo.stock", { count: view.in_stock }),
      name: say(can ? "yoyo.stock_draw" : "yoyo.stock_name", { count: view.in_stock }),
      place: "stock",
      can,
      press: t.canMove && !t.staged.length ? () => playOrStage(t, "draw") : undefined,
    }),
    pile(t, deck, view.pile, {
      by: view.top_by,
      empty: say("yoyo.pile_empty"),
      can: ready,
      press: ready ? () => layStaged(t) : undefined,
      name: ready ? [say("yoyo.lay_here"), top && name(top)].filter(Boolean).join(": ") : undefined,
    }),
    gauge(t),
    ["swirl", "swirl:left", "swirl:right"].map((place) => h("i", { class: "yo-swirl", key: place, "data-place": place, "aria-hidden": "true" })),
  );
}

/** @param {Table} t */
function besidePile(t) {
  if (stagedCards(t).length || nextCards(t).length) return seriesArea(t);
  if (t.view.phase === "take") return drawBox(t);
  return null;
}

// -- a series in the making ---------------------------------------------------------------------------

/** @param {Table} t */
function seriesArea(t) {
  const cards = stagedCards(t);
  const [next] = nextCards(t);
  const to = stagedDirection(t);
  const single = t.staged.filter((step) => step.card).length === 1 && !next;
  const title = needsDirection(t) ? namingReason(t) : say(single ? "yoyo.staged" : "yoyo.series");
  return h(
    "div",
    { class: "yo-beside", key: "series" },
    h("span", { class: "slot-label" }, title, !needsDirection(t) && to && ` · ${say(`yoyo.${to}`)}`),
    h(
      "div",
      { class: "yo-series", "data-drop": "series" },
      cards.length > 0 && h("div", { class: "yo-cards", vars: { "--n": cards.length } }, cards.map(({ key, card }, at) => stagedCard(t, key, card, at === cards.length - 1))),
      needsDirection(t) && directionButtons(t, cards[0]),
      next && nextCardGhost(number(next.card)),
    ),
  );
}

/**
 * A staged card; a tap on the last one takes it back.
 * @param {Table} t
 * @param {string} key
 * @param {string} card
 * @param {boolean} last
 */
function stagedCard(t, key, card, last) {
  const press = t.canMove && last ? () => t.unstageLast() : undefined;
  const to = namedDirection(t);
  const badge = last && to && h("span", { class: `yo-named ${to}`, "aria-hidden": "true" }, directionArrow(to));
  return tableCard(deck, card, { key, place: `hand:${card}`, press, name: press ? `${name(card)}: ${say("table.take_back")}` : name(card) }, badge);
}

/** @param {number} next */
function nextCardGhost(next) {
  return h(
    "div",
    { class: "card ghost yo-ghost", key: "ghost" },
    h("span", { class: "hidden" }, say("yoyo.next_is", { next })),
    h("span", { class: "ghost-text", "aria-hidden": "true" }, say("yoyo.next"), h("svg", { viewBox: "0 0 80 44" }, numeral(next, 40, 2, 40))),
  );
}

/**
 * Why a direction has to be named.
 * @param {Table} t
 */
function namingReason(t) {
  const top = t.view.pile.at(-1);
  return say(!top ? "yoyo.name_opening" : top.startsWith("y") ? "yoyo.name_yellow" : "yoyo.name_same");
}

/**
 * Two big buttons, up and down, each with what would fit next.
 * @param {Table} t
 * @param {import("./series.js").KeyedCard} first
 */
function directionButtons(t, first) {
  return h("div", { class: "yo-names", role: "group", "aria-label": say("yoyo.name_it"), key: "names" }, directionButton(t, first, "up", "^ u"), directionButton(t, first, "down", "v d"));
}

/**
 * @param {Table} t
 * @param {import("./series.js").KeyedCard} first
 * @param {Direction} to
 * @param {string} letter
 */
function directionButton(t, first, to, letter) {
  const follow = cardsAfter(t, first, to).map(({ card }) => shortName(card));
  return h(
    "button",
    { class: `yo-name ${to}`, type: "button", key: to, "data-act": to, "data-letter": letter, on: { click: () => nameDirection(t, to) } },
    h("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, h("use", { href: to === "up" ? "#p-triangle" : "#p-down" })),
    h("span", null, h("b", null, say(`yoyo.name_${to}`)), h("small", null, say(`yoyo.then_${to}`, { number: number(first.card) }), follow.length > 0 && `; ${say("yoyo.follows", { cards: joinWithAnd(follow) })}`)),
  );
}

// -- hit by a Draw ------------------------------------------------------------------------------------

/** @param {Table} t */
function drawBox(t) {
  const { view, you } = t;
  const seat = view.player ?? 0;
  const me = seat === you;
  const begun = view.taking.length > 0;
  const answers = [...new Set(t.moves.filter((move) => move.startsWith("y")).map((move) => move.replace(/[\^v]/, "")))];
  const facts = { count: view.pending, more: view.pending + 1, name: t.names[seat], other: t.names[(seat + 1) % t.info.players], next: t.names[leftNeighbour(t)], card: joinWithAnd(answers.map(shortName)) };
  const whom = t.info.players === 2 ? "two" : begun ? "second" : "first";
  return h(
    "div",
    { class: "yo-hit glass", key: "hit" },
    h("h2", null, say(me ? "yoyo.hit_you" : "yoyo.hit", facts)),
    h("p", null, say(`yoyo.take_${me ? "you_" : ""}${whom}`, facts)),
    me && answers.length > 0 && h("p", null, say("yoyo.or_answer", facts)),
    me && begun && h("p", null, say("yoyo.too_late")),
  );
}
