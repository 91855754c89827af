// The scores of HELP!: who scored in which round, and how near everybody is to three points.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";
import { avatar } from "../../../table/avatar.js";
import { coins } from "./coins.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").HelpView>} Table
 */

/**
 * @param {Table} t
 * @returns {import("../../../table/types.d.ts").ScoreRow[]}
 */
export function scoreRows(t) {
  return t.results.flatMap((event) => {
    if (event.kind === "round") {
      const cells = event.points.map((/** @type {number} */ points, /** @type {number} */ seat) => ({ text: event.scored.includes(seat) ? "+1" : "–", small: String(points) }));
      return [{ label: say("round", { round: event.round }), cells }];
    }
    return [{ label: say("total"), total: true, cells: event.scores.map((/** @type {number} */ score) => ({ text: String(score) })) }];
  });
}

/** @param {Table} t */
export function finalSummary(t) {
  const end = t.results.findLast((event) => event.kind === "game");
  return end ? standings(t, end.scores, [], end.winners) : null;
}

/**
 * All players with their coins.
 * @param {Table} t
 * @param {number[]} points
 * @param {number[]} scored
 * @param {number[]} [winners]
 */
function standings(t, points, scored, winners = []) {
  return h(
    "ul",
    { class: "help-standing", key: "standing" },
    points.map((count, seat) =>
      h(
        "li",
        { key: seat, class: winners.includes(seat) ? "winner" : undefined },
        avatar(t.names[seat], seat),
        h("b", null, seat === t.you ? say("you_name") : t.names[seat]),
        coins(count, scored.includes(seat)),
        h("span", { class: "help-plus" }, scored.includes(seat) ? "+1" : ""),
      ),
    ),
  );
}
