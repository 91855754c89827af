// The tile of Königs-Rommé on the first page, and its sample cards in Settings.

import { face } from "./cards.js";

/** @type {import("../../../table/types.d.ts").Tile} */
export const tile = { place: 3, face, cards: ["3s", "7h", "10d", "Jc", "Kx"], sign: "t-crown", samples: ["Qx"] };
