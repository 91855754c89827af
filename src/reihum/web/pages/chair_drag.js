// Dragging a seat of the waiting room by its grip to another place.

export class ChairDrag {
  /**
   * @param {HTMLElement} root
   * @param {(from: number, to: number) => void} onDrop
   */
  constructor(root, onDrop) {
    this.root = root;
    this.onDrop = onDrop;
    /** @type {{row: HTMLElement, id: number, y: number, from: number, to: number} | null} */
    this.held = null;
    this.listening = new AbortController();
    const { signal } = this.listening;
    root.addEventListener("pointerdown", (event) => this.#press(event), { signal });
    root.addEventListener("pointermove", (event) => this.#drag(event), { signal });
    root.addEventListener("pointerup", (event) => this.#release(event), { signal });
    root.addEventListener("pointercancel", () => this.#letGo(), { signal });
  }

  close() {
    this.#letGo();
    this.listening.abort();
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const grip = /** @type {Element} */ (event.target).closest(".chair-grip");
    const row = /** @type {HTMLElement | null} */ (grip?.closest("[data-chair]") ?? null);
    if (!grip || !row || event.button !== 0) return;
    grip.setPointerCapture(event.pointerId);
    const from = Number(row.dataset.chair);
    this.held = { row, id: event.pointerId, y: event.clientY, from, to: from };
    row.classList.add("held");
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const held = this.held;
    if (held?.id !== event.pointerId) return;
    held.row.style.translate = `0 ${event.clientY - held.y}px`;
    held.to = this.#placeAt(event.clientY, held.from);
    for (const row of this.#rows()) {
      const number = Number(row.dataset.chair);
      row.classList.toggle("makes-room-below", held.to < held.from && number === held.to);
      row.classList.toggle("makes-room-above", held.to > held.from && number === held.to);
    }
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const held = this.held;
    if (held?.id !== event.pointerId) return;
    this.#letGo();
    if (held.to !== held.from) this.onDrop(held.from, held.to);
  }

  #letGo() {
    if (!this.held) return;
    this.held.row.classList.remove("held");
    this.held.row.style.translate = "";
    this.held = null;
    for (const row of this.#rows()) row.classList.remove("makes-room-below", "makes-room-above");
  }

  /** @returns {HTMLElement[]} */
  #rows() {
    return [...this.root.querySelectorAll("[data-chair]")].map((row) => /** @type {HTMLElement} */ (row));
  }

  /**
   * The place of the seat whose middle is nearest.
   * @param {number} y
   * @param {number} from
   */
  #placeAt(y, from) {
    let nearest = from;
    let least = Infinity;
    for (const row of this.#rows()) {
      const { top, height } = row.getBoundingClientRect();
      const distance = Math.abs(top + height / 2 - y);
      if (!row.classList.contains("held") && distance < Math.min(least, height / 2)) {
        least = distance;
        nearest = Number(row.dataset.chair);
      }
    }
    return nearest;
  }
}
