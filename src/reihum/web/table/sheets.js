// The end of the game: who won and why, all scores, and what to do next.

import { h } from "../base/dom.js";
import { icon, richText } from "../base/symbols.js";
import { hasText, joinWithAnd, say } from "../base/words.js";
import { verdictView } from "../fair/verdict.js";
import { avatar } from "./avatar.js";
import { roundTitle, summaryOf, summaryView } from "./round_sheet.js";
import { scoreSheet } from "./scores.js";

/**
 * @typedef {import("./types.d.ts").Game} Game
 * @typedef {import("./types.d.ts").Table} Table
 */

/**
 * @param {Table} t
 * @param {Game} game
 * @param {{rematch: () => void, verify: () => void, hide: () => void, isBusy: boolean, verdict: import("../fair/verdict.js").Verdict | null, isSeated: boolean}} actions
 */
export function finalSheet(t, game, actions) {
  const { winners, title, why } = outcome(t, game);
  const id = t.info.table;
  return h(
    "section",
    { class: "final", key: "final", "aria-labelledby": "final-title" },
    h(
      "div",
      { class: "glass final-winner" },
      h("div", { class: "final-heads" }, winners.map((seat) => h("span", { class: "crowned" }, icon("i-crown"), avatar(t.names[seat], seat)))),
      h("div", { class: "final-told" }, h("h2", { id: "final-title", tabindex: "-1", "data-focus": "top" }, title), why && h("p", null, richText(why))),
    ),
    h("div", { class: "paper final-scores" }, h("h2", null, say("final.scores")), game.finalSummary?.(t), lastRound(t, game), scoreSheet(t, game, winners)),
    h(
      "div",
      { class: "final-acts" },
      actions.isSeated && h("button", { class: "btn main", type: "button", on: { click: actions.rematch }, "aria-disabled": actions.isBusy ? "true" : undefined }, t.info.rematch ? say("final.join_rematch") : (game.againText?.(t) ?? say("final.rematch"))),
      h("a", { class: "btn", href: `/review/${id}`, key: "review" }, say("review.title")),
      h("a", { class: "btn", href: `/replay/${id}` }, say("final.replay")),
      h("a", { class: "btn", href: `/api/tables/${id}/record`, download: `reihum-${t.info.game}.txt` }, say("final.record")),
      t.info.commitment !== "" && h("button", { class: "btn", type: "button", on: { click: actions.verify } }, say("final.verify")),
      actions.verdict && verdictView(actions.verdict),
      h("button", { class: "btn", type: "button", on: { click: actions.hide } }, say("final.table")),
      h("a", { class: "btn", href: "/" }, say("final.leave")),
    ),
  );
}

/**
 * Who has won, and why, each in a sentence.
 * @param {Table} t
 * @param {Game} game
 */
export function outcome(t, game) {
  const end = t.results.findLast((event) => event.kind === "game");
  /** @type {number[]} */
  const winners = end?.winners ?? [];
  const why = game.finalWhy?.(t) ?? whyText(t, game, winners, end?.scores ?? []);
  return { winners, title: winnersText(t, game, winners), why };
}

/**
 * How the last round ended, for those who want to know.
 * @param {Table} t
 * @param {Game} game
 */
function lastRound(t, game) {
  const line = t.log.findLast((each) => each.events.some((event) => event.kind === "game"));
  const summary = line && summaryOf(t, game, line, null);
  return summary && h("details", { class: "last-round", key: "last-round" }, h("summary", null, richText(roundTitle(game, line, summary))), summaryView(t, summary));
}

/**
 * @param {Table} t
 * @param {Game} game
 * @param {number[]} winners
 */
function winnersText(t, game, winners) {
  if (t.info.ended !== null && t.info.ended !== undefined) return say("final.ended", { name: t.info.ended || say("final.host") });
  const title = game.finalTitle?.(t);
  if (title) return title;
  if (!winners.length) return say("final.nobody");
  if (winners.length === 1) return winners[0] === t.you ? say("final.you_won") : say("final.won", { name: t.names[winners[0]] });
  const names = winners.filter((seat) => seat !== t.you).map((seat) => t.names[seat]);
  return say("final.shared", { names: joinWithAnd(t.you !== null && winners.includes(t.you) ? [...names, say("you")] : names) });
}

/**
 * Why they have won: their score, and how far away the next one is.
 * @param {Table} t
 * @param {Game} game
 * @param {number[]} winners
 * @param {number[]} scores
 */
function whyText(t, game, winners, scores) {
  if (!winners.length || !hasText(`${game.folder}.final_why`)) return null;
  const score = scores[winners[0]];
  const others = scores.map((_, seat) => seat).filter((seat) => !winners.includes(seat)).sort((a, b) => Math.abs(scores[a] - score) - Math.abs(scores[b] - score));
  const next = others[0];
  if (next === undefined) return say(`${game.folder}.final_why_all`, { score: signed(score) });
  return say(`${game.folder}.final_why`, { score: signed(score), margin: Math.abs(scores[next] - score), next: scores[next], name: next === t.you ? say("you") : t.names[next] });
}

/** @param {number} score */
function signed(score) {
  return score < 0 ? `−${-score}` : String(score);
}
