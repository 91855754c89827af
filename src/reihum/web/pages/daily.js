// On the first page: the way to the puzzle of the day, and to one's own exercises.

import { get } from "../base/api.js";
import { h } from "../base/dom.js";
import { icon } from "../base/symbols.js";
import { say } from "../base/words.js";
import { puzzleOutcomes } from "../exercise/memory.js";
import { gameTitle } from "./my_games.js";

/** @typedef {{day: string, id: string, due: number, count: number}} Daily */

/** What there is to do today; null if the server does not say. @returns {Promise<Daily | null>} */
export async function fetchDaily() {
  const [puzzles, exercises] = await Promise.all([get("/api/puzzles"), get("/api/exercises")]).catch(() => [null, null]);
  return puzzles && exercises ? { day: puzzles.day, id: puzzles.id, due: exercises.due, count: exercises.exercises.length } : null;
}

/** @param {Daily | null} daily */
export function dailyLinks(daily) {
  if (!daily) return null;
  const outcome = puzzleOutcomes()[daily.id];
  const game = gameTitle(daily.id.slice(0, daily.id.lastIndexOf("-")));
  return [
    h("a", { class: "glass foot-link", href: `/puzzle/${daily.day}`, key: "puzzle" }, icon(outcome && outcome !== "missed" ? "u-check" : "u-eye"), h("span", null, h("b", null, say("puzzle.tile")), h("small", null, outcome ? `${game} · ${say(`puzzle.${outcome}`)}` : game))),
    h("a", { class: `glass foot-link${daily.due ? " due" : ""}`, href: "/train", key: "train" }, icon("u-undo"), h("span", null, h("b", null, say("train.tile")), h("small", null, daily.due ? say("train.tile_due", { count: daily.due }) : say("train.tile_none")))),
  ];
}
