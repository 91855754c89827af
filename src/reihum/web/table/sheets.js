// Sheets of paper on the table: the end of a round, the end of the game.

import { h } from "../base/dom.js";
import { icon, richText } from "../base/symbols.js";
import { hasText, joinWithAnd, say } from "../base/words.js";
import { avatar } from "./avatar.js";
import { scoreSheet } from "./scores.js";

/**
 * @typedef {import("./types.d.ts").Line} Line
 * @typedef {import("./types.d.ts").Game} Game
 * @typedef {import("./types.d.ts").Table} Table
 * @typedef {import("./types.d.ts").Button} Button
 */

/**
 * @param {Table} t
 * @param {Game} game
 * @param {Line} line
 * @param {number} seconds until it closes by itself
 * @param {Button | null} urgent
 * @param {() => void} close
 */
export function roundSheet(t, game, line, seconds, urgent, close) {
  const round = line.events.find((event) => event.kind === "round");
  return h(
    "section",
    { class: "sheet paper", key: "round-sheet", "aria-labelledby": "sheet-title" },
    h("h2", { id: "sheet-title" }, say(hasText(`${game.folder}.round_over`) ? `${game.folder}.round_over` : "sheet.round_over", { round: round?.round ?? "" })),
    game.roundSummary?.(t, line) ?? [...roundEndSentences(line).map((sentence) => h("p", null, richText(sentence))), scoreSheet(t, game)],
    h(
      "div",
      { class: "sheet-buttons" },
      urgent
        ? h("button", { class: "btn main", type: "button", "data-main": true, "data-focus": true, on: { click: urgent.press } }, urgent.label)
        : h("button", { class: "btn main", type: "button", "data-main": true, "data-on": true, "aria-keyshortcuts": "Enter Escape", on: { click: close } }, say("sheet.on", { seconds })),
    ),
  );
}

/**
 * What is said about the end of a round, without the deal of the next one: each event has one sentence.
 * @param {Line} line
 */
function roundEndSentences(line) {
  const after = line.events.length - 1 - line.events.findIndex((event) => event.kind === "round");
  return line.told.slice(0, Math.max(1, line.told.length - after));
}

/**
 * @param {Table} t
 * @param {Game} game
 * @param {{rematch: () => void, verify: () => void, hide: () => void, isBusy: boolean, verdict: {ok: boolean, text: string} | null, isSeated: boolean}} actions
 */
export function finalSheet(t, game, actions) {
  const end = t.results.findLast((event) => event.kind === "game");
  /** @type {number[]} */
  const winners = end?.winners ?? [];
  const sentences = t.log.findLast((line) => line.events.some((event) => event.kind === "game"))?.told ?? [];
  const id = t.info.table;
  return h(
    "section",
    { class: "final", key: "final", "aria-labelledby": "final-title" },
    h(
      "div",
      { class: "glass final-winner" },
      h("div", { class: "final-heads" }, winners.map((seat) => h("span", { class: "crowned" }, icon("i-crown"), avatar(t.names[seat], seat)))),
      h("div", { class: "final-told" }, h("h2", { id: "final-title" }, winnersText(t, game, winners)), sentences.slice(0, -1).slice(-3).map((sentence) => h("p", null, richText(sentence)))),
    ),
    h("div", { class: "paper final-scores" }, h("h2", null, say("final.scores")), game.finalSummary?.(t), scoreSheet(t, game, winners)),
    h(
      "div",
      { class: "final-acts" },
      actions.isSeated && h("button", { class: "btn main", type: "button", on: { click: actions.rematch }, "aria-disabled": actions.isBusy ? "true" : undefined }, say(t.info.rematch ? "final.join_rematch" : "final.rematch")),
      h("a", { class: "btn", href: `/replay/${id}` }, say("final.replay")),
      h("a", { class: "btn", href: `/api/tables/${id}/record`, download: `reihum-${t.info.game}.txt` }, say("final.record")),
      h("button", { class: "btn", type: "button", on: { click: actions.verify } }, say("final.verify")),
      actions.verdict && h("p", { class: `verdict ${actions.verdict.ok ? "good" : "bad"}`, role: "status" }, actions.verdict.text),
      h("button", { class: "btn", type: "button", on: { click: actions.hide } }, say("final.table")),
      h("a", { class: "btn", href: "/" }, say("final.leave")),
    ),
  );
}

/**
 * @param {Table} t
 * @param {Game} game
 * @param {number[]} winners
 */
function winnersText(t, game, winners) {
  if (t.info.ended !== null && t.info.ended !== undefined) return say("final.ended", { name: t.info.ended || say("final.host") });
  if (!winners.length) return game.noWinnerText?.(t) ?? say("final.nobody");
  if (winners.length === 1) return winners[0] === t.you ? say("final.you_won") : say("final.won", { name: t.names[winners[0]] });
  const names = winners.filter((seat) => seat !== t.you).map((seat) => t.names[seat]);
  return say("final.shared", { names: joinWithAnd(t.you !== null && winners.includes(t.you) ? [...names, say("you")] : names) });
}
