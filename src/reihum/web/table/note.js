// A note that is shown instead of the prompt for a few seconds: why something is not allowed.

/** @typedef {{text: string, rule: string | null, near?: string}} Note the sentence, its rule, and the card it is about */

const NOTE_TIME = 5000; // milliseconds

export class TimedNote {
  /** @param {() => void} onExpire */
  constructor(onExpire) {
    this.onExpire = onExpire;
    /** @type {Note | null} */
    this.current = null;
    this.timer = 0;
  }

  /** @param {Note} note */
  show(note) {
    this.current = note;
    this.#startTimer();
  }

  clear() {
    clearTimeout(this.timer);
    this.current = null;
  }

  #startTimer() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#expire(), NOTE_TIME);
  }

  /** It stays while the link to its rule has the focus. */
  #expire() {
    if (document.activeElement?.matches(".rule-link")) return this.#startTimer();
    this.clear();
    this.onExpire();
  }
}
