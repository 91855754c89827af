// A row of exercises: which one is next, how each went. What is skipped comes again at the end.

import { get, post } from "../base/api.js";
import { currentLanguage } from "../base/words.js";

/**
 * @typedef {import("../base/wire.js").ExerciseShown} ExerciseShown
 * @typedef {import("../base/wire.js").Judged} Judged
 * @typedef {"first" | "second" | "missed" | null} Outcome solved at the first or second try, or not at all
 * @typedef {{path: string, outcome: Outcome}} Item
 */

const TRIES = 2; // then the answer is told

export class Session {
  /** @param {string[]} paths where the exercises are */
  constructor(paths) {
    /** @type {Item[]} */
    this.items = paths.map((path) => ({ path, outcome: null }));
    this.at = 0;
    this.tries = 1;
    /** In how many days it comes back, once a try has counted. @type {number | null | undefined} */
    this.days = undefined;
    /** What is known about the answer, once it may be. @type {(Judged & {answer: string | null}) | null} */
    this.judged = null;
  }

  get item() {
    return this.items[this.at];
  }
  get isOver() {
    return this.at >= this.items.length;
  }
  /** Whether there is another exercise to do first. */
  get canSkip() {
    return this.judged === null && this.at < this.items.length - 1;
  }
  get solved() {
    return this.items.filter(({ outcome }) => outcome === "first").length;
  }

  /** @returns {Promise<ExerciseShown>} */
  fetch() {
    return get(`${this.item.path}?lang=${currentLanguage()}`);
  }

  /**
   * Answer, or give up; what is said about it.
   * @param {string | null} move
   * @returns {Promise<Judged>}
   */
  async answer(move) {
    /** @type {Judged} */
    const judged = await this.#ask({ move, tries: this.tries });
    const { verdict } = judged;
    if (judged.days !== undefined) this.days = judged.days;
    if (verdict === "wrong" && !judged.options) this.tries += 1;
    if (judged.options) {
      this.judged = { ...judged, days: this.days, answer: move };
      this.item.outcome = verdict === "wrong" || verdict === "shown" ? "missed" : this.tries < TRIES ? "first" : "second";
    }
    return judged;
  }

  /** What the rules have against a move. @param {string} move @returns {Promise<Judged>} */
  why(move) {
    return this.#ask({ move, why: true });
  }

  /** What is known about the answer, in another language. */
  async tellAgain() {
    if (!this.judged) return;
    const again = await this.#ask({ move: this.judged.answer, tries: TRIES });
    this.judged = { ...this.judged, options: again.options };
  }

  /** @param {object} body */
  #ask(body) {
    return post(`${this.item.path}?lang=${currentLanguage()}`, body);
  }

  next() {
    this.at += 1;
    this.#begin();
  }

  skip() {
    this.items.push(...this.items.splice(this.at, 1));
    this.#begin();
  }

  #begin() {
    this.tries = 1;
    this.days = undefined;
    this.judged = null;
  }
}
