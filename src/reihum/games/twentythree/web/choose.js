// How one chooses in 23: a card, how many of it, how many bonus chips; or pass, force, leave; before a round, what to
// put away. Which of it is allowed, and what it costs, the server has said.

import { h } from "../../../base/dom.js";
import { settings } from "../../../base/settings.js";
import { joinWithAnd, say } from "../../../base/words.js";
import { chip } from "./chips.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").TwentythreeView>} Table
 * @typedef {import("../../../table/types.d.ts").HandCard} HandCard
 * @typedef {{move: string, card: string, count: number, chips: number, cost: number}} Way a way to lay a card
 * @typedef {Way & {among: Way[]}} Chosen one of them; all are still shown while it is on its way
 */

export const AWAY = 3; // places of the tray
const ACTS = /** @type {const} */ (["pass", "force", "leave"]);
const SEVERAL = /** @type {Record<number, string>} */ ({ 1: "one", 2: "two", 3: "three" });
const LETTERS = { pass: "p", force: "f", leave: "l" };

/**
 * All ways to lay a card, cheap and simple ones first.
 * @param {Table} t
 * @param {string} card
 * @returns {Way[]}
 */
export function ways(t, card) {
  const found = t.moves.flatMap((move) => {
    const parts = move.match(/^(\d+)(?:x(\d))?(?:\+(\d))?$/);
    if (!parts || parts[1] !== card) return [];
    return [{ move, card, count: Number(parts[2] ?? 1), chips: Number(parts[3] ?? 0), cost: t.view.costs[move] ?? 0 }];
  });
  return found.sort((a, b) => a.chips - b.chips || b.count - a.count);
}

/**
 * The lay that is staged.
 * @param {Table} t
 * @returns {Chosen | null}
 */
export function chosen(t) {
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
    return [{ key: `${card}-${count}`, card, ...looks(t, card) }];
  });
  return [{ key: "hand", cards }];
}

/**
 * Cards that are staged, and so no longer in the hand.
 * @param {Table} t
 * @returns {string[]}
 */
function stagedCards(t) {
  const way = chosen(t);
  return way ? Array(way.count).fill(way.card) : t.staged.flatMap((step) => (step.put ? [step.card] : []));
}

/**
 * @param {Table} t
 * @param {string} card
 * @returns {{state: HandCard["state"], name: string, tag?: any, tagClass?: string}}
 */
function looks(t, card) {
  const held = t.view.hand.filter((number) => String(number) === card).length;
  const inHand = held > 1 ? `, ${say("in_hand", { count: held })}` : "";
  if (!t.canMove) return { state: "plain", name: card + inHand };
  if (t.view.phase === "put") {
    if (!canPut(t, card)) return { state: "dim", name: `${card}${inHand}, ${say("twentythree.stays")}`, tag: say("twentythree.stays") };
    return { state: left(t) > 0 ? "can" : "plain", name: card + inHand };
  }
  const [way] = ways(t, card);
  if (!way) return { state: "dim", name: `${card}${inHand}, ${say("cannot")}` };
  const price = way.chips ? say("twentythree.needs", { count: way.chips }) : way.cost ? say("twentythree.fine", { count: way.cost }) : say("twentythree.free");
  const tag = way.chips ? chip("bonus", way.chips) : way.cost ? chip("fine", way.cost) : say("twentythree.free");
  const shown = settings.prices ? { tag, tagClass: !way.chips && !way.cost ? "good" : "" } : {};
  return { state: way.cost || way.chips ? "plain" : "can", name: `${card}${inHand}, ${price}`, ...shown };
}

/** @param {Table} t */
function left(t) {
  return AWAY - t.view.away.length - t.staged.length;
}

/**
 * Whether a card may be put away: the server names the lowest that may be the next.
 * @param {Table} t
 * @param {string} card
 */
function canPut(t, card) {
  const lowest = Math.min(...t.moves.filter((move) => move.startsWith("put ")).map((move) => Number(move.slice(4))));
  return Number(card) >= lowest;
}

// -- tapping ----------------------------------------------------------------------------------------

/**
 * @param {Table} t
 * @param {HandCard} of
 */
export function tap(t, of) {
  const { card, key } = of;
  if (t.view.phase === "put") return tapPut(t, card, key);
  const found = t.canMove ? ways(t, card) : [];
  if (!found.length) return void t.askWhy(card, key);
  if (found.length === 1 && settings.atOnce) return t.play(found[0].move);
  t.stageAll([{ ...found[0], among: found }]);
}

/**
 * @param {Table} t
 * @param {string} card
 * @param {string} key
 */
function tapPut(t, card, key) {
  if (!t.canMove || !canPut(t, card)) return void t.askWhy(`put ${card}`, key);
  if (left(t) > 0) t.stage({ put: true, card });
  else t.showNote(say("twentythree.put_full"), "T4");
}

/**
 * @param {Table} t
 * @param {HandCard} of
 * @param {string} place
 */
export function drop(t, of, place) {
  const found = t.canMove && place === "pile" ? ways(t, of.card) : [];
  if (found.length === 1) t.play(found[0].move);
  else tap(t, of);
}

// -- words and buttons ------------------------------------------------------------------------------

/** @param {Table} t */
export function prompt(t) {
  const { view, you } = t;
  if (view.phase === "over") return say("table.over");
  if (!t.canMove) return waiting(t);
  if (view.phase === "put") return putting(t);
  const [first] = t.staged;
  if (first?.act) return say(`twentythree.will_${first.act}`, { count: view.costs[first.act] ?? 0, next: t.names[nextIn(t, you ?? 0)] });
  const way = chosen(t);
  if (way) return priced(t, way);
  if (view.forced) return say("twentythree.you_forced");
  const fits = t.moves.some((move) => /^\d/.test(move));
  return say(fits ? "twentythree.your_turn" : "twentythree.nothing_fits", { top: view.pile.at(-1) ?? "" });
}

/** How far one is with putting away. @param {Table} t */
function putting(t) {
  const missing = left(t);
  if (!t.staged.length) return say("twentythree.put", { count: missing });
  if (missing) return say("twentythree.put_also", { count: missing });
  const cards = inTray(t);
  return say("twentythree.put_does", { cards: joinWithAnd(cards), count: cards.length });
}

/** The cards chosen to be put away, in the order in which they are named. @param {Table} t @returns {string[]} */
function inTray(t) {
  return t.staged.map((step) => step.card).sort((a, b) => Number(a) - Number(b));
}

/** @param {Table} t */
function waiting(t) {
  const { view } = t;
  if (t.you !== null && view.owes.includes(t.you)) return say("table.sending");
  if (view.phase === "put") return say("twentythree.others_put");
  const player = view.player;
  if (player === null) return "";
  return say(view.forced ? "twentythree.must" : "table.turn_of", { name: t.names[player] });
}

/**
 * What a lay would do.
 * @param {Table} t
 * @param {Way} way
 */
function priced(t, way) {
  const facts = { card: way.card, top: t.view.pile.at(-1) ?? "", chips: way.chips, cost: way.cost };
  return [say(`twentythree.${SEVERAL[way.count]}_on`, facts), way.chips ? say("twentythree.with_chips", facts) : "", way.cost ? say("twentythree.at_cost", facts) : say("twentythree.at_no_cost")].join("");
}

/**
 * The next seat that is still in the round.
 * @param {Table} t
 * @param {number} seat
 */
function nextIn(t, seat) {
  const { status } = t.view;
  for (let step = 1; step < status.length; step++) {
    const next = (seat + step) % status.length;
    if (status[next] === "in") return next;
  }
  return seat;
}

/**
 * @param {Table} t
 * @returns {import("../../../table/types.d.ts").Button[]}
 */
export function buttons(t) {
  if (!t.canMove) return [];
  if (t.view.phase === "put") return putButtons(t);
  const way = chosen(t);
  if (way) {
    const label = say(`twentythree.lay_${SEVERAL[way.count]}`, { card: way.card });
    return [{ key: "main", main: true, icon: "u-check", label, press: () => t.play(way.move) }];
  }
  return ACTS.map((act) => actButton(t, act));
}

/**
 * To pass, to force or to leave: chosen with a first tap, done with a second one at the same place.
 * @param {Table} t
 * @param {typeof ACTS[number]} act
 * @returns {import("../../../table/types.d.ts").Button}
 */
function actButton(t, act) {
  const can = t.moves.includes(act);
  const chosen = t.staged[0]?.act === act;
  const count = t.view.costs[act];
  const price = `${say(`twentythree.${act}`)}${count === undefined ? "" : ` +${count}`}`;
  const asks = say(`twentythree.do_${act}`, { count: count ?? 0 });
  return {
    key: act,
    main: chosen || undefined,
    label: chosen ? [h("span", { class: "wide" }, asks), h("span", { class: "narrow" }, `${price}?`)] : price,
    letter: LETTERS[act],
    disabled: !can,
    press: () => (!can ? void t.askWhy(act) : chosen ? t.play(act) : t.stageAll([{ act }])),
  };
}

/**
 * @param {Table} t
 * @returns {import("../../../table/types.d.ts").Button[]}
 */
function putButtons(t) {
  const cards = inTray(t);
  const missing = left(t);
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
