// The score sheet of a match of YoYo: a row for each game, with the points so far.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";
import { avatar } from "../../../table/avatar.js";

/** @typedef {import("./series.js").Table} Table */

/**
 * @param {Table} t
 * @returns {import("../../../table/types.d.ts").ScoreRow[]}
 */
export function scoreRows(t) {
  return t.results.map((event) =>
    event.kind === "round"
      ? { label: say("yoyo.game", { game: event.round }), cells: event.scores.map((/** @type {number} */ score, /** @type {number} */ seat) => scoreCell(score, event.points[seat])) }
      : { label: say("total"), total: true, cells: event.scores.map((/** @type {number} */ score) => ({ text: withSign(score) })) },
  );
}

/**
 * Only the player who went out gains points; that is marked.
 * @param {number} score
 * @param {number} so_far
 */
function scoreCell(score, so_far) {
  return { text: withSign(score), small: withSign(so_far), mark: score > 0 ? "●" : undefined };
}

/** @param {number} count */
export function withSign(count) {
  return count < 0 ? `−${-count}` : count > 0 ? `+${count}` : "0";
}

/**
 * The ranking at the end.
 * @param {Table} t
 */
export function finalSummary(t) {
  const end = t.results.findLast((event) => event.kind === "game");
  if (!end) return null;
  /** @type {number[]} */
  const scores = end.scores;
  const order = scores.map((score, seat) => ({ score, seat })).sort((a, b) => b.score - a.score);
  return h(
    "ol",
    { class: "yo-ranking", "aria-label": say("yoyo.ranking") },
    order.map(({ score, seat }) =>
      h(
        "li",
        { key: seat, class: end.winners.includes(seat) ? "first" : undefined },
        h("span", { class: "yo-rank" }, `${1 + scores.filter((other) => other > score).length}.`),
        avatar(t.names[seat], seat, { small: true }),
        h("span", null, seat === t.you ? say("you_name") : t.names[seat]),
        h("b", null, withSign(score)),
      ),
    ),
  );
}
