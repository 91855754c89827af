// The score sheet: a column for each player, a row for each round.

import { h } from "../base/dom.js";
import { say } from "../base/words.js";

/**
 * @typedef {import("./types.d.ts").Table} Table
 * @typedef {import("./types.d.ts").Game} Game
 */

/**
 * @param {Table} t
 * @param {Game} game
 * @param {number[]} [winners]
 */
export function scoreSheet(t, game, winners = []) {
  const rows = game.scoreRows(t);
  if (!rows.length) return h("p", { class: "quiet" }, say("scores.none"));
  const seats = rows[0].cells.length;
  return h(
    "div",
    { class: "scores-scroll", tabindex: "0", role: "group", "aria-label": say("scores.name") },
    h(
      "table",
      { class: "scores" },
      h("thead", null, h("tr", null, h("td", null), Array.from({ length: seats }, (_, seat) =>
        h("th", { scope: "col", class: winners.includes(seat) ? "winner" : undefined }, seat === t.you ? say("you_name") : t.names[seat]),
      ))),
      h("tbody", null, rows.map((row, number) =>
        h("tr", { class: row.total ? "total" : undefined, key: number },
          h("th", { scope: "row" }, row.label),
          row.cells.map((cell, seat) =>
            h("td", { class: winners.includes(seat) ? "winner" : undefined },
              cell.mark && h("span", { class: "mark" }, cell.mark),
              h("b", null, cell.text),
              cell.small && h("small", null, cell.small)),
          )),
      )),
    ),
  );
}
