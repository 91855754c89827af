// Choosing a move in the solo game: a hand for the card turned up, then a card of that hand to discard. Nothing is sent
// before the button is pressed; choosing another hand moves the card there.

import { isMotionOff } from "../../../base/settings.js";
import { say } from "../../../base/words.js";
import { lookOf, name, pluralName, shortName } from "./cards.js";
import { richSay } from "./choose.js";
import { cachedLaydown } from "./laydowns.js";
import { WILDS } from "./scores.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").KoenigsRommeSoloView>} Table
 * @typedef {import("../../../table/types.d.ts").HandCard} HandCard
 * @typedef {import("../../../table/types.d.ts").Button} Button
 */

const HAND_PREFIX = "hand:"; // of a hand that can be tapped
const TURNED_PREFIX = "turned:"; // of the card turned up

/** The chosen hand, by its wild value. @param {Table} t @returns {string | null} */
export function chosenHand(t) {
  return t.staged[0]?.hand ?? null;
}

/** The card chosen to be discarded. @param {Table} t @returns {{key: string, card: string} | null} */
export function chosenCard(t) {
  return t.staged[1] ?? null;
}

/** @param {Table} t */
export function canPlayStaged(t) {
  return t.moves.some((move) => move.startsWith(`${chosenHand(t)} `));
}

/**
 * The cards of a hand, with the card turned up if it goes there.
 * @param {Table} t
 * @param {string} wild
 */
export function cardsOfHand(t, wild) {
  const { hands, shown } = t.view;
  const cards = hands[WILDS.indexOf(wild)];
  return chosenHand(t) === wild && shown ? [...cards, shown] : cards;
}

/**
 * The best lay-down of a hand as it is now, without the card to be discarded.
 * @param {Table} t
 * @param {string} wild
 * @returns {import("./laydowns.js").Best | null}
 */
export function bestLaydown(t, wild) {
  const isChosen = chosenHand(t) === wild;
  const found = cachedLaydown(t, cardsOfHand(t, wild), wild, isChosen);
  const pick = isChosen ? chosenCard(t) : null;
  return pick ? (found?.without?.[pick.card] ?? null) : found;
}

/**
 * Whether discarding a card would finish the chosen hand.
 * @param {Table} t
 * @param {string} card
 */
function finishes(t, card) {
  const wild = chosenHand(t);
  return wild !== null && cachedLaydown(t, cardsOfHand(t, wild), wild, true)?.without?.[card]?.left.length === 0;
}

// -- what can be tapped -----------------------------------------------------------------------------

/**
 * The card turned up, and the hands; once a hand is chosen, its cards.
 * @param {Table} t
 * @returns {import("../../../table/types.d.ts").HandGroup[]}
 */
export function hand(t) {
  const wild = chosenHand(t);
  const turned = t.view.shown ? [{ key: "turned", card: TURNED_PREFIX + t.view.shown, name: name(t.view.shown), state: /** @type {const} */ ("plain"), says: say("koenigs_romme.solo_drop") }] : [];
  const hands = WILDS.map((each) => ({ key: `hand-${each}`, card: HAND_PREFIX + each, name: pluralName(each), state: /** @type {const} */ ("plain") }));
  return [{ key: "solo", cards: [...turned, ...hands, ...(wild ? handCards(t, wild) : [])] }];
}

/**
 * The cards of the chosen hand, to be tapped.
 * @param {Table} t
 * @param {string} wild
 * @returns {HandCard[]}
 */
export function handCards(t, wild) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  const cards = cardsOfHand(t, wild);
  return cards.map((card, place) => {
    const count = (seen.get(card) ?? 0) + 1;
    seen.set(card, count);
    const key = `${card}-${count}`;
    const fresh = place === cards.length - 1;
    const ends = finishes(t, card);
    const words = [name(card), fresh && say("koenigs_romme.new"), ends && say("koenigs_romme.finishes")];
    return { key, card, look: lookOf(card, wild), state: chosenCard(t)?.key === key ? "sel" : ends ? "can" : "plain", tag: fresh ? say("koenigs_romme.new") : undefined, name: words.filter(Boolean).join(", ") };
  });
}

/**
 * What to type: `7` for the hand of the 7s, then `8d` for one of its cards.
 * @param {string} card
 */
export function typedCode(card) {
  return card.startsWith(TURNED_PREFIX) ? "" : card.startsWith(HAND_PREFIX) ? card.slice(HAND_PREFIX.length) : card;
}

/**
 * @param {Table} t
 * @param {HandCard} handCard
 */
export function tap(t, { key, card }) {
  if (card.startsWith(TURNED_PREFIX)) return t.stageAll([]);
  if (card.startsWith(HAND_PREFIX)) return tapHand(t, card.slice(HAND_PREFIX.length), key);
  const wild = chosenHand(t);
  if (!t.moves.includes(`${wild} ${card}`)) return void t.askWhy(`${wild} ${card}`, key);
  t.stageAll(chosenCard(t)?.key === key ? [{ hand: wild }] : [{ hand: wild }, { key, card }]);
}

/**
 * @param {Table} t
 * @param {string} wild
 * @param {string} key
 */
function tapHand(t, wild, key) {
  if (!t.moves.some((move) => move.startsWith(`${wild} `))) return void t.askWhy(`${wild} ${t.view.shown}`, key);
  t.stageAll(chosenHand(t) === wild ? [] : [{ hand: wild }]);
  growthObserver.disconnect();
  requestAnimationFrame(() => {
    const chosen = document.querySelector(".solo-hand.chosen");
    if (chosen) growthObserver.observe(chosen);
  });
}

/** Keeps the chosen hand in sight: it grows when it is opened, and again when its best lay-down is known. */
const growthObserver = new ResizeObserver(([{ target }]) => {
  if (target.matches(".chosen")) target.scrollIntoView({ block: "nearest", behavior: isMotionOff() ? "instant" : "smooth" });
});

/**
 * @param {Table} t
 * @param {HandCard} handCard
 * @param {string} place
 */
export function drop(t, { key, card }, place) {
  const wild = chosenHand(t);
  if (card.startsWith(TURNED_PREFIX)) {
    const to = place.startsWith(HAND_PREFIX) ? place.slice(HAND_PREFIX.length) : wild;
    if (to && to !== wild) tapHand(t, to, place);
  } else if (place === "gone" && !card.startsWith(HAND_PREFIX)) {
    if (t.moves.includes(`${wild} ${card}`)) t.play(`${wild} ${card}`);
    else t.askWhy(`${wild} ${card}`, key);
  }
}

// -- words and buttons ------------------------------------------------------------------------------

/** @param {Table} t */
export function prompt(t) {
  const { shown, phase } = t.view;
  if (phase === "over" || !shown) return say("table.over");
  if (!t.canMove) return t.view.player === t.you ? say("table.sending") : say("table.turn_of", { name: t.names[0] });
  const wild = chosenHand(t);
  if (!wild) return say("koenigs_romme.solo_where", { card: shortName(shown) });
  const pick = chosenCard(t);
  if (!pick) return say("koenigs_romme.solo_what", { card: shortName(shown), all: pluralName(wild) });
  const best = bestLaydown(t, wild);
  if (!best) return say("koenigs_romme.discards", { card: shortName(pick.card) });
  return say(best.left.length ? "koenigs_romme.solo_left" : "koenigs_romme.solo_done", { card: shortName(pick.card), count: best.left.length, all: pluralName(wild) });
}

/**
 * @param {Table} t
 * @returns {Button[]}
 */
export function buttons(t) {
  if (!t.canMove) return [];
  const pick = chosenCard(t);
  const wild = chosenHand(t);
  if (pick) return [{ key: "main", main: true, icon: "u-check", label: richSay("koenigs_romme.throw_it", { card: shortName(pick.card) }), press: () => t.play(`${wild} ${pick.card}`) }];
  const label = say(wild ? "koenigs_romme.choose" : "koenigs_romme.solo_choose");
  return [{ key: "main", main: true, disabled: true, label, press: () => t.showNote(prompt(t), "K18") }];
}
