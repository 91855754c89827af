// What this browser has noted about the deals of its tables: its own part in them, the lists that it was shown before the
// first card, and the digest of games whose end it saw. Without this, a record can only be compared with itself.

/**
 * @typedef {import("../base/wire.d.ts").Promises} Promises
 * @typedef {{
 *   at: number, commitment: string, nonces: Record<string, string>, lists: Record<string, Promises>, answered: number[], digest: string,
 *   nameless: string,
 * }} Noted `commitment` is the first one that was shown, `nonces` and `lists` are by deal
 */

const STORAGE_KEY = "reihum.fair";
const MOST_TABLES = 200; // that are remembered, the latest ones

/** What could not be stored: a browser that stores nothing can still play. @type {Record<string, Noted>} */
let unstored = {};

/** @returns {Record<string, Noted>} */
function allNoted() {
  try {
    const found = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}");
    return { ...(found !== null && typeof found === "object" ? found : {}), ...unstored };
  } catch {
    return unstored;
  }
}

/**
 * What was noted about a table.
 * @param {string} table
 * @returns {Noted}
 */
export function notedAbout(table) {
  const nothing = { at: 0, commitment: "", nonces: {}, lists: {}, answered: [], digest: "", nameless: "" };
  return { ...nothing, ...allNoted()[table] };
}

/** Forget all of it. */
export function forgetNoted() {
  unstored = {};
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // nothing was kept
  }
}

/**
 * Note something about a table; all tabs of this browser read it.
 * @param {string} table
 * @param {Partial<Noted>} changes
 * @returns {Noted}
 */
export function note(table, changes) {
  const all = allNoted();
  const noted = (all[table] = { ...notedAbout(table), ...changes, at: Date.now() });
  const latest = Object.entries(all).sort(([, one], [, other]) => other.at - one.at);
  const kept = Object.fromEntries(latest.slice(0, MOST_TABLES));
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(kept));
    unstored = {};
  } catch {
    unstored = kept;
  }
  return noted;
}
