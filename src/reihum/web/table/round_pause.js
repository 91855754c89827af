// The pause after a round: the next step waits until the player has read the sheet about it.

/** @typedef {import("./types.d.ts").Line} Line */

const LENGTH = 6000; // milliseconds until it ends by itself
const SECOND = 1000;

export class RoundPause {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    /** The step that ended the round; null while there is no pause. @type {Line | null} */
    this.line = null;
    this.until = 0;
    this.timer = 0;
    /** @type {(() => void)[]} */
    this.waiting = [];
  }

  /** The seconds left, rounded up. */
  get seconds() {
    return Math.max(0, Math.ceil((this.until - Date.now()) / SECOND));
  }

  /** @param {Line} line */
  start(line) {
    this.line = line;
    this.until = Date.now() + LENGTH;
    clearInterval(this.timer);
    this.timer = setInterval(() => (Date.now() < this.until ? this.draw() : this.end()), SECOND);
  }

  end() {
    clearInterval(this.timer);
    if (!this.line) return;
    this.line = null;
    for (const done of this.waiting.splice(0)) done();
    this.draw();
  }

  /** Wait until it is over. @returns {Promise<void>} */
  whenOver() {
    return this.line ? new Promise((done) => this.waiting.push(done)) : Promise.resolve();
  }
}
