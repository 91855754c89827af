// The promises in a record: was every nonce the one that was promised, had no bot one, and is the list the one that we saw?

import { joinWithAnd, say } from "../base/words.js";
import { notedAbout } from "./noted.js";
import { promiseOf } from "./own_part.js";

/**
 * @typedef {{promise?: string, nonce?: string, bot?: boolean}} Part
 * @typedef {{commitment: string, secret: string, seats: Part[], nonces: string[], missing: number[]}} EarlierDeal
 * @typedef {{deal: number, seats: Part[], earlier: EarlierDeal[], nonces: string[], commitment: string}} Mix
 * @typedef {{table: string, you: number | null, seats: {name: string | null}[]}} TableInfo
 */

export const MOST_DEALS = 5;

/**
 * What is wrong with the promises of a record, in one sentence; empty if nothing is.
 * @param {Mix} mix
 * @param {TableInfo} info
 */
export function mixProblem(mix, info) {
  if (mix.deal !== mix.earlier.length + 1 || mix.deal > MOST_DEALS) return say("fair.bad_earlier");
  /** @type {number[]} */
  const silent = [];
  for (const deal of mix.earlier) {
    const isFounded = deal.missing.length > 0 && deal.missing.every((seat) => deal.seats[seat]?.promise);
    if (!isFounded || listProblem(deal.seats, deal.nonces, deal.missing, silent, info)) return say("fair.bad_earlier");
    silent.push(...deal.missing);
  }
  const missing = mix.deal === MOST_DEALS ? unanswered(mix) : [];
  return listProblem(mix.seats, mix.nonces, missing, silent, info);
}

/**
 * @param {Part[]} seats
 * @param {string[]} nonces
 * @param {number[]} missing
 * @param {number[]} silent
 * @param {TableInfo} info
 */
function listProblem(seats, nonces, missing, silent, info) {
  if (seats.length !== nonces.length) return say("fair.bad_list");
  for (const [seat, part] of seats.entries()) {
    if (part.bot && nonces[seat]) return say("fair.bad_bot");
    if (silent.includes(seat) && Object.keys(part).length) return say("fair.bad_earlier");
    if (missing.includes(seat) && !nonces[seat]) continue;
    const isRight = part.promise ? promiseOf(nonces[seat]) === part.promise : nonces[seat] === (part.nonce ?? "");
    if (!isRight) return say("fair.bad_nonce", { name: nameOf(info, seat) });
  }
  return "";
}

/** The seats whose promised nonces are not there. @param {Mix} mix */
function unanswered(mix) {
  return mix.seats.flatMap((part, seat) => (part.promise && !mix.nonces[seat] ? [seat] : []));
}

/**
 * What does not fit what this browser noted, in one sentence; empty if everything does.
 * @param {Mix | null} mix
 * @param {TableInfo} info
 */
export function notedProblem(mix, info) {
  const { lists, answered, nonces } = notedAbout(info.table);
  const shown = Object.values(lists);
  if (!mix) return shown.length ? say("fair.bad_list") : "";
  for (const list of shown) {
    const found = list.deal === mix.deal ? mix : mix.earlier[list.deal - 1];
    if (!found || !sameParts(found.seats, list.seats) || found.commitment !== list.commitment) return say("fair.bad_list");
  }
  if (answered.length && !lists[mix.deal]) return say("fair.bad_unshown", { deal: mix.deal });
  if (answered.includes(mix.deal) && !mix.nonces.includes(nonces[mix.deal])) return say("fair.bad_part");
  return "";
}

/**
 * Whether two lists say the same.
 * @param {Part[]} one
 * @param {Part[]} other
 */
function sameParts(one, other) {
  /** @param {Part} part */
  const text = ({ promise, nonce, bot }) => JSON.stringify([promise ?? "", nonce ?? "", bot ?? false]);
  return one.map(text).join() === other.map(text).join();
}

/**
 * What a true record shows about the mix, and what not.
 * @param {Mix | null} mix
 * @param {TableInfo} info
 */
export function mixNotes(mix, info) {
  if (!mix) return [say("fair.openly")];
  const { lists, answered } = notedAbout(info.table);
  const notes = mix.earlier.map((deal) => mixedAgainText(deal.missing, info));
  for (const seat of unanswered(mix)) notes.push(say("fair.unanswered", { name: nameOf(info, seat) }));
  if (answered.includes(mix.deal)) notes.push(say("fair.own_part"));
  else if (info.you !== null) notes.push(say(mix.seats[info.you]?.promise ? "fair.not_ours" : "fair.no_part"));
  notes.push(say(lists[mix.deal] ? "fair.same_list" : "fair.no_list"));
  return notes;
}

/**
 * Why the cards were mixed again.
 * @param {number[]} missing
 * @param {TableInfo} info
 */
export function mixedAgainText(missing, info) {
  const isYou = info.you !== null && missing.includes(info.you);
  if (isYou && missing.length === 1) return say("fair.mixed_again_you");
  const names = missing.filter((seat) => seat !== info.you).map((seat) => nameOf(info, seat));
  const key = isYou ? "fair.mixed_again_more_you" : missing.length === 1 ? "fair.mixed_again" : "fair.mixed_again_more";
  return say(key, { names: joinWithAnd(isYou ? [...names, say("you")] : names) });
}

/**
 * @param {TableInfo} info
 * @param {number} seat
 */
function nameOf(info, seat) {
  return info.seats[seat]?.name ?? say("seat.number", { number: seat + 1 });
}
