// The end of a round of 23: what everybody has laid, what they could not get rid of, and how many penalty chips they took.

import { h } from "../../../base/dom.js";
import { joinWithAnd, say } from "../../../base/words.js";
import { backs, laidCards, leftFan } from "../../../table/round_sheet.js";
import { face } from "./cards.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").TwentythreeView>} Table
 * @typedef {import("../../../table/types.d.ts").Line} Line
 * @typedef {import("../../../table/types.d.ts").Snapshot<import("./views.js").TwentythreeView>} Snapshot
 * @typedef {{laid: number[], left: number | null}} Course what a seat laid, and how many cards it left the round with
 */

/**
 * @param {Table} t
 * @param {Line} line
 * @param {any} round its event
 * @param {Snapshot | null} ended
 * @returns {import("../../../table/types.d.ts").RoundSummary}
 */
export function roundSummary(t, line, round, ended) {
  const earlier = t.results.findLast((event) => event.kind === "round" && event.v < line.v);
  /** @type {number[]} */
  const fines = round.fines;
  const gains = fines.map((count, seat) => count - (earlier?.fines[seat] ?? 0));
  const fewest = Math.min(...gains);
  const best = gains.flatMap((gain, seat) => (gain === fewest ? [seat] : []));
  const courses = coursesSince(t, earlier?.v ?? 0, line);
  return {
    why: winnerText(t, best, fewest),
    hint: say("twentythree.round_hint"),
    rule: "T13",
    ruleText: say("twentythree.round_rule"),
    rows: gains.map((_, seat) => seat).sort((a, b) => gains[a] - gains[b]).map((seat) => ({
      seat,
      best: best.includes(seat),
      note: courses[seat].left === null ? say("twentythree.out") : say("twentythree.left"),
      cards: [laidFan(courses[seat].laid), ...leftCards(t, seat, courses[seat], ended)],
      gain: gains[seat] < 0 ? `−${-gains[seat]}` : `+${gains[seat]}`,
      total: say("sheet.total", { total: fines[seat] }),
    })),
  };
}

/**
 * @param {Table} t
 * @param {number[]} best
 * @param {number} count
 */
function winnerText(t, best, count) {
  if (best.length > 1) return say("twentythree.round_shared", { names: joinWithAnd(best.map((seat) => (seat === t.you ? say("you") : t.names[seat]))), count });
  return best[0] === t.you ? say("twentythree.round_yours", { count }) : say("twentythree.round_won", { name: t.names[best[0]], count });
}

/**
 * What each seat did in a round, from the log.
 * @param {Table} t
 * @param {number} since the last step of the round before
 * @param {Line} line
 * @returns {Course[]}
 */
function coursesSince(t, since, line) {
  /** @type {Course[]} */
  const courses = t.info.seats.map(() => ({ laid: [], left: null }));
  const gone = new Set(t.log.flatMap((each) => each.gone ?? []));
  for (const { v, by, m, events } of t.log) {
    if (v <= since || v > line.v || by === null || !m || gone.has(v)) continue;
    const lay = m.match(/^(\d+)(?:x(\d))?/);
    if (lay) courses[by].laid.push(...Array.from({ length: Number(lay[2] ?? 1) }, () => Number(lay[1])));
    if (m === "leave") courses[by].left = events.find((event) => event.kind === "fined")?.count ?? 0;
  }
  return courses;
}

/** @param {number[]} laid */
function laidFan(laid) {
  if (!laid.length) return null;
  return laidCards(laid.map((card, place) => h("span", { class: "card", key: place }, face(String(card)))), say("twentythree.round_laid", { cards: laid.join(", ") }), "laid");
}

/**
 * Your own cards, or the backs of those of others: they stay hidden (T13).
 * @param {Table} t
 * @param {number} seat
 * @param {Course} course
 * @param {Snapshot | null} ended
 */
function leftCards(t, seat, { left }, ended) {
  if (!left) return [];
  const last = ended?.view.gone.length ? ended.view.gone : (ended?.view.hand ?? []);
  const isShown = seat === t.you && last.length === left;
  const name = isShown ? say("twentythree.round_left_yours", { cards: last.join(", ") }) : say("twentythree.round_left", { count: left });
  return [leftFan(isShown ? last.map((card, place) => h("span", { class: "card", key: place }, face(String(card)))) : backs(left), name, left)];
}
