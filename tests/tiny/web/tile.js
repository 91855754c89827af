// Tiny on the first page, and among the cards that Settings shows.

import { face } from "./cards.js";

/** @type {import("../../../table/types.d.ts").Tile} */
export const tile = { face, cards: ["3", "7", "9"], samples: ["9"] };
