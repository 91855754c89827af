// Going from one screen to another without loading the page again.

/** @type {(path: string) => void} */
let openScreen = () => {};

/**
 * Open screens with this function from now on, for links and for the browser's back button.
 * @param {(path: string) => void} open
 */
export function startRouting(open) {
  openScreen = open;
  addEventListener("popstate", () => openScreen(location.pathname));
  document.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest?.("a[href^='/']");
    const plain = !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !plain || link.hasAttribute("download") || link.hasAttribute("target")) return;
    event.preventDefault();
    go(link.getAttribute("href") ?? "/");
  });
}

/**
 * Go to another screen.
 * @param {string} path
 * @param {boolean} [replace] whether the back button should skip the current screen
 */
export function go(path, replace = false) {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  openScreen(location.pathname);
}
