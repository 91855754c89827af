// Start of the page: symbols, texts and settings, then the screen for the address.

import { siteRoot } from "./base/base_url.js";
import { h, render } from "./base/dom.js";
import { fetchTiles } from "./base/games.js";
import { currentPath, startRouting } from "./base/router.js";
import { applySettings, onSettingsChange, settings } from "./base/settings.js";
import { fetchSymbols } from "./base/symbols.js";
import { currentLanguage, preferredLanguage, say, setLanguage } from "./base/words.js";
import { failedView, loadingView } from "./pages/loading.js";

/** @typedef {{close?: () => void, onLanguageChange?: () => void | Promise<void>}} Screen */

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
/** @type {Screen | null} */
let screen = null;
let openCount = 0;

/**
 * The screens by their addresses; each is fetched when it is first needed.
 * @type {[RegExp, (found: RegExpMatchArray) => Promise<Screen>][]}
 */
const ROUTES = [
  [/^\/$/, async () => new (await withTiles(import("./pages/start.js"))).StartScreen(root)],
  [/^\/t\/([\w-]+)$/, async ([, id]) => new (await import("./pages/table.js")).TableScreen(root, id)],
  [/^\/replay\/([\w-]+)$/, async ([, id]) => new (await import("./pages/replay.js")).ReplayScreen(root, id)],
  [/^\/review\/([\w-]+)$/, async ([, id]) => new (await import("./pages/review.js")).ReviewScreen(root, id)],
  [/^\/rules(?:\/([\w-]+))?$/, async ([, slug]) => new (await withTiles(import("./pages/rules.js"))).RulesScreen(root, slug)],
  [/^\/games$/, async () => new (await withTiles(import("./pages/games.js"))).GamesScreen(root)],
  [/^\/train$/, async () => new (await withTiles(import("./pages/train.js"))).TrainScreen(root)],
  [/^\/train\/([\w-]+)$/, async ([, name]) => new (await import("./pages/exercise.js")).ExerciseScreen(root, name === "today" ? "today" : "table", name)],
  [/^\/puzzles$/, async () => new (await withTiles(import("./pages/puzzles.js"))).PuzzlesScreen(root)],
  [/^\/puzzle(?:\/([\w-]+))?$/, async ([, name]) => new (await import("./pages/exercise.js")).ExerciseScreen(root, "puzzle", name ?? "")],
  [/^\/settings$/, async () => new (await withTiles(import("./pages/settings.js"))).SettingsScreen(root)],
  [/^\/hello\/([\w-]+)$/, async ([, code]) => new (await import("./pages/handover.js")).HandoverScreen(root, code)],
];

/**
 * A screen that shows all games: their tiles are fetched at the same time.
 * @template T
 * @param {Promise<T>} screen
 * @returns {Promise<T>}
 */
async function withTiles(screen) {
  const [found] = await Promise.all([screen, fetchTiles()]);
  return found;
}

/** @param {string} path */
async function openScreen(path) {
  const number = ++openCount;
  screen?.close?.();
  screen = null;
  for (const [pattern, make] of ROUTES) {
    const found = path.match(pattern);
    if (!found) continue;
    render(root, ...loadingView());
    const opened = await make(found).catch(reloadOnce);
    if (!opened) return;
    if (number === openCount) screen = opened;
    else opened.close?.();
    return;
  }
  render(root, h("main", { class: "page", id: "main" }, h("h1", null, say("lost.no_page")), h("a", { class: "btn main", href: "/" }, say("bar.home"))));
}

/**
 * A file could not be fetched: the server has a newer page, or cannot be reached. Load the page again, but not forever.
 * @param {unknown} error
 */
function reloadOnce(error) {
  const storageKey = "reihum.reloaded";
  const isRecent = Date.now() - Number(sessionStorage.getItem(storageKey) ?? 0) < 10_000;
  sessionStorage.setItem(storageKey, String(Date.now()));
  if (!isRecent) location.reload();
  else render(root, ...failedView(error, { missing: say("lost.no_page"), retry: () => location.reload() }));
}

/** Switch to the language of the settings at once, even in the middle of a game. */
async function applyLanguage() {
  const lang = settings.lang || preferredLanguage();
  if (lang === currentLanguage()) return;
  await setLanguage(lang);
  await screen?.onLanguageChange?.();
}

async function start() {
  applySettings();
  await Promise.all([fetchSymbols(), setLanguage(settings.lang || preferredLanguage())]);
  onSettingsChange(() => void applyLanguage());
  startRouting((path) => void openScreen(path));
  matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", applySettings);
  await openScreen(currentPath());
  if ("serviceWorker" in navigator && isSecureContext) void navigator.serviceWorker.register(`${siteRoot}/sw.js`).catch(() => undefined);
}

void start();

