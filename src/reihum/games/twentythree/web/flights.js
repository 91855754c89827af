// The flying cards of 23.

/**
 * @typedef {import("../../../table/types.d.ts").Snapshot<import("./views.js").TwentythreeView>} Snapshot
 * @typedef {import("../../../table/types.d.ts").Flight} Flight
 */

/**
 * @param {import("../../../table/types.d.ts").Line} line
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @returns {Flight[]}
 */
export function flights(line, before, after) {
  const lay = line.m?.match(/^(\d+)(?:x(\d))?/);
  const opened = line.events.find((event) => event.kind === "opened");
  if (opened) return [{ card: "1", from: opened.seat === after.seat ? "hand" : `seat:${opened.seat}`, to: "pile" }];
  if (!lay || line.by === null) return [];
  const from = line.by === before.seat ? `hand:${lay[1]}` : `seat:${line.by}`;
  const count = Number(lay[2] ?? 1);
  return Array.from({ length: count }, (_, number) => {
    const above = count - 1 - number; // the cards that are laid on top of this one
    return { card: lay[1], from: number ? `${from}:${number}` : from, to: above ? `pile:${above}` : "pile" };
  });
}
