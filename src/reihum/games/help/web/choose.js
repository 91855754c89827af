// Choosing a move in HELP!: a card; the place of a Joker; for a Switch, in any order, a number of your own and a card of
// the row; a card to give as help or in return. The server says what is allowed.

import { h } from "../../../base/dom.js";
import { settings } from "../../../base/settings.js";
import { say } from "../../../base/words.js";
import { definiteName, name } from "./cards.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").HelpView>} Table
 * @typedef {import("../../../table/types.d.ts").HandCard} HandCard
 * @typedef {{card: string, key: string, move?: string}} PickedCard a card of the hand, and the move if there is nothing else to choose
 * @typedef {{number: string, key: string}} PickedNumber your own number for a Switch
 * @typedef {{place: number}} PickedPlace a place of the row
 * @typedef {PickedCard | PickedNumber | PickedPlace} StagedStep what has been chosen so far
 * @typedef {{move: string, number: string, place: number}} Exchange
 */

// -- what is allowed, and what has been chosen ---------------------------------------------------------

/**
 * Where a Joker can go.
 * @param {Table} t
 */
export function jokerPlaces(t) {
  return t.moves.flatMap((move) => (move.startsWith("J@") ? [Number(move.slice(2))] : []));
}

/**
 * What a Switch can exchange.
 * @param {Table} t
 * @returns {Exchange[]}
 */
export function switchExchanges(t) {
  return t.moves.flatMap((move) => {
    const [, number, place] = move.match(/^S(\d+)@(\d)$/) ?? [];
    return number ? [{ move, number, place: Number(place) }] : [];
  });
}

/**
 * The Joker or Switch that still needs its place: picked from the hand, or received as help.
 * @param {Table} t
 * @returns {"J" | "S" | null}
 */
export function cardToPlace(t) {
  const card = t.view.phase === "received" && t.you === t.view.asker ? t.view.received : t.staged[0]?.move ? null : t.staged[0]?.card;
  return (t.canMove || t.staged.length) && (card === "J" || card === "S") ? card : null; // also while the move is on its way
}

/** Your own number chosen for a Switch. @param {Table} t @returns {PickedNumber | undefined} */
export function chosenNumber(t) {
  return t.staged.find((step) => step.number);
}

/** The place chosen in the row. @param {Table} t @returns {number | undefined} */
export function chosenPlace(t) {
  return t.staged.find((step) => step.place)?.place;
}

/**
 * The chosen move, once nothing is missing.
 * @param {Table} t
 * @returns {string | null}
 */
export function chosenMove(t) {
  const place = chosenPlace(t);
  const number = chosenNumber(t)?.number;
  const kind = cardToPlace(t);
  if (kind === "J") return place ? `J@${place}` : null;
  if (kind === "S") return place && number ? `S${number}@${place}` : null;
  return t.staged[0]?.move ?? null;
}

/** Whether you can only ask for help. @param {Table} t */
export function isStuck(t) {
  return t.moves.length === 1 && t.moves[0] === "help";
}

/** The number that you have to call. @param {Table} t */
export function callNumber(t) {
  return t.moves[0]?.match(/^call (\d+)$/)?.[1] ?? null;
}

/** @param {Table} t */
export function canPlayStaged(t) {
  const move = chosenMove(t);
  if (move) return t.moves.includes(move);
  const [place, number] = [chosenPlace(t), chosenNumber(t)?.number];
  if (cardToPlace(t) === "J") return jokerPlaces(t).length > 0;
  return cardToPlace(t) === "S" && switchExchanges(t).some((each) => (!place || each.place === place) && (!number || each.number === number));
}

/**
 * The move that plays a card of the hand without another choice: `9`, `Z`, `give 9`; null if it is not allowed.
 * @param {Table} t
 * @param {string} card
 */
function moveWith(t, card) {
  const { phase } = t.view;
  const text = phase === "give" || phase === "back" || phase === "call" ? `${phase} ${card}` : card;
  return t.moves.includes(text) ? text : null;
}

/**
 * Whether a card of the hand can be played now.
 * @param {Table} t
 * @param {string} card
 */
export function canPlay(t, card) {
  if (moveWith(t, card)) return true;
  if (t.view.phase !== "play") return false;
  return card === "J" ? jokerPlaces(t).length > 0 : card === "S" && switchExchanges(t).length > 0;
}

/**
 * A move with this card, to ask why it is not allowed.
 * @param {Table} t
 * @param {string} card
 */
function moveToExplain(t, card) {
  const { phase, hand } = t.view;
  if (phase === "give" || phase === "back") return `${phase} ${card}`;
  if (phase === "call" && Number(card)) return `call ${card}`;
  if (card === "J") return "J@1";
  return card === "S" ? `S${hand.find(Number) ?? 1}@1` : card;
}

// -- the hand -----------------------------------------------------------------------------------------

/** @param {Table} t */
export function hand(t) {
  const move = chosenMove(t);
  const exchanged = move && cardToPlace(t) === "S" ? chosenNumber(t)?.key : undefined;
  const laid = t.view.phase === "play" && t.staged[0]?.move && Number(t.staged[0].card) ? t.staged[0].key : undefined; // shown in the row
  /** @type {Map<string, number>} */
  const seen = new Map();
  const cards = t.view.hand.flatMap((card) => {
    const count = (seen.get(card) ?? 0) + 1;
    seen.set(card, count);
    const key = `${card}-${count}`;
    if (key === laid) return [];
    const replacementText = key === exchanged ? say("help.comes_here", { card: name(t.view.row[(chosenPlace(t) ?? 1) - 1]) }) : undefined;
    return [{ key, card, empty: replacementText, ...stateAndName(t, card, key) }];
  });
  return [{ key: "hand", cards }];
}

/**
 * @param {Table} t
 * @param {string} card
 * @param {string} key
 * @returns {{state: HandCard["state"], name: string}}
 */
function stateAndName(t, card, key) {
  const held = t.view.hand.filter((each) => each === card).length;
  const fullName = name(card) + (held > 1 ? `, ${say("in_hand", { count: held })}` : "");
  if (!t.canMove) return { state: t.staged.some((step) => step.key === key) ? "sel" : "plain", name: fullName };
  if (t.staged.some((step) => step.key === key)) return { state: "sel", name: fullName };
  if (t.view.phase === "call") return { state: moveWith(t, card) ? "can" : "plain", name: fullName };
  if (cardToPlace(t) === "S" ? canExchange(t, card) : canPlay(t, card)) return { state: "can", name: fullName };
  return { state: "dim", name: `${fullName}, ${say("cannot")}` };
}

/**
 * Whether a Switch can put this number into the chosen place, or into any place if none is chosen yet.
 * @param {Table} t
 * @param {string} number
 */
function canExchange(t, number) {
  const place = chosenPlace(t);
  return switchExchanges(t).some((each) => each.number === number && (!place || each.place === place));
}

// -- tapping ------------------------------------------------------------------------------------------

/**
 * @param {Table} t
 * @param {HandCard} handCard
 */
export function tap(t, handCard) {
  const { card, key } = handCard;
  if (t.canMove && t.staged.some((step) => step.key === key)) return t.stageAll(stepsWithout(t, key));
  if (t.canMove && cardToPlace(t) === "S") return tapForSwitch(t, card, key);
  if (!t.canMove || !canPlay(t, card)) return void t.askWhy(moveToExplain(t, card), key);
  const move = moveWith(t, card);
  if (!move) return pickForPlace(t, card, key);
  const handing = t.view.phase === "give" || t.view.phase === "back";
  if (t.view.phase === "call" || (settings.atOnce && !handing)) return t.play(move);
  t.stageAll([{ card, key, move }]);
}

/**
 * What stays chosen when a card is put back; nothing, if the rest depends on it.
 * @param {Table} t
 * @param {string} key
 */
function stepsWithout(t, key) {
  return t.staged[0].key === key && !t.staged[0].number ? [] : t.staged.filter((step) => step.key !== key);
}

/**
 * Pick a Joker or a Switch; if a Joker has only one place, that is chosen as well.
 * @param {Table} t
 * @param {string} card
 * @param {string} key
 */
function pickForPlace(t, card, key) {
  const free = jokerPlaces(t);
  if (card === "J" && free.length === 1) t.stageAll([{ card, key }, { place: free[0] }]);
  else t.stageAll([{ card, key }]);
}

/**
 * @param {Table} t
 * @param {string} card
 * @param {string} key
 */
function tapForSwitch(t, card, key) {
  const place = chosenPlace(t);
  if (!Number(card)) return t.showNote(say("help.exchanging"), "H13");
  if (!canExchange(t, card)) return void t.askWhy(`S${card}@${place ?? 1}`, key);
  t.stageAll([...t.staged.filter((step) => !step.number), { number: card, key }]);
}

/**
 * Choose a card of the row for a Switch.
 * @param {Table} t
 * @param {number} place
 */
export function tapRowCard(t, place) {
  const number = chosenNumber(t)?.number;
  if (chosenPlace(t) === place) return t.stageAll(t.staged.filter((step) => !step.place));
  if (!canExchangePlace(t, place)) return void t.askWhy(`S${number ?? t.view.hand.find(Number)}@${place}`, `row:${place - 1}`);
  t.stageAll([...t.staged.filter((step) => !step.place), { place }]);
}

/**
 * Whether the card in this place can be exchanged, for the chosen number if there is one.
 * @param {Table} t
 * @param {number} place
 */
export function canExchangePlace(t, place) {
  const number = chosenNumber(t)?.number;
  return switchExchanges(t).some((each) => each.place === place && (!number || each.number === number));
}

/**
 * Choose a place for the Joker.
 * @param {Table} t
 * @param {number} place
 */
export function tapJokerPlace(t, place) {
  if (settings.atOnce || chosenPlace(t) === place) return t.play(`J@${place}`);
  t.stageAll([...t.staged.filter((step) => !step.place), { place }]);
}

/** Play the card that you were given. @param {Table} t */
export function tapReceived(t) {
  const card = t.view.received;
  if (card && t.moves.includes(card)) t.play(card);
  else if (card) void t.askWhy(moveToExplain(t, card), "received");
}

/**
 * @param {Table} t
 * @param {HandCard} handCard
 * @param {string} place
 */
export function drop(t, handCard, place) {
  const { card, key } = handCard;
  const [where, number] = place.split(":");
  const at = Number(number);
  if (where === "seat") {
    const move = moveWith(t, card);
    return move ? t.play(move) : void t.askWhy(moveToExplain(t, card), key);
  }
  if (where === "free") return tapJokerPlace(t, at);
  if (where === "card" && cardToPlace(t) === "S" && Number(card)) {
    if (switchExchanges(t).some((each) => each.number === card && each.place === at)) return t.stageAll([...t.staged.filter((step) => step.card), { number: card, key }, { place: at }]);
    return void t.askWhy(`S${card}@${at}`, key);
  }
  if (where === "card" && card === "S" && t.canMove && switchExchanges(t).some((each) => each.place === at)) return t.stageAll([{ card, key }, { place: at }]);
  if (!t.staged.some((step) => step.key === key)) tap(t, handCard);
}

// -- buttons ------------------------------------------------------------------------------------------

/**
 * @param {Table} t
 * @returns {import("../../../table/types.d.ts").Button[]}
 */
export function buttons(t) {
  if (!t.canMove || t.view.phase === "call") return [];
  if (isStuck(t)) {
    const { helper } = t.view;
    const label = helper === null ? say("help.ask_nobody") : say("help.ask", { name: t.names[helper] });
    return [{ key: "main", main: true, letter: "a", label, press: () => t.play("help") }];
  }
  const received = t.view.phase === "received" ? (t.view.received ?? "") : "";
  const move = chosenMove(t) ?? (t.moves.includes(received) ? received : null);
  return move ? [{ key: "main", main: true, icon: "u-check", label: moveLabel(t, move), press: () => t.play(move) }] : [];
}

/**
 * A move in the words of its button.
 * @param {Table} t
 * @param {string} move
 */
function moveLabel(t, move) {
  const { view } = t;
  const [, number, place] = move.match(/^S(\d+)@(\d)$/) ?? [];
  if (number) return [h("span", { class: "wide" }, say("help.do_switch", { number, taken: definiteName(view.row[Number(place) - 1]) })), h("span", { class: "narrow" }, name("S"))];
  if (move.startsWith("J@")) return say("help.do_joker", { value: view.counts[move]?.[Number(move.slice(2)) - 1] ?? "" });
  const card = definiteName(move.split(" ").at(-1) ?? "");
  if (move.startsWith("give ")) return say("help.do_give", { card, name: t.names[view.asker ?? 0] });
  if (move.startsWith("back ")) return say("help.do_back", { card, name: t.names[view.giver ?? 0] });
  return say(move === "Z" ? "help.do_zap" : "help.do_lay", { card });
}

/** Whether you have to call now. @param {Table} t */
export function owesCall(t) {
  return t.view.phase === "call" && t.you !== null && t.view.owes.includes(t.you);
}
