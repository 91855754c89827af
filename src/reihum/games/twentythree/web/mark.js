// A small picture of a move of 23, shown at its seat.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";
import { markCard } from "../../../table/since.js";
import { face } from "./cards.js";

/**
 * The number that was laid and how often, or what was done instead.
 * @param {import("../../../table/types.d.ts").Table} _t
 * @param {import("../../../table/types.d.ts").Line} line
 */
export function moveMark(_t, { m }) {
  const lay = m?.match(/^(\d+)(?:x(\d))?/);
  if (lay) return [markCard(face, lay[1]), lay[2] && h("b", { key: "count" }, `×${lay[2]}`)];
  return m && ["pass", "force", "leave"].includes(m) ? say(`twentythree.${m}`) : null;
}
