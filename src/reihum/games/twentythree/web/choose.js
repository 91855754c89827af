// Choosing a move in 23: a card, how many of it, how many bonus chips; or pass, force, leave; before a round, what to put
// away. The server says what is allowed and what it costs.

import { h } from "../../../base/dom.js";
import { settings } from "../../../base/settings.js";
import { joinWithAnd, say } from "../../../base/words.js";
import { chip } from "./chips.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").TwentythreeView>} Table
 * @typedef {import("../../../table/types.d.ts").HandCard} HandCard
 * @typedef {{move: string, card: string, count: number, chips: number, cost: number}} LayOption one way to lay a card
 * @typedef {LayOption & {among: LayOption[]}} ChosenLay the way that was chosen, among all of them
 */

export const TRAY_PLACES = 3; // for cards that are put away
const OTHER_MOVES = /** @type {const} */ (["pass", "force", "leave"]);
export const COUNT_KEYS = /** @type {Record<number, string>} */ ({ 1: "one", 2: "two", 3: "three" });
const LETTERS = { pass: "p", force: "f", leave: "l" };

/**
 * All ways to lay a card: those with few chips first, and of these the ones with many cards.
 * @param {Table} t
 * @param {string} card
 * @returns {LayOption[]}
 */
export function layOptions(t, card) {
  const found = t.moves.flatMap((move) => {
    const parts = move.match(/^(\d+)(?:x(\d))?(?:\+(\d))?$/);
    if (!parts || parts[1] !== card) return [];
    return [{ move, card, count: Number(parts[2] ?? 1), chips: Number(parts[3] ?? 0), cost: t.view.costs[move] ?? 0 }];
  });
  return found.sort((a, b) => a.chips - b.chips || b.count - a.count);
}

/**
 * The staged cards and chips, if a card is chosen.
 * @param {Table} t
 * @returns {ChosenLay | null}
 */
export function chosenLay(t) {
  return t.staged[0]?.move ? t.staged[0] : null;
}

/** @param {Table} t */
export function canPlayStaged(t) {
  const [first] = t.staged;
  if (t.view.phase === "put") return t.staged.every((step) => step.put);
  return first.act ? t.moves.includes(first.act) : t.moves.includes(first.move);
}

// -- the hand ---------------------------------------------------------------------------------------

/** @param {Table} t */
export function hand(t) {
  const { view } = t;
  const gone = [...stagedCards(t)];
  /** @type {Map<string, number>} */
  const seen = new Map();
  const cards = view.hand.flatMap((number) => {
    const card = String(number);
    const count = (seen.get(card) ?? 0) + 1;
    seen.set(card, count);
    const at = gone.indexOf(card);
    if (at >= 0) {
      gone.splice(at, 1);
      return [];
    }
    return [{ key: `${card}-${count}`, card, ...stateAndName(t, card) }];
  });
  return [{ key: "hand", cards }];
}

/** All cards of the hand, also those that are chosen. @param {Table} t */
export function handSize({ view }) {
  return view.hand.length + (view.phase === "put" ? view.away.length : 0);
}

/**
 * Cards that are staged and so not shown in the hand.
 * @param {Table} t
 * @returns {string[]}
 */
function stagedCards(t) {
  const lay = chosenLay(t);
  return lay ? Array(lay.count).fill(lay.card) : t.staged.flatMap((step) => (step.put ? [step.card] : []));
}

/** The cards chosen to be put away, lowest first. @param {Table} t @returns {string[]} */
export function chosenForTray(t) {
  return t.staged.map((step) => step.card).sort((a, b) => Number(a) - Number(b));
}

/**
 * @param {Table} t
 * @param {string} card
 * @returns {{state: HandCard["state"], name: string, tag?: any, tagClass?: string}}
 */
function stateAndName(t, card) {
  const held = t.view.hand.filter((number) => String(number) === card).length;
  const inHand = held > 1 ? `, ${say("in_hand", { count: held })}` : "";
  if (!t.canMove) return { state: "plain", name: card + inHand };
  if (t.view.phase === "put") {
    if (!canPutAway(t, card)) return { state: "dim", name: `${card}${inHand}, ${say("twentythree.stays")}`, tag: say("twentythree.stays") };
    return { state: placesLeft(t) > 0 ? "can" : "plain", name: card + inHand };
  }
  const [lay] = layOptions(t, card);
  if (!lay) return { state: "dim", name: `${card}${inHand}, ${say("cannot")}` };
  const price = lay.chips ? say("twentythree.needs", { count: lay.chips }) : lay.cost ? say("twentythree.fine", { count: lay.cost }) : say("twentythree.free");
  const tag = lay.chips ? chip("bonus", lay.chips) : lay.cost ? chip("fine", lay.cost) : say("twentythree.free");
  const shown = settings.prices ? { tag, tagClass: !lay.chips && !lay.cost ? "good" : "" } : {};
  return { state: lay.cost || lay.chips ? "plain" : "can", name: `${card}${inHand}, ${price}`, ...shown };
}

/** @param {Table} t */
export function placesLeft(t) {
  return TRAY_PLACES - t.view.away.length - t.staged.length;
}

/**
 * Whether a card may be put away: the server names the lowest card that may come next.
 * @param {Table} t
 * @param {string} card
 */
function canPutAway(t, card) {
  const lowest = Math.min(...t.moves.filter((move) => move.startsWith("put ")).map((move) => Number(move.slice(4))));
  return Number(card) >= lowest;
}

/**
 * A way to lay a card, as it is staged: all other ways with it can still be chosen.
 * @param {Table} t
 * @param {LayOption} lay
 */
export function stagedLay(t, lay) {
  return [{ ...lay, among: layOptions(t, lay.card) }];
}

// -- tapping ----------------------------------------------------------------------------------------

/**
 * @param {Table} t
 * @param {HandCard} handCard
 */
export function tap(t, handCard) {
  const { card, key } = handCard;
  if (t.view.phase === "put") return tapToPutAway(t, card, key);
  const found = t.canMove ? layOptions(t, card) : [];
  if (!found.length) return void t.askWhy(card, key);
  if (found.length === 1 && settings.atOnce) return t.play(found[0].move);
  t.stageAll(stagedLay(t, found[0]));
}

/**
 * @param {Table} t
 * @param {string} card
 * @param {string} key
 */
function tapToPutAway(t, card, key) {
  if (!t.canMove || !canPutAway(t, card)) return void t.askWhy(`put ${card}`, key);
  if (placesLeft(t) > 0) t.stage({ put: true, card });
  else t.showNote(say("twentythree.put_full"), "T4");
}

/**
 * @param {Table} t
 * @param {HandCard} handCard
 * @param {string} place
 */
export function drop(t, handCard, place) {
  const found = t.canMove && place === "pile" ? layOptions(t, handCard.card) : [];
  if (found.length === 1) t.play(found[0].move);
  else tap(t, handCard);
}

// -- buttons ----------------------------------------------------------------------------------------

/**
 * @param {Table} t
 * @returns {import("../../../table/types.d.ts").Button[]}
 */
export function buttons(t) {
  if (!t.canMove) return [];
  if (t.view.phase === "put") return putAwayButtons(t);
  const lay = chosenLay(t);
  if (lay) {
    const label = say(`twentythree.lay_${COUNT_KEYS[lay.count]}`, { card: lay.card });
    return [{ key: "main", main: true, icon: "u-check", label, press: () => t.play(lay.move) }];
  }
  return OTHER_MOVES.map((act) => otherMoveButton(t, act));
}

/**
 * The button to pass, to force or to leave: a first tap chooses, a second tap at the same place confirms.
 * @param {Table} t
 * @param {typeof OTHER_MOVES[number]} act
 * @returns {import("../../../table/types.d.ts").Button}
 */
function otherMoveButton(t, act) {
  const can = t.moves.includes(act);
  const chosen = t.staged[0]?.act === act;
  const count = t.view.costs[act];
  const price = `${say(`twentythree.${act}`)}${count === undefined ? "" : ` +${count}`}`;
  const question = say(`twentythree.do_${act}`, { count: count ?? 0 });
  return {
    key: act,
    main: chosen || undefined,
    label: chosen ? [h("span", { class: "wide" }, question), h("span", { class: "narrow" }, `${price}?`)] : price,
    letter: LETTERS[act],
    disabled: !can,
    press: () => (!can ? void t.askWhy(act) : chosen ? t.play(act) : t.stageAll([{ act }])),
  };
}

/**
 * @param {Table} t
 * @returns {import("../../../table/types.d.ts").Button[]}
 */
function putAwayButtons(t) {
  const cards = chosenForTray(t);
  const missing = placesLeft(t);
  return [
    {
      key: "main",
      main: true,
      icon: "u-check",
      label: missing ? say("twentythree.put_more", { count: missing }) : say("twentythree.put_them", { cards: joinWithAnd(cards) }),
      disabled: missing > 0,
      press: () => (missing ? t.showNote(say("twentythree.put_more", { count: missing }), "T4") : t.play(...cards.map((card) => `put ${card}`))),
    },
  ];
}
