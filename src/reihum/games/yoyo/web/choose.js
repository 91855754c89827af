// How one chooses in YoYo: a card or a series, the direction of a yellow card, whom to take from, what to pass on.

import { settings } from "../../../base/settings.js";
import { say } from "../../../base/words.js";
import { action, name, number, plain } from "./cards.js";
import { following, goesOn, held, lay, lays, layThem, naming, ways } from "./series.js";

/**
 * @typedef {import("./series.js").Table} Table
 * @typedef {import("../../../table/types.d.ts").HandCard} HandCard
 * @typedef {import("../../../table/types.d.ts").Button} Button
 */

/** @param {Table} t */
export function canPlayStaged(t) {
  if (!t.canMove) return true; // more is on its way
  const [first] = t.staged;
  if (first.slide) return t.moves.includes(`slide ${first.slide}`);
  if (first.take !== undefined) return t.moves.includes(`take ${first.take}`);
  if (first.act) return t.moves.includes(first.act);
  return ways(t, first.card).length > 0;
}

/**
 * The seat whose card is to be taken, once it is chosen or if there is no other.
 * @param {Table} t
 * @returns {number | null}
 */
export function takenFrom(t) {
  const chosen = t.staged.find((step) => step.take !== undefined);
  if (chosen) return chosen.take;
  const takes = t.moves.filter((move) => move.startsWith("take "));
  return takes.length === 1 ? Number(takes[0].slice(5)) : null;
}

/** How many seats a Draw takes from. @param {Table} t */
export const takes = (t) => Math.min(2, t.info.players - 1);

// -- the hand ---------------------------------------------------------------------------------------

/** @param {Table} t */
export function hand(t) {
  const next = new Set(following(t).map(({ key }) => key));
  const fresh = received(t);
  const cards = held(t).map((of) => shown(t, of, next, fresh));
  const drawn = cards.findLastIndex(({ card }) => card === t.view.drawn);
  if (drawn >= 0) cards.push(...cards.splice(drawn, 1).map((card) => ({ ...card, name: `${card.name}, ${say("yoyo.drawn")}`, look: "apart", tag: say("yoyo.drawn"), tagClass: "new" })));
  return [{ key: "hand", cards }];
}

/**
 * @param {Table} t
 * @param {import("./series.js").Held} of
 * @param {Set<string>} next
 * @param {string[]} fresh
 * @returns {HandCard}
 */
function shown(t, of, next, fresh) {
  const state = stateOf(t, of, next);
  const count = t.view.hand.filter((card) => card === of.card).length;
  const isNew = fresh.includes(of.card);
  if (isNew) fresh.splice(fresh.indexOf(of.card), 1); // of two equal cards perhaps only one is new
  const told = [name(of.card), count > 1 && say("in_hand", { count }), isNew && say("yoyo.new"), state === "dim" && say("cannot")];
  return { ...of, state, name: told.filter(Boolean).join(", "), dropText: dropped(t, of), ...(isNew ? { tag: say("yoyo.new"), tagClass: "new" } : {}) };
}

/**
 * What it does to drop a card on its goal, if that is all of the move.
 * @param {Table} t
 * @param {import("./series.js").Held} of
 */
function dropped(t, of) {
  const whole = t.canMove && !t.staged.length && ways(t, of.card).length === 1 && !goesOn(t, of);
  return whole ? say("yoyo.lay", { card: name(of.card) }) : undefined;
}

/**
 * @param {Table} t
 * @param {import("./series.js").Held} of
 * @param {Set<string>} next
 * @returns {HandCard["state"]}
 */
function stateOf(t, { key, card }, next) {
  if (!t.canMove) return "plain";
  if (t.view.phase === "slide") return "can";
  if (next.has(key)) return "can";
  const staged = lays(t).length;
  if (!ways(t, card).length || staged > 1 || t.view.phase === "series") return "dim";
  return staged ? "plain" : "can";
}

/**
 * Cards that came from others since one's last turn.
 * @param {Table} t
 * @returns {string[]}
 */
function received(t) {
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
 * @param {HandCard} of
 */
export function tap(t, of) {
  if (!t.canMove) return void t.askWhy(t.view.phase === "slide" ? `slide ${of.card}` : of.card, of.key);
  if (t.view.phase === "slide") return t.stageAll([{ slide: of.card, key: of.key }]);
  const staged = lays(t).length;
  if (staged && following(t).some(({ key }) => key === of.key)) return t.stage(lay(t, of, staged));
  if (staged > 1 || (staged && !ways(t, of.card).length)) return t.showNote(notNext(t, of.card), "Y15");
  begin(t, of);
}

/**
 * The first card of a lay. Yellow is always staged, so that one reads what it will do.
 * @param {Table} t
 * @param {import("./series.js").Held} of
 */
function begin(t, of) {
  const found = ways(t, of.card);
  if (!found.length) return void t.askWhy(of.card, of.key);
  const last = t.view.hand.length === 1;
  if (settings.atOnce && found.length === 1 && (last || !action(of.card)) && !goesOn(t, of)) return t.play(found[0]);
  t.stageAll([lay(t, of, 0)]);
}

/**
 * @param {Table} t
 * @param {string} card
 */
function notNext(t, card) {
  const next = following(t)[0];
  if (naming(t)) return say("yoyo.name_first");
  return next ? say("yoyo.not_next", { card: plain(card), next: number(next.card) }) : say("yoyo.nothing_next", { card: plain(card) });
}

/**
 * @param {Table} t
 * @param {HandCard} of
 * @param {string} place
 */
export function drop(t, of, place) {
  const found = t.canMove && place === "pile" && !t.staged.length ? ways(t, of.card) : [];
  if (found.length === 1 && !goesOn(t, of)) t.play(found[0]);
  else tap(t, of);
}

/**
 * Name the direction of the staged card; until it is laid, that can be taken back.
 * @param {Table} t
 * @param {import("./series.js").Way} to
 */
export function nameIt(t, to) {
  t.stage({ named: to });
}

/**
 * Draw, keep, stop.
 * @param {Table} t
 * @param {string} act
 */
export function does(t, act) {
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
  if (first?.act) return [main(say(`yoyo.do_${first.act}`), () => t.play(first.act))];
  if (first?.slide) return [main(say("yoyo.pass", { card: plain(first.slide) }), () => t.play(`slide ${first.slide}`))];
  if (lays(t).length) return naming(t) ? [] : [main(layLabel(t), () => layThem(t))];
  return { play: playButtons, series: seriesButtons, drawn: drawnButtons, take: takeButtons, slide: () => [], over: () => [] }[t.view.phase](t);
}

/**
 * @param {string} label
 * @param {() => void} press
 * @returns {Button}
 */
function main(label, press) {
  return { key: "main", main: true, icon: "u-check", label, press };
}

/** @param {Table} t */
function layLabel(t) {
  const cards = lays(t);
  if (cards.length > 1) return say("yoyo.lay_cards", { count: cards.length });
  return say(t.view.phase === "take" ? "yoyo.answer" : "yoyo.lay", { card: plain(cards[0].card) });
}

/** @param {Table} t @returns {Button[]} */
function playButtons(t) {
  const nothing = t.moves.every((move) => move === "draw");
  return [{ key: "draw", main: nothing, letter: "d", label: say("yoyo.do_draw"), press: () => does(t, "draw") }];
}

/** @param {Table} t @returns {Button[]} */
function seriesButtons(t) {
  return [{ ...main(say("yoyo.do_stop"), () => does(t, "stop")), letter: "s" }];
}

/** @param {Table} t @returns {Button[]} */
function drawnButtons(t) {
  const drawn = held(t).findLast(({ card }) => card === t.view.drawn);
  return [
    { key: "keep", letter: "k", label: say("yoyo.do_keep"), press: () => does(t, "keep") },
    ...(drawn ? [{ ...main(say("yoyo.lay_it"), () => begin(t, drawn)), letter: "l" }] : []),
  ];
}

/** @param {Table} t @returns {Button[]} */
function takeButtons(t) {
  const from = takenFrom(t);
  if (from === null) return [];
  const facts = { name: t.names[from], at: t.view.taking.length + 1, all: takes(t) };
  return [{ ...main(say(takes(t) > 1 ? "yoyo.take_of" : "yoyo.take", facts), () => t.play(`take ${from}`)), letter: "t" }];
}
