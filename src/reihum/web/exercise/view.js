// What the screen of exercises looks like.

import { copyText } from "../base/copy.js";
import { h } from "../base/dom.js";
import { gameEntry } from "../base/games.js";
import { icon, richText } from "../base/symbols.js";
import { currentLocale, say } from "../base/words.js";
import { bar, barButton } from "../table/bar.js";
import { marks } from "../table/hint_view.js";
import { rail } from "../table/rail.js";
import { scoreSheet } from "../table/scores.js";
import { tableArea } from "../table/table_area.js";
import { avatar } from "../table/avatar.js";
import { answerPanel, comesBackText, reasonsOf } from "./answer.js";
import { shareText } from "./share.js";

/**
 * @typedef {import("../base/dom.js").Child} Child
 * @typedef {import("../pages/exercise.js").ExerciseScreen} ExerciseScreen
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./table.js").ExerciseTable} ExerciseTable
 * @typedef {import("../table/types.d.ts").Game} Game
 */

const MOST_DOTS = 12; // one for each exercise; of more, there is only the number
const FEW_DOTS = 6; // for which there is room on a phone

/**
 * @param {ExerciseScreen} screen
 * @param {Session} session
 * @param {ExerciseTable} table
 * @param {Game} game
 * @returns {Child[]}
 */
export function exerciseView(screen, session, table, game) {
  const title = say(screen.isPuzzle ? "puzzle.name" : "exercise.name");
  const actions = { pickTab: (/** @type {any} */ tab) => ((screen.rail.tab = tab), screen.drawNow()), close: () => screen.closeRail(), say: null, search: (/** @type {string} */ text) => ((screen.rail.search = text), screen.draw()) };
  return [
    bar({
      title,
      progress: [h("span", { class: "wide" }, say(`${game.folder}.title`)), h("span", { class: "narrow" }, say(`${game.folder}.title`))],
      right: [
        barButton("u-book", say("rail.rules"), () => screen.openRail("rules"), { key: "rules" }),
        h("a", { class: "bar-button", href: "/settings", "aria-label": say("settings.title"), title: say("settings.title"), key: "gear" }, icon("u-gear")),
        h("a", { class: "bar-button", href: screen.isPuzzle ? "/puzzles" : "/train", "aria-label": say("close"), title: say("close"), key: "close" }, icon("u-close")),
      ],
    }),
    head(screen, session, table),
    h(
      "div",
      { class: `table-screen exercising${session.judged ? " answered" : ""}`, key: "table-screen" },
      h("main", { id: "main", class: "felt-area", tabindex: "-1", key: "felt" }, h("h1", { class: "hidden" }, `${title}: ${say(`${game.folder}.title`)}`), area(screen, session, table, game)),
      rail(table, game, screen.rail, actions, [], () => scoreSheet(table, game)),
    ),
  ];
}

/**
 * @param {ExerciseScreen} screen
 * @param {Session} session
 * @param {ExerciseTable} table
 * @param {Game} game
 */
function area(screen, session, table, game) {
  const told = session.judged;
  return tableArea(table, game, {
    focusedCard: screen.focusedCard,
    openLog: () => screen.openRail("moves"),
    openRule: (rule) => screen.openRail("rules", rule),
    takeBack: table.staged.length && !table.isSending ? () => table.unstageLast() : null,
    overlay: told && answerPanel(told, game, screen.show, screen.isPuzzle),
    controls: told ? afterwards(screen, session, table) : undefined,
    prompt: table.staged.length ? undefined : taskText(screen),
    hints: /** @type {any} */ (asHints(screen, told)),
  });
}

/**
 * What is marked and said, in the form in which the table takes it from hints.
 * @param {ExerciseScreen} screen
 * @param {import("./answer.js").Told | null} told
 */
function asHints(screen, told) {
  const found = screen.marks();
  const pill = () => told && [icon("u-lamp"), h("span", { class: "pill-text" }, [...reasonsOf(told, screen.show), comesBackText(told)].filter(Boolean).map((line, at) => h("span", { key: at, class: "pill-line-of" }, richText(line), " ")))];
  return found.isOpen ? { ...found, isQuiet: true, view: { marks, panel: () => null, pill } } : null;
}

/** What is to be done. @param {ExerciseScreen} screen */
export function taskText(screen) {
  const question = screen.table?.question;
  if (screen.hasTried) return say("exercise.not_yet");
  if (screen.isPuzzle || !question?.made_told) return say("exercise.find_best");
  return say("exercise.find_better", { told: question.made_told });
}

/**
 * Which exercise this is, where it is from, and how the others went.
 * @param {ExerciseScreen} screen
 * @param {Session} session
 * @param {ExerciseTable} table
 */
function head(screen, session, { question }) {
  const { items, at } = session;
  const title = screen.isPuzzle ? (question.day ? dayText(question.day) : say("puzzle.number", { number: question.number })) : say("exercise.count", { at: at + 1, count: items.length });
  const from = screen.isPuzzle ? say(question.day ? "puzzle.of_day" : "puzzle.any") : say("exercise.from", { day: dayText(new Date((question.at ?? 0) * 1000)) });
  return h(
    "section",
    { class: "exercise-head", key: "exercise-head", tabindex: "-1", "aria-label": title },
    h("span", { class: "who" }, h("b", null, title), h("small", null, from)),
    items.length > 1 && items.length <= MOST_DOTS && h("span", { class: `exercise-dots${items.length > FEW_DOTS ? " many" : ""}`, "aria-hidden": "true" }, items.map(({ outcome }, number) => h("i", { key: number, class: number === at ? "now" : outcome ?? undefined }))),
    !session.judged && tools(screen, session),
  );
}

/** @param {string | Date} day */
function dayText(day) {
  const date = typeof day === "string" ? new Date(`${day}T12:00:00Z`) : day;
  return date.toLocaleDateString(currentLocale(), { weekday: "short", day: "numeric", month: "long" });
}

/**
 * Marks on what makes sense, and the ways on without an answer.
 * @param {ExerciseScreen} screen
 * @param {Session} session
 */
function tools(screen, session) {
  return h(
    "span",
    { class: "exercise-tools", key: "exercise-tools" },
    h("button", { class: "btn exercise-hint", type: "button", key: "hint", "aria-pressed": String(screen.isHinting), "data-letter": "h", on: { click: () => screen.toggleHint() } }, icon("u-lamp"), h("span", null, say("exercise.hint"))),
    session.canSkip
      ? h("button", { class: "btn", type: "button", key: "skip", on: { click: () => void screen.go("skip") } }, say("exercise.skip"))
      : h("button", { class: "btn", type: "button", key: "solve", on: { click: () => void screen.answer(null) } }, say("exercise.solve")),
  );
}

/**
 * After the answer: on to the next one, or out of here.
 * @param {ExerciseScreen} screen
 * @param {Session} session
 * @param {ExerciseTable} table
 */
function afterwards(screen, session, table) {
  const { question } = table;
  const isLast = session.at === session.items.length - 1;
  const puzzle = { ...question, day: question.day ?? null };
  return h(
    "div",
    { class: "own-row answered-row", key: "own-row" },
    h("div", { class: "me", "data-place": `seat:${table.you}`, key: "me" }, avatar(table.names[table.you], table.you), h("span", { class: "who" }, h("b", null, table.names[table.you]), h("small", null, say("you")))),
    h(
      "div",
      { class: "acts b2", role: "group", "aria-label": say("table.actions"), "data-region": "acts", key: "acts" },
      screen.isPuzzle
        ? [
            h("a", { class: "btn", key: "all", href: "/puzzles" }, h("span", null, say("puzzle.all"))),
            h("button", { class: "btn main", type: "button", key: "share", "data-main": true, on: { click: () => void copyText(shareText(puzzle, session.item.outcome)) } }, icon("u-link"), h("span", null, say("puzzle.copy"))),
          ]
        : [
            h("a", { class: "btn", key: "game", href: `/review/${question.table.table}#v=${question.number}` }, h("span", null, say("exercise.to_game"))),
            h("button", { class: "btn main", type: "button", key: "next", "data-main": true, "aria-busy": screen.isBusy ? "true" : undefined, on: { click: () => void screen.go("next") } }, h("span", null, say(isLast ? "exercise.finish" : "exercise.next"))),
          ],
    ),
  );
}

/**
 * All exercises are done, or there are none.
 * @param {ExerciseScreen} screen
 * @param {Session} session
 * @returns {Child[]}
 */
export function endView(screen, session) {
  const count = session.items.length;
  const tableLink = screen.kind === "table" && h("a", { class: "btn main", href: `/review/${screen.name}`, key: "review" }, say("exercise.to_review"));
  return [
    bar({ title: say("exercise.name"), progress: undefined }),
    h(
      "main",
      { id: "main", class: "page narrow-page exercise-end", tabindex: "-1", key: "end" },
      h("h1", null, say(count ? "exercise.done" : "exercise.none")),
      count ? h("p", null, say("exercise.result", { solved: session.solved, count })) : h("p", null, say(screen.kind === "table" ? "exercise.no_mistakes" : "exercise.none_due")),
      count > 0 && h("p", { class: "exercise-dots", "aria-hidden": "true" }, session.items.map(({ outcome }, number) => h("i", { key: number, class: outcome ?? undefined }))),
      h("div", { class: "failed-ways" }, tableLink, h("a", { class: `btn${tableLink ? "" : " main"}`, href: "/train" }, say("exercise.all")), h("a", { class: "btn", href: "/" }, say("bar.home"))),
    ),
  ];
}

/** The name of a game, with whom or alone. @param {string} slug @param {number} players */
export function gameName(slug, players) {
  const { folder } = gameEntry(slug);
  return players === 1 ? say("games.alone", { game: say(`${folder}.title`) }) : say(`${folder}.title`);
}

