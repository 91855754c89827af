// A small picture of a move of HELP!, shown at its seat.

import { h } from "../../../base/dom.js";
import { markCard } from "../../../table/since.js";
import { face } from "./cards.js";

/**
 * The card that was played, for a Switch also the number put into the row, or that somebody asked for help.
 * @param {import("../../../table/types.d.ts").Table} _t
 * @param {import("../../../table/types.d.ts").Line} line
 */
export function moveMark(_t, { m }) {
  const exchange = m?.match(/^S(\d+)@/);
  if (exchange) return [markCard(face, "S"), markCard(face, exchange[1])];
  const card = m?.match(/^(\d+|[JZN])(?:@\d)?$/)?.[1];
  if (card) return markCard(face, card);
  return m === "help" ? h("b", { key: "help" }, "?!") : null;
}
