// Taps and drags on the cards of the hand. A tap counts when it is released inside the card. A drag is a tap plus a
// target; a card dropped anywhere else goes back, and says why if it cannot be played. Where the table is taller than the screen, a finger that starts moving
// up or down scrolls it, and one that starts sideways drags.

/**
 * @typedef {{tap: (key: string) => void, drop: (key: string, place: string, from: DOMRect | null) => void, reorder: (key: string, to: string) => boolean, miss: (key: string) => void}} DragActions
 *   `reorder` says whether the card went there, and `miss` is for a card that was dropped nowhere
 */

const DRAG_DISTANCE = 9; // pixels after which a press becomes a drag

export class Drag {
  /**
   * @param {HTMLElement} root
   * @param {DragActions} actions
   */
  constructor(root, actions) {
    this.root = root;
    this.actions = actions;
    /** @type {{card: HTMLElement, id: number, x: number, y: number, clone: HTMLElement | null, over: Element | null} | null} */
    this.grip = null;
    this.heightObserver = new ResizeObserver(() => root.classList.toggle("tall", root.offsetHeight > innerHeight + 1));
    this.heightObserver.observe(root);
    this.listening = new AbortController();
    const { signal } = this.listening;
    root.addEventListener("pointerdown", (event) => this.#press(event), { signal });
    root.addEventListener("pointermove", (event) => this.#drag(event), { signal });
    root.addEventListener("pointerup", (event) => this.#release(event), { signal });
    root.addEventListener("pointercancel", () => this.#reset(), { signal });
    root.addEventListener("click", (event) => this.#tap(event), { signal });
  }

  /** Stop listening. */
  close() {
    this.listening.abort();
    this.heightObserver.disconnect();
    this.root.classList.remove("tall");
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const card = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.("[data-card]"));
    if (!card || event.button !== 0) return;
    this.grip = { card, id: event.pointerId, x: event.clientX, y: event.clientY, clone: null, over: null };
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const grip = this.grip;
    if (!grip || grip.id !== event.pointerId) return;
    const dx = event.clientX - grip.x;
    const dy = event.clientY - grip.y;
    if (!grip.clone && Math.hypot(dx, dy) < DRAG_DISTANCE) return;
    if (!grip.clone) this.#lift(grip);
    if (grip.clone) grip.clone.style.transform = `translate(${dx}px, ${dy}px) rotate(2deg)`;
    const over = document.elementsFromPoint(event.clientX, event.clientY).find((element) => element.closest("[data-drop]"))?.closest("[data-drop]") ?? null;
    if (over !== grip.over) {
      grip.over?.classList.remove("over");
      over?.classList.add("over");
      grip.over = over;
    }
  }

  /** @param {NonNullable<Drag["grip"]>} grip */
  #lift(grip) {
    const rect = grip.card.getBoundingClientRect();
    const clone = /** @type {HTMLElement} */ (grip.card.cloneNode(true));
    clone.removeAttribute("id");
    clone.removeAttribute("data-card");
    clone.removeAttribute("data-place");
    clone.className = "card dragged";
    clone.style.left = `${rect.x}px`;
    clone.style.top = `${rect.y}px`;
    clone.style.width = `${rect.width}px`;
    document.getElementById("flights")?.append(clone);
    grip.card.classList.add("lifted");
    this.root.classList.add("dragging");
    const dropText = grip.card.getAttribute("data-says");
    if (dropText) this.root.style.setProperty("--says", JSON.stringify(dropText));
    this.root.setPointerCapture(grip.id);
    grip.clone = clone;
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const grip = this.grip;
    if (!grip || grip.id !== event.pointerId) return;
    const key = grip.card.getAttribute("data-card") ?? "";
    const place = grip.over?.getAttribute("data-drop");
    const isDrag = grip.clone !== null;
    const rect = grip.clone?.getBoundingClientRect() ?? null;
    const neighbour = isDrag && !place ? document.elementsFromPoint(event.clientX, event.clientY).map((each) => each.closest("[data-card]")).find((card) => card && card !== grip.card) : null;
    this.#reset();
    if (!isDrag) return; // a click follows
    this.justDragged = true;
    setTimeout(() => (this.justDragged = false), 0);
    if (place) this.actions.drop(key, place, rect);
    else if (!neighbour || !this.actions.reorder(key, neighbour.getAttribute("data-card") ?? "")) this.actions.miss(key);
  }

  justDragged = false;

  #reset() {
    const grip = this.grip;
    this.grip = null;
    if (!grip) return;
    grip.clone?.remove();
    grip.over?.classList.remove("over");
    grip.card.classList.remove("lifted");
    this.root.classList.remove("dragging");
    this.root.style.removeProperty("--says");
  }

  /** @param {MouseEvent} event */
  #tap(event) {
    const card = /** @type {Element} */ (event.target).closest?.("[data-card]");
    if (card && !this.justDragged) this.actions.tap(card.getAttribute("data-card") ?? "");
  }
}
