// The best lay-downs of hands, as the server finds them. Each is fetched once and kept. An answer includes the hand without
// each of its cards, so after a discard the hand is grouped at once.

import { post } from "../../../base/api.js";

/**
 * @typedef {{points: number, left: string[], laid: string[][], stands_for: string[][]}} Best
 * @typedef {Best & {without?: Record<string, Best>}} Laydown
 */

const MAX_ANSWERS = 400;
const ASK_AGAIN_AFTER = 5000; // milliseconds without an answer

/** @type {Map<string, Laydown>} */
const answers = new Map();
/** When each question was asked. @type {Map<string, number>} */
const askedAt = new Map();

/**
 * The best lay-down of a hand; null until it is known, and then the table is redrawn.
 * @param {{redraw: () => void}} t
 * @param {string[]} cards
 * @param {string} wild
 * @param {boolean} [each] also without each of its cards
 * @param {number} [soonest] milliseconds to wait while a card is still flying into the hand
 * @returns {Laydown | null}
 */
export function cachedLaydown(t, cards, wild, each = false, soonest = 0) {
  const question = questionText(cards, wild);
  const found = answers.get(question);
  if (!found || (each && !found.without)) void fetchLaydown(t, question, { cards, wild, each }, soonest);
  return found ?? null;
}

/**
 * The same text for the same hand, however it is sorted.
 * @param {string[]} cards
 * @param {string} wild
 */
function questionText(cards, wild) {
  return `${wild}: ${[...cards].sort().join(" ")}`;
}

/**
 * @param {{redraw: () => void}} t
 * @param {string} question
 * @param {{cards: string[], wild: string, each: boolean}} body
 * @param {number} soonest
 */
async function fetchLaydown(t, question, body, soonest) {
  const now = Date.now();
  const { cards, wild } = body;
  const name = `${question} ${body.each}`;
  if (now - (askedAt.get(name) ?? -Infinity) < ASK_AGAIN_AFTER) return;
  askedAt.set(name, now);
  try {
    const landed = new Promise((done) => setTimeout(done, soonest));
    const [answer] = /** @type {[Laydown, unknown]} */ (await Promise.all([post("/api/laydown", body), landed]));
    for (const [card, best] of Object.entries(answer.without ?? {})) store(questionText(without(cards, card), wild), best);
    store(question, answer);
    t.redraw();
  } catch {
    return; // no answer: the hand is shown as it is, and we ask again later
  }
  askedAt.delete(name);
}

/**
 * @param {string} question
 * @param {Laydown} answer
 */
function store(question, answer) {
  if (answers.get(question)?.without && !answer.without) return;
  answers.delete(question);
  answers.set(question, answer);
  const oldest = answers.keys().next().value;
  if (answers.size > MAX_ANSWERS && oldest !== undefined) answers.delete(oldest);
}

/**
 * Cards without one of them.
 * @param {string[]} cards
 * @param {string} card
 */
export function without(cards, card) {
  const at = cards.indexOf(card);
  return at < 0 ? cards : cards.toSpliced(at, 1);
}
