// Our part in the deal of a table. We keep a random number (a nonce) and promise it: the server is sent its hash, shows a
// list of all promises, and is told the number only then, when nothing in that list can change any more.

import { note, notedAbout } from "./noted.js";
import { sha256 } from "./sha256.js";
import { bytesToHex } from "./stream.js";

const NONCE_BYTES = 16;

/**
 * @typedef {import("../base/wire.d.ts").Promises} Promises
 * @typedef {{t: "promise", deal: number, promise: string} | {t: "reveal", deal: number, nonce: string}} Reply
 */

export class OwnPart {
  /**
   * @param {string} table
   * @param {boolean} isDealt whether there is nothing to add any more
   */
  constructor(table, isDealt) {
    this.table = table;
    this.isDealt = isDealt;
    /** Our seat, as the server said last. @type {number | null} */
    this.seat = null;
    /** Whether we had our seat before the first list, and so belong in it. */
    this.isEarly = false;
    /** What is wrong with the last list, as a key of a sentence; empty if nothing is. */
    this.trouble = "";
    /** What we have said last, in case the server could not save it. @type {Reply | null} */
    this.last = null;
  }

  /** What a hello says about it: nothing any more once the cards are dealt. */
  hello() {
    return this.isDealt ? {} : { promise: promiseOf(this.#nonce(1)) };
  }

  /**
   * What to answer to a message of the server, if anything.
   * @param {any} message
   * @returns {Reply | null}
   */
  reply(message) {
    if (message.t === "snap" || message.t === "table") this.#noteTable(message);
    const reply = message.t === "promises" ? this.#reveal(message) : this.#promiseAgain(message);
    this.last = reply ?? this.last;
    return reply;
  }

  /** Our nonce for a deal: all tabs of this browser have the same one. @param {number} deal */
  #nonce(deal) {
    const { nonces } = notedAbout(this.table);
    if (!nonces[deal]) note(this.table, { nonces: { ...nonces, [deal]: randomNonce() } });
    return notedAbout(this.table).nonces[deal];
  }

  /** @param {any} message */
  #noteTable({ t, table, seat }) {
    this.seat = t === "snap" ? seat : table.you;
    this.isDealt ||= table.status !== "waiting";
    this.isEarly ||= t === "snap" && this.seat !== null && table.status === "waiting" && !table.mix;
    if (table.status === "waiting" && table.commitment && !notedAbout(this.table).commitment) note(this.table, { commitment: table.commitment });
  }

  /**
   * The nonce that we promised, if the list has our promise, and is the only one that we were shown for this deal.
   * @param {Promises} list
   * @returns {Reply | null}
   */
  #reveal(list) {
    const { lists, nonces, answered } = notedAbout(this.table);
    const known = lists[list.deal];
    if (known && JSON.stringify(known) !== JSON.stringify(list)) {
      this.trouble = "fair.other_list";
      return null;
    }
    const nonce = nonces[list.deal];
    const isIn = this.seat !== null && nonce !== undefined && list.seats[this.seat]?.promise === promiseOf(nonce);
    note(this.table, { lists: { ...lists, [list.deal]: list }, answered: isIn ? [...new Set([...answered, list.deal])] : answered });
    if (isIn) return { t: "reveal", deal: list.deal, nonce };
    this.trouble = this.#troubleWith(list);
    return null;
  }

  /**
   * What is wrong with a list that has not our promise: another device of ours may have been quicker, or we too late.
   * @param {Promises} list
   */
  #troubleWith(list) {
    const isOurs = !list.seats.some(({ promise }) => promise); // somebody must have promised something: nobody else did
    const wasEarly = list.deal === 1 ? this.isEarly || isOurs : Boolean(notedAbout(this.table).nonces[list.deal]);
    if (this.seat === null || !wasEarly) return "";
    return Object.keys(list.seats[this.seat] ?? {}).length ? "fair.not_ours" : "fair.left_out";
  }

  /**
   * The promise for another deal, unless we only look on, or did not answer before.
   * @param {any} message
   * @returns {Reply | null}
   */
  #promiseAgain(message) {
    const mix = message.t === "remix" ? { deal: message.deal, stage: "promising", silent: [message.missing] } : message.t === "snap" ? message.table.mix : null;
    if (mix?.stage !== "promising" || this.seat === null || mix.silent.flat().includes(this.seat)) return null;
    return { t: "promise", deal: mix.deal, promise: promiseOf(this.#nonce(mix.deal)) };
  }
}

/** @param {string} nonce */
export function promiseOf(nonce) {
  return bytesToHex(sha256(new TextEncoder().encode(nonce)).buffer);
}

function randomNonce() {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)).buffer);
}
