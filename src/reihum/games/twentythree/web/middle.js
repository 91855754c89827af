// What lies on the table of 23: the pile, and what you are about to lay or put away.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";
import { tableCard } from "../../../table/hand.js";
import { pile } from "../../../table/pile.js";
import * as deck from "./cards.js";
import { chip } from "./chips.js";
import { chosenLay, TRAY_PLACES } from "./choose.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").TwentythreeView>} Table
 */

/** @param {Table} t */
export function middle(t) {
  if (t.view.phase === "put") return [trayArea(t)];
  const top = t.log.findLast((line) => line.by !== null && /^\d/.test(line.m ?? "") && !line.undo);
  const opened = t.view.pile.length === 1;
  const staged = chosenLay(t);
  return [
    pile(t, deck, t.view.pile, { label: staged ? undefined : say("twentythree.pile"), by: opened ? null : (top?.by ?? null), press: staged ? () => t.play(staged.move) : undefined, name: staged ? say("twentythree.lay_here") : undefined, can: Boolean(staged) }),
    staged && stagedButton(t, staged),
    staged && layChooser(t, staged),
  ];
}

/**
 * @param {Table} t
 * @param {import("./choose.js").LayOption} lay
 */
function stagedButton(t, lay) {
  return h(
    "button",
    { class: "staged", key: "staged", type: "button", "aria-label": say("table.take_back"), on: { click: () => t.unstageLast() } },
    Array.from({ length: lay.count }, (_, number) => h("span", { class: "card", key: number, "data-place": `hand:${lay.card}${number ? `:${number}` : ""}` }, deck.face(lay.card))),
    lay.chips > 0 && h("span", { class: "staged-chip", key: "chip" }, chip("bonus", lay.chips)),
  );
}

/**
 * Buttons for how many cards and how many bonus chips, with their prices.
 * @param {Table} t
 * @param {import("./choose.js").ChosenLay} lay
 */
function layChooser(t, lay) {
  const all = lay.among;
  const pick = (/** @type {import("./choose.js").LayOption} */ each) => t.canMove && t.stageAll([{ ...each, among: all }]);
  const counts = [...new Set(all.map((each) => each.count))].sort((a, b) => a - b);
  const chips = all.filter((each) => each.count === lay.count).sort((a, b) => a.chips - b.chips);
  return h(
    "div",
    { class: "chooser glass", key: "chooser" },
    counts.length > 1 &&
      optionRow(say("twentythree.cards"), counts.map((count) => ({
        text: String(count),
        on: count === lay.count,
        press: () => pick(withSameChips(all.filter((each) => each.count === count), lay.chips)),
      }))),
    chips.length > 1 &&
      optionRow(say("twentythree.chips"), chips.map((each) => ({
        text: String(each.chips),
        small: each.cost ? say("twentythree.costs", { count: each.cost }) : say("twentythree.free"),
        on: each.chips === lay.chips,
        press: () => pick(each),
      }))),
  );
}

/**
 * The way to lay with this many chips, or the first one if there is none.
 * @param {import("./choose.js").LayOption[]} among
 * @param {number} chips
 */
function withSameChips(among, chips) {
  return among.find((each) => each.chips === chips) ?? among[0];
}

/**
 * @param {string} label
 * @param {{text: string, small?: string, on: boolean, press: () => void}[]} options
 */
function optionRow(label, options) {
  return h(
    "div",
    { class: "choice", role: "group", "aria-label": label, key: label },
    h("span", null, label),
    options.map((option) =>
      h("button", { class: "option", type: "button", key: option.text, "aria-pressed": String(option.on), on: { click: option.press } }, h("b", null, option.text), option.small && h("small", null, option.small)),
    ),
  );
}

/**
 * The places for cards to put away.
 * @param {Table} t
 */
function trayArea(t) {
  const { view } = t;
  const staged = t.staged.filter((step) => step.put); // the move that ended the last round may still be staged
  const done = t.you !== null && !view.owes.includes(t.you);
  const places = Array.from({ length: TRAY_PLACES }, (_, number) => {
    if (number < view.away.length) return h("div", { class: "card back", key: `away${number}`, "data-place": `tray:${number}`, role: "img", "aria-label": String(view.away[number]) });
    const step = staged[number - view.away.length];
    if (!step) return h("div", { class: "card ghost", key: `free${number}`, "data-place": `tray:${number}` });
    return tableCard(deck, step.card, { key: `staged${number}`, place: `tray:${number}`, name: `${step.card}: ${say("table.take_back")}`, press: () => t.stageAll(staged.filter((each) => each !== step)) });
  });
  return h(
    "div",
    { class: "tray", key: "tray", "data-drop": "tray" },
    h("div", { class: "tray-places" }, t.you === null ? null : places),
    h("span", { class: "slot-label" }, done ? say("twentythree.put_done") : say("twentythree.tray")),
  );
}
