// What the last move did, so that its mark can stay on the table until the next one.

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").HelpView>} Table
 * @typedef {import("../../../table/types.d.ts").Line} Line
 * @typedef {{where: number | "discard" | null, by: number, turned: number[]}} Mark
 */

/**
 * The line that tells of the last move, also of one that only its player heard.
 * @param {Table} t
 * @returns {Line | null}
 */
export function lastLine(t) {
  const line = t.log.at(-1);
  return line && line.v > 0 && !line.undo ? line : null;
}

/**
 * Something that happened with the last move.
 * @param {Table} t
 * @param {string} kind
 */
export function happened(t, kind) {
  return lastLine(t)?.events.find((event) => event.kind === kind) ?? null;
}

/**
 * Where the card laid last lies: at a place of the row counted from 0, or on the discards; and which Jokers it changed.
 * @param {Table} t
 * @returns {Mark | null}
 */
export function marked(t) {
  const line = lastLine(t);
  const opened = happened(t, "opened");
  if (opened) return { where: 0, by: opened.seat, turned: [] };
  if (!line?.m || line.by === null) return null;
  const at = (/** @type {Mark["where"]} */ where) => ({ where, by: line.by ?? 0, turned: /** @type {number[]} */ ([]) });
  if (happened(t, "round")) return null;
  if (line.m === "Z" || happened(t, "cleared")) return at("discard");
  const place = Number(line.m.match(/@(\d)$/)?.[1] ?? 0);
  if (place) {
    const changed = happened(t, "switched")?.jokers.length ?? 0;
    return { ...at(place - 1), turned: Array.from({ length: changed }, (_, number) => place + number) };
  }
  return /^\d+$/.test(line.m) ? at(t.view.row.length - 1) : null;
}

/**
 * How many have called in this round so far.
 * @param {Table} t
 */
export function callsMade(t) {
  const begun = t.log.findLastIndex((line) => line.v === 0 || line.events.some((event) => event.kind === "begins"));
  return t.log.slice(begun + 1).filter((line) => !line.undo).length;
}
