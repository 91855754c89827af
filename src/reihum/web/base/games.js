// Which games there are: the server says so in the page. What is drawn of all of them is fetched with the first page, the
// rest of a game when somebody opens a table of it.

/**
 * @typedef {import("../table/types.d.ts").Game} Game
 * @typedef {import("../table/types.d.ts").Tile} Tile
 * @typedef {import("../table/types.d.ts").Dealing} Dealing
 * @typedef {{slug: string, folder: string, players: number[], results: {kinds: string[]}}} Entry
 */

/** @type {Entry[]} */
const GAMES = JSON.parse(document.querySelector('meta[name="games"]')?.getAttribute("content") ?? "[]").map(
  (/** @type {any} */ { package: folder, ...more }) => ({ folder, ...more }),
);
const LAST_PLACE = 1000; // the place of a game that does not care where it stands
const GAMES_BY_SLUG = new Map(GAMES.map((entry) => [entry.slug, entry]));

/** What is drawn of each game, once it has been fetched. @type {Map<string, Tile>} */
const tiles = new Map();

/**
 * A game that there is.
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

/** All games, in the order in which they are shown. */
export function slugs() {
  const place = (/** @type {string} */ slug) => tiles.get(slug)?.place ?? LAST_PLACE;
  return [...GAMES_BY_SLUG.keys()].sort((a, b) => place(a) - place(b));
}

/**
 * The picture of a game, once `fetchTiles` has brought it.
 * @param {string} slug
 * @returns {Tile}
 */
export function gameTile(slug) {
  return /** @type {Tile} */ (tiles.get(slug));
}

/** Fetch the pictures of all games. */
export async function fetchTiles() {
  await Promise.all(GAMES.map(async ({ slug }) => tiles.set(slug, (await importPart(slug, "tile.js")).tile)));
}

/**
 * A game, with its style sheet.
 * @param {string} slug
 * @returns {Promise<Game>}
 */
export async function fetchGame(slug) {
  const [{ game }] = await Promise.all([importPart(slug, "game.js"), fetchStyleSheet(partUrl(slug, "style.css"))]);
  return game;
}

/**
 * How a game deals.
 * @param {string} slug
 * @returns {Promise<Dealing>}
 */
export function fetchDealing(slug) {
  return importPart(slug, "deal.js");
}

/**
 * One of the modules of a game.
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
 * Fetch a style sheet once.
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
