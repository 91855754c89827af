// The tile of Tiny on the first page, and its sample cards in Settings.

import { face } from "./cards.js";

/** @type {import("../../../table/types.d.ts").Tile} */
export const tile = { face, cards: ["3", "7", "9"], samples: ["9"] };
