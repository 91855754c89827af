// Choosing a move in YoYo: a card or a series, the direction of a yellow card, whom to take from, what to pass on.

import { settings } from "../../../base/settings.js";
import { say } from "../../../base/words.js";
import { action, name, number, shortName } from "./cards.js";
import { asStaged, canContinue, cardsInHand, layStaged, movesWith, needsDirection, nextCards, stagedCards } from "./series.js";

/**
 * @typedef {import("./series.js").Table} Table
 * @typedef {import("../../../table/types.d.ts").HandCard} HandCard
 * @typedef {import("../../../table/types.d.ts").Button} Button
 */

/** @param {Table} t */
export function canPlayStaged(t) {
  if (!t.canMove) return true; // more steps are to come
  const [first] = t.staged;
  if (first.slide) return t.moves.includes(`slide ${first.slide}`);
  if (first.take !== undefined) return t.moves.includes(`take ${first.take}`);
  if (first.act) return t.moves.includes(first.act);
  return movesWith(t, first.card).length > 0;
}

/**
 * The seat to take a card from, once it is chosen or if there is no other.
 * @param {Table} t
 * @returns {number | null}
 */
export function takeTarget(t) {
  const chosen = t.staged.find((step) => step.take !== undefined);
  if (chosen) return chosen.take;
  const takeMoves = t.moves.filter((move) => move.startsWith("take "));
  return takeMoves.length === 1 ? Number(takeMoves[0].slice(5)) : null;
}

/** How many seats a Draw takes from. @param {Table} t */
export const takeCount = (t) => Math.min(2, t.info.players - 1);

// -- the hand ---------------------------------------------------------------------------------------

/** @param {Table} t */
export function hand(t) {
  const next = new Set(nextCards(t).map(({ key }) => key));
  const fresh = receivedCards(t);
  const cards = cardsInHand(t).map((keyed) => toHandCard(t, keyed, next, fresh));
  const drawn = cards.findLastIndex(({ card }) => card === t.view.drawn);
  if (drawn >= 0) cards.push(...cards.splice(drawn, 1).map((card) => ({ ...card, name: `${card.name}, ${say("yoyo.drawn")}`, look: "apart", tag: say("yoyo.drawn"), tagClass: "new" })));
  return [{ key: "hand", cards }];
}

/**
 * @param {Table} t
 * @param {import("./series.js").KeyedCard} keyed
 * @param {Set<string>} next
 * @param {string[]} fresh
 * @returns {HandCard}
 */
function toHandCard(t, keyed, next, fresh) {
  const state = cardState(t, keyed, next);
  const count = t.view.hand.filter((card) => card === keyed.card).length;
  const isNew = fresh.includes(keyed.card);
  if (isNew) fresh.splice(fresh.indexOf(keyed.card), 1); // of two equal cards, perhaps only one is new
  const nameParts = [name(keyed.card), count > 1 && say("in_hand", { count }), isNew && say("yoyo.new"), state === "dim" && say("cannot")];
  return { ...keyed, state, name: nameParts.filter(Boolean).join(", "), dropText: dropText(t, keyed), ...(isNew ? { tag: say("yoyo.new"), tagClass: "new" } : {}) };
}

/**
 * What dropping a card on the pile does, if that is the whole move.
 * @param {Table} t
 * @param {import("./series.js").KeyedCard} keyed
 */
function dropText(t, keyed) {
  const whole = t.canMove && !t.staged.length && movesWith(t, keyed.card).length === 1 && !canContinue(t, keyed);
  return whole ? say("yoyo.lay", { card: name(keyed.card) }) : undefined;
}

/**
 * @param {Table} t
 * @param {import("./series.js").KeyedCard} keyed
 * @param {Set<string>} next
 * @returns {HandCard["state"]}
 */
function cardState(t, { key, card }, next) {
  if (!t.canMove) return "plain";
  if (t.view.phase === "slide") return "can";
  if (next.has(key)) return "can";
  const staged = stagedCards(t).length;
  if (!movesWith(t, card).length || staged > 1 || t.view.phase === "series") return "dim";
  return staged ? "plain" : "can";
}

/**
 * Cards received from other players since your last turn.
 * @param {Table} t
 * @returns {string[]}
 */
function receivedCards(t) {
  const cards = [];
  for (const line of t.log.toReversed()) {
    cards.push(...line.events.filter((event) => event.kind === "got").flatMap((event) => event.cards));
    if (line.by === t.you && line.m && !/^(take|slide)/.test(line.m)) break;
    if (line.events.some((event) => event.kind === "begins" || event.kind === "chaos")) break;
  }
  return cards;
}

// -- tapping ----------------------------------------------------------------------------------------

/**
 * @param {Table} t
 * @param {HandCard} handCard
 */
export function tap(t, handCard) {
  if (!t.canMove) return void t.askWhy(t.view.phase === "slide" ? `slide ${handCard.card}` : handCard.card, handCard.key);
  if (t.view.phase === "slide") return t.stageAll([{ slide: handCard.card, key: handCard.key }]);
  const staged = stagedCards(t).length;
  if (staged && nextCards(t).some(({ key }) => key === handCard.key)) return t.stage(asStaged(t, handCard, staged));
  if (staged > 1 || (staged && !movesWith(t, handCard.card).length)) return t.showNote(notNextText(t, handCard.card), "Y15");
  startLay(t, handCard);
}

/**
 * Lay a card, or stage it as the first of a series. Yellow cards are always staged, so that you can read what they will do.
 * @param {Table} t
 * @param {import("./series.js").KeyedCard} keyed
 */
function startLay(t, keyed) {
  const found = movesWith(t, keyed.card);
  if (!found.length) return void t.askWhy(keyed.card, keyed.key);
  const last = t.view.hand.length === 1;
  if (settings.atOnce && found.length === 1 && (last || !action(keyed.card)) && !canContinue(t, keyed)) return t.play(found[0]);
  t.stageAll([asStaged(t, keyed, 0)]);
}

/**
 * @param {Table} t
 * @param {string} card
 */
function notNextText(t, card) {
  const next = nextCards(t)[0];
  if (needsDirection(t)) return say("yoyo.name_first");
  return next ? say("yoyo.not_next", { card: shortName(card), next: number(next.card) }) : say("yoyo.nothing_next", { card: shortName(card) });
}

/**
 * @param {Table} t
 * @param {HandCard} handCard
 * @param {string} place
 */
export function drop(t, handCard, place) {
  const found = t.canMove && place === "pile" && !t.staged.length ? movesWith(t, handCard.card) : [];
  if (found.length === 1 && !canContinue(t, handCard)) t.play(found[0]);
  else tap(t, handCard);
}

/**
 * Choose the direction of the staged card; it can be taken back until the card is laid.
 * @param {Table} t
 * @param {import("./series.js").Direction} to
 */
export function nameDirection(t, to) {
  t.stage({ named: to });
}

/**
 * Draw, keep or stop: at once, or staged first, depending on the settings.
 * @param {Table} t
 * @param {string} act
 */
export function playOrStage(t, act) {
  if (!t.moves.includes(act)) return void t.askWhy(act, act === "draw" ? "stock" : undefined);
  if (settings.atOnce) t.play(act);
  else t.stageAll([{ act }]);
}

// -- buttons ----------------------------------------------------------------------------------------

/**
 * @param {Table} t
 * @returns {Button[]}
 */
export function buttons(t) {
  if (!t.canMove) return [];
  const [first] = t.staged;
  if (first?.act) return [mainButton(say(`yoyo.do_${first.act}`), () => t.play(first.act))];
  if (first?.slide) return [mainButton(say("yoyo.pass", { card: shortName(first.slide) }), () => t.play(`slide ${first.slide}`))];
  if (stagedCards(t).length) return needsDirection(t) ? [] : [mainButton(layLabel(t), () => layStaged(t))];
  return { play: playButtons, series: seriesButtons, drawn: drawnButtons, take: takeButtons, slide: () => [], over: () => [] }[t.view.phase](t);
}

/**
 * @param {string} label
 * @param {() => void} press
 * @returns {Button}
 */
function mainButton(label, press) {
  return { key: "main", main: true, icon: "u-check", label, press };
}

/** @param {Table} t */
function layLabel(t) {
  const cards = stagedCards(t);
  if (cards.length > 1) return say("yoyo.lay_cards", { count: cards.length });
  return say(t.view.phase === "take" ? "yoyo.answer" : "yoyo.lay", { card: shortName(cards[0].card) });
}

/** @param {Table} t @returns {Button[]} */
function playButtons(t) {
  const nothing = t.moves.every((move) => move === "draw");
  return [{ key: "draw", main: nothing, letter: "d", label: say("yoyo.do_draw"), press: () => playOrStage(t, "draw") }];
}

/** @param {Table} t @returns {Button[]} */
function seriesButtons(t) {
  return [{ ...mainButton(say("yoyo.do_stop"), () => playOrStage(t, "stop")), letter: "s" }];
}

/** @param {Table} t @returns {Button[]} */
function drawnButtons(t) {
  const drawn = cardsInHand(t).findLast(({ card }) => card === t.view.drawn);
  return [
    { key: "keep", letter: "k", label: say("yoyo.do_keep"), press: () => playOrStage(t, "keep") },
    ...(drawn ? [{ ...mainButton(say("yoyo.lay_it"), () => startLay(t, drawn)), letter: "l" }] : []),
  ];
}

/** @param {Table} t @returns {Button[]} */
function takeButtons(t) {
  const from = takeTarget(t);
  if (from === null) return [];
  const facts = { name: t.names[from], at: t.view.taking.length + 1, all: takeCount(t) };
  return [{ ...mainButton(say(takeCount(t) > 1 ? "yoyo.take_of" : "yoyo.take", facts), () => t.play(`take ${from}`)), letter: "t" }];
}
