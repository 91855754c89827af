// A small picture of a move of Königs-Rommé, shown at its seat.

import { h } from "../../../base/dom.js";
import { markBack, markCard } from "../../../table/since.js";
import { face, lookOf } from "./cards.js";

/**
 * What was drawn, and what was discarded: the two moves of a turn.
 * @param {import("../../../table/types.d.ts").Table<import("./views.js").KoenigsRommeView>} t
 * @param {import("../../../table/types.d.ts").Line} line
 */
export function moveMark(t, line) {
  const drawing = isDrawing(line) ? line : t.log.findLast((each) => each.v < line.v && each.by === line.by && isDrawing(each));
  const took = drawing?.events.find((event) => event.kind === "took")?.card;
  const look = (/** @type {string} */ card) => lookOf(card, t.view.wild);
  const discard = isDrawing(line) ? null : line.m?.replace("out ", "");
  const drawn = [h("b", { key: "sign" }, "+"), took ? markCard(face, took, look(took)) : markBack()];
  if (!discard) return drawn;
  return [h("span", { class: "wide mark-part", key: "in" }, drawn), h("b", { class: "wide", key: "out" }, "−"), markCard(face, discard, look(discard))];
}

/** @param {import("../../../table/types.d.ts").Line} line */
function isDrawing({ m }) {
  return m === "stock" || m === "pile";
}
