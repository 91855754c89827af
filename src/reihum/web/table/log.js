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
  if (log.length && first === (log.at(-1)?.v ?? 0) + 1) return [...log, ...lines];
  const beginning = first === 1 && snap.view ? [{ v: 0, by: null, events: [], told: snap.told ?? [] }] : [];
  return [...beginning, ...lines];
}

/**
 * Add a line, and drop the oldest ones if there are too many.
 * @param {Line[]} log
 * @param {Line} line
 */
export function appendLine(log, line) {
  log.push(line);
  if (log.length > LOG_LENGTH) log.splice(0, log.length - LOG_LENGTH);
}
