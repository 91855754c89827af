// The best lay-downs of hands. The server finds them; each is asked for once and kept, so that a hand that was among
// the answers before (one card thrown away) is grouped at once.

import { post } from "../../../base/api.js";

/**
 * @typedef {{points: number, left: string[], laid: string[][], stands_for: string[][]}} Best
 * @typedef {Best & {without?: Record<string, Best>}} Laydown
 */

const KEPT = 400; // answers
const PATIENCE = 5000; // milliseconds until a question without an answer is asked again

/** @type {Map<string, Laydown>} */
const known = new Map();
/** When each question was asked. @type {Map<string, number>} */
const asked = new Map();

/**
 * The best lay-down of a hand; null until it is known, and then the table is drawn again.
 * @param {{redraw: () => void}} t
 * @param {string[]} cards
 * @param {string} wild
 * @param {boolean} [each] also without each of its cards
 * @param {number} [soonest] milliseconds: a card is still on its way into the hand
 * @returns {Laydown | null}
 */
export function laydown(t, cards, wild, each = false, soonest = 0) {
  const question = written(cards, wild);
  const found = known.get(question);
  if (!found || (each && !found.without)) void ask(t, question, { cards, wild, each }, soonest);
  return found ?? null;
}

/**
 * One text for one hand, however it is sorted.
 * @param {string[]} cards
 * @param {string} wild
 */
function written(cards, wild) {
  return `${wild}: ${[...cards].sort().join(" ")}`;
}

/**
 * @param {{redraw: () => void}} t
 * @param {string} question
 * @param {{cards: string[], wild: string, each: boolean}} body
 * @param {number} soonest
 */
async function ask(t, question, body, soonest) {
  const now = Date.now();
  const { cards, wild } = body;
  const name = `${question} ${body.each}`;
  if (now - (asked.get(name) ?? -Infinity) < PATIENCE) return;
  asked.set(name, now);
  try {
    const landed = new Promise((done) => setTimeout(done, soonest));
    const [answer] = /** @type {[Laydown, unknown]} */ (await Promise.all([post("/api/laydown", body), landed]));
    for (const [card, best] of Object.entries(answer.without ?? {})) keep(written(minus(cards, card), wild), best);
    keep(question, answer);
    t.redraw();
  } catch {
    return; // not answered: the hand is shown as it is, and asked for again later
  }
  asked.delete(name);
}

/**
 * @param {string} question
 * @param {Laydown} answer
 */
function keep(question, answer) {
  if (known.get(question)?.without && !answer.without) return;
  known.delete(question);
  known.set(question, answer);
  const oldest = known.keys().next().value;
  if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
}

/**
 * Cards without one of them.
 * @param {string[]} cards
 * @param {string} card
 */
export function minus(cards, card) {
  const at = cards.indexOf(card);
  return at < 0 ? cards : cards.toSpliced(at, 1);
}
