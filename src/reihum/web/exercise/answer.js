// What is said about an answer: the verdict, the chances as bars, what is marked on the table, and why.

import { h } from "../base/dom.js";
import { icon, richText } from "../base/symbols.js";
import { say } from "../base/words.js";

/**
 * @typedef {import("./table.js").ExerciseTable} ExerciseTable
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("../table/types.d.ts").Game} Game
 * @typedef {import("../table/types.d.ts").HintMove} HintMove
 * @typedef {import("../base/wire.js").ReviewedOption} ReviewedOption
 * @typedef {NonNullable<Session["judged"]>} Told
 * @typedef {(move: string) => HintMove} ShowMove
 */

const SURE = 2; // standard errors on each side of a chance
const SPARE = 1.35; // a bar has room for a bit more than the best chance

/** @param {number} share */
const whole = (share) => Math.round(100 * share);

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The verdict in a few words: 'Right: both 9s'.
 * @param {Told} told
 * @param {ShowMove} show
 */
export function verdictText(told, show) {
  const best = say(`exercise.${told.verdict}`, { move: show(bestOf(told).move).label });
  return told.verdict === "equal" && told.answer ? say("exercise.equal", { move: show(told.answer).label }) : best;
}

/** @param {Told} told @returns {ReviewedOption} */
function bestOf(told) {
  return /** @type {ReviewedOption[]} */ (told.options)[0];
}

/**
 * Why, in sentences.
 * @param {Told} told
 * @param {ShowMove} show
 * @returns {string[]}
 */
export function reasonsOf(told, show) {
  const best = bestOf(told);
  const lead = told.verdict === "equal" ? [say("exercise.also", { move: show(best.move).label })] : [];
  return [...lead, ...(best.why.length ? best.why : [say("exercise.no_reason")])];
}

/**
 * What comes back when, after an answer that counted.
 * @param {Told} told
 */
export function comesBackText(told) {
  if (told.days === undefined) return "";
  return told.days === null ? say("exercise.is_known") : say("exercise.comes_back", { count: told.days });
}

/**
 * The rows that are shown: the best move, the answer, and what was done in the game or by the quick player.
 * @param {Told} told
 * @param {boolean} isPuzzle
 * @returns {{option: ReviewedOption | null, move: string, label: string, mark: string}[]}
 */
function rowsOf(told, isPuzzle) {
  const options = told.options ?? [];
  const best = bestOf(told).move;
  const labels = new Map([[best, say("exercise.best")]]);
  if (told.made !== undefined && told.made !== best) labels.set(told.made, say(isPuzzle ? "exercise.quick" : "exercise.in_game"));
  if (told.answer) labels.set(told.answer, told.answer === told.made ? say(isPuzzle ? "exercise.yours_quick" : "exercise.yours_again") : say("exercise.yours"));
  const mark = (/** @type {string} */ move) => (move === best ? "best" : move === told.answer ? "yours" : "");
  return [...labels].map(([move, label]) => ({ option: options.find((each) => each.move === move) ?? null, move, label, mark: mark(move) }));
}

/**
 * The verdict and the chances of winning as bars.
 * @param {Told} told
 * @param {Game} game
 * @param {ShowMove} show
 * @param {boolean} isPuzzle
 */
export function answerPanel(told, game, show, isPuzzle) {
  const rows = rowsOf(told, isPuzzle);
  const full = Math.min(1, Math.max(0.1, ...rows.map(({ option }) => (option ? option.win + SURE * option.error : 0))) * SPARE);
  return h(
    "section",
    { class: `hint-panel answer-panel glass ${told.verdict === "right" || told.verdict === "equal" ? "solved" : ""}`, key: "answer", "aria-labelledby": "verdict" },
    h("h2", { id: "verdict", class: "verdict-line", tabindex: "-1", "data-focus": "top" }, icon(told.verdict === "right" ? "u-check" : told.verdict === "equal" ? "u-check" : "u-book"), h("span", null, richText(verdictText(told, show)))),
    h("ol", { class: "hint-rows" }, rows.map((row) => answerRow(row, game, show, full))),
  );
}

/**
 * @param {ReturnType<typeof rowsOf>[number]} row
 * @param {Game} game
 * @param {ShowMove} show
 * @param {number} full the share at which a bar is full
 */
function answerRow({ option, move, label, mark }, game, show, full) {
  const shown = show(move);
  const parts = option && { "--part": (option.win / full).toFixed(4), "--from": (Math.max(0, option.win - SURE * option.error) / full).toFixed(4), "--to": (Math.min(full, option.win + SURE * option.error) / full).toFixed(4) };
  return h(
    "li",
    { class: `hint-row ${mark}`, key: move },
    h("span", { class: `hint-cards n${Math.min(shown.cards.length, 3)}`, "aria-hidden": "true" }, shown.cards.length ? shown.cards.slice(0, 3).map((card, at) => h("span", { class: "card", key: at }, game.face(card, shown.look))) : h("span", { class: "hint-word" }, shown.word ?? shown.label)),
    h("span", { class: "hint-name" }, h("span", { class: "hint-label" }, label), h("small", null, richText(capital(shown.label)))),
    h("span", { class: "hint-chance" }, option ? [h("b", null, say("exercise.percent", { chance: whole(option.win) })), h("small", null, `± ${Math.max(1, whole(SURE * option.error))}`)] : h("small", null, say("exercise.worse"))),
    parts && h("span", { class: "hint-bar", "aria-hidden": "true", vars: parts }, h("i", { class: "hint-fill" }), h("i", { class: "hint-range" })),
  );
}
