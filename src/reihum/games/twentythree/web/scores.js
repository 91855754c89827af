// The score sheet of 23: the penalty chips of each round, then what bonus chips take away.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";
import { avatar } from "../../../table/avatar.js";
import { chip } from "./chips.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").TwentythreeView>} Table
 */

/**
 * @param {Table} t
 * @returns {import("../../../table/types.d.ts").ScoreRow[]}
 */
export function scoreRows(t) {
  let before = t.info.seats.map(() => 0);
  return t.results.flatMap((event) => {
    if (event.kind === "round") {
      const cells = event.fines.map((/** @type {number} */ fines, /** @type {number} */ seat) => ({ text: withSign(fines - before[seat]), small: String(fines) }));
      before = event.fines;
      return [{ label: say("round", { round: event.round }), cells }];
    }
    if (event.kind === "exchanged") {
      const off = (/** @type {number} */ chips, /** @type {number} */ seat) => Math.min(2 * chips, event.fines[seat]);
      const cells = event.chips.map((/** @type {number} */ chips, /** @type {number} */ seat) => ({ text: off(chips, seat) ? `−${off(chips, seat)}` : "0", small: chips ? say("twentythree.bonus", { count: chips }) : "" }));
      return [{ label: say("twentythree.exchange"), cells }];
    }
    return [{ label: say("total"), total: true, cells: event.scores.map((/** @type {number} */ score) => ({ text: String(score) })) }];
  });
}

/** @param {number} count */
function withSign(count) {
  return count < 0 ? `−${-count}` : `+${count}`;
}

/**
 * Columns of penalty chips: each bonus chip visibly takes two away, and the lowest column wins.
 * @param {Table} t
 */
export function finalSummary(t) {
  const end = t.results.findLast((event) => event.kind === "game");
  const fines = t.results.findLast((event) => event.kind === "round")?.fines;
  const chips = t.results.findLast((event) => event.kind === "exchanged")?.chips;
  if (!end || !fines) return null;
  const most = Math.max(1, ...fines);
  return h(
    "div",
    { class: "columns", "aria-hidden": "true" },
    end.scores.map((/** @type {number} */ score, /** @type {number} */ seat) =>
      h(
        "div",
        { class: `column${end.winners.includes(seat) ? " winner" : ""}`, key: seat },
        avatar(t.names[seat], seat),
        chips?.[seat] > 0 && h("span", { class: "column-sum" }, chip("fine", fines[seat]), " − ", chip("bonus", chips[seat]), " × 2"),
        h("span", { class: "column-bar", vars: { "--height": (score / most).toFixed(3), "--before": (fines[seat] / most).toFixed(3) } }, h("b", null, String(score))),
      ),
    ),
  );
}
