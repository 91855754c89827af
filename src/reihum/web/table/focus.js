// Where the focus is while the table is redrawn, so that it is never lost.

/** @typedef {{key: string | null, region: string, place: number}} FocusPlace */

export class FocusMemory {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** What was given the focus without being asked. @type {HTMLElement | null} */
    this.urgent = null;
  }

  /** What has the focus: a card by its key, anything else by its place within its region of the screen. @returns {FocusPlace | null} */
  current() {
    const now = document.activeElement;
    if (!now?.closest(".felt-area *, .rail")) return null;
    const region = now.closest("[data-region]");
    return { key: now.getAttribute("data-card"), region: region?.getAttribute("data-region") ?? "", place: region ? focusableIn(region).indexOf(now) : -1 };
  }

  /**
   * A card that has moved keeps the focus. If what had the focus has gone, it stays as near as possible: at the same
   * place, on the button that confirms, or else in the hand.
   * @param {FocusPlace} place
   */
  restore({ key, region, place }) {
    if (document.activeElement !== document.body) return;
    const [here, hand] = [region, "hand"].map((name) => this.root.querySelector(`[data-region="${name}"]`));
    const near = here ? focusableIn(here) : [];
    const next = /** @type {HTMLElement | undefined | null} */ (
      (key && this.root.querySelector(`[data-card="${CSS.escape(key)}"]`)) ||
      (region === "acts" && here?.querySelector("[data-main]")) ||
      near[Math.min(place, near.length - 1)] ||
      hand?.querySelector("[tabindex='0']")
    );
    if (next?.matches(".bot-sign")) next.dataset.shut = ""; // nobody has asked what it says
    next?.focus({ preventScroll: true });
  }

  /**
   * Give the focus to something urgent once, when it appears, but never take it from somebody who is typing. What takes the
   * place of the whole table is read from its top, however far down the table one was.
   */
  focusUrgent() {
    const wanted = /** @type {HTMLElement | undefined} */ ([...this.root.querySelectorAll("[data-focus]")].at(-1)) ?? null;
    if (wanted && wanted !== this.urgent && wanted.dataset.focus === "top") scrollTo({ top: 0, behavior: "instant" });
    if (wanted && wanted !== this.urgent && !document.activeElement?.closest("input, select, textarea, dialog")) wanted.focus({ preventScroll: true });
    this.urgent = wanted;
  }
}

/**
 * Everything in a region of the screen that can have the focus.
 * @param {Element} region
 * @returns {Element[]}
 */
function focusableIn(region) {
  return [...region.querySelectorAll("[role=option], button, a, summary, [tabindex='0']")];
}
