// The log of a table: its moves as this viewer heard them, in sentences.

/** @typedef {import("./types.d.ts").Line} Line */

const LOG_LENGTH = 400; // lines that are kept

/**
 * The log with the lines that a snap adds, or the snap's own log if they do not follow on.
 * @param {Line[]} log
 * @param {any} snap
 * @returns {Line[]}
 */
export function extendLog(log, snap) {
  const lines = snap.log.map((/** @type {any} */ line) => ({ ...line, told: line.told ?? [] }));
  const first = lines[0]?.v ?? snap.v + 1;
  if (log.length && first === (log.at(-1)?.v ?? 0) + 1) return withGone([...log, ...lines]);
  const beginning = first === 1 && snap.view ? [{ v: 0, by: null, events: [], told: snap.told ?? [] }] : [];
  return withGone([...beginning, ...lines]);
}

/**
 * Add a line, and drop the oldest ones if there are too many.
 * @param {Line[]} log
 * @param {Line} line
 */
export function appendLine(log, line) {
  log.push(line);
  for (const v of line.gone ?? []) markGone(log, v);
  if (log.length > LOG_LENGTH) log.splice(0, log.length - LOG_LENGTH);
}

/**
 * The lines, with those marked that were taken back.
 * @param {Line[]} log
 */
function withGone(log) {
  for (const v of log.flatMap((line) => line.gone ?? [])) markGone(log, v);
  return log;
}

/**
 * Mark a line that was taken back; it is a new one, because lines that have been drawn do not change.
 * @param {Line[]} log
 * @param {number} v
 */
function markGone(log, v) {
  const at = log.findIndex((line) => line.v === v);
  if (at >= 0 && !log[at].isGone) log[at] = { ...log[at], isGone: true };
}
