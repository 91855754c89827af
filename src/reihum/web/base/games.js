// Which games there are: the page lists them in its head. The tiles of all games are fetched with the first page, the rest
// of a game when a table of it is opened.

/**
 * @typedef {import("../table/types.d.ts").Game} Game
 * @typedef {import("../table/types.d.ts").Tile} Tile
 * @typedef {import("../table/types.d.ts").Dealing} Dealing
 * @typedef {{slug: string, folder: string, players: number[], begins: number, lessons: number[], results: {kinds: string[], unit: string}}} GameEntry
 */

/** @type {GameEntry[]} */
const GAMES = JSON.parse(document.querySelector('meta[name="games"]')?.getAttribute("content") ?? "[]").map(
  (/** @type {any} */ { package: folder, ...more }) => ({ folder, ...more }),
);
const LAST_PLACE = 1000; // of games that do not ask for a place
const GAMES_BY_SLUG = new Map(GAMES.map((entry) => [entry.slug, entry]));

/** The tiles fetched so far. @type {Map<string, Tile>} */
const tiles = new Map();

/**
 * What the page knows about a game without fetching it.
 * @param {string} slug
 */
export function gameEntry(slug) {
  const found = GAMES_BY_SLUG.get(slug);
  if (!found) throw new RangeError(`there is no game ${slug}`);
  return found;
}

/** Whether there is such a game. @param {string} slug */
export function isGame(slug) {
  return GAMES_BY_SLUG.has(slug);
}

/** All games in the order in which they are shown. */
export function slugs() {
  const place = (/** @type {string} */ slug) => tiles.get(slug)?.place ?? LAST_PLACE;
  return [...GAMES_BY_SLUG.keys()].sort((a, b) => place(a) - place(b));
}

/**
 * The tile of a game; `fetchTiles` must have fetched it.
 * @param {string} slug
 * @returns {Tile}
 */
export function gameTile(slug) {
  return /** @type {Tile} */ (tiles.get(slug));
}

/** Fetch the tiles of all games. */
export async function fetchTiles() {
  await Promise.all(GAMES.map(async ({ slug }) => tiles.set(slug, (await importPart(slug, "tile.js")).tile)));
}

/**
 * Fetch a game with its style sheet.
 * @param {string} slug
 * @returns {Promise<Game>}
 */
export async function fetchGame(slug) {
  const [{ game }] = await Promise.all([importPart(slug, "game.js"), fetchStyleSheet(partUrl(slug, "style.css"))]);
  return game;
}

/**
 * Fetch how a game deals.
 * @param {string} slug
 * @returns {Promise<Dealing>}
 */
export function fetchDealing(slug) {
  return importPart(slug, "deal.js");
}

/**
 * Import a module of a game.
 * @param {string} slug
 * @param {string} file
 * @returns {Promise<any>}
 */
function importPart(slug, file) {
  return import(partUrl(slug, file));
}

/**
 * @param {string} slug
 * @param {string} file
 */
function partUrl(slug, file) {
  return new URL(`../games/${gameEntry(slug).folder}/web/${file}`, import.meta.url).href;
}

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * Fetch a style sheet, once.
 * @param {string} href
 */
function fetchStyleSheet(href) {
  let sheet = sheets.get(href);
  if (!sheet) {
    sheet = new Promise((done) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = href;
      link.onload = link.onerror = () => done();
      document.head.append(link);
    });
    sheets.set(href, sheet);
  }
  return sheet;
}
