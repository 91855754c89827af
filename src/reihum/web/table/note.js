// A note that is shown instead of the prompt for a few seconds: why something is not allowed. More about it is its rule.

/**
 * @typedef {{text: string, rule: string | null, near?: string}} Note the sentence, its rule, and the card it is about
 */

const NOTE_TIME = 6000; // milliseconds

export class TimedNote {
  /** @param {() => void} onExpire */
  constructor(onExpire) {
    this.onExpire = onExpire;
    /** @type {Note | null} */
    this.current = null;
    /** Whether its rule is shown, too; then it stays. */
    this.isOpen = false;
    this.timer = 0;
  }

  /** @param {Note} note */
  show(note) {
    this.current = note;
    this.isOpen = false;
    this.#startTimer();
  }

  clear() {
    clearTimeout(this.timer);
    this.current = null;
    this.isOpen = false;
  }

  /** Show its rule, or hide it again. */
  toggle() {
    this.isOpen = !this.isOpen;
    this.#startTimer();
  }

  #startTimer() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#expire(), NOTE_TIME);
  }

  /** It stays while somebody reads its rule, or while one of its buttons has the focus. */
  #expire() {
    if (this.isOpen || document.activeElement?.matches(".rule-link, .more-link")) return this.#startTimer();
    this.clear();
    this.onExpire();
  }
}

/**
 * A refusal without the number of its rule, which is next to it on a button.
 * @param {string} sentence
 * @param {string | null} rule
 */
export function withoutCitation(sentence, rule) {
  return rule ? sentence.replace(new RegExp(` \\([^()]*\\b${rule}\\)`), "") : sentence;
}
