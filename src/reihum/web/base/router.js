// Which address shows which screen, and how one gets from one to another without loading the page anew.

/** @type {(path: string) => void} */
let openScreen = () => {};

/**
 * Say who opens a screen for an address.
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
 * @param {boolean} [instead] whether the screen before it is not to be come back to
 */
export function go(path, instead = false) {
  if (instead) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  openScreen(location.pathname);
}
