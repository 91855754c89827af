// The pause after a round: nothing is dealt on the screen until the player has read the sheet about it. The server holds
// bots back meanwhile; with friends, all say when they are ready, and the server ends it for all of them at once.

/**
 * @typedef {import("./types.d.ts").Line} Line
 * @typedef {import("./types.d.ts").Snapshot} Snapshot
 * @typedef {import("../base/wire.js").PauseShown} PauseShown
 */

const LENGTH = 20_000; // milliseconds until it ends by itself for somebody who only watches
const SECOND = 1000;

export class RoundPause {
  /** @param {{draw: () => void, sendReady: (v: number) => void, you: () => number | null, isAlone: () => boolean}} table */
  constructor(table) {
    this.table = table;
    /** The step that ended the round; null while there is no pause. @type {Line | null} */
    this.line = null;
    /** The table before that step, if it has been on the screen. @type {Snapshot | null} */
    this.ended = null;
    /** What the server says about it. @type {PauseShown | null} */
    this.shared = null;
    /** Somebody who reads is not interrupted. */
    this.isReading = false;
    this.isReady = false;
    this.isPadOpen = false;
    this.isRuleOpen = false;
    /** When it ends by itself; 0 if it does not. */
    this.until = 0;
    this.timer = 0;
    /** @type {(() => void)[]} */
    this.waiting = [];
  }

  /** The seconds left, rounded up; null if it stays. */
  get seconds() {
    const stays = !this.until || (this.isReading && !this.isReady);
    return stays ? null : Math.max(0, Math.ceil((this.until - Date.now()) / SECOND));
  }

  /** How many of those who are waited for are ready. */
  get counts() {
    const { ready, waits } = this.shared ?? { ready: [], waits: [] };
    return { ready: ready.length, all: ready.length + waits.length };
  }

  /**
   * @param {Line} line
   * @param {Snapshot | null} ended
   * @param {PauseShown | null | undefined} shared
   */
  start(line, ended, shared) {
    this.end();
    this.line = line;
    this.ended = ended;
    this.until = this.table.isAlone() ? 0 : Date.now() + LENGTH;
    this.timer = setInterval(() => this.#tick(), SECOND);
    this.noteTable(shared);
  }

  /** What the server says now about the break. @param {PauseShown | null | undefined} shared */
  noteTable(shared) {
    if (!this.line) return;
    if (shared?.v === this.line.v) {
      this.shared = shared;
      this.until = shared.left === null ? 0 : Date.now() + shared.left * SECOND;
    } else if (this.shared) {
      this.shared = null;
      this.until = 0;
      if (this.isReady || !(this.isReading || this.table.isAlone())) this.end();
    }
  }

  /** Somebody reads, scrolls or looks something up: the sheet stays. */
  read() {
    if (this.isReading || this.isReady) return;
    this.isReading = true;
    this.table.draw();
  }

  /** The player has read enough; with friends, the sheet stays until all have. */
  goOn() {
    if (!this.line || this.isReady) return;
    this.isReady = true;
    this.table.sendReady(this.line.v);
    const others = this.shared?.waits.some((seat) => seat !== this.table.you()) ?? false;
    if (others) this.table.draw();
    else this.end();
  }

  /** Show all rounds, or only the last one. */
  togglePad() {
    this.isPadOpen = !this.isPadOpen;
    this.read();
    this.table.draw();
  }

  /** Show the rule, or hide it again. */
  toggleRule() {
    this.isRuleOpen = !this.isRuleOpen;
    this.read();
    this.table.draw();
  }

  end() {
    clearInterval(this.timer);
    if (!this.line) return;
    this.line = this.ended = this.shared = null;
    this.isReading = this.isReady = this.isPadOpen = this.isRuleOpen = false;
    for (const done of this.waiting.splice(0)) done();
    this.table.draw();
  }

  /** Wait until it is over. @returns {Promise<void>} */
  whenOver() {
    return this.line ? new Promise((done) => this.waiting.push(done)) : Promise.resolve();
  }

  #tick() {
    const isLate = this.until && Date.now() >= this.until && !this.shared;
    if (isLate && (!this.isReading || this.isReady)) this.end();
    else if (this.until) this.table.draw();
  }
}

/**
 * Whether a step ended a round, but not the game.
 * @param {Line} line
 * @param {Snapshot} snapshot the table after it
 */
export function isRoundEnd(line, snapshot) {
  return line.events.some((event) => event.kind === "round") && snapshot.view.turn !== null;
}

/**
 * A step that ended a round, without the deal of the next one: each event has one sentence.
 * @param {Line} line
 * @returns {Line}
 */
export function withoutDeal(line) {
  const end = line.events.findIndex((event) => event.kind === "round") + 1;
  const told = line.told.slice(0, Math.max(1, line.told.length - (line.events.length - end)));
  return { ...line, events: line.events.slice(0, end), told };
}
