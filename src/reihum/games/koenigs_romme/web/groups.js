// Your own hand: in its best combinations and what is left, or in another order.

import { h } from "../../../base/dom.js";
import { flightTime } from "../../../base/settings.js";
import { icon, richText } from "../../../base/symbols.js";
import { say } from "../../../base/words.js";
import { lookOf, name, pluralName, shortName, suitOf, SUITS, valueOf } from "./cards.js";
import { canGoOut, chosenDiscard, isLastTurn } from "./discard.js";
import { cachedLaydown } from "./laydowns.js";
import { inOwnOrder, sortOrder } from "./order.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").KoenigsRommeView>} Table
 * @typedef {import("../../../table/types.d.ts").HandCard} HandCard
 * @typedef {import("../../../table/types.d.ts").HandGroup} HandGroup
 * @typedef {import("../../../base/dom.js").Child} Child
 * @typedef {import("./laydowns.js").Best} Best
 * @typedef {import("./discard.js").KeyedCard} KeyedCard
 */

/**
 * @param {Table} t
 * @returns {HandGroup[]}
 */
export function hand(t) {
  const laid = t.you === null ? [] : t.view.laid[t.you];
  const cards = withKeys(t.view.hand);
  if (laid.length) return [...laidGroups(t, laid), ...leftGroups(t, cards)];
  const look = (/** @type {KeyedCard} */ card) => toHandCard(t, card);
  const order = sortOrder();
  if (order === "suit") return bySuit(cards).map((group) => ({ key: group.key, label: group.label, cards: group.cards.map(look) }));
  if (order === "value") return [{ key: "hand", cards: cards.map(look) }];
  if (order === "own") return [{ key: "hand", cards: inOwnOrder(t, cards).map(look) }];
  return combinationGroups(t, cards);
}

/**
 * Each card with a key that tells it from its duplicate.
 * @param {string[]} hand
 * @returns {KeyedCard[]}
 */
function withKeys(hand) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return hand.map((card) => {
    const count = (seen.get(card) ?? 0) + 1;
    seen.set(card, count);
    return { key: `${card}-${count}`, card };
  });
}

/**
 * @param {Table} t
 * @param {KeyedCard} keyed
 * @returns {HandCard}
 */
function toHandCard(t, { key, card }) {
  const fresh = drawnCard(t) === card && key === `${card}-${t.view.hand.filter((each) => each === card).length}`;
  const wild = lookOf(card, t.view.wild);
  const words = [name(card), wild && say("koenigs_romme.is_wild"), fresh && say("koenigs_romme.new")];
  return {
    key,
    card,
    look: wild,
    state: chosenDiscard(t)?.key === key ? "sel" : "plain",
    name: words.filter(Boolean).join(", "),
    tag: fresh ? say("koenigs_romme.new") : undefined,
    tagClass: "new",
    dropText: t.moves.includes(card) ? say(canGoOut(t, card) ? "koenigs_romme.out_here" : "koenigs_romme.throw_here") : undefined,
  };
}

/**
 * The card that you drew in this turn.
 * @param {Table} t
 * @returns {string | null}
 */
function drawnCard(t) {
  if (t.view.phase !== "discard" || t.view.player !== t.you) return null;
  const line = t.log.findLast((each) => each.by === t.you && (each.m === "stock" || each.m === "pile") && !each.undo);
  return line?.events.find((event) => event.kind === "drew" || event.kind === "took")?.card ?? null;
}

// -- combinations -----------------------------------------------------------------------------------

const LONG_LABEL_CARDS = 3; // this many cards are as wide as a long label

/** The last lay-down shown at a table; it stays until the next one is known. @type {{table: string, best: Best} | null} */
let lastShown = null;

/**
 * @param {Table} t
 * @param {KeyedCard[]} cards
 * @returns {HandGroup[]}
 */
function combinationGroups(t, cards) {
  const pick = chosenDiscard(t);
  const rest = pick ? cards.filter((card) => card.key !== pick.key) : cards;
  const best = bestLaydown(t, pick?.card ?? null) ?? previousLaydown(t, rest);
  if (best.points >= 0) lastShown = { table: t.info.table, best };
  const free = [...rest];
  const take = (/** @type {string} */ card) => free.splice(free.findIndex((each) => each.card === card), 1);
  const groups = best.laid.map((group, number) => ({
    key: `laid-${number}`,
    frame: true,
    label: tickedLabel(combinationName(best.stands_for[number])),
    cards: group.flatMap(take).map((card) => toHandCard(t, card)),
  }));
  if (pick && canGoOut(t, pick.card) && !free.length) {
    return [...groups, { key: "out", frame: true, label: say("koenigs_romme.out_with"), cards: [toHandCard(t, pick)] }];
  }
  const left = cards.filter((card) => card.key === pick?.key || free.includes(card));
  return left.length ? [...groups, { key: "left", frame: true, label: leftLabel(t, best.points, left.length), cards: left.map((card) => toHandCard(t, card)) }] : groups;
}

/**
 * The best lay-down of the hand, or of the hand without a card.
 * @param {Table} t
 * @param {string | null} without
 * @returns {Best | null}
 */
export function bestLaydown(t, without) {
  const { view } = t;
  if (!view.hand.length) return null;
  const throwing = view.phase === "discard" && view.player === t.you;
  const found = cachedLaydown(t, view.hand, view.wild, throwing, throwing && !t.staged.length ? flightTime() : 0);
  return without ? (found?.without?.[without] ?? null) : found;
}

/**
 * Until the server answers: the groups shown before whose cards are all still there; the other cards are left over.
 * @param {Table} t
 * @param {KeyedCard[]} cards
 * @returns {Best}
 */
function previousLaydown(t, cards) {
  const free = cards.map(({ card }) => card);
  const last = lastShown?.table === t.info.table ? lastShown.best : null;
  const stays = last?.laid.map((group) => group.every((card) => free.includes(card)) && group.every((card) => removeFrom(free, card))) ?? [];
  return {
    points: -1,
    left: free,
    laid: last?.laid.filter((_, number) => stays[number]) ?? [],
    stands_for: last?.stands_for.filter((_, number) => stays[number]) ?? [],
  };
}

/**
 * @param {string[]} cards
 * @param {string} card
 */
function removeFrom(cards, card) {
  const at = cards.indexOf(card);
  if (at >= 0) cards.splice(at, 1);
  return at >= 0;
}

/**
 * The name of a combination, from what its cards stand for: 'Set of 4s', 'Run ♥ 4–7'.
 * @param {string[]} meant
 */
export function combinationName(meant) {
  const values = meant.map((each) => (SUITS.includes(each.slice(-1)) ? valueOf(each) : each));
  if (new Set(values).size === 1) return say("koenigs_romme.set", { all: pluralName(values[0]) });
  return say("koenigs_romme.run", { suit: shortName(meant[0]).slice(-1), first: values[0], last: values[values.length - 1] });
}

/** A label with a tick. @param {string} text */
function tickedLabel(text) {
  return h("span", { class: "fits" }, icon("u-check"), h("span", null, richText(text)));
}

/**
 * @param {Table} t
 * @param {number} points
 * @param {number} cards
 */
function leftLabel(t, points, cards) {
  const left = say("koenigs_romme.left");
  if (points < 0) return h("span", null, left);
  const short = say("koenigs_romme.points", { points });
  const long = chosenDiscard(t) ? say(isLastTurn(t) ? "koenigs_romme.after" : "koenigs_romme.stay", { points }) : short;
  return h("span", { "aria-label": `${left} ${long}` }, `${left} `, h("b", { class: "wide" }, cards < LONG_LABEL_CARDS ? short : long), h("b", { class: "narrow" }, short)); // a label should not be wider than its cards
}

// -- other orders, and what is laid -----------------------------------------------------------------

/** @param {KeyedCard[]} cards */
function bySuit(cards) {
  return [...SUITS, ""].flatMap((suit) => {
    const found = cards.filter(({ card }) => suitOf(card) === suit);
    const label = suit ? say(`suit.${suit}`) : say("koenigs_romme.jokers");
    return found.length ? [{ key: `suit-${suit}`, label, cards: found }] : [];
  });
}

/**
 * What you have laid yourself.
 * @param {Table} t
 * @param {string[][]} laid
 * @returns {HandGroup[]}
 */
function laidGroups(t, laid) {
  return laid.map((group, number) => ({
    key: `table-${number}`,
    frame: true,
    label: tickedLabel(say("koenigs_romme.laid")),
    cards: group.map((card, place) => ({ key: `table-${number}-${place}`, card, look: lookOf(card, t.view.wild), state: /** @type {const} */ ("plain"), name: `${name(card)}, ${say("koenigs_romme.laid")}` })),
  }));
}

/**
 * What is left in the hand after laying.
 * @param {Table} t
 * @param {KeyedCard[]} cards
 * @returns {HandGroup[]}
 */
function leftGroups(t, cards) {
  return cards.length ? [{ key: "left", frame: true, label: say("koenigs_romme.left"), cards: cards.map((card) => toHandCard(t, card)) }] : [];
}
