// The end of a round of Königs-Rommé: what everybody has laid, and what the cards left over cost.

import { say } from "../../../base/words.js";
import { laidCards, leftCard } from "../../../table/round_sheet.js";
import { JOKER, lookOf, name, valueOf } from "./cards.js";
import { smallCard } from "./laid.js";
import { outSeat, WILDS } from "./scores.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").KoenigsRommeView>} Table
 * @typedef {import("../../../table/types.d.ts").Line} Line
 */

const COURT = /** @type {Record<string, number>} */ ({ J: 11, Q: 12, K: 13 }); // K15
const WILD = 20;
const JOKER_POINTS = 50;

/**
 * What a card costs that stays in hand (K15).
 * @param {string} card
 * @param {string} wild
 */
function pointsOf(card, wild) {
  if (card === JOKER) return JOKER_POINTS;
  return lookOf(card, wild) ? WILD : (COURT[valueOf(card)] ?? Number(valueOf(card)));
}

/**
 * @param {Table} t
 * @param {Line} line
 * @param {any} round its event
 * @returns {import("../../../table/types.d.ts").RoundSummary}
 */
export function roundSummary(t, line, round) {
  const since = t.results.findLast((event) => event.kind === "round" && event.v < line.v)?.v ?? 0;
  const out = outSeat(t, since, { ...round, v: line.v });
  const wild = WILDS[round.round - 1];
  const laid = laidSince(t, since, line);
  /** @type {number[]} */
  const scores = round.scores;
  const order = scores.map((_, seat) => seat).sort((a, b) => scores[a] - scores[b] || (a === out ? -1 : b === out ? 1 : 0));
  return {
    why: out === null ? say("sheet.fewest") : out === t.you ? say("koenigs_romme.you_went_out") : say("koenigs_romme.name_went_out", { name: t.names[out] }),
    hint: say("koenigs_romme.round_hint"),
    rule: "K15",
    ruleText: say("koenigs_romme.round_rule"),
    rows: order.map((seat) => ({
      seat,
      best: seat === out,
      note: seat === out ? say("koenigs_romme.went_out") : undefined,
      cards: [
        ...(laid.get(seat) ?? []).map((group, number) => laidCards(group.map((card, place) => smallCard(card, wild, place)), `${say("koenigs_romme.laid")}: ${group.map(name).join(", ")}`, `laid-${number}`)),
        ...round.hands[seat].map((/** @type {string} */ card, /** @type {number} */ place) => leftCard(smallCard(card, wild, "card"), name(card), pointsOf(card, wild), `left-${place}`)),
      ],
      gain: scores[seat] ? `+${scores[seat]}` : "0",
      total: say("sheet.total", { total: round.totals[seat] }),
    })),
  };
}

/**
 * The combinations that each seat has laid in a round.
 * @param {Table} t
 * @param {number} since the last step of the round before
 * @param {Line} line
 * @returns {Map<number, string[][]>}
 */
function laidSince(t, since, line) {
  const events = t.log.filter((each) => each.v > since && each.v <= line.v).flatMap((each) => each.events);
  return new Map(events.filter((event) => event.kind === "out" || event.kind === "laid").map((event) => [event.seat, event.laid]));
}
