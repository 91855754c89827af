// Which puzzles this browser has seen solved, and how. It stays on the device.

/** @typedef {import("./session.js").Outcome} Outcome */

const STORAGE_KEY = "reihum.puzzles";

/** How each puzzle went, by its name. @returns {Record<string, Outcome>} */
export function puzzleOutcomes() {
  try {
    const found = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}");
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {};
  }
}

/** Forget all of them. */
export function forgetPuzzles() {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // nothing was kept
  }
}

/**
 * Note how a puzzle went; the first time counts.
 * @param {string} name
 * @param {Outcome} outcome
 */
export function notePuzzle(name, outcome) {
  const known = puzzleOutcomes();
  if (known[name] || !outcome) return;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...known, [name]: outcome }));
  } catch {
    // a browser that stores nothing can still solve puzzles
  }
}
