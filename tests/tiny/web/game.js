// Tiny at the table: what lies there, what you can do, flying cards, scores. The server says which moves are allowed.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";
import { pile } from "../../../table/pile.js";
import * as deck from "./cards.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table} Table
 * @typedef {import("../../../table/types.d.ts").HandCard} HandCard
 */

/**
 * @param {Table} t
 * @returns {HandCard[]}
 */
function hand({ view, moves, canMove }) {
  return view.hand.map(String).map((/** @type {string} */ card) => ({ key: card, card, name: card, state: !canMove ? "plain" : moves.includes(card) ? "can" : "dim" }));
}

/**
 * A card is laid at once, or it is said why not.
 * @param {Table} t
 * @param {HandCard} handCard
 */
function tap(t, { card, key }) {
  if (t.moves.includes(card)) t.play(card);
  else t.askWhy(card, key);
}

/** @param {Table} t */
function prompt({ view, canMove, you, names }) {
  if (view.player === null) return say("table.over");
  return canMove ? say("table.your_turn") : view.player === you ? say("table.sending") : say("table.turn_of", { name: names[view.player] });
}

/** @param {number} points */
const badge = (points) => h("span", { class: "badge", key: "points" }, String(points));

/** @param {number[]} scores */
const cells = (scores) => scores.map((score) => ({ text: String(score) }));

/** @type {import("../../../table/types.d.ts").Game} */
export const game = {
  slug: "tiny",
  folder: "tiny",
  ...deck,
  progressText: ({ view }) => ({ wide: say("round", { round: view.round }), narrow: String(view.round) }),
  seatPanel: ({ view }, seat) => ({ caption: say("cards", { count: view.held[seat] }), backs: view.held[seat], badges: [badge(view.totals[seat])] }),
  ownBadges: ({ view, you }) => (you === null ? [] : [badge(view.totals[you])]),
  direction: () => 1,
  middle: (t) => [pile(t, deck, t.view.pile, { by: t.view.top_by })],
  hand: (t) => [{ key: "hand", cards: hand(t) }],
  prompt,
  buttons: (t) => (t.canMove ? [{ key: "pass", letter: "p", label: say("tiny.pass"), disabled: !t.moves.includes("pass"), press: () => tap(t, { card: "pass", key: "pass", name: "", state: "plain" }) }] : []),
  tap,
  drop: (t, card) => tap(t, card),
  canPlayStaged: () => true,
  flights: ({ m, by }, before) => (!m || m === "pass" ? [] : [{ card: m, from: by === before.seat ? `hand:${m}` : `seat:${by}`, to: "pile" }]),
  scoreRows: (t) => t.results.map((event) => (event.kind === "round" ? { label: say("round", event), cells: cells(event.scores) } : { label: say("total"), total: true, cells: cells(event.scores) })),
  exampleCards: ({ pile }, move) => [pile.at(-1), move].map((card) => h("span", { class: "card" }, deck.face(String(card)))),
};
