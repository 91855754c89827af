// The end of a game of YoYo: who went out, and how many cards the others still held.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";
import { backs, laidCards, leftCard, leftFan } from "../../../table/round_sheet.js";
import { face, name } from "./cards.js";
import { withSign } from "./scores.js";

/**
 * @typedef {import("./series.js").Table} Table
 * @typedef {import("../../../table/types.d.ts").Line} Line
 * @typedef {import("../../../table/types.d.ts").Snapshot<import("./views.js").YoyoView>} Snapshot
 */

/**
 * @param {Table} t
 * @param {Line} line
 * @param {any} round its event
 * @param {Snapshot | null} ended
 * @returns {import("../../../table/types.d.ts").RoundSummary}
 */
export function roundSummary(t, line, round, ended) {
  const out = line.events.find((event) => event.kind === "out") ?? null;
  /** @type {number[]} */
  const scores = round.scores;
  return {
    why: out === null ? say("yoyo.round_used_up") : say(`yoyo.round_${out.seat === t.you ? "you_" : ""}${out.how}`, { name: t.names[out.seat] }),
    rule: out === null ? "Y25" : "Y24",
    ruleText: say(out === null ? "yoyo.round_rule_used_up" : "yoyo.round_rule"),
    rows: scores.map((_, seat) => seat).sort((a, b) => scores[b] - scores[a]).map((seat) => ({
      seat,
      best: seat === out?.seat,
      note: seat === out?.seat ? say("yoyo.round_out") : undefined,
      cards: seat === out?.seat ? lastCard(line) : leftCards(t, seat, -scores[seat], ended),
      gain: withSign(scores[seat]),
      total: say("sheet.total", { total: withSign(round.points[seat]) }),
    })),
  };
}

/** The card with which somebody went out. @param {Line} line */
function lastCard(line) {
  const card = line.m?.match(/^[bry]\d+/)?.[0];
  return card ? [laidCards([h("span", { class: "card", key: "card" }, face(card))], name(card), "laid")] : [];
}

/**
 * Your own cards, or the backs of those of others: nobody shows them.
 * @param {Table} t
 * @param {number} seat
 * @param {number} count
 * @param {Snapshot | null} ended
 */
function leftCards(t, seat, count, ended) {
  const hand = seat === t.you ? (ended?.view.hand ?? []) : [];
  if (hand.length === count) return hand.map((card, place) => leftCard(h("span", { class: "card", key: "card" }, face(card)), name(card), "−1", `left-${place}`));
  return count > 0 ? [leftFan(backs(count), say("yoyo.round_left", { count }), `−${count}`)] : [];
}
