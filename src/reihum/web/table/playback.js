// Steps that have arrived are put on the screen one after another, with time for their cards to fly. Steps that arrive
// while the page is hidden can be shown again later.

import { flightTime, isMotionOff } from "../base/settings.js";

/**
 * @typedef {import("./types.d.ts").Line} Line
 * @typedef {import("./types.d.ts").Snapshot} Snapshot
 * @typedef {{line: Line, snapshot: Snapshot}} PlaybackStep a move, and the table after it
 */

const HURRY = 3; // with more steps than this waiting, cards fly faster
const JUMP = 12; // with more than this, they do not fly

export class Playback {
  /** @param {(step: PlaybackStep, time: number) => Promise<void>} show puts a step on the screen; time is how long its cards fly */
  constructor(show) {
    this.show = show;
    /** Steps that are not on the screen yet. @type {PlaybackStep[]} */
    this.queue = [];
    this.isRunning = false;
    /** Whether the steps that are left shall be shown at once. */
    this.isHurried = false;
    /** Steps that arrived while the page was hidden, and the table before them. @type {{from: Snapshot, steps: PlaybackStep[]} | null} */
    this.missed = null;
  }

  /** Whether everything that has arrived is on the screen, or about to be. */
  get isEmpty() {
    return this.queue.length === 0;
  }

  /** How many steps were missed, if there are enough to show them again. */
  get missedCount() {
    const count = this.missed?.steps.length ?? 0;
    return count > HURRY ? count : 0;
  }

  /**
   * @param {PlaybackStep} step
   * @param {Snapshot | null} shown what is on the screen now
   */
  add(step, shown) {
    this.queue.push(step);
    if (document.hidden && shown) {
      this.missed ??= { from: shown, steps: [] };
      this.missed.steps.push(step);
    }
    if (!this.isRunning) void this.#run();
  }

  /** Drop the steps that are not on the screen yet. */
  clear() {
    this.queue = [];
  }

  /** Show what is flying, and all that waits, at once. @returns {boolean} whether there was anything to hurry */
  hurry() {
    if (!this.isRunning) return false;
    this.isHurried = true;
    for (const animation of document.getAnimations()) if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    return true;
  }

  /** Forget the missed steps if there are only a few. */
  forgetFewMissed() {
    if (!this.missedCount) this.missed = null;
  }

  /** The missed steps, to be shown again; null while others are being shown. */
  takeMissed() {
    const missed = this.missed;
    this.missed = null;
    return this.isRunning ? null : missed;
  }

  /**
   * Show steps again, before those that wait.
   * @param {PlaybackStep[]} steps
   */
  replay(steps) {
    this.queue = [...steps, ...this.queue];
    void this.#run();
  }

  async #run() {
    this.isRunning = true;
    for (let step = this.queue.shift(); step; step = this.queue.shift()) await this.show(step, this.#timeFor(step));
    this.isRunning = this.isHurried = false;
  }

  /** @param {PlaybackStep} step */
  #timeFor({ line }) {
    if (document.hidden || this.isHurried || isMotionOff() || this.queue.length > JUMP || line.undo === 1) return 0;
    return this.queue.length > HURRY ? flightTime() / 2 : flightTime();
  }
}
