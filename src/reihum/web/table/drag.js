// Taps and drags on the cards of the hand. A tap counts when it is released inside the card; a drag is the same as a
// tap plus a target, and dropped elsewhere the card goes back. Where the table is taller than the screen, a finger that
// sets off upwards or downwards scrolls it, and one that sets off sideways drags.

/**
 * @typedef {{tap: (key: string) => void, drop: (key: string, place: string, from: DOMRect | null) => void, reorder?: (key: string, to: string) => void}} Acts
 */

const FAR = 9; // pixels after which a press is a drag

export class Drag {
  /**
   * @param {HTMLElement} root
   * @param {Acts} acts
   */
  constructor(root, acts) {
    this.root = root;
    this.acts = acts;
    /** @type {{card: HTMLElement, id: number, x: number, y: number, clone: HTMLElement | null, over: Element | null} | null} */
    this.held = null;
    this.tall = new ResizeObserver(() => root.classList.toggle("tall", root.offsetHeight > innerHeight + 1));
    this.tall.observe(root);
    this.closing = new AbortController();
    const { signal } = this.closing;
    root.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    root.addEventListener("pointermove", (event) => this.#move(event), { signal });
    root.addEventListener("pointerup", (event) => this.#up(event), { signal });
    root.addEventListener("pointercancel", () => this.#end(), { signal });
    root.addEventListener("click", (event) => this.#click(event), { signal });
  }

  /** Hear no more. */
  close() {
    this.closing.abort();
    this.tall.disconnect();
    this.root.classList.remove("tall");
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const card = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.("[data-card]"));
    if (!card || event.button !== 0) return;
    this.held = { card, id: event.pointerId, x: event.clientX, y: event.clientY, clone: null, over: null };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const held = this.held;
    if (!held || held.id !== event.pointerId) return;
    const dx = event.clientX - held.x;
    const dy = event.clientY - held.y;
    if (!held.clone && Math.hypot(dx, dy) < FAR) return;
    if (!held.clone) this.#lift(held);
    if (held.clone) held.clone.style.transform = `translate(${dx}px, ${dy}px) rotate(2deg)`;
    const over = document.elementsFromPoint(event.clientX, event.clientY).find((element) => element.closest("[data-drop]"))?.closest("[data-drop]") ?? null;
    if (over !== held.over) {
      held.over?.classList.remove("over");
      over?.classList.add("over");
      held.over = over;
    }
  }

  /** @param {NonNullable<Drag["held"]>} held */
  #lift(held) {
    const rect = held.card.getBoundingClientRect();
    const clone = /** @type {HTMLElement} */ (held.card.cloneNode(true));
    clone.removeAttribute("id");
    clone.removeAttribute("data-card");
    clone.removeAttribute("data-place");
    clone.className = "card dragged";
    clone.style.left = `${rect.x}px`;
    clone.style.top = `${rect.y}px`;
    clone.style.width = `${rect.width}px`;
    document.getElementById("flights")?.append(clone);
    held.card.classList.add("lifted");
    this.root.classList.add("dragging");
    const says = held.card.getAttribute("data-says");
    if (says) this.root.style.setProperty("--says", JSON.stringify(says));
    this.root.setPointerCapture(held.id);
    held.clone = clone;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const held = this.held;
    if (!held || held.id !== event.pointerId) return;
    const key = held.card.getAttribute("data-card") ?? "";
    const place = held.over?.getAttribute("data-drop");
    const dragged = held.clone !== null;
    const rect = held.clone?.getBoundingClientRect() ?? null;
    const besides = dragged && !place ? document.elementsFromPoint(event.clientX, event.clientY).map((each) => each.closest("[data-card]")).find((card) => card && card !== held.card) : null;
    this.#end();
    if (!dragged) return; // a click follows
    this.justDragged = true;
    setTimeout(() => (this.justDragged = false), 0);
    if (place) this.acts.drop(key, place, rect);
    else if (besides) this.acts.reorder?.(key, besides.getAttribute("data-card") ?? "");
  }

  justDragged = false;

  #end() {
    const held = this.held;
    this.held = null;
    if (!held) return;
    held.clone?.remove();
    held.over?.classList.remove("over");
    held.card.classList.remove("lifted");
    this.root.classList.remove("dragging");
    this.root.style.removeProperty("--says");
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const card = /** @type {Element} */ (event.target).closest?.("[data-card]");
    if (card && !this.justDragged) this.acts.tap(card.getAttribute("data-card") ?? "");
  }
}
