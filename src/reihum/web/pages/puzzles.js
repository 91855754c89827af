// All puzzles: today's, those of the last days, and the whole collection of every game.

import { h } from "../base/dom.js";
import { gameEntry, isGame } from "../base/games.js";
import { icon } from "../base/symbols.js";
import { currentLocale, say } from "../base/words.js";
import { puzzleOutcomes } from "../exercise/memory.js";
import { FetchedScreen } from "./fetched_screen.js";
import { thumb } from "./game_rows.js";

/** @typedef {import("../base/wire.js").PuzzlesShown} PuzzlesShown */
/** @typedef {import("../exercise/session.js").Outcome} Outcome */

const DAYS_SHOWN = 14;
const DAY = 24 * 3600 * 1000;

/** @extends {FetchedScreen<PuzzlesShown>} */
export class PuzzlesScreen extends FetchedScreen {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, "/api/puzzles", { title: "puzzle.list", missing: "exercise.none_such" });
  }

  /**
   * @override
   * @param {string} title
   * @param {PuzzlesShown} found
   */
  main(title, found) {
    const outcomes = puzzleOutcomes();
    const games = found.games.filter(({ game }) => isGame(game));
    return h(
      "main",
      { class: "page puzzles-page", id: "main", tabindex: "-1", key: "puzzles" },
      h("h1", null, title),
      h("p", { class: "lead" }, say("puzzle.lead")),
      dailyList(found, games.map(({ game }) => game), outcomes),
      games.map(({ game, puzzles }) => shelf(game, puzzles, outcomes)),
    );
  }
}

/**
 * @param {PuzzlesShown} found
 * @param {string[]} games
 * @param {Record<string, Outcome>} outcomes
 */
function dailyList(found, games, outcomes) {
  const today = Date.parse(`${found.day}T12:00:00Z`);
  const first = Date.parse(`${found.first}T12:00:00Z`);
  const days = Array.from({ length: DAYS_SHOWN }, (_, back) => today - back * DAY).filter((day) => day >= first);
  return h(
    "section",
    { key: "days", "aria-labelledby": "puzzle-days" },
    h("h2", { id: "puzzle-days" }, say("puzzle.days")),
    h("ol", { class: "puzzle-days" }, days.map((day) => {
      const { name, game } = puzzleOf(day, first, found, games);
      const text = day === today ? say("puzzle.today") : new Date(day).toLocaleDateString(currentLocale(), { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
      return h("li", { key: day }, h("a", { class: `glass puzzle-day${day === today ? " today" : ""}`, href: `/puzzle/${new Date(day).toISOString().slice(0, 10)}` },
        thumb(game),
        h("span", { class: "who" }, h("b", null, text), h("small", null, say(`${gameEntry(game).folder}.title`))),
        mark(outcomes[name])));
    })),
  );
}

/**
 * The puzzle of a day, as the server chooses it: one game after the other, and of each its puzzles in their order.
 * @param {number} day
 * @param {number} first
 * @param {PuzzlesShown} found
 * @param {string[]} games
 */
function puzzleOf(day, first, found, games) {
  const number = Math.round((day - first) / DAY);
  const game = games[number % games.length];
  const count = found.games.find((each) => each.game === game)?.puzzles ?? 1;
  return { game, name: `${game}-${(Math.floor(number / games.length) % count) + 1}` };
}

/** How a puzzle went, as a sign and in words. @param {Outcome | undefined} outcome */
function mark(outcome) {
  return h("span", { class: `puzzle-mark ${outcome ?? ""}` }, outcome && icon(outcome === "missed" ? "u-close" : "u-check"), h("span", { class: "hidden" }, say(outcome ? `puzzle.${outcome}` : "puzzle.not_tried")));
}

/**
 * @param {string} game
 * @param {number} count
 * @param {Record<string, Outcome>} outcomes
 */
function shelf(game, count, outcomes) {
  const names = Array.from({ length: count }, (_, number) => `${game}-${number + 1}`);
  const solved = names.filter((name) => outcomes[name] === "first" || outcomes[name] === "second").length;
  const { folder } = gameEntry(game);
  return h(
    "details",
    { class: `glass puzzle-shelf g-${folder}`, key: game },
    h("summary", null, thumb(game), h("b", null, say("puzzle.of_game", { game: say(`${folder}.title`), solved, count }))),
    h("ol", { class: "puzzle-numbers" }, names.map((name, number) => {
      const state = say(outcomes[name] ? `puzzle.${outcomes[name]}` : "puzzle.not_tried");
      return h("li", { key: name }, h("a", { class: `puzzle-number ${outcomes[name] ?? ""}`, href: `/puzzle/${name}`, "aria-label": say("puzzle.open", { number: number + 1, state }) }, String(number + 1)));
    })),
  );
}
