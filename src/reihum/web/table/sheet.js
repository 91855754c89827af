// The sheet that lies on the table after a round: the next step waits until it has been read.

/** @typedef {import("./types.d.ts").Line} Line */

const STAYS = 6000; // milliseconds until it goes away by itself
const SECOND = 1000;

export class Sheet {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    /** The step that ended the round; null while no sheet lies there. @type {Line | null} */
    this.line = null;
    this.until = 0;
    this.timer = 0;
    /** @type {(() => void)[]} */
    this.waiting = [];
  }

  /** How long it stays, rounded up. */
  get seconds() {
    return Math.max(0, Math.ceil((this.until - Date.now()) / SECOND));
  }

  /** @param {Line} line */
  open(line) {
    this.line = line;
    this.until = Date.now() + STAYS;
    clearInterval(this.timer);
    this.timer = setInterval(() => (Date.now() < this.until ? this.draw() : this.close()), SECOND);
  }

  close() {
    clearInterval(this.timer);
    if (!this.line) return;
    this.line = null;
    for (const done of this.waiting.splice(0)) done();
    this.draw();
  }

  /** Wait until it has been put away. @returns {Promise<void>} */
  read() {
    return this.line ? new Promise((done) => this.waiting.push(done)) : Promise.resolve();
  }
}
