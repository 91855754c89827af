// The end of a round of HELP!: the row that nobody could continue, who asked whom, and who scores a point.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";
import { laidCards } from "../../../table/round_sheet.js";
import { face, name } from "./cards.js";
import { coins } from "./coins.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").HelpView>} Table
 * @typedef {import("../../../table/types.d.ts").Line} Line
 * @typedef {import("../../../table/types.d.ts").Snapshot<import("./views.js").HelpView>} Snapshot
 */

/**
 * @param {Table} t
 * @param {Line} line
 * @param {any} round its event
 * @param {Snapshot | null} ended
 * @returns {import("../../../table/types.d.ts").RoundSummary}
 */
export function roundSummary(t, line, round, ended) {
  const asked = line.events.find((event) => event.kind === "asked");
  /** @type {number[]} */
  const points = round.points;
  /** @type {number[]} */
  const scored = round.scored;
  const noOne = asked?.giver === null || asked?.giver === undefined;
  const order = points.map((_, seat) => seat).sort((a, b) => Number(scored.includes(b)) - Number(scored.includes(a)) || points[b] - points[a]);
  return {
    why: whyText(t, asked?.seat ?? line.by, noOne ? null : asked.giver),
    above: ended && lastRow(ended.view),
    rule: noOne ? "H20" : "H19",
    ruleText: say(noOne ? "help.round_rule_alone" : "help.round_rule"),
    rows: order.map((seat) => ({
      seat,
      best: scored.includes(seat),
      note: noteOf(seat, asked),
      cards: [...ownCards(t, seat, ended), coins(points[seat], scored.includes(seat))],
      gain: scored.includes(seat) ? "+1" : "0",
      total: say("help.points", { count: points[seat] }),
    })),
  };
}

/**
 * @param {Table} t
 * @param {number} asker
 * @param {number | null} giver
 */
function whyText(t, asker, giver) {
  if (giver === null) return asker === t.you ? say("help.round_alone_you") : say("help.round_alone", { name: t.names[asker] });
  if (asker === t.you) return say("help.round_you_asked", { name: t.names[giver] });
  return giver === t.you ? say("help.round_asked_you", { name: t.names[asker] }) : say("help.round_asked", { name: t.names[asker], other: t.names[giver] });
}

/**
 * @param {number} seat
 * @param {any} asked
 */
function noteOf(seat, asked) {
  if (seat === asked?.seat) return say("help.round_asker");
  return seat === asked?.giver ? say("help.round_giver") : undefined;
}

/** The row at the end. @param {import("./views.js").HelpView} view */
function lastRow(view) {
  if (!view.row.length) return null;
  const cards = view.row.map((card, place) => h("span", { class: "card", key: place }, face(card, card === "J" ? String(view.values[place]) : undefined)));
  return h("div", { class: "round-above", key: "above" }, h("b", null, say("help.row")), laidCards(cards, view.row.map(name).join(", "), "row"));
}

/**
 * Your own cards when the round ended; nobody shows theirs.
 * @param {Table} t
 * @param {number} seat
 * @param {Snapshot | null} ended
 */
function ownCards(t, seat, ended) {
  if (seat !== t.you || !ended?.view.hand.length) return [];
  return [h("span", { class: "round-own", key: "own", role: "img", "aria-label": ended.view.hand.map(name).join(", ") }, ended.view.hand.map((card, place) => h("span", { class: "card", key: place }, face(card))))];
}
