// What a game is about, where one looks first: in the empty log; where that is not in sight, as a sheet before the first game
// of its kind.

import { h } from "../base/dom.js";
import { changeSettings, settings } from "../base/settings.js";
import { hasText, say } from "../base/words.js";

/**
 * @typedef {import("./types.d.ts").Game} Game
 * @typedef {import("./types.d.ts").TableInfo} TableInfo
 * @typedef {import("../base/dom.js").Child} Child
 * @typedef {{coach: (() => void) | null, rules: () => void}} AimActions
 */

const LINES = [1, 2, 3];
const DESK = "(width >= 900px) and (height >= 560px)"; // where the log is always in sight

/**
 * Which aims somebody has seen are kept by game, and apart for those who play it alone.
 * @param {Pick<TableInfo, "game" | "players">} table
 */
function aimKey({ game, players }) {
  return players === 1 ? `${game} solo` : game;
}

/**
 * Somebody is about to play: if it is their first game of this kind, its aim is to be shown.
 * @param {Pick<TableInfo, "game" | "players">} table
 */
export function noteAimDue(table) {
  if (!settings.aims[aimKey(table)]) changeSettings({ aims: { ...settings.aims, [aimKey(table)]: "due" } });
}

/**
 * Whether the aim is to be shown as a sheet now.
 * @param {TableInfo} table
 */
export function isAimDue(table) {
  return settings.aims[aimKey(table)] === "due" && !table.lesson && table.you !== null && table.status === "playing" && (table.players === 1 || !matchMedia(DESK).matches);
}

/** @param {Pick<TableInfo, "game" | "players">} table */
export function noteAimSeen(table) {
  changeSettings({ aims: { ...settings.aims, [aimKey(table)]: "seen" } });
}

/**
 * The aim in the log: open until the first move, and then to be opened where the log is not always in sight.
 * @param {Game} game
 * @param {TableInfo} table
 * @param {boolean} isFirst whether no move has been made
 * @param {AimActions} actions
 * @returns {Child}
 */
export function aimPanel(game, table, isFirst, actions) {
  const prefix = wordsOf(game, table);
  if (table.lesson || !hasText(`${prefix}.goal`)) return null;
  const parts = [goal(prefix, say("aim.name")), turns(game, table, prefix), ending(prefix)];
  if (!isFirst) return h("details", { class: "aim aim-later", key: "aim" }, h("summary", null, say("aim.later")), parts);
  return h(
    "section",
    { class: "aim", key: "aim", "aria-label": say("aim.name") },
    parts,
    h(
      "div",
      { class: "aim-buttons" },
      actions.coach && h("button", { class: "btn", type: "button", key: "coach", on: { click: actions.coach } }, say("aim.coach")),
      h("button", { class: "btn", type: "button", key: "rules", on: { click: actions.rules } }, say("aim.rules")),
    ),
  );
}

/**
 * The aim as a sheet, on a phone or where one plays alone.
 * @param {Game} game
 * @param {TableInfo} table
 * @param {{coach: (() => void) | null, close: () => void}} actions
 * @returns {Child}
 */
export function aimSheet(game, table, actions) {
  const prefix = wordsOf(game, table);
  if (!hasText(`${prefix}.goal`)) return null;
  return h(
    "section",
    { class: "aim aim-sheet paper", key: "aim-sheet", role: "dialog", "aria-labelledby": "aim-goal" },
    goal(prefix, say("aim.of", { game: say(`${game.folder}.title`) })),
    turns(game, table, prefix),
    ending(prefix),
    h(
      "div",
      { class: "aim-buttons" },
      actions.coach && h("button", { class: "btn", type: "button", key: "coach", on: { click: actions.coach } }, say("aim.coach")),
      h("button", { class: "btn main", type: "button", key: "play", "data-main": true, "data-focus": true, "data-escape": true, on: { click: actions.close } }, say("aim.play")),
    ),
  );
}

/**
 * @param {Game} game
 * @param {TableInfo} table
 */
function wordsOf(game, table) {
  return `${game.folder}.${table.players === 1 ? "aim_solo" : "aim"}`;
}

/**
 * @param {string} prefix
 * @param {string} name
 */
function goal(prefix, name) {
  return h("div", { class: "aim-goal", key: "goal" }, h("small", null, name), h("b", { id: "aim-goal" }, say(`${prefix}.goal`)));
}

/**
 * A turn in three lines, each with cards or a word next to it.
 * @param {Game} game
 * @param {TableInfo} table
 * @param {string} prefix
 */
function turns(game, table, prefix) {
  const figures = (table.players === 1 ? game.aimFiguresAlone : game.aimFigures) ?? [];
  return h(
    "div",
    { class: "aim-turn", key: "turn" },
    h("h2", null, say("aim.turn")),
    h("ol", null, LINES.map((line) => h("li", { key: line }, figure(game, figures[line - 1] ?? []), h("p", null, h("b", null, say(`${prefix}.lead_${line}`)), " ", say(`${prefix}.turn_${line}`))))),
  );
}

/**
 * @param {Game} game
 * @param {string | string[]} shown cards, or the key of a word
 */
function figure(game, shown) {
  const inside = typeof shown === "string" ? h("span", { class: "aim-word" }, say(shown)) : shown.map((card, place) => h("span", { class: "card", key: place }, game.face(card)));
  return h("span", { class: "aim-figure", "aria-hidden": "true" }, inside);
}

/** @param {string} prefix */
function ending(prefix) {
  return h("p", { class: "aim-end", key: "end" }, h("b", null, say("aim.end")), " ", say(`${prefix}.end`));
}
