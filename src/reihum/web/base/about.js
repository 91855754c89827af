// What the server says about itself; fetched once.

import { get } from "./api.js";

/**
 * @typedef {{
 *   version: string, lan: string | null, bots: string[], phrases: string[],
 *   games: {slug: string, title: string, players: number[], options: Record<string, boolean>}[],
 * }} About
 */

/** @type {Promise<About> | null} */
let request = null;

/** @returns {Promise<About>} */
export function fetchAbout() {
  request ??= get("/api/about").catch((error) => {
    request = null;
    throw error;
  });
  return /** @type {Promise<About>} */ (request);
}
