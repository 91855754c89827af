// Which games there are. A game is fetched when somebody opens a table of it.

import { spoken } from "../base/words.js";

/** @typedef {import("../table/types.d.ts").Game} Game */

/** @type {Record<string, {folder: string, load: () => Promise<{game: Game}>}>} */
export const GAMES = {
  help: { folder: "help", load: () => import("./help/game.js") },
  yoyo: { folder: "yoyo", load: () => import("./yoyo/game.js") },
  "koenigs-romme": { folder: "koenigs_romme", load: () => import("./koenigs_romme/game.js") },
  23: { folder: "twentythree", load: () => import("./twentythree/game.js") },
};

/** In the order in which they are shown. */
export const SLUGS = ["help", "yoyo", "koenigs-romme", "23"];

/**
 * A game with its style sheet.
 * @param {string} slug
 * @returns {Promise<Game>}
 */
export async function gameOf(slug) {
  const { folder, load } = GAMES[slug];
  const [{ game }] = await Promise.all([load(), styled(folder)]);
  if (!remembering.has(game)) {
    game.face = remembered(game.face);
    remembering.add(game);
  }
  return game;
}

/** Games whose faces are drawn once. @type {WeakSet<Game>} */
const remembering = new WeakSet();

/**
 * The same drawing for the same card: what is the same object need not be looked at again.
 * @param {Game["face"]} draw
 * @returns {Game["face"]}
 */
function remembered(draw) {
  /** @type {Map<string, ReturnType<Game["face"]>>} */
  const known = new Map();
  return (card, look) => {
    const key = `${spoken()} ${card} ${look ?? ""}`;
    let face = known.get(key);
    if (!face) known.set(key, (face = draw(card, look)));
    return face;
  };
}

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * Fetch a game's style sheet once.
 * @param {string} folder
 */
function styled(folder) {
  let sheet = sheets.get(folder);
  if (!sheet) {
    sheet = new Promise((done) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = new URL(`./${folder}/style.css`, import.meta.url).href;
      link.onload = link.onerror = () => done();
      document.head.append(link);
    });
    sheets.set(folder, sheet);
  }
  return sheet;
}
