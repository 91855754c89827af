// The tile of YoYo on the first page, and its sample cards in Settings.

import { face } from "./cards.js";

/** @type {import("../../../table/types.d.ts").Tile} */
export const tile = { place: 2, face, cards: ["b9", "r9"], sign: "t-yoyo", samples: ["y14", "b9", "r9"] };
