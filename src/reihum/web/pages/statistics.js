// My finished games in figures: how often won, next to an equal share of wins; and more about each game.

import { h } from "../base/dom.js";
import { isGame, slugs } from "../base/games.js";
import { levelName, levelOf } from "../base/levels.js";
import { currentLocale, hasText, say } from "../base/words.js";
import { gameTitle, pointsText } from "./my_games.js";

/**
 * @typedef {import("../base/wire.d.ts").Statistics} Statistics
 * @typedef {import("../base/wire.d.ts").GameStatistics} GameStatistics
 * @typedef {import("../base/wire.d.ts").Tally} Tally
 */

const FULL = 0.82; // of a bar: where the best share of wins ends

/**
 * @param {Statistics} found
 * @param {string} slug of the only game to show; empty: all
 */
export function statisticsPanel(found, slug) {
  const kinds = found.games.filter(({ game }) => isGame(game) && (!slug || game === slug)).sort(byPlace);
  const together = kinds.filter(({ alone }) => !alone);
  const scale = Math.max(0.1, ...kinds.map((kind) => kind.won / kind.played), ...together.map((kind) => kind.share / kind.played)) / FULL;
  return h(
    "div",
    { class: "glass figures", key: "figures" },
    !kinds.length && !found.uncounted && h("p", { class: "quiet" }, say("games.none_counted")),
    kinds.length > 0 && h(
      "dl",
      { class: "figure-tiles" },
      tile(String(sum(kinds, "played")), say("games.played", { count: sum(kinds, "played") })),
      tile(together.length ? percent(sum(together, "won") / sum(together, "played")) : "–", say("games.won")),
      tile(String(Math.max(0, ...kinds.map(({ longest }) => longest))), say("games.in_a_row")),
    ),
    kinds.length > 0 && h("ul", { class: "figure-list" }, kinds.map((kind) => h("li", { key: `${kind.game}${kind.alone}` }, kindFigures(kind, scale)))),
    together.length > 0 && h("p", { class: "quiet" }, say("games.line")),
    found.uncounted > 0 && h("p", { class: "quiet", role: "status" }, say("games.uncounted", { count: found.uncounted })),
  );
}

/**
 * In the order of the games everywhere; playing alone comes after playing together.
 * @param {GameStatistics} a
 * @param {GameStatistics} b
 */
function byPlace(a, b) {
  const order = slugs();
  return order.indexOf(a.game) - order.indexOf(b.game) || Number(a.alone) - Number(b.alone);
}

/** Since when games are counted: 'since March'. @param {Statistics | null} found */
export function sinceText(found) {
  if (!found?.since) return "";
  const first = new Date(found.since * 1000);
  const thisYear = first.getFullYear() === new Date().getFullYear();
  return say("games.since", { date: first.toLocaleDateString(currentLocale(), { month: "long", year: thisYear ? undefined : "numeric" }) });
}

/**
 * @param {string} figure
 * @param {string} label
 */
function tile(figure, label) {
  return h("div", { class: "figure-tile" }, h("dt", null, label), h("dd", null, figure));
}

/**
 * The bar of a game; opened, everything about it.
 * @param {GameStatistics} kind
 * @param {number} scale the share at which a bar is full
 */
function kindFigures(kind, scale) {
  const title = kind.alone ? say("games.alone", { game: gameTitle(kind.game) }) : gameTitle(kind.game);
  return h(
    "details",
    { class: "figure" },
    h("summary", null, h("b", { class: "figure-name" }, title), bar(kind, scale, kind.alone), h("span", { class: "figure-text" }, h("b", null, percent(kind.won / kind.played)), h("small", null, ` · ${say("games.of_played", { won: kind.won, played: kind.played })}`))),
    h(
      "div",
      { class: "figure-more" },
      h(
        "dl",
        null,
        fact("games.average", pointsText(kind.game, kind.alone, decimal(kind.average))),
        fact("games.best", pointsText(kind.game, kind.alone, kind.best)),
        fact("games.streak", String(kind.streak)),
        fact("games.longest", String(kind.longest)),
      ),
      !kind.alone && breakdown(say("games.by_company"), kind.by_company.toSorted((a, b) => levelOf(a.company) - levelOf(b.company)).map((each) => ({ ...each, name: companyName(each.company) })), scale),
      !kind.alone && breakdown(say("games.by_players"), kind.by_players.map((each) => ({ ...each, name: say("start.settings", { count: each.players }) })), scale),
    ),
  );
}

/**
 * The same games told apart.
 * @param {string} caption
 * @param {(Tally & {name: string})[]} parts
 * @param {number} scale
 */
function breakdown(caption, parts, scale) {
  return h(
    "table",
    { class: "figure-table" },
    h("caption", null, caption),
    h("tbody", null, parts.map((part) => h("tr", { key: part.name }, h("th", { scope: "row" }, part.name), h("td", { class: "figure-cell" }, bar(part, scale, false)), h("td", null, h("b", null, percent(part.won / part.played)), h("small", null, ` · ${say("games.of_played", { won: part.won, played: part.played })}`))))),
  );
}

/**
 * How often won, and the line of an equal share.
 * @param {Tally} tally
 * @param {number} scale
 * @param {boolean} alone without others there is no share
 */
function bar(tally, scale, alone) {
  const won = tally.won / tally.played;
  const share = tally.share / tally.played;
  const more = alone ? null : [h("i", { class: "figure-line", vars: { "--at": `${Math.min(1, share / scale) * 100}%` } })];
  return [
    h("span", { class: `figure-bar${alone || won >= share ? "" : " below"}`, "aria-hidden": "true" }, h("i", { class: "figure-won", vars: { "--at": `${Math.min(1, won / scale) * 100}%` } }), more),
    !alone && h("span", { class: "hidden" }, say("games.equal", { share: percent(share) })),
  ];
}

/** Against whom. @param {string} company */
function companyName(company) {
  const level = levelOf(company);
  if (level) return `${level} · ${levelName(level)}`;
  const key = `games.company.${company}`;
  return hasText(key) ? say(key) : company;
}

/**
 * @param {string} label
 * @param {string} value
 */
function fact(label, value) {
  return h("div", { key: label }, h("dt", null, say(label)), h("dd", null, value));
}

/**
 * @param {Tally[]} tallies
 * @param {"played" | "won"} name
 */
function sum(tallies, name) {
  return tallies.reduce((total, tally) => total + tally[name], 0);
}

/** @param {number} share */
function percent(share) {
  return new Intl.NumberFormat(currentLocale(), { style: "percent" }).format(share);
}

/** With one digit after the point. @param {number} number */
function decimal(number) {
  return new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: 1 }).format(number);
}
