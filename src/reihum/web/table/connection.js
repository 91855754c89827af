// The connection to one table: hello, moves, acknowledgements. It repairs itself when it breaks. A move without an answer
// keeps its name (`cid`), so it is played once, however often it has to be sent.

import { siteRoot } from "../base/base_url.js";
import { botPace } from "../base/settings.js";
import { currentLanguage } from "../base/words.js";
import { OwnPart } from "../fair/own_part.js";

const PING_AFTER = 7000; // milliseconds of silence after which we ask whether the server is still there
const ANSWER_TIMEOUT = 7000; // milliseconds without an answer after which the connection counts as lost
const RETRY_DELAYS = [300, 800, 1500, 3000, 5000, 8000]; // milliseconds
const BUSY_DELAY = 1000; // milliseconds before a busy server is asked again
const HINT_TRIES = 3; // until there is no hint just now
const SUBPROTOCOL = "reihum.1";

/**
 * @typedef {"live" | "lost" | "gone"} ConnectionState
 * @typedef {{kind: string, rule: string | null, text: string}} Nack
 * @typedef {{v: number} | Nack | null} Reply
 * @typedef {import("../base/wire.js").HintMade} HintMade
 * @typedef {{
 *   t: "move" | "why" | "undo" | "hint", cid: string, ask?: number, m?: string, isSent: boolean, resolve: (reply: any) => void,
 *   hear?: (made: HintMade) => void, tries?: number,
 * }} PendingRequest a question about a hint hears how it stands, and is not asked for ever
 * @typedef {{
 *   onMessage: (message: any) => void,
 *   onState: (state: ConnectionState, retryAt: number) => void,
 * }} Handlers
 */

export class Connection {
  /**
   * @param {string} table
   * @param {Handlers} handlers
   * @param {boolean} isDealt whether the cards are dealt
   */
  constructor(table, handlers, isDealt) {
    this.table = table;
    this.handlers = handlers;
    this.since = 0; // the last step received
    this.isLive = false;
    this.isClosed = false;
    this.failures = 0;
    /** Requests without an answer, by name. @type {Map<string, PendingRequest>} */
    this.pending = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.part = new OwnPart(table, isDealt); // in the deal
    this.timer = 0;
    this.onOnline = () => this.retryNow();
    addEventListener("online", this.onOnline);
    this.onOffline = () => this.#disconnect();
    addEventListener("offline", this.onOffline);
    this.onVisibility = () => this.#sendSeen();
    document.addEventListener("visibilitychange", this.onVisibility);
    this.connect();
  }

  /** Open a socket. */
  connect() {
    clearTimeout(this.timer);
    if (this.isClosed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${siteRoot}/ws/${this.table}`, SUBPROTOCOL);
    this.socket = socket;
    socket.onopen = () => this.sendHello();
    socket.onmessage = (event) => {
      if (this.socket === socket) this.#receive(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.#disconnect(event.code);
    };
    this.timer = setTimeout(() => this.#disconnect(), ANSWER_TIMEOUT);
  }

  /** Ask for everything after a step, in the current language. */
  sendHello(since = this.since) {
    this.#send({ t: "hello", since, lang: currentLanguage(), tell: true, ...this.part.hello(), pace: botPace(), pauses: true });
  }

  /** Say whether anybody can see the page: otherwise the player may be called when it is their turn. */
  #sendSeen() {
    this.#send({ t: "seen", on: !document.hidden });
  }

  /** Start over with a new socket: somebody who has just sat down is not who opened the old one. */
  reconnect() {
    const old = this.socket;
    this.since = 0;
    this.isLive = false;
    this.socket = null;
    old?.close();
    this.connect();
  }

  /** Connect at once instead of waiting for the next attempt. */
  retryNow() {
    if (!this.isLive) this.connect();
  }

  /** Disconnect for good. */
  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.onOnline);
    removeEventListener("offline", this.onOffline);
    document.removeEventListener("visibilitychange", this.onVisibility);
    this.socket?.close();
    for (const request of this.pending.values()) request.resolve(null);
    this.pending.clear();
  }

  /**
   * Send a move; the reply says at which step it was played, or why not.
   * @param {number} ask
   * @param {string} move
   */
  sendMove(ask, move) {
    return this.#request("move", ask, move);
  }

  /**
   * Ask why a move is not allowed; null if it is.
   * @param {number} ask
   * @param {string} move
   */
  askWhy(ask, move) {
    return this.#request("why", ask, move);
  }

  /**
   * Ask what the sensible moves are worth; null or a nack if there is no hint.
   * @param {number} ask
   * @param {(made: HintMade) => void} hear called with how it stands
   * @returns {Promise<HintMade | Nack | null>}
   */
  askHint(ask, hear) {
    return this.#request("hint", ask, undefined, hear);
  }

  /** Take back the last move. */
  undo() {
    return this.#request("undo");
  }

  /** @param {string} phrase */
  sendPhrase(phrase) {
    this.#send({ t: "say", p: phrase });
  }

  /** Bots shall answer as fast as is chosen now. */
  sendPace() {
    this.#send({ t: "pace", p: botPace() });
  }

  /** We have read what came of the round that ended with this step. @param {number} v */
  sendReady(v) {
    this.#send({ t: "ready", v });
  }

  /** Bots shall answer at once, until it is our turn. */
  hurry() {
    this.#send({ t: "hurry" });
  }

  /** Give up the requests that have not left this device. */
  cancelUnsent() {
    for (const request of this.pending.values()) if (!request.isSent) this.#settle(request.cid, null);
  }

  /**
   * @param {PendingRequest["t"]} t
   * @param {number} [ask]
   * @param {string} [m]
   * @param {(made: HintMade) => void} [hear]
   * @returns {Promise<any>}
   */
  #request(t, ask, m, hear) {
    const cid = randomName();
    return new Promise((resolve) => {
      const request = { t, cid, ask, m, isSent: false, resolve, hear };
      this.pending.set(cid, request);
      this.#sendRequest(request);
    });
  }

  /** @param {PendingRequest} request */
  #sendRequest(request) {
    if (!this.isLive) return;
    const { t, cid, ask, m } = request;
    request.isSent = true;
    this.#send(t === "undo" ? { t, cid } : t === "hint" ? { t, cid, ask, progress: true } : { t, cid, ask, m });
  }

  /** @param {object} message */
  #send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {any} message */
  #receive(message) {
    this.#restartTimer();
    if (message.t === "snap") {
      this.since = message.v;
      this.#becomeLive();
    }
    if (message.t === "ev") this.since = message.v;
    const part = this.part.reply(message);
    if (part) this.#send(part);
    if (message.t === "ack") this.#settle(message.cid, { v: message.v });
    else if (message.t === "may") this.#settle(message.cid, null);
    else if (message.t === "nack") this.#receiveNack(message);
    else if (message.t === "hint") this.#receiveHint(message);
    else if (message.t !== "pong") this.handlers.onMessage(message);
  }

  /** The connection works again: send every request without an answer once more. */
  #becomeLive() {
    if (this.isLive) return;
    this.isLive = true;
    this.failures = 0;
    if (document.hidden) this.#sendSeen();
    this.handlers.onState("live", 0);
    for (const request of this.pending.values()) this.#sendRequest(request);
  }

  /** @param {HintMade} made */
  #receiveHint(made) {
    if (made.done) this.#settle(made.cid, made);
    else this.pending.get(made.cid)?.hear?.(made);
  }

  /**
   * @param {string} cid
   * @param {Reply | HintMade} reply
   */
  #settle(cid, reply) {
    const request = this.pending.get(cid);
    this.pending.delete(cid);
    request?.resolve(reply);
  }

  /** @param {Nack & {cid: string}} nack */
  #receiveNack(nack) {
    if (!nack.cid && nack.kind === "busy") setTimeout(() => this.part.last && this.#send(this.part.last), BUSY_DELAY);
    const request = this.pending.get(nack.cid);
    if (request?.t === "hint") request.tries = (request.tries ?? 0) + 1;
    if (request && nack.kind === "busy" && (request.tries ?? 0) < HINT_TRIES) setTimeout(() => this.pending.has(nack.cid) && this.#sendRequest(request), BUSY_DELAY);
    else this.#settle(nack.cid, nack);
  }

  /** Every message is a sign of life. Without one we ask, and without an answer the connection is lost. */
  #restartTimer() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.#send({ t: "ping" });
      this.timer = setTimeout(() => this.#disconnect(), ANSWER_TIMEOUT);
    }, PING_AFTER);
  }

  /**
   * Drop the socket, and try again after a while.
   * @param {number} [code] why the server closed it
   */
  #disconnect(code = 0) {
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.isLive = false;
    if (this.isClosed) return;
    const wait = RETRY_DELAYS[Math.min(this.failures, RETRY_DELAYS.length - 1)];
    this.failures += 1;
    this.handlers.onState(code === 1008 && this.failures > 3 ? "gone" : "lost", Date.now() + wait);
    this.timer = setTimeout(() => this.connect(), wait);
  }
}

/** A name that nobody else has. */
function randomName() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
