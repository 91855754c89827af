// 23 on the first page, and among the cards that Settings shows.

import { face } from "./cards.js";

/** @type {import("../../../table/types.d.ts").Tile} */
export const tile = { place: 4, face, cards: ["21", "22", "23"], sign: "t-chips", samples: ["12"] };
