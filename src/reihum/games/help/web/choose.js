// How one chooses in HELP!: a card; for a Joker its place; for a Switch an own number and a card of the row, in any
// order; a card to help with and one to give back. Which of it is allowed, the server has said.

import { h } from "../../../base/dom.js";
import { settings } from "../../../base/settings.js";
import { listed, say } from "../../../base/words.js";
import { name, one, the } from "./cards.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").HelpView>} Table
 * @typedef {import("../../../table/types.d.ts").HandCard} HandCard
 * @typedef {{card: string, key: string, move?: string}} Picked a card of the hand, and what playing it is called if nothing follows
 * @typedef {{number: string, key: string}} Exchanged the own number for a Switch
 * @typedef {{place: number}} Placed a place of the row
 * @typedef {Picked | Exchanged | Placed} Step
 * @typedef {{move: string, number: string, place: number}} Exchange
 */

// -- what could be done, and what has been chosen -----------------------------------------------------

/**
 * Where a Joker can go.
 * @param {Table} t
 */
export function places(t) {
  return t.moves.flatMap((move) => (move.startsWith("J@") ? [Number(move.slice(2))] : []));
}

/**
 * What a Switch can exchange.
 * @param {Table} t
 * @returns {Exchange[]}
 */
export function exchanges(t) {
  return t.moves.flatMap((move) => {
    const [, number, place] = move.match(/^S(\d+)@(\d)$/) ?? [];
    return number ? [{ move, number, place: Number(place) }] : [];
  });
}

/**
 * The Joker or Switch that waits for its place: taken up from the hand, or received as help.
 * @param {Table} t
 * @returns {"J" | "S" | null}
 */
export function tool(t) {
  const card = t.view.phase === "received" && t.you === t.view.asker ? t.view.received : t.staged[0]?.move ? null : t.staged[0]?.card;
  return (t.mine || t.staged.length) && (card === "J" || card === "S") ? card : null; // also while it is on its way
}

/** The own number chosen for a Switch. @param {Table} t @returns {Exchanged | undefined} */
export function numberChosen(t) {
  return t.staged.find((step) => step.number);
}

/** The place chosen in the row. @param {Table} t @returns {number | undefined} */
export function placeChosen(t) {
  return t.staged.find((step) => step.place)?.place;
}

/**
 * The move that is chosen to the end.
 * @param {Table} t
 * @returns {string | null}
 */
export function chosen(t) {
  const place = placeChosen(t);
  const number = numberChosen(t)?.number;
  const kind = tool(t);
  if (kind === "J") return place ? `J@${place}` : null;
  if (kind === "S") return place && number ? `S${number}@${place}` : null;
  return t.staged[0]?.move ?? null;
}

/** Whether one can do nothing but ask for help. @param {Table} t */
export function stuck(t) {
  return t.moves.length === 1 && t.moves[0] === "help";
}

/** The number that one has to call. @param {Table} t */
export function call(t) {
  return t.moves[0]?.match(/^call (\d+)$/)?.[1] ?? null;
}

/** @param {Table} t */
export function stands(t) {
  const move = chosen(t);
  if (move) return t.moves.includes(move);
  const [place, number] = [placeChosen(t), numberChosen(t)?.number];
  if (tool(t) === "J") return places(t).length > 0;
  return tool(t) === "S" && exchanges(t).some((each) => (!place || each.place === place) && (!number || each.number === number));
}

/**
 * What a card of the hand can become: `9`, `Z`, `give 9`; the first of its moves, or nothing.
 * @param {Table} t
 * @param {string} card
 */
function moveOf(t, card) {
  const { phase } = t.view;
  const text = phase === "give" || phase === "back" || phase === "call" ? `${phase} ${card}` : card;
  return t.moves.includes(text) ? text : null;
}

/**
 * Whether a card of the hand can be played now.
 * @param {Table} t
 * @param {string} card
 */
function can(t, card) {
  if (moveOf(t, card)) return true;
  if (t.view.phase !== "play") return false;
  return card === "J" ? places(t).length > 0 : card === "S" && exchanges(t).length > 0;
}

/**
 * A move with this card that the rules can be asked about.
 * @param {Table} t
 * @param {string} card
 */
function attempt(t, card) {
  const { phase, hand } = t.view;
  if (phase === "give" || phase === "back") return `${phase} ${card}`;
  if (phase === "call" && Number(card)) return `call ${card}`;
  if (card === "J") return "J@1";
  return card === "S" ? `S${hand.find(Number) ?? 1}@1` : card;
}

// -- the hand -----------------------------------------------------------------------------------------

/** @param {Table} t */
export function hand(t) {
  const move = chosen(t);
  const exchanged = move && tool(t) === "S" ? numberChosen(t)?.key : undefined;
  const laid = t.view.phase === "play" && t.staged[0]?.move && Number(t.staged[0].card) ? t.staged[0].key : undefined; // it lies in the row
  /** @type {Map<string, number>} */
  const seen = new Map();
  const cards = t.view.hand.flatMap((card) => {
    const count = (seen.get(card) ?? 0) + 1;
    seen.set(card, count);
    const key = `${card}-${count}`;
    if (key === laid) return [];
    const comes = key === exchanged ? say("help.comes_here", { card: name(t.view.row[(placeChosen(t) ?? 1) - 1]) }) : undefined;
    return [{ key, card, empty: comes, ...looks(t, card, key) }];
  });
  return [{ key: "hand", cards }];
}

/**
 * @param {Table} t
 * @param {string} card
 * @param {string} key
 * @returns {{state: HandCard["state"], name: string}}
 */
function looks(t, card, key) {
  const held = t.view.hand.filter((each) => each === card).length;
  const called = name(card) + (held > 1 ? `, ${say("in_hand", { count: held })}` : "");
  if (!t.mine) return { state: t.staged.some((step) => step.key === key) ? "sel" : "plain", name: called };
  if (t.staged.some((step) => step.key === key)) return { state: "sel", name: called };
  if (t.view.phase === "call") return { state: moveOf(t, card) ? "can" : "plain", name: called };
  if (tool(t) === "S" ? fits(t, card) : can(t, card)) return { state: "can", name: called };
  return { state: "dim", name: `${called}, ${say("cannot")}` };
}

/**
 * Whether a number can go into the place that a Switch was pointed at, or into any if it was not yet.
 * @param {Table} t
 * @param {string} number
 */
function fits(t, number) {
  const place = placeChosen(t);
  return exchanges(t).some((each) => each.number === number && (!place || each.place === place));
}

// -- tapping ------------------------------------------------------------------------------------------

/**
 * @param {Table} t
 * @param {HandCard} of
 */
export function tap(t, of) {
  const { card, key } = of;
  if (t.mine && t.staged.some((step) => step.key === key)) return t.stageAll(withoutCard(t, key));
  if (t.mine && tool(t) === "S") return tapForSwitch(t, card, key);
  if (!t.mine || !can(t, card)) return void t.why(attempt(t, card), key);
  const move = moveOf(t, card);
  if (!move) return takeUp(t, card, key);
  const handing = t.view.phase === "give" || t.view.phase === "back";
  if (t.view.phase === "call" || (settings.atOnce && !handing)) return t.play(move);
  t.stageAll([{ card, key, move }]);
}

/**
 * What stays chosen when a card is put back; without the card that everything is about, nothing.
 * @param {Table} t
 * @param {string} key
 */
function withoutCard(t, key) {
  return t.staged[0].key === key && !t.staged[0].number ? [] : t.staged.filter((step) => step.key !== key);
}

/**
 * A Joker or a Switch is taken up; where only one thing can follow, it is chosen, too.
 * @param {Table} t
 * @param {string} card
 * @param {string} key
 */
function takeUp(t, card, key) {
  const free = places(t);
  if (card === "J" && free.length === 1) t.stageAll([{ card, key }, { place: free[0] }]);
  else t.stageAll([{ card, key }]);
}

/**
 * @param {Table} t
 * @param {string} card
 * @param {string} key
 */
function tapForSwitch(t, card, key) {
  const place = placeChosen(t);
  if (!Number(card)) return t.note(say("help.exchanging"), "H13");
  if (!fits(t, card)) return void t.why(`S${card}@${place ?? 1}`, key);
  t.stageAll([...t.staged.filter((step) => !step.number), { number: card, key }]);
}

/**
 * A card of the row is pointed at, for a Switch.
 * @param {Table} t
 * @param {number} place
 */
export function tapRow(t, place) {
  const number = numberChosen(t)?.number;
  if (placeChosen(t) === place) return t.stageAll(t.staged.filter((step) => !step.place));
  if (!fitsPlace(t, place)) return void t.why(`S${number ?? t.view.hand.find(Number)}@${place}`, `row:${place - 1}`);
  t.stageAll([...t.staged.filter((step) => !step.place), { place }]);
}

/**
 * Whether the card in this place can be exchanged, for the number that was chosen if there is one.
 * @param {Table} t
 * @param {number} place
 */
export function fitsPlace(t, place) {
  const number = numberChosen(t)?.number;
  return exchanges(t).some((each) => each.place === place && (!number || each.number === number));
}

/**
 * A place for the Joker is pointed at.
 * @param {Table} t
 * @param {number} place
 */
export function tapGhost(t, place) {
  if (settings.atOnce || placeChosen(t) === place) return t.play(`J@${place}`);
  t.stageAll([...t.staged.filter((step) => !step.place), { place }]);
}

/** The card that one was given is pointed at. @param {Table} t */
export function tapReceived(t) {
  const card = t.view.received;
  if (card && t.moves.includes(card)) t.play(card);
  else if (card) void t.why(attempt(t, card), "received");
}

/**
 * @param {Table} t
 * @param {HandCard} of
 * @param {string} place
 */
export function drop(t, of, place) {
  const { card, key } = of;
  const [where, number] = place.split(":");
  const at = Number(number);
  if (where === "seat") {
    const move = moveOf(t, card);
    return move ? t.play(move) : void t.why(attempt(t, card), key);
  }
  if (where === "free") return tapGhost(t, at);
  if (where === "card" && tool(t) === "S" && Number(card)) {
    if (exchanges(t).some((each) => each.number === card && each.place === at)) return t.stageAll([...t.staged.filter((step) => step.card), { number: card, key }, { place: at }]);
    return void t.why(`S${card}@${at}`, key);
  }
  if (where === "card" && card === "S" && t.mine && exchanges(t).some((each) => each.place === at)) return t.stageAll([{ card, key }, { place: at }]);
  if (!t.staged.some((step) => step.key === key)) tap(t, of);
}

// -- words and buttons --------------------------------------------------------------------------------

/** @param {Table} t */
export function pill(t) {
  const { view } = t;
  if (view.phase === "over") return say("table.over");
  if (!t.mine) return waiting(t);
  if (view.phase === "call") return say("help.call_now");
  if (view.phase === "give") return say("help.give_now", { name: t.names[view.asker ?? 0] });
  if (view.phase === "back") return say("help.back_now", { name: t.names[view.giver ?? 0], card: one(view.received ?? "") });
  if (stuck(t)) return say(view.helper === null ? "help.stuck_alone" : "help.stuck");
  const kind = tool(t);
  if (kind) return kind === "J" ? jokerPill(t) : switchPill(t);
  if (view.phase === "received") return say("help.play_received", { card: the(view.received ?? "") });
  const card = t.staged[0]?.card;
  if (card === "N") return say("help.would_no");
  if (card === "Z") return say("help.would_zap", { card: the(view.row.at(-1) ?? "") });
  if (card) return say("help.would_lay", { card: the(card) });
  return say(view.row.length ? "help.your_turn" : "help.your_turn_empty", { cards: either([...new Set(view.hand)].filter((card) => can(t, card)).map(the)) });
}

/** Things of which one is chosen: 'a, b or c'. @param {string[]} things */
function either(things) {
  return things.length < 2 ? things.join("") : `${things.slice(0, -1).join(", ")} ${say("help.or")} ${things.at(-1)}`;
}

/** @param {Table} t */
function jokerPill(t) {
  const place = placeChosen(t);
  if (!place) return say("help.joker_where", { count: places(t).length });
  const value = t.view.counts[`J@${place}`]?.[place - 1];
  return say("help.joker_there", { value: value ?? "" });
}

/** @param {Table} t */
function switchPill(t) {
  const [place, number] = [placeChosen(t), numberChosen(t)?.number];
  const taken = place ? the(t.view.row[place - 1]) : "";
  if (!place) return number ? say("help.switch_where", { number }) : say("help.switch_what");
  if (!number) return say("help.switch_which", { taken });
  const after = t.view.counts[`S${number}@${place}`] ?? [];
  const changed = t.view.row.flatMap((card, at) => (card === "J" && at >= place && after[at] !== t.view.values[at] ? [String(after[at])] : []));
  return say("help.switch_does", { number, taken }) + (changed.length ? say("help.switch_jokers", { count: changed.length, values: listed(changed) }) : "");
}

/** @param {Table} t */
function waiting(t) {
  const { view, you } = t;
  const player = view.player;
  if (view.phase === "call") return waitingForCalls(t);
  if (t.you !== null && view.owes.includes(t.you)) return say("table.sending");
  const facts = { asker: t.names[view.asker ?? 0], giver: t.names[view.giver ?? 0] };
  if (view.phase === "give") return say(you === view.asker ? "help.looks_for_you" : "help.looks_for", facts);
  if (view.phase === "back") return say(you === view.giver ? "help.gives_you_back" : "help.gives_back", facts);
  if (view.phase === "received") return say("help.plays_received", facts);
  return player === null ? "" : say("table.turn_of", { name: t.names[player] });
}

/** @param {Table} t */
function waitingForCalls(t) {
  const { view, you } = t;
  const own = view.called[0]?.[1];
  const names = listed(view.owes.filter((seat) => seat !== you).map((seat) => t.names[seat]));
  if (you !== null && view.owes.includes(you)) return say("table.sending");
  return own === undefined ? say("help.others_call", { names, count: view.owes.length }) : say("help.called_waiting", { own, names });
}

/**
 * @param {Table} t
 * @returns {import("../../../table/types.d.ts").Button[]}
 */
export function buttons(t) {
  if (!t.mine || t.view.phase === "call") return [];
  if (stuck(t)) {
    const { helper } = t.view;
    const label = helper === null ? say("help.ask_nobody") : say("help.ask", { name: t.names[helper] });
    return [{ key: "main", main: true, letter: "h", label, press: () => t.play("help") }];
  }
  const received = t.view.phase === "received" ? (t.view.received ?? "") : "";
  const move = chosen(t) ?? (t.moves.includes(received) ? received : null);
  return move ? [{ key: "main", main: true, icon: "u-check", label: inWords(t, move), press: () => t.play(move) }] : [];
}

/**
 * A move as its button says it.
 * @param {Table} t
 * @param {string} move
 */
function inWords(t, move) {
  const { view } = t;
  const [, number, place] = move.match(/^S(\d+)@(\d)$/) ?? [];
  if (number) return [h("span", { class: "wide" }, say("help.do_switch", { number, taken: the(view.row[Number(place) - 1]) })), h("span", { class: "narrow" }, name("S"))];
  if (move.startsWith("J@")) return say("help.do_joker", { value: view.counts[move]?.[Number(move.slice(2)) - 1] ?? "" });
  const card = the(move.split(" ").at(-1) ?? "");
  if (move.startsWith("give ")) return say("help.do_give", { card, name: t.names[view.asker ?? 0] });
  if (move.startsWith("back ")) return say("help.do_back", { card, name: t.names[view.giver ?? 0] });
  return say(move === "Z" ? "help.do_zap" : "help.do_lay", { card });
}

/**
 * The call cannot wait until the sheet of a round has been read.
 * @param {Table} t
 * @returns {import("../../../table/types.d.ts").Button | null}
 */
export function race(t) {
  if (t.view.phase !== "call" || t.you === null || !t.view.owes.includes(t.you)) return null;
  const number = call(t) ?? ""; // none yet while steps of others are still to be shown
  return { key: "call", main: true, label: say("help.call", { number }), press: () => t.play(`call ${number}`) };
}
