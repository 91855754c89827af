// The line to one table: hello, moves, acknowledgements. A broken line is mended by itself; a move that is on its
// way keeps its name (`cid`), so that it is played once, however often it has to be sent.

import { currentLanguage } from "../base/words.js";

const PING = 7000; // milliseconds of silence after which we ask whether somebody is there
const DEAF = 7000; // and after which, without an answer, the line counts as lost
const WAITS = [300, 800, 1500, 3000, 5000, 8000]; // milliseconds before trying again
const SUBPROTOCOL = "reihum.1";

/**
 * @typedef {{kind: string, rule: string | null, text: string}} Nack
 * @typedef {{t: "move" | "why" | "undo", cid: string, ask?: number, m?: string, shipped: boolean, done: (answer: {v: number} | Nack | null) => void}} Pending
 * @typedef {{
 *   message: (message: any) => void,
 *   state: (state: "live" | "lost" | "gone", retryAt: number) => void,
 * }} Ears
 */

export class Wire {
  /**
   * @param {string} table
   * @param {Ears} ears
   */
  constructor(table, ears) {
    this.table = table;
    this.ears = ears;
    this.since = 0; // the last step that was seen
    this.live = false;
    this.closed = false;
    this.failures = 0;
    /** What has no answer yet, by name. @type {Map<string, Pending>} */
    this.pending = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.nonce = random();
    this.timer = 0;
    this.online = () => this.tryNow();
    addEventListener("online", this.online);
    this.offline = () => this.#lose();
    addEventListener("offline", this.offline);
    this.connect();
  }

  /** Open the line. */
  connect() {
    clearTimeout(this.timer);
    if (this.closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.table}`, SUBPROTOCOL);
    this.socket = socket;
    socket.onopen = () => this.hello();
    socket.onmessage = (event) => {
      if (this.socket === socket) this.#hear(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.#lose(event.code);
    };
    this.timer = setTimeout(() => this.#lose(), DEAF);
  }

  /** Ask for everything since what was seen last, in the language that is spoken now. */
  hello(since = this.since) {
    this.#send({ t: "hello", since, lang: currentLanguage(), tell: true, nonce: this.nonce });
  }

  /** Begin anew: whoever has just sat down is somebody else than who opened the line. */
  again() {
    const old = this.socket;
    this.since = 0;
    this.live = false;
    this.socket = null;
    old?.close();
    this.connect();
  }

  /** Try at once instead of waiting. */
  tryNow() {
    if (!this.live) this.connect();
  }

  /** Hang up for good. */
  close() {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.online);
    removeEventListener("offline", this.offline);
    this.socket?.close();
    for (const pending of this.pending.values()) pending.done(null);
    this.pending.clear();
  }

  /**
   * Send a move; the answer is where it was played, or why not.
   * @param {number} ask
   * @param {string} move
   * @returns {Promise<{v: number} | Nack | null>}
   */
  move(ask, move) {
    return this.#ask("move", ask, move);
  }

  /**
   * Ask why a move is not allowed; null if it is.
   * @param {number} ask
   * @param {string} move
   */
  why(ask, move) {
    return this.#ask("why", ask, move);
  }

  /** Take the last move back. */
  undo() {
    return this.#ask("undo");
  }

  /** @param {string} phrase */
  phrase(phrase) {
    this.#send({ t: "say", p: phrase });
  }

  /**
   * @param {"move" | "why" | "undo"} t
   * @param {number} [ask]
   * @param {string} [m]
   * @returns {Promise<{v: number} | Nack | null>}
   */
  #ask(t, ask, m) {
    const cid = random();
    return new Promise((done) => {
      const pending = { t, cid, ask, m, shipped: false, done };
      this.pending.set(cid, pending);
      this.#ship(pending);
    });
  }

  /** Take back what has not left this device. */
  forget() {
    for (const pending of this.pending.values()) if (!pending.shipped) this.#done(pending.cid, null);
  }

  /** @param {Pending} pending */
  #ship(pending) {
    if (!this.live) return;
    const { t, cid, ask, m } = pending;
    pending.shipped = true;
    this.#send(t === "undo" ? { t, cid } : { t, cid, ask, m });
  }

  /** @param {object} message */
  #send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {any} message */
  #hear(message) {
    this.#heardSomething();
    if (message.t === "snap") {
      this.since = message.v;
      this.#revive();
    }
    if (message.t === "ev") this.since = message.v;
    if (message.t === "ack") this.#done(message.cid, { v: message.v });
    else if (message.t === "may") this.#done(message.cid, null);
    else if (message.t === "nack") this.#refused(message);
    else if (message.t !== "pong") this.ears.message(message);
  }

  /** The line works again: send once more what has no answer. */
  #revive() {
    if (this.live) return;
    this.live = true;
    this.failures = 0;
    this.ears.state("live", 0);
    for (const pending of this.pending.values()) this.#ship(pending);
  }

  /**
   * @param {string} cid
   * @param {{v: number} | Nack | null} answer
   */
  #done(cid, answer) {
    const pending = this.pending.get(cid);
    this.pending.delete(cid);
    pending?.done(answer);
  }

  /** @param {Nack & {cid: string}} nack */
  #refused(nack) {
    const pending = this.pending.get(nack.cid);
    if (pending && nack.kind === "busy") setTimeout(() => this.pending.has(nack.cid) && this.#ship(pending), 1000);
    else this.#done(nack.cid, nack);
  }

  /** Every message is a sign of life; without one we ask, and without an answer the line is lost. */
  #heardSomething() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.#send({ t: "ping" });
      this.timer = setTimeout(() => this.#lose(), DEAF);
    }, PING);
  }

  /** @param {number} [code] why the line was closed */
  #lose(code = 0) {
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.live = false;
    if (this.closed) return;
    const wait = WAITS[Math.min(this.failures, WAITS.length - 1)];
    this.failures += 1;
    this.ears.state(code === 1008 && this.failures > 3 ? "gone" : "lost", Date.now() + wait);
    this.timer = setTimeout(() => this.connect(), wait);
  }
}

/** A name that nobody else has. */
function random() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
