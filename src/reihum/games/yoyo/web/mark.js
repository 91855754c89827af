// A small picture of a move of YoYo, shown at its seat.

import { h } from "../../../base/dom.js";
import { markBack, markCard } from "../../../table/since.js";
import { face } from "./cards.js";

/**
 * The last card of what was laid, or a card that was drawn.
 * @param {import("../../../table/types.d.ts").Table} t
 * @param {import("../../../table/types.d.ts").Line} line
 */
export function moveMark(t, line) {
  const laid = (/** @type {import("../../../table/types.d.ts").Line} */ { m }) => m?.match(/^[bry]\d+/)?.[0] ?? null;
  const card = laid(line) ?? (line.m === "stop" ? laid(t.log.findLast((each) => each.v < line.v && each.by === line.by && laid(each)) ?? line) : null);
  if (card) return markCard(face, card);
  return line.m === "draw" || line.m === "keep" ? [h("b", { key: "in" }, "+"), markBack()] : null;
}
