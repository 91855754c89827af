// HELP! on the first page, and among the cards that Settings shows.

import { face } from "./cards.js";

/** @type {import("../../../table/types.d.ts").Tile} */
export const tile = { place: 1, face, cards: ["3", "J", "8"], sign: "t-help", samples: ["7"] };
