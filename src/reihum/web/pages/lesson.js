// Lessons: opening one, its end, and the real game that follows.

import { post } from "../base/api.js";
import { h } from "../base/dom.js";
import { gameEntry } from "../base/games.js";
import { LEVELS, seatsWithBots } from "../base/levels.js";
import { ownName } from "../base/names.js";
import { go } from "../base/router.js";
import { changeSettings, settings } from "../base/settings.js";
import { icon, richText } from "../base/symbols.js";
import { say } from "../base/words.js";
import { noteAimSeen } from "../table/aim.js";
import { scoreSheet } from "../table/scores.js";
import { outcome } from "../table/sheets.js";

/**
 * @typedef {import("../table/coach.js").Coach} Coach
 * @typedef {import("../table/types.d.ts").Game} Game
 * @typedef {import("../table/types.d.ts").TableInfo} TableInfo
 */

const USUAL_PLAYERS = 4; // at the first real game, if so many can play

/**
 * Whether there is a lesson of a game, together or alone.
 * @param {string} slug
 * @param {boolean} alone
 */
export function hasLesson(slug, alone) {
  return gameEntry(slug).lessons.some((players) => (players === 1) === alone);
}

/**
 * Go to a lesson: to the unfinished one, or to a new one.
 * @param {string} slug
 * @param {boolean} alone
 * @param {(TableInfo | import("../base/wire.d.ts").UnfinishedGame)[]} mine my tables, among them the unfinished lessons
 */
export async function openLesson(slug, alone, mine) {
  const unfinished = mine.find((table) => table.lesson && table.game === slug && (table.players === 1) === alone && table.status !== "over");
  const known = unfinished ?? (await post("/api/tables", { game: slug, lesson: true, ...(alone ? { players: 1 } : {}), name: ownName() || say("start.nameless") }));
  noteKnown(slug);
  go(`/t/${known.table}`);
}

/**
 * Open a real game, against bots that are new to it as well.
 * @param {string} slug
 * @param {boolean} alone
 */
export async function openRealGame(slug, alone) {
  const together = gameEntry(slug).players.filter((count) => count > 1);
  const players = alone ? 1 : ([settings.players[slug], USUAL_PLAYERS].find((count) => together.includes(count)) ?? together[0]);
  const { table } = await post("/api/tables", { game: slug, players, seats: seatsWithBots(slug, players, LEVELS[0]), options: settings.options[slug] ?? {}, name: ownName() || say("start.nameless") });
  changeSettings({ hasPlayed: true });
  noteAimSeen({ game: slug, players });
  go(`/t/${table}`);
}

/** Somebody has met this game: the lesson need not be offered again. @param {string} slug */
export function noteKnown(slug) {
  if (!settings.known[slug]) changeSettings({ known: { ...settings.known, [slug]: true } });
}

/**
 * The end of a lesson: what one knows now, and the way to a real game.
 * @param {Coach} coach
 * @param {Game} game
 * @param {{play: () => void, isBusy: boolean}} actions
 */
export function lessonEnd(coach, game, actions) {
  const { live, texts } = coach;
  const isGameOver = live.results.some((event) => event.kind === "game"); // and not only the lesson
  const { winners, title, why } = outcome(live, game);
  return h(
    "section",
    { class: "learned paper", key: "learned", "aria-labelledby": "learned-title" },
    h("h2", { id: "learned-title", tabindex: "-1", "data-focus": "top" }, texts?.end.title ?? say("lesson.over")),
    isGameOver && h("p", { class: "learned-won", key: "won" }, h("b", null, /[.!?]$/.test(title) ? title : `${title}.`), " ", why && richText(why)),
    h("ol", null, texts?.end.lines.map((line) => h("li", { key: line }, icon("u-check"), h("span", null, line)))),
    live.results.length > 0 && scoreSheet(live, game, isGameOver ? winners : undefined),
    h(
      "div",
      { class: "learned-buttons" },
      h("button", { class: "btn main", type: "button", "data-main": true, "aria-busy": actions.isBusy ? "true" : undefined, on: { click: actions.play } }, icon("u-play"), say("lesson.real")),
      h("button", { class: "btn", type: "button", on: { click: () => coach.restart() } }, say("lesson.again")),
      h("a", { class: "btn", href: "/" }, say("final.leave")),
    ),
    h("p", { class: "quiet" }, say("lesson.no_record")),
  );
}
