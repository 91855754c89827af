// What lies on the table of Königs-Rommé: the wild card of the round, the stock, the pile.

import { h } from "../../../base/dom.js";
import { settings } from "../../../base/settings.js";
import { say } from "../../../base/words.js";
import { stock, tableCard } from "../../../table/hand.js";
import { pile } from "../../../table/pile.js";
import * as deck from "./cards.js";
import { all, face, lookOf, name, short } from "./cards.js";
import { draw, throwAway, worded } from "./choose.js";
import { laidLarge } from "./laid.js";
import { canGoOut, chosen } from "./pick.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").KoenigsRommeView>} Table
 */

const DEALT = 2; // so many more cards than the number of the round

/** @param {Table} t */
export function middle(t) {
  const drawing = t.canMove && t.view.phase === "draw";
  return [wildOfRound(t), stockSlot(t, drawing), pileSlot(t, drawing), laidLarge(t)];
}

/** @param {Table} t */
function wildOfRound({ view }) {
  const facts = { all: all(view.wild), round: view.round, count: view.round + DEALT };
  return h(
    "div",
    { class: "wild-box glass", key: "wild" },
    tableCard(deck, `${view.wild}h`, { class: "wild", look: "wild", silent: true }),
    h("span", null, h("b", null, say("koenigs_romme.wilds", facts)), h("small", null, say("koenigs_romme.each", facts))),
  );
}

/**
 * @param {Table} t
 * @param {boolean} drawing
 */
function stockSlot(t, drawing) {
  const count = t.view.in_stock;
  return h("div", { class: "kr-stock", key: "kr-stock" }, stock({
    count,
    label: [say("koenigs_romme.stock", { count }), drawing && key("S")],
    name: say(drawing ? "koenigs_romme.draw_stock_name" : "koenigs_romme.stock", { count }),
    place: "stock",
    can: drawing,
    tag: drawing ? say("koenigs_romme.unseen") : undefined,
    press: t.canMove ? () => draw(t, "stock") : undefined,
  }));
}

/**
 * @param {Table} t
 * @param {boolean} drawing
 */
function pileSlot(t, drawing) {
  const { view } = t;
  const top = view.pile.at(-1);
  const pick = t.canMove ? chosen(t) : null;
  const out = pick !== null && canGoOut(t, pick.card);
  const count = view.pile.length;
  const does = pick ? say(out ? "koenigs_romme.go_out" : "koenigs_romme.throw_it", { card: name(pick.card) }) : drawing && top ? say("koenigs_romme.take", { card: name(top) }) : "";
  const wildly = { ...deck, face: (/** @type {string} */ card) => face(card, lookOf(card, view.wild)) };
  return h("div", { class: `kr-pile${pick ? " goal" : ""}`, key: "kr-pile" }, pile(t, wildly, view.pile, {
    label: [count ? say("koenigs_romme.pile", { count }) : say("koenigs_romme.pile_empty"), drawing && count > 0 && key("P")],
    name: [does, top ? name(top) : say("koenigs_romme.pile_empty")].filter(Boolean).join(" · "),
    by: thrownBy(t),
    can: Boolean(pick) || (drawing && count > 0),
    tag: pick ? say(out ? "koenigs_romme.out_here" : "koenigs_romme.throw_here") : drawing && top ? worded("koenigs_romme.take_tag", { card: short(top) }) : undefined,
    press: t.canMove ? () => (pick ? throwAway(t, pick, out) : draw(t, "pile")) : undefined,
  }));
}

/** A key that does the same. @param {string} letter */
function key(letter) {
  return settings.letters && h("kbd", { class: "wide", "aria-hidden": "true" }, letter);
}

/**
 * Who threw the top card away, if it is not the card of the deal or one that lay below.
 * @param {Table} t
 */
function thrownBy(t) {
  const last = t.log.findLast((line) => line.by !== null && !line.undo && line.m !== "stock");
  if (!last || last.m === "pile" || last.events.some((event) => event.kind === "begins")) return null;
  return last.m?.endsWith(t.view.pile.at(-1) ?? "?") ? last.by : null;
}
