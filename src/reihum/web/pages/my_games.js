// What lists say about a game of one's own: with whom, how it stands or ended, how long ago.

import { gameEntry } from "../base/games.js";
import { levelName, levelOf } from "../base/levels.js";
import { currentLocale, hasText, joinWithAnd, say } from "../base/words.js";

/**
 * @typedef {import("../base/wire.d.ts").TableShown} TableShown
 * @typedef {import("../base/wire.d.ts").UnfinishedGame} UnfinishedGame
 * @typedef {import("../base/wire.d.ts").FinishedGame} FinishedGame
 */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** The name of a game. @param {string} slug */
export function gameTitle(slug) {
  return say(`${gameEntry(slug).folder}.title`);
}

/** Which game, and with whom: 'with Öz and 2 bots'. @param {TableShown} table */
export function companyText(table) {
  const game = table.branch ? say("play_on.game", { game: gameTitle(table.game) }) : gameTitle(table.game);
  if (table.players === 1) return say("games.alone", { game });
  const others = otherSeats(table);
  const bots = others.filter((seat) => seat.kind === "bot").length;
  const names = others.filter((seat) => seat.kind === "human").map((seat) => seat.name ?? "?");
  if (bots) names.push(say("games.bots", { count: bots }));
  return names.length ? say("games.with", { game, names: joinWithAnd(names) }) : game;
}

/** The levels of the bots at a table: 'Regular', or nothing. @param {TableShown} table */
function levelsText(table) {
  const levels = otherSeats(table).map((seat) => (seat.kind === "bot" ? levelOf(seat.bot) : 0));
  return [...new Set(levels.filter(Boolean))].sort().map(levelName).join(", ");
}

/** @param {TableShown} table */
function otherSeats({ seats, you, reserved }) {
  return seats.filter((_, number) => number !== (you ?? reserved));
}

/** How an unfinished game stands. @param {UnfinishedGame} game */
export function standingText(game) {
  return joinFacts([turnText(game), roundText(game), game.place ? say("games.standing", { nth: say(`games.nth.${game.place}`) }) : "", levelsText(game), agoText(game.idle)]);
}

/** Whose turn it is. @param {UnfinishedGame} game */
export function turnText(game) {
  if (game.status === "waiting") return say("games.waits");
  if (game.reserved !== null) return say("games.bot_plays");
  if (game.asked) return say("games.your_turn");
  const waited = game.turn.filter((seat) => game.seats[seat].kind === "human").map((seat) => game.seats[seat].name ?? "?");
  return waited.length === 1 ? say("games.turn_of", { name: waited[0] }) : say("games.others");
}

/** @param {UnfinishedGame} game */
function roundText({ game, round, rounds }) {
  if (round === null) return "";
  const { unit } = gameEntry(game).results;
  return rounds === null ? say(`games.${unit}`, { round }) : say(`games.${unit}_of`, { round, rounds });
}

/** When a finished game ended, and how long it took. @param {FinishedGame} game */
export function endText(game) {
  return joinFacts([dayText(game.at), game.seconds === null ? "" : lengthText(game.seconds), levelsText(game.table)]);
}

/** How a game ended for me. @param {FinishedGame} game */
export function resultText({ table, counted, won, shared, place }) {
  if (table.ended !== null) return say("games.ended", { name: table.ended || say("final.host") });
  if (table.reserved !== null) return say("games.given_up");
  if (table.you === null) return say("games.watched");
  if (table.branch) return say("play_on.what_if");
  if (won) return say(shared ? "games.shared" : "games.won");
  if (counted && place !== null) return say("games.place_of", { nth: say(`games.nth.${place}`), players: table.players });
  return "";
}

/** My score, in the words of the game. @param {FinishedGame} game */
export function scoreText({ table, score }) {
  return score === null ? "" : pointsText(table.game, table.players === 1, score);
}

/**
 * A score in the words of its game.
 * @param {string} slug
 * @param {boolean} alone
 * @param {number | string} count
 */
export function pointsText(slug, alone, count) {
  const key = `${gameEntry(slug).folder}.${alone ? "own_score_alone" : "own_score"}`;
  return say(hasText(key) ? key : "games.points", { count });
}

/** How long ago something was. @param {number} seconds */
function agoText(seconds) {
  if (seconds < MINUTE) return say("games.just_now");
  const ago = new Intl.RelativeTimeFormat(currentLocale());
  if (seconds < HOUR) return ago.format(-Math.floor(seconds / MINUTE), "minute");
  return seconds < DAY ? ago.format(-Math.floor(seconds / HOUR), "hour") : ago.format(-Math.floor(seconds / DAY), "day");
}

/** A day as one would say it: today, yesterday, Sunday, 3 March. @param {number} at seconds since 1970 */
function dayText(at) {
  const day = new Date(at * 1000);
  const days = Math.round((midnight(new Date()) - midnight(day)) / 1000 / DAY);
  if (days < 2) return new Intl.RelativeTimeFormat(currentLocale(), { numeric: "auto" }).format(-Math.max(0, days), "day");
  if (days < WEEK / DAY) return day.toLocaleDateString(currentLocale(), { weekday: "long" });
  const thisYear = day.getFullYear() === new Date().getFullYear();
  return day.toLocaleDateString(currentLocale(), { day: "numeric", month: "long", year: thisYear ? undefined : "numeric" });
}

/** @param {Date} day */
function midnight(day) {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
}

/** How long a game took. @param {number} seconds */
function lengthText(seconds) {
  const [count, unit] = seconds < 90 * MINUTE ? [Math.max(1, Math.round(seconds / MINUTE)), "minute"] : seconds < 2 * DAY ? [Math.round(seconds / HOUR), "hour"] : [Math.round(seconds / DAY), "day"];
  return new Intl.NumberFormat(currentLocale(), { style: "unit", unit: String(unit), unitDisplay: "short" }).format(Number(count));
}

/** Facts in one line; where there is no room for it, it breaks after a fact and not within one. @param {string[]} facts */
function joinFacts(facts) {
  return facts.filter(Boolean).map((fact) => fact.replaceAll(" ", "\u00A0")).join("\u00A0· ");
}
