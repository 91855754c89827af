// The card that is about to be thrown away, and whether one can go out with it.

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").KoenigsRommeView>} Table
 * @typedef {{key: string, card: string}} Pick
 */

export const OUT = "out ";

/**
 * The card to be thrown away: the one that is staged, or else one with which one can go out.
 * @param {Table} t
 * @returns {Pick | null}
 */
export function chosen(t) {
  if (t.view.phase !== "discard" || t.view.player !== t.you) return null;
  const [staged] = t.staged;
  if (staged) return staged;
  const out = t.moves.find((move) => move.startsWith(OUT));
  return out ? { key: `${out.slice(OUT.length)}-1`, card: out.slice(OUT.length) } : null;
}

/**
 * @param {Table} t
 * @param {string} card
 */
export function canGoOut(t, card) {
  return t.moves.includes(OUT + card);
}

/** Whether one has one's last turn. @param {Table} t */
export function isLastTurn(t) {
  return t.view.out_by !== null && t.you !== null && t.view.last_turns.includes(t.you);
}
