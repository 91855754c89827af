// What the last move did, so that the table can mark it until the next one.

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").HelpView>} Table
 * @typedef {import("../../../table/types.d.ts").Line} Line
 * @typedef {{where: number | "discard" | null, by: number, turned: number[]}} Mark
 */

/**
 * The log line of the last move, even if only its player heard it.
 * @param {Table} t
 * @returns {Line | null}
 */
export function lastMoveLine(t) {
  const line = t.log.at(-1);
  return line && line.v > 0 && !line.undo ? line : null;
}

/**
 * An event of the last move.
 * @param {Table} t
 * @param {string} kind
 */
export function lastEvent(t, kind) {
  return lastMoveLine(t)?.events.find((event) => event.kind === kind) ?? null;
}

/**
 * Where the last card went, a place of the row counted from 0 or the discard pile, and which Jokers it changed.
 * @param {Table} t
 * @returns {Mark | null}
 */
export function lastMark(t) {
  const line = lastMoveLine(t);
  const opened = lastEvent(t, "opened");
  if (opened) return { where: 0, by: opened.seat, turned: [] };
  if (!line?.m || line.by === null) return null;
  const at = (/** @type {Mark["where"]} */ where) => ({ where, by: line.by ?? 0, turned: /** @type {number[]} */ ([]) });
  if (lastEvent(t, "round")) return null;
  if (line.m === "Z" || lastEvent(t, "cleared")) return at("discard");
  const place = Number(line.m.match(/@(\d)$/)?.[1] ?? 0);
  if (place) {
    const changed = lastEvent(t, "switched")?.jokers.length ?? 0;
    return { ...at(place - 1), turned: Array.from({ length: changed }, (_, number) => place + number) };
  }
  return /^\d+$/.test(line.m) ? at(t.view.row.length - 1) : null;
}

/**
 * How many players have called in this round so far.
 * @param {Table} t
 */
export function callsMade(t) {
  const begun = t.log.findLastIndex((line) => line.v === 0 || line.events.some((event) => event.kind === "begins"));
  return t.log.slice(begun + 1).filter((line) => !line.undo).length;
}
