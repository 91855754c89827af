// The own hand: in its best combinations, with what is left, or in another order.

import { h } from "../../../base/dom.js";
import { flightTime } from "../../../base/settings.js";
import { icon, richText } from "../../../base/symbols.js";
import { say } from "../../../base/words.js";
import { all, lookOf, name, short, suitOf, SUITS, valueOf } from "./cards.js";
import { laydown } from "./laydowns.js";
import { inOwnOrder, sort } from "./order.js";
import { canGoOut, chosen, isLastTurn } from "./pick.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").KoenigsRommeView>} Table
 * @typedef {import("../../../table/types.d.ts").HandCard} HandCard
 * @typedef {import("../../../table/types.d.ts").HandGroup} HandGroup
 * @typedef {import("../../../base/dom.js").Child} Child
 * @typedef {import("./laydowns.js").Best} Best
 * @typedef {{key: string, card: string}} Keyed
 */

/**
 * @param {Table} t
 * @returns {HandGroup[]}
 */
export function hand(t) {
  const laid = t.you === null ? [] : t.view.laid[t.you];
  const cards = keyed(t.view.hand);
  if (laid.length) return [...onTheTable(t, laid), ...kept(t, cards)];
  const look = (/** @type {Keyed} */ card) => shown(t, card);
  const way = sort();
  if (way === "suit") return bySuit(cards).map((group) => ({ key: group.key, label: group.label, cards: group.cards.map(look) }));
  if (way === "value") return [{ key: "hand", cards: cards.map(look) }];
  if (way === "own") return [{ key: "hand", cards: inOwnOrder(t, cards).map(look) }];
  return combined(t, cards);
}

/**
 * Each card with a key that tells it from its double.
 * @param {string[]} hand
 * @returns {Keyed[]}
 */
function keyed(hand) {
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
 * @param {Keyed} of
 * @returns {HandCard}
 */
function shown(t, { key, card }) {
  const fresh = drawnCard(t) === card && key === `${card}-${t.view.hand.filter((each) => each === card).length}`;
  const wild = lookOf(card, t.view.wild);
  const words = [name(card), wild && say("koenigs_romme.is_wild"), fresh && say("koenigs_romme.new")];
  return {
    key,
    card,
    look: wild,
    state: chosen(t)?.key === key ? "sel" : "plain",
    name: words.filter(Boolean).join(", "),
    tag: fresh ? say("koenigs_romme.new") : undefined,
    tagClass: "new",
    dropText: t.moves.includes(card) ? say(canGoOut(t, card) ? "koenigs_romme.out_here" : "koenigs_romme.throw_here") : undefined,
  };
}

/**
 * The card that was drawn in this turn, if it is one's own.
 * @param {Table} t
 * @returns {string | null}
 */
function drawnCard(t) {
  if (t.view.phase !== "discard" || t.view.player !== t.you) return null;
  const line = t.log.findLast((each) => each.by === t.you && (each.m === "stock" || each.m === "pile") && !each.undo);
  return line?.events.find((event) => event.kind === "drew" || event.kind === "took")?.card ?? null;
}

// -- combinations -----------------------------------------------------------------------------------

const ROOMY = 3; // cards that are as wide as a long label

/** The last lay-down shown, by table: it stands until a better one is known. @type {{table: string, best: Best} | null} */
let before = null;

/**
 * @param {Table} t
 * @param {Keyed[]} cards
 * @returns {HandGroup[]}
 */
function combined(t, cards) {
  const pick = chosen(t);
  const rest = pick ? cards.filter((card) => card.key !== pick.key) : cards;
  const best = bestOf(t, pick?.card ?? null) ?? asBefore(t, rest);
  if (best.points >= 0) before = { table: t.info.table, best };
  const free = [...rest];
  const take = (/** @type {string} */ card) => free.splice(free.findIndex((each) => each.card === card), 1);
  const groups = best.laid.map((group, number) => ({
    key: `laid-${number}`,
    frame: true,
    label: fits(combinationName(best.stands_for[number])),
    cards: group.flatMap(take).map((card) => shown(t, card)),
  }));
  if (pick && canGoOut(t, pick.card) && !free.length) {
    return [...groups, { key: "out", frame: true, label: say("koenigs_romme.out_with"), cards: [shown(t, pick)] }];
  }
  const left = cards.filter((card) => card.key === pick?.key || free.includes(card));
  return left.length ? [...groups, { key: "left", frame: true, label: leftLabel(t, best.points, left.length), cards: left.map((card) => shown(t, card)) }] : groups;
}

/**
 * The best lay-down of the hand, or of what stays of it without a card.
 * @param {Table} t
 * @param {string | null} without
 * @returns {Best | null}
 */
export function bestOf(t, without) {
  const { view } = t;
  if (!view.hand.length) return null;
  const throwing = view.phase === "discard" && view.player === t.you;
  const found = laydown(t, view.hand, view.wild, throwing, throwing && !t.staged.length ? flightTime() : 0);
  return without ? (found?.without?.[without] ?? null) : found;
}

/**
 * Until the server has answered: the groups that were there before, as far as their cards are; the others are left.
 * @param {Table} t
 * @param {Keyed[]} cards
 * @returns {Best}
 */
function asBefore(t, cards) {
  const free = cards.map(({ card }) => card);
  const last = before?.table === t.info.table ? before.best : null;
  const stays = last?.laid.map((group) => group.every((card) => free.includes(card)) && group.every((card) => takeFrom(free, card))) ?? [];
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
function takeFrom(cards, card) {
  const at = cards.indexOf(card);
  if (at >= 0) cards.splice(at, 1);
  return at >= 0;
}

/**
 * What a combination is called: 'Set of 4s', 'Run ♥ 4–7'. It is read off what its cards stand for.
 * @param {string[]} meant
 */
export function combinationName(meant) {
  const values = meant.map((each) => (SUITS.includes(each.slice(-1)) ? valueOf(each) : each));
  if (new Set(values).size === 1) return say("koenigs_romme.set", { all: all(values[0]) });
  return say("koenigs_romme.run", { suit: short(meant[0]).slice(-1), first: values[0], last: values[values.length - 1] });
}

/** A combination's name with its tick. @param {string} text */
function fits(text) {
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
  const long = chosen(t) ? say(isLastTurn(t) ? "koenigs_romme.after" : "koenigs_romme.stay", { points }) : short;
  return h("span", { "aria-label": `${left} ${long}` }, `${left} `, h("b", { class: "wide" }, cards < ROOMY ? short : long), h("b", { class: "narrow" }, short)); // a label should not be wider than its cards
}

// -- other orders, and what is laid -----------------------------------------------------------------

/** @param {Keyed[]} cards */
function bySuit(cards) {
  return [...SUITS, ""].flatMap((suit) => {
    const found = cards.filter(({ card }) => suitOf(card) === suit);
    const label = suit ? say(`suit.${suit}`) : say("koenigs_romme.jokers");
    return found.length ? [{ key: `suit-${suit}`, label, cards: found }] : [];
  });
}

/**
 * What one has laid oneself.
 * @param {Table} t
 * @param {string[][]} laid
 * @returns {HandGroup[]}
 */
function onTheTable(t, laid) {
  return laid.map((group, number) => ({
    key: `table-${number}`,
    frame: true,
    label: fits(say("koenigs_romme.laid")),
    cards: group.map((card, place) => ({ key: `table-${number}-${place}`, card, look: lookOf(card, t.view.wild), state: /** @type {const} */ ("plain"), name: `${name(card)}, ${say("koenigs_romme.laid")}` })),
  }));
}

/**
 * What stays in the hand after laying.
 * @param {Table} t
 * @param {Keyed[]} cards
 * @returns {HandGroup[]}
 */
function kept(t, cards) {
  return cards.length ? [{ key: "left", frame: true, label: say("koenigs_romme.left"), cards: cards.map((card) => shown(t, card)) }] : [];
}
