// A hint about one's own decision, in three steps, so that nobody is told more than wanted: what makes sense, how good it is,
// and why. The server makes it; what it looks like is fetched with the first one.

import { announce } from "../base/announce.js";
import { say } from "../base/words.js";

/**
 * @typedef {import("./live.js").LiveTable} LiveTable
 * @typedef {import("../base/wire.js").HintMade} HintMade
 * @typedef {import("../base/wire.js").HintOption} HintOption
 * @typedef {import("./types.d.ts").HintMove} HintMove
 * @typedef {typeof import("./hint_view.js")} View
 * @typedef {{hintMove: (t: any, move: string, then: string[]) => HintMove}} GamePart
 */

const LAST_STEP = 3;
const MOST_SHOWN = 4; // moves
const FAR_BEHIND = 0.15; // a move with so much less chance is not shown, unless nothing else is sure

export class Hints {
  /**
   * @param {LiveTable} live
   * @param {() => void} draw
   */
  constructor(live, draw) {
    this.live = live;
    this.draw = draw;
    /** 0: there is no hint; then what makes sense, how good it is, why. */
    this.step = 0;
    /** How it stands, or the whole hint. @type {HintMade | null} */
    this.made = null;
    /** What the hint is about; something else, and it is gone. */
    this.about = "";
    /** @type {View | null} */
    this.view = null;
    /** @type {GamePart | null} */
    this.part = null;
  }

  /** Why there is no hint now; empty if there is. */
  get reason() {
    const { live } = this;
    if (!live.info.hints) return say("hint.off");
    return live.canMove ? "" : say("hint.not_turn");
  }

  /** Whether there is no button for it beside the hand. */
  get isQuiet() {
    return false;
  }

  /** Whether a hint is on the screen, and can be drawn. */
  get isOpen() {
    return this.step > 0 && this.view !== null;
  }

  /** Whether only one move is possible: there is nothing to ask. */
  get isOnly() {
    return this.live.moves.length === 1;
  }

  /** The moves that are shown, the best first. @returns {HintOption[]} */
  get options() {
    if (this.isOnly) return [{ move: this.live.moves[0], win: 0, error: 0, equal: true, why: [] }];
    const found = this.made?.options ?? [];
    return found.filter((option) => option.equal || found[0].win - option.win < FAR_BEHIND).slice(0, MOST_SHOWN);
  }

  /** @param {HintOption} option @returns {HintMove} */
  shown({ move, then = [] }) {
    return this.part?.hintMove(this.live, move, then) ?? { label: move, cards: [], at: [`hand:${move}`], stage: [] };
  }

  /** The next step, or why there is none. */
  press() {
    const { live, reason } = this;
    this.check();
    if (reason) return live.showNote(reason);
    if (this.step === LAST_STEP || (this.step && this.isOnly)) return this.close();
    this.step += 1;
    if (this.step === 1 && !this.isOnly && !live.connection.isLive) return this.#giveUp();
    live.clearNote();
    if (this.step === 1) void this.#begin();
    else this.#announce();
    this.draw();
  }

  close() {
    this.step = 0;
    this.made = null;
    this.about = "";
    this.draw();
  }

  /** Any move closes the hint: another decision, one taken back, or our own on its way. */
  check() {
    if (this.step && this.about !== this.#now()) this.close();
  }

  /** The decision as it is now. */
  #now() {
    const { live } = this;
    if (live.sending || live.shown?.ask === null || live.pause.line || live.isOver) return "";
    return `${live.shown?.ask} ${live.log.filter((line) => line.undo).length}`;
  }

  async #begin() {
    const about = (this.about = this.#now());
    const ask = this.live.shown?.ask ?? 0;
    const isCurrent = () => this.step > 0 && this.about === about && about === this.#now();
    const hear = (/** @type {HintMade} */ made) => {
      if (!isCurrent()) return;
      this.made = made;
      this.draw();
    };
    const asked = this.isOnly ? Promise.resolve(null) : this.live.connection.askHint(ask, hear);
    [this.view, this.part] = await Promise.all([import("./hint_view.js"), this.live.game.loadHints?.() ?? null]);
    const made = this.isOnly ? null : await asked;
    if (!isCurrent()) return;
    if (made && "options" in made) this.made = made;
    else if (!this.isOnly) return this.#giveUp();
    this.#announce();
    this.draw();
  }

  #giveUp() {
    this.close();
    this.live.showNote(say("hint.none"));
  }

  /** Say aloud what the step shows, once there is something to say. */
  #announce() {
    if (this.view && (this.isOnly || this.made?.done)) announce(this.view.spokenText(this));
  }
}
