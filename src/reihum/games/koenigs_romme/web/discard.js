// The card that is about to be discarded, and whether you can go out with it.

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").KoenigsRommeView>} Table
 * @typedef {{key: string, card: string}} KeyedCard a card of the hand
 */

export const OUT_PREFIX = "out ";

/**
 * The card to be discarded: the staged one, or else one that lets you go out.
 * @param {Table} t
 * @returns {KeyedCard | null}
 */
export function chosenDiscard(t) {
  if (t.view.phase !== "discard" || t.view.player !== t.you) return null;
  const [staged] = t.staged;
  if (staged) return staged;
  const out = t.moves.find((move) => move.startsWith(OUT_PREFIX));
  return out ? { key: `${out.slice(OUT_PREFIX.length)}-1`, card: out.slice(OUT_PREFIX.length) } : null;
}

/**
 * @param {Table} t
 * @param {string} card
 */
export function canGoOut(t, card) {
  return t.moves.includes(OUT_PREFIX + card);
}

/** Whether this is your last turn. @param {Table} t */
export function isLastTurn(t) {
  return t.view.out_by !== null && t.you !== null && t.view.last_turns.includes(t.you);
}
