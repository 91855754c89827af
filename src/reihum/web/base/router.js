// Going from one screen to another without loading the page again.

import { siteRoot } from "./base_url.js";

/** @type {(path: string) => void} */
let openScreen = () => {};

/**
 * Open screens with this function from now on, for links and for the browser's back button.
 * @param {(path: string) => void} open
 */
export function startRouting(open) {
  openScreen = open;
  addEventListener("popstate", () => openScreen(currentPath()));
  document.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest?.("a[href^='/']");
    const plain = !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !plain || link.hasAttribute("download") || link.hasAttribute("target")) return;
    event.preventDefault();
    go((link.getAttribute("href") ?? "/").slice(siteRoot.length));
  });
}

/**
 * Go to another screen.
 * @param {string} path
 * @param {boolean} [replace] whether the back button should skip the current screen
 */
export function go(path, replace = false) {
  if (replace) showPath(path);
  else history.pushState(null, "", siteRoot + path);
  openScreen(currentPath());
}

/** The path of the current screen. */
export function currentPath() {
  return location.pathname.slice(siteRoot.length);
}

/**
 * Show another path for the current screen.
 * @param {string} path
 */
export function showPath(path) {
  history.replaceState(null, "", siteRoot + path);
}
