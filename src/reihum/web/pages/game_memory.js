// The list of my games as the server said it last, for when it cannot be reached.

/**
 * @typedef {import("../base/wire.d.ts").UnfinishedGames} UnfinishedGames
 * @typedef {import("../base/wire.d.ts").FinishedGames} FinishedGames
 * @typedef {import("../base/wire.d.ts").Statistics} Statistics
 * @typedef {{unfinished: UnfinishedGames, finished: FinishedGames, statistics: Statistics}} Games
 */

const STORAGE_KEY = "reihum.games";

/** @param {Games} games */
export function keepGames(games) {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ at: Date.now(), ...games }));
  } catch {
    // a browser that stores nothing shows nothing offline
  }
}

/**
 * What was kept last, and when; null if that is nothing, or cannot be read.
 * @returns {Games & {at: number} | null}
 */
export function keptGames() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null");
    return typeof kept?.at === "number" && Array.isArray(kept.unfinished?.games) && Array.isArray(kept.finished?.games) ? kept : null;
  } catch {
    return null;
  }
}

/** Forget them: they have changed, or belong to somebody else. */
export function forgetGames() {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // nothing was kept
  }
}
