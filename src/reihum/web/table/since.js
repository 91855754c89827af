// What others have done since your own last move: marked in the log, and at their seats.

import { h } from "../base/dom.js";

/**
 * @typedef {import("./types.d.ts").Game} Game
 * @typedef {import("./types.d.ts").Line} Line
 * @typedef {import("./types.d.ts").Table} Table
 */

/**
 * The first step after your own last move; Infinity if you have made none, or nothing has happened since.
 * @param {Table} t
 */
export function firstSince(t) {
  const mine = t.log.findLastIndex((line) => t.you !== null && line.by === t.you && !line.undo && !line.isGone);
  const next = mine < 0 ? null : t.log.slice(mine + 1).find((line) => line.told.length);
  return next?.v ?? Infinity;
}

/**
 * The last move of each seat since then, in this round.
 * @param {Table} t
 * @returns {Map<number, Line>}
 */
export function lastMovesSince(t) {
  const first = firstSince(t);
  /** @type {Map<number, Line>} */
  const moves = new Map();
  for (const line of t.log) {
    if (line.events.some((event) => event.kind === "round")) moves.clear();
    else if (line.v >= first && line.by !== null && line.by !== t.you && !line.undo && !line.isGone) moves.set(line.by, line);
  }
  return moves;
}

/**
 * The mark of a seat's last move, if the game draws one.
 * @param {Table} t
 * @param {Game} game
 * @param {Line | undefined} line
 */
export function moveMark(t, game, line) {
  const mark = line && game.moveMark?.(t, line);
  return mark ? h("span", { class: "last-mark", key: "last-mark", role: "img", "aria-label": line.told[0] ?? "" }, mark) : null;
}

/**
 * A small card, for a mark.
 * @param {Game["face"]} face
 * @param {string} card
 * @param {string} [look]
 */
export function markCard(face, card, look) {
  return h("span", { class: `card ${look ?? ""}`, key: card }, face(card, look));
}

/** A card that nobody has seen. */
export function markBack() {
  return h("i", { class: "card back", key: "back" });
}
