// 'Verify this deal': is the record unchanged, does the secret match the commitment shown before the first card, is the list
// of promises the one that was shown, with our own part in it, and were all hands of all rounds dealt from that?

import { get } from "../base/api.js";
import { fetchDealing } from "../base/games.js";
import { say } from "../base/words.js";
import { note, notedAbout } from "./noted.js";
import { mixNotes, mixProblem, notedProblem } from "./promises.js";
import { Chance, hexToBytes, sha256, streamWords } from "./stream.js";

/**
 * @typedef {import("./verdict.js").Verdict} Verdict
 * @typedef {import("./promises.js").Mix} Mix
 * @typedef {import("../table/types.d.ts").Dealing} Dealing
 */

const STANDS_IN = "; a bot stands in\n"; // the one remark that means something
const SEARCH_RANGE = 6000; // words within which the next deal must begin: what happened in between has used some
const MAX_WORDS = 40_000; // of the stream

/**
 * @param {string} record
 * @param {string} promised the commitment that the table shows
 * @param {{table: string, game: string, players: number, options: Record<string, boolean>, you: number | null, seats: {name: string | null}[]}} info
 * @returns {Promise<Verdict>}
 */
export async function verify(record, promised, info) {
  const mix = mixOf(record);
  const noted = { ...notedAbout(info.table), deal: mix?.deal ?? 0, game: info.game };
  const wrong = (await recordProblem(record, promised, info.table)) || (await promisesProblem(record, mix, info));
  if (wrong) return { ok: false, text: wrong, noted };
  const dealing = await fetchDealing(info.game);
  const deals = await fetchDealtHands(info.table, dealing);
  const stream = await streamWords(recordHeader(record, "Secret"), noncesOf(record), Math.min(MAX_WORDS, 2000 + deals.length * 900), mix);
  let at = 0;
  for (const [number, hands] of deals.entries()) {
    const found = findDeal(stream, at, hands, dealing, info, number + 1);
    if (found === null) return { ok: false, text: say("fair.bad_deal", { round: number + 1 }), noted };
    at = found;
  }
  const renamed = noted.digest !== "" && noted.digest !== (await digestOf(record));
  const seen = say(renamed ? "fair.renamed" : noted.digest ? "fair.same_record" : "fair.unseen");
  return { ok: true, text: say("fair.good", { count: deals.length }), notes: [...mixNotes(mix, info), seen, say("fair.looked")], noted };
}

/**
 * Note the digest of a game whose end we see: if its record is changed later, we notice.
 * @param {string} table
 */
export async function noteDigest(table) {
  if (notedAbout(table).digest) return;
  try {
    const record = await get(`/api/tables/${table}/record`);
    note(table, { digest: await digestOf(record), nameless: await gameDigest(record) });
  } catch {
    // then the record can be checked all the same, only not compared
  }
}

/** What a record says about its digest must be its digest. @param {string} record */
async function digestOf(record) {
  return sha256(new TextEncoder().encode(record.slice(0, digestPlace(record))));
}

/** The digest of all but names and remarks, which may change when a player is forgotten. @param {string} record */
async function gameDigest(record) {
  const lines = record.match(/[^\n]*\n/g) ?? [];
  return sha256(new TextEncoder().encode(lines.filter((line) => line === STANDS_IN || !/^(;|Names: |Digest: )/.test(line)).join("")));
}

/** Where the last line of a record begins. @param {string} record */
function digestPlace(record) {
  return record.lastIndexOf("\nDigest: ") + 1;
}

/**
 * What is wrong with a record, in one sentence; empty if nothing is.
 * @param {string} record
 * @param {string} promised
 * @param {string} table
 */
async function recordProblem(record, promised, table) {
  const noted = notedAbout(table);
  const end = digestPlace(record);
  const digest = await digestOf(record);
  if (end === 0 || record.slice(end).trim() !== `Digest: ${digest}`) return say("fair.bad_digest");
  if (noted.digest && noted.digest !== digest && noted.nameless !== (await gameDigest(record))) return say("fair.bad_record");
  const commitment = await sha256(hexToBytes(recordHeader(record, "Secret")));
  if (commitment !== recordHeader(record, "Commitment") || commitment !== promised) return say("fair.bad_commitment");
  const first = mixOf(record)?.earlier[0]?.commitment ?? commitment;
  return noted.commitment && noted.commitment !== first ? say("fair.bad_commitment") : "";
}

/**
 * What is wrong with the promises of a record, in one sentence; empty if nothing is.
 * @param {string} record
 * @param {Mix | null} mix
 * @param {{table: string, you: number | null, seats: {name: string | null}[]}} info
 */
async function promisesProblem(record, mix, info) {
  for (const deal of mix?.earlier ?? []) {
    if ((await sha256(hexToBytes(deal.secret))) !== deal.commitment) return say("fair.bad_earlier");
  }
  if (mix && noncesOf(record).length !== mix.seats.length) return say("fair.bad_list");
  return (mix && mixProblem(mix, info)) || notedProblem(mix, info);
}

/** How the nonces of a record were promised; null if none were. @param {string} record @returns {Mix | null} */
function mixOf(record) {
  const seats = recordHeader(record, "Promises");
  if (!seats) return null;
  const earlier = JSON.parse(recordHeader(record, "Earlier") || "[]");
  return { deal: Number(recordHeader(record, "Deal")), seats: JSON.parse(seats), earlier, nonces: noncesOf(record), commitment: recordHeader(record, "Commitment") };
}

/** @param {string} record @returns {string[]} */
function noncesOf(record) {
  return JSON.parse(recordHeader(record, "Nonces"));
}

/**
 * @param {string} record
 * @param {string} name
 */
function recordHeader(record, name) {
  return record.slice(0, record.indexOf("\n\n")).match(new RegExp(`^${name}: (.*)$`, "m"))?.[1] ?? "";
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
