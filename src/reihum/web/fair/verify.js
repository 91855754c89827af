// 'Verify this deal': is the record unchanged, does the secret match the commitment shown before the first card, and were
// all hands of all rounds dealt from it?

import { get } from "../base/api.js";
import { fetchDealing } from "../base/games.js";
import { say } from "../base/words.js";
import { Chance, hexToBytes, sha256, streamWords } from "./stream.js";

/**
 * @typedef {{ok: boolean, text: string}} Verdict
 * @typedef {import("../table/types.d.ts").Dealing} Dealing
 */

const SEARCH_RANGE = 6000; // words within which the next deal must begin: what happened in between has used some
const MAX_WORDS = 40_000; // of the stream

/**
 * @param {string} record
 * @param {string} promised the commitment that the table showed before the deal
 * @param {{table: string, game: string, players: number, options: Record<string, boolean>}} info
 * @returns {Promise<Verdict>}
 */
export async function verify(record, promised, info) {
  const wrong = await recordProblem(record, promised);
  if (wrong) return { ok: false, text: wrong };
  const dealing = await fetchDealing(info.game);
  const deals = await fetchDealtHands(info.table, dealing);
  const stream = await streamWords(recordHeader(record, "Secret"), JSON.parse(recordHeader(record, "Nonces")), Math.min(MAX_WORDS, 2000 + deals.length * 900));
  let at = 0;
  for (const [number, hands] of deals.entries()) {
    const found = findDeal(stream, at, hands, dealing, info, number + 1);
    if (found === null) return { ok: false, text: say("fair.bad_deal", { round: number + 1 }) };
    at = found;
  }
  return { ok: true, text: say("fair.good", { count: deals.length }) };
}

/**
 * What is wrong with a record, in one sentence; empty if nothing is.
 * @param {string} record
 * @param {string} promised
 */
async function recordProblem(record, promised) {
  const end = record.lastIndexOf("\nDigest: ") + 1;
  const digest = await sha256(new TextEncoder().encode(record.slice(0, end)));
  if (end === 0 || record.slice(end).trim() !== `Digest: ${digest}`) return say("fair.bad_digest");
  const commitment = await sha256(hexToBytes(recordHeader(record, "Secret")));
  if (commitment !== recordHeader(record, "Commitment") || commitment !== promised) return say("fair.bad_commitment");
  return "";
}

/**
 * @param {string} record
 * @param {string} name
 */
function recordHeader(record, name) {
  return record.match(new RegExp(`^${name}: (.*)$`, "m"))?.[1] ?? "";
}

/**
 * Fetch the hands of every deal of the game.
 * @param {string} table
 * @param {Dealing} dealing
 * @returns {Promise<string[][][]>}
 */
async function fetchDealtHands(table, dealing) {
  /** @type {string[][][]} */
  const deals = [];
  for (let from = 0, total = 0; from <= total; ) {
    const { v, steps } = await get(`/api/tables/${table}/replay?from=${from}`);
    for (const step of steps) {
      if (step.v === 0 || step.events.some((/** @type {any} */ event) => event.kind === "begins")) deals.push(handsOf(step, dealing));
    }
    total = v;
    from += steps.length || 1;
  }
  return deals;
}

/**
 * Every hand at a step.
 * @param {{hands: any[][], view: any}} step
 * @param {Dealing} dealing
 * @returns {string[][]}
 */
function handsOf(step, { hands }) {
  return (hands?.(step) ?? step.hands).map((hand) => hand.map(String));
}

/**
 * The place in the stream after the deal of these hands; null if they were not dealt nearby.
 * @param {Uint32Array} stream
 * @param {number} first
 * @param {string[][]} hands
 * @param {Dealing} dealing
 * @param {{players: number, options: Record<string, boolean>}} info
 * @param {number} round
 */
function findDeal(stream, first, hands, { deal }, { players, options }, round) {
  const wanted = hands.map(sortedHand);
  for (let at = first; at < first + SEARCH_RANGE; at++) {
    const chance = new Chance(stream, at);
    try {
      const dealt = deal(chance, players, { round, options });
      if (dealt.every((hand, seat) => matchesDeal(wanted[seat], sortedHand(hand)))) return chance.at;
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  }
  return null;
}

/** @param {string[]} hand */
function sortedHand(hand) {
  return [...hand].sort();
}

/**
 * Whether a hand is what was dealt, except for a card that the rules have laid at once.
 * @param {string[]} shown
 * @param {string[]} dealt
 */
function matchesDeal(shown, dealt) {
  if (dealt.length - shown.length > 1 || dealt.length < shown.length) return false;
  const left = [...dealt];
  return shown.every((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
