// What flies in 23.

/**
 * @typedef {import("../../table/types.d.ts").Shown<import("../../views.js").TwentythreeView>} Shown
 * @typedef {import("../../table/types.d.ts").Flight} Flight
 */

/**
 * @param {import("../../table/types.d.ts").Line} line
 * @param {Shown} before
 * @param {Shown} after
 * @returns {Flight[]}
 */
export function flights(line, before, after) {
  const lay = line.m?.match(/^(\d+)(?:x(\d))?/);
  const opened = line.events.find((event) => event.kind === "opened");
  if (opened) return [{ card: "1", from: opened.seat === after.seat ? "hand" : `seat:${opened.seat}`, to: "pile" }];
  if (!lay || line.by === null) return [];
  const from = line.by === before.seat ? `hand:${lay[1]}` : `seat:${line.by}`;
  return Array.from({ length: Number(lay[2] ?? 1) }, () => ({ card: lay[1], from, to: "pile" }));
}
