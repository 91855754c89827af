// What lies on the table of Königs-Rommé: the wild card of the round, the stock, the pile.

import { h } from "../../../base/dom.js";
import { settings } from "../../../base/settings.js";
import { say } from "../../../base/words.js";
import { stock, tableCard } from "../../../table/hand.js";
import { pile } from "../../../table/pile.js";
import * as deck from "./cards.js";
import { face, lookOf, name, pluralName, shortName } from "./cards.js";
import { discardCard, drawFrom, richSay } from "./choose.js";
import { canGoOut, chosenDiscard } from "./discard.js";
import { laidLarge } from "./laid.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").KoenigsRommeView>} Table
 */

const EXTRA_CARDS = 2; // each hand has this many more cards than the number of the round

/** @param {Table} t */
export function middle(t) {
  const drawing = t.canMove && t.view.phase === "draw";
  return [wildBox(t), stockSlot(t, drawing), pileSlot(t, drawing), laidLarge(t)];
}

/** @param {Table} t */
function wildBox({ view }) {
  const facts = { all: pluralName(view.wild), round: view.round, count: view.round + EXTRA_CARDS };
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
    label: [say("koenigs_romme.stock", { count }), drawing && keyHint("S")],
    name: say(drawing ? "koenigs_romme.draw_stock_name" : "koenigs_romme.stock", { count }),
    place: "stock",
    can: drawing,
    tag: drawing ? say("koenigs_romme.unseen") : undefined,
    press: t.canMove ? () => drawFrom(t, "stock") : undefined,
  }));
}

/**
 * @param {Table} t
 * @param {boolean} drawing
 */
function pileSlot(t, drawing) {
  const { view } = t;
  const top = view.pile.at(-1);
  const pick = t.canMove ? chosenDiscard(t) : null;
  const out = pick !== null && canGoOut(t, pick.card);
  const count = view.pile.length;
  const actionText = pick ? say(out ? "koenigs_romme.go_out" : "koenigs_romme.throw_it", { card: name(pick.card) }) : drawing && top ? say("koenigs_romme.take", { card: name(top) }) : "";
  const wildly = { ...deck, face: (/** @type {string} */ card) => face(card, lookOf(card, view.wild)) };
  return h("div", { class: `kr-pile${pick ? " goal" : ""}`, key: "kr-pile" }, pile(t, wildly, view.pile, {
    label: [count ? say("koenigs_romme.pile", { count }) : say("koenigs_romme.pile_empty"), drawing && count > 0 && keyHint("P")],
    name: [actionText, top ? name(top) : say("koenigs_romme.pile_empty")].filter(Boolean).join(" · "),
    by: discardedBy(t),
    can: Boolean(pick) || (drawing && count > 0),
    tag: pick ? say(out ? "koenigs_romme.out_here" : "koenigs_romme.throw_here") : drawing && top ? richSay("koenigs_romme.take_tag", { card: shortName(top) }) : undefined,
    press: t.canMove ? () => (pick ? discardCard(t, pick, out) : drawFrom(t, "pile")) : undefined,
  }));
}

/** A hint at the key that does the same. @param {string} letter */
function keyHint(letter) {
  return settings.letters && h("kbd", { class: "wide", "aria-hidden": "true" }, letter);
}

/**
 * Who discarded the top card; null if it is from the deal, or was below another card.
 * @param {Table} t
 */
function discardedBy(t) {
  const last = t.log.findLast((line) => line.by !== null && !line.undo && line.m !== "stock");
  if (!last || last.m === "pile" || last.events.some((event) => event.kind === "begins")) return null;
  return last.m?.endsWith(t.view.pile.at(-1) ?? "?") ? last.by : null;
}
