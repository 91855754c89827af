// Where the focus is while the table is drawn anew: it never falls to nowhere.

/** @typedef {{key: string | null, region: string, place: number}} Place */

export class Focus {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** What has been given the focus by itself. @type {HTMLElement | null} */
    this.urgent = null;
  }

  /** What has the focus: a card by its key, anything else by its place in its part of the screen. @returns {Place | null} */
  before() {
    const now = document.activeElement;
    if (!now?.closest(".felt-area *, .rail")) return null;
    const region = now.closest("[data-region]");
    return { key: now.getAttribute("data-card"), region: region?.getAttribute("data-region") ?? "", place: region ? stops(region).indexOf(now) : -1 };
  }

  /**
   * A card that has moved keeps the focus. If what had it has gone, it stays as near as possible: at its place in the
   * hand, on the button that confirms, or else with the cards.
   * @param {Place} place
   */
  after({ key, region, place }) {
    if (document.activeElement !== document.body) return;
    const [here, hand] = [region, "hand"].map((name) => this.root.querySelector(`[data-region="${name}"]`));
    const near = here ? stops(here) : [];
    const next =
      (key && this.root.querySelector(`[data-card="${CSS.escape(key)}"]`)) ||
      (region === "acts" && here?.querySelector("[data-main]")) ||
      near[Math.min(place, near.length - 1)] ||
      hand?.querySelector("[tabindex='0']");
    /** @type {HTMLElement | undefined | null} */ (next)?.focus({ preventScroll: true });
  }

  /** The focus goes to what cannot wait, once, when it appears; never away from somebody who types. */
  urge() {
    const wanted = /** @type {HTMLElement | undefined} */ ([...this.root.querySelectorAll("[data-focus]")].at(-1)) ?? null;
    if (wanted && wanted !== this.urgent && !document.activeElement?.closest("input, select, textarea, dialog")) wanted.focus({ preventScroll: true });
    this.urgent = wanted;
  }
}

/**
 * All that can have the focus in a part of the screen.
 * @param {Element} region
 * @returns {Element[]}
 */
function stops(region) {
  return [...region.querySelectorAll("[role=option], button, a, summary, [tabindex='0']")];
}
