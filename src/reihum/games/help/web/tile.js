// The tile of HELP! on the first page, and its sample cards in Settings.

import { face } from "./cards.js";

/** @type {import("../../../table/types.d.ts").Tile} */
export const tile = { place: 1, face, cards: ["3", "J", "8"], sign: "t-help", samples: ["7"] };
