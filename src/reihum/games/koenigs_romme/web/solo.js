// How one chooses alone: a hand for the card turned up, then the card of that hand that goes. Nothing is sent before
// the button is pressed; another hand moves the card there.

import { isMotionOff } from "../../../base/settings.js";
import { say } from "../../../base/words.js";
import { all, lookOf, name, short } from "./cards.js";
import { worded } from "./choose.js";
import { laydown } from "./laydowns.js";
import { WILDS } from "./scores.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").KoenigsRommeSoloView>} Table
 * @typedef {import("../../../table/types.d.ts").HandCard} HandCard
 * @typedef {import("../../../table/types.d.ts").Button} Button
 */

const HAND = "hand:"; // a hand among the things that can be tapped
const TURNED = "turned:"; // and the card turned up

/** The hand that is chosen, by its wild. @param {Table} t @returns {string | null} */
export function handChosen(t) {
  return t.staged[0]?.hand ?? null;
}

/** The card that goes. @param {Table} t @returns {{key: string, card: string} | null} */
export function cardChosen(t) {
  return t.staged[1] ?? null;
}

/** @param {Table} t */
export function canPlayStaged(t) {
  return t.moves.some((move) => move.startsWith(`${handChosen(t)} `));
}

/**
 * The cards of a hand, with the card turned up if it goes there.
 * @param {Table} t
 * @param {string} wild
 */
export function cardsOf(t, wild) {
  const { hands, shown } = t.view;
  const cards = hands[WILDS.indexOf(wild)];
  return handChosen(t) === wild && shown ? [...cards, shown] : cards;
}

/**
 * The best lay-down of a hand as it is now, without the card that goes.
 * @param {Table} t
 * @param {string} wild
 * @returns {import("./laydowns.js").Best | null}
 */
export function bestOf(t, wild) {
  const here = handChosen(t) === wild;
  const found = laydown(t, cardsOf(t, wild), wild, here);
  const pick = here ? cardChosen(t) : null;
  return pick ? (found?.without?.[pick.card] ?? null) : found;
}

/**
 * Whether throwing a card away would finish the hand that is chosen.
 * @param {Table} t
 * @param {string} card
 */
function finishes(t, card) {
  const wild = handChosen(t);
  return wild !== null && laydown(t, cardsOf(t, wild), wild, true)?.without?.[card]?.left.length === 0;
}

// -- what can be tapped -----------------------------------------------------------------------------

/**
 * The card turned up, and the hands; once a hand is chosen, its cards.
 * @param {Table} t
 * @returns {import("../../../table/types.d.ts").HandGroup[]}
 */
export function hand(t) {
  const wild = handChosen(t);
  const turned = t.view.shown ? [{ key: "turned", card: TURNED + t.view.shown, name: name(t.view.shown), state: /** @type {const} */ ("plain"), says: say("koenigs_romme.solo_drop") }] : [];
  const hands = WILDS.map((each) => ({ key: `hand-${each}`, card: HAND + each, name: all(each), state: /** @type {const} */ ("plain") }));
  return [{ key: "solo", cards: [...turned, ...hands, ...(wild ? cardsIn(t, wild) : [])] }];
}

/**
 * The cards of the hand that is chosen, as they can be tapped.
 * @param {Table} t
 * @param {string} wild
 * @returns {HandCard[]}
 */
export function cardsIn(t, wild) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  const cards = cardsOf(t, wild);
  return cards.map((card, place) => {
    const count = (seen.get(card) ?? 0) + 1;
    seen.set(card, count);
    const key = `${card}-${count}`;
    const fresh = place === cards.length - 1;
    const ends = finishes(t, card);
    const words = [name(card), fresh && say("koenigs_romme.new"), ends && say("koenigs_romme.finishes")];
    return { key, card, look: lookOf(card, wild), state: cardChosen(t)?.key === key ? "sel" : ends ? "can" : "plain", tag: fresh ? say("koenigs_romme.new") : undefined, name: words.filter(Boolean).join(", ") };
  });
}

/**
 * As it is written: `7` for the hand of the 7s, then `8d` for a card of it.
 * @param {string} card
 */
export function typedCode(card) {
  return card.startsWith(TURNED) ? "" : card.startsWith(HAND) ? card.slice(HAND.length) : card;
}

/**
 * @param {Table} t
 * @param {HandCard} of
 */
export function tap(t, { key, card }) {
  if (card.startsWith(TURNED)) return t.stageAll([]);
  if (card.startsWith(HAND)) return tapHand(t, card.slice(HAND.length), key);
  const wild = handChosen(t);
  if (!t.moves.includes(`${wild} ${card}`)) return void t.askWhy(`${wild} ${card}`, key);
  t.stageAll(cardChosen(t)?.key === key ? [{ hand: wild }] : [{ hand: wild }, { key, card }]);
}

/**
 * @param {Table} t
 * @param {string} wild
 * @param {string} key
 */
function tapHand(t, wild, key) {
  if (!t.moves.some((move) => move.startsWith(`${wild} `))) return void t.askWhy(`${wild} ${t.view.shown}`, key);
  t.stageAll(handChosen(t) === wild ? [] : [{ hand: wild }]);
  growing.disconnect();
  requestAnimationFrame(() => {
    const chosen = document.querySelector(".solo-hand.chosen");
    if (chosen) growing.observe(chosen);
  });
}

/** Keeps the hand that is chosen in sight: it grows when it is opened, and again when its best lay-down is known. */
const growing = new ResizeObserver(([{ target }]) => {
  if (target.matches(".chosen")) target.scrollIntoView({ block: "nearest", behavior: isMotionOff() ? "instant" : "smooth" });
});

/**
 * @param {Table} t
 * @param {HandCard} of
 * @param {string} place
 */
export function drop(t, of, place) {
  if (of.card.startsWith(TURNED) && place.startsWith(HAND) && handChosen(t) !== place.slice(HAND.length)) tapHand(t, place.slice(HAND.length), place);
  else if (place === "gone" && !of.card.startsWith(HAND) && !of.card.startsWith(TURNED)) t.play(`${handChosen(t)} ${of.card}`);
}

// -- words and buttons ------------------------------------------------------------------------------

/** @param {Table} t */
export function prompt(t) {
  const { shown, phase } = t.view;
  if (phase === "over" || !shown) return say("table.over");
  if (!t.canMove) return t.view.player === t.you ? say("table.sending") : say("table.turn_of", { name: t.names[0] });
  const wild = handChosen(t);
  if (!wild) return say("koenigs_romme.solo_where", { card: short(shown) });
  const pick = cardChosen(t);
  if (!pick) return say("koenigs_romme.solo_what", { card: short(shown), all: all(wild) });
  const best = bestOf(t, wild);
  if (!best) return say("koenigs_romme.solo_sure", { card: short(pick.card) });
  return say(best.left.length ? "koenigs_romme.solo_left" : "koenigs_romme.solo_done", { card: short(pick.card), count: best.left.length, all: all(wild) });
}

/**
 * @param {Table} t
 * @returns {Button[]}
 */
export function buttons(t) {
  if (!t.canMove) return [];
  const pick = cardChosen(t);
  const wild = handChosen(t);
  if (pick) return [{ key: "main", main: true, icon: "u-check", label: worded("koenigs_romme.throw_it", { card: short(pick.card) }), press: () => t.play(`${wild} ${pick.card}`) }];
  const label = say(wild ? "koenigs_romme.choose" : "koenigs_romme.solo_choose");
  return [{ key: "main", main: true, disabled: true, label, press: () => t.showNote(prompt(t), "K18") }];
}
