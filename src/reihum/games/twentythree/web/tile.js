// The tile of 23 on the first page, and its sample cards in Settings.

import { face } from "./cards.js";

/** @type {import("../../../table/types.d.ts").Tile} */
export const tile = { place: 4, face, cards: ["21", "22", "23"], sign: "t-chips", samples: ["12"] };
