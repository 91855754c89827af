// The flying cards of Königs-Rommé.

import { lookOf } from "./cards.js";

/**
 * @typedef {import("../../../table/types.d.ts").Snapshot<import("./views.js").KoenigsRommeView>} Snapshot
 * @typedef {import("../../../table/types.d.ts").Snapshot<import("./views.js").KoenigsRommeSoloView>} Alone
 * @typedef {import("../../../table/types.d.ts").Line} Line
 * @typedef {import("../../../table/types.d.ts").Flight} Flight
 */

/**
 * @param {Line} line
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @returns {Flight[]}
 */
export function flights(line, before, after) {
  if (line.by === null || !line.m) return [];
  const own = line.by === after.seat;
  const look = (/** @type {string} */ card) => lookOf(card, before.view.wild);
  if (line.m === "stock" || line.m === "pile") {
    const card = line.events.find((event) => event.kind === "drew" || event.kind === "took")?.card ?? null;
    return [{ card, look: card && look(card), from: line.m, to: own ? `hand:${card}` : `seat:${line.by}` }];
  }
  const thrown = line.m.split(" ").at(-1) ?? "";
  return [{ card: thrown, look: look(thrown), from: own ? `hand:${thrown}` : `seat:${line.by}`, to: "pile" }];
}

/**
 * In the solo game a card leaves the hand, and the next one is turned up.
 * @param {Line} line
 * @param {Alone} _before
 * @param {Alone} after
 * @returns {Flight[]}
 */
export function soloFlights(line, _before, after) {
  const [hand, thrown] = line.m?.split(" ") ?? [];
  if (!thrown) return [];
  const away = { card: thrown, look: lookOf(thrown, hand), from: `hand-${hand}`, to: "gone" };
  return after.view.shown ? [away, { card: after.view.shown, from: "stock", to: "turned" }] : [away];
}
