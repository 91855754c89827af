// The table of the solo game: the card turned up, eleven open hands, and how many are finished.

import { h } from "../../../base/dom.js";
import { icon, richText } from "../../../base/symbols.js";
import { say } from "../../../base/words.js";
import { stock, tableCard } from "../../../table/hand.js";
import * as deck from "./cards.js";
import { face, name, pluralName, shortName } from "./cards.js";
import { smallCard } from "./laid.js";
import { WILDS } from "./scores.js";
import { bestLaydown, cardsOfHand, chosenHand, handCards } from "./solo.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").KoenigsRommeSoloView>} Table
 * @typedef {import("../../../table/types.d.ts").HandCard} HandCard
 */

/** @param {Table} t */
export function soloTable(t) {
  return [
    h("div", { class: "solo-side", key: "side" }, turnedCard(t), stockSlot(t), discardSlot(t), progress(t)),
    h("ol", { class: "solo-hands", key: "hands", "aria-label": say("koenigs_romme.hands") }, WILDS.map((wild, number) => handItem(t, wild, t.view.finished[number]))),
  ];
}

/**
 * The card turned up, or where it is now.
 * @param {Table} t
 */
function turnedCard(t) {
  const { shown } = t.view;
  const hand = chosenHand(t);
  const label = h("span", { class: "slot-label" }, say("koenigs_romme.turned"));
  if (!shown) return h("div", { class: "slot turned", key: "turned" }, h("div", { class: "card ghost", "data-place": "turned" }), label);
  const whereItIs = hand && [h("span", null, richText(shortName(shown))), h("small", null, say("koenigs_romme.in_hand", { all: pluralName(hand) }))];
  return h(
    "div",
    { class: "slot turned", key: "turned" },
    whereItIs
      ? h("button", { class: "card ghost", type: "button", key: "ghost", "data-place": "turned", "data-card": "turned" }, h("span", { class: "ghost-text" }, whereItIs), h("span", { class: "hidden" }, say("table.take_back")))
      : h("div", { class: "card", key: "card", role: "img", "aria-label": name(shown), "data-place": "turned", "data-card": "turned", "data-says": say("koenigs_romme.solo_drop") }, face(shown)),
    label,
  );
}

/** @param {Table} t */
function stockSlot({ view }) {
  return h("div", { class: "solo-stock", key: "stock" }, stock({ count: view.in_stock, label: say("koenigs_romme.still", { count: view.in_stock }), place: "stock" }));
}

/**
 * The last discard.
 * @param {Table} t
 */
function discardSlot({ view }) {
  const last = view.gone.at(-1);
  return h(
    "div",
    { class: "slot solo-gone", key: "gone", "data-drop": "gone" },
    last ? tableCard(deck, last, { key: `${view.gone.length}`, place: "gone" }) : h("div", { class: "card ghost", "data-place": "gone" }),
    h("span", { class: "slot-label" }, say("koenigs_romme.gone", { count: view.gone.length })),
  );
}

/** @param {Table} t */
function progress({ view }) {
  const done = view.finished.filter(Boolean).length;
  return h(
    "div",
    { class: "solo-progress", key: "progress", role: "img", "aria-label": say("koenigs_romme.finished_of", { count: done }) },
    h("span", { class: "slot-label" }, say("koenigs_romme.finished_of", { count: done })),
    h("span", { class: "solo-bar" }, WILDS.map((wild, number) => h("i", { class: view.finished[number] ? "done" : undefined, key: wild }, wild))),
  );
}

/**
 * @param {Table} t
 * @param {string} wild
 * @param {boolean} finished
 */
function handItem(t, wild, finished) {
  const isChosen = chosenHand(t) === wild;
  const best = finished ? null : bestLaydown(t, wild);
  const left = finished ? say("koenigs_romme.finished") : best ? say("koenigs_romme.left_over", { count: best.left.length }) : "";
  const cards = cardsOfHand(t, wild);
  return h(
    "li",
    { class: `solo-hand glass s${WILDS.indexOf(wild)}${finished ? " finished" : ""}${isChosen ? " chosen" : ""}`, key: wild, "data-place": `hand-${wild}`, "data-drop": finished ? undefined : `hand:${wild}`, vars: { "--n": cards.length } },
    h(
      "button",
      {
        class: "solo-head",
        type: "button",
        key: "head",
        "data-card": `hand-${wild}`,
        "data-around": "li", // what a coach puts its ring around
        "aria-pressed": finished ? undefined : String(isChosen),
        "aria-disabled": finished ? "true" : undefined,
      },
      h("b", null, finished && icon("u-check"), h("span", { class: "wide" }, say(finished ? "koenigs_romme.only_all" : "koenigs_romme.wilds", { all: pluralName(wild) })), h("span", { class: "narrow" }, pluralName(wild))),
      h("span", { class: isChosen ? "asks" : "over" }, isChosen ? say("koenigs_romme.choose_what") : left),
      !isChosen && !finished && h("span", { class: "hidden" }, cards.map(name).join(", ")),
    ),
    isChosen ? chosenHandCards(t, wild) : h("div", { class: "solo-cards", key: "cards", "aria-hidden": "true" }, finished ? cards.map((_, place) => h("span", { class: "card back", key: place })) : cards.map((card, place) => smallCard(card, wild, place))),
  );
}

/**
 * The chosen hand in its best combinations, every card a button.
 * @param {Table} t
 * @param {string} wild
 */
function chosenHandCards(t, wild) {
  const cards = handCards(t, wild);
  const free = cards.filter((card) => card.state !== "sel");
  const best = bestLaydown(t, wild);
  const take = (/** @type {string} */ card) => free.splice(free.findIndex((each) => each.card === card), 1);
  const laid = best?.laid.map((group) => group.flatMap(take)) ?? [];
  const left = cards.filter((card) => free.includes(card) || card.state === "sel");
  return h(
    "div",
    { class: "solo-cards open", key: "cards", role: "group", "aria-label": say("koenigs_romme.choose_what") },
    laid.map((group, number) => h("span", { class: "combination fitting", key: `laid-${number}` }, group.map((card) => cardButton(card)))),
    left.length > 0 && h("span", { class: "combination", key: "left" }, left.map((card) => cardButton(card))),
  );
}

/** @param {HandCard} handCard */
function cardButton({ key, card, look, state, name: called, tag }) {
  return h(
    "button",
    { class: `card ${look ?? ""} ${state === "plain" ? "" : state}${tag ? " fresh" : ""}`, type: "button", key, "data-card": key, "data-says": say("koenigs_romme.throw_here"), "aria-label": called, "aria-pressed": String(state === "sel") },
    face(card, look),
    tag !== undefined && " ", // keeps its text apart from that of the face
    tag !== undefined && h("span", { class: "tag new", "aria-hidden": "true" }, tag),
  );
}
