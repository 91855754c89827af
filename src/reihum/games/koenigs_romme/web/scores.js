// The score sheet of Königs-Rommé: eleven rounds, with a crown for whoever went out; in the solo game, the finished hands.

import { h } from "../../../base/dom.js";
import { icon } from "../../../base/symbols.js";
import { say } from "../../../base/words.js";
import { pluralName } from "./cards.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").KoenigsRommeView>} Table
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").KoenigsRommeSoloView>} Alone
 * @typedef {import("../../../table/types.d.ts").ScoreRow} ScoreRow
 */

/** The wild values of the rounds, and of the hands of the solo game. */
export const WILDS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/**
 * @param {Table} t
 * @returns {ScoreRow[]}
 */
export function scoreRows(t) {
  let since = 0;
  const scored = t.results.filter((event) => event.kind === "round").map((event) => {
    const out = outSeat(t, since, event);
    since = event.v;
    return {
      label: say("koenigs_romme.row", { round: event.round, all: pluralName(WILDS[event.round - 1]) }),
      cells: event.scores.map((/** @type {number} */ score, /** @type {number} */ seat) => ({
        text: String(score),
        small: String(event.totals[seat]),
        mark: seat === out ? icon("i-crown", say("koenigs_romme.went_out")) : undefined,
      })),
    };
  });
  const totals = t.results.findLast((event) => event.kind === "round")?.totals ?? [];
  return scored.length ? [...scored, { label: say("total"), total: true, cells: totals.map((/** @type {number} */ total) => ({ text: String(total) })) }] : [];
}

/**
 * Who went out in a round, from the log, or if the log does not reach back so far, from a single zero.
 * @param {Table} t
 * @param {number} since the last step of the round before
 * @param {any} round
 * @returns {number | null}
 */
export function outSeat(t, since, round) {
  const lines = t.log.filter((line) => line.v > since && line.v <= round.v);
  const goingOut = lines.flatMap((line) => line.events).findLast((event) => event.kind === "out");
  if (goingOut) return goingOut.seat;
  const zeros = round.scores.flatMap((/** @type {number} */ score, /** @type {number} */ seat) => (score === 0 ? [seat] : []));
  return zeros.length === 1 ? zeros[0] : null;
}

/** How to read the score sheet. @param {Table} _t */
export function finalSummary(_t) {
  return h("p", { class: "quiet" }, say("koenigs_romme.sheet"));
}

/**
 * @param {Alone} t
 * @returns {ScoreRow[]}
 */
export function soloScoreRows(t) {
  const done = t.view.finished.filter(Boolean).length;
  return [{ label: say("koenigs_romme.hands_finished"), total: true, cells: [{ text: say("koenigs_romme.of_eleven", { count: done }) }] }];
}
