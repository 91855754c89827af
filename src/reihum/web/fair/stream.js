// Random numbers from a secret and the players' nonces, as docs/fair.md describes it. The browser's own cryptography is
// used where there is one: there is none on pages loaded over plain http from another machine.

import * as plain from "./sha256.js";

const encoder = new TextEncoder();

/** @param {string} text */
export function hexToBytes(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {ArrayBuffer} buffer */
export function bytesToHex(buffer) {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
export async function sha256(bytes) {
  return bytesToHex(crypto.subtle ? await crypto.subtle.digest("SHA-256", bytes) : plain.sha256(bytes).buffer);
}

/**
 * @param {Uint8Array<ArrayBuffer>} key
 * @param {Uint8Array<ArrayBuffer>} message
 */
async function hmac(key, message) {
  if (!crypto.subtle) return plain.hmac(key, message);
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

/**
 * The first words of the stream.
 * @param {string} secret hexadecimal
 * @param {string[]} nonces
 * @param {number} count
 * @param {{deal: number, seats: {promise?: string, nonce?: string, bot?: boolean}[]} | null} [mix] the list of promises, if there was one
 * @returns {Promise<Uint32Array>}
 */
export async function streamWords(secret, nonces, count, mix = null) {
  const parts = [encoder.encode(mix ? "reihum deal 2" : "reihum deal 1")];
  if (mix) {
    parts.push(numberBytes(mix.deal, 4), numberBytes(mix.seats.length, 4));
    for (const { promise, nonce, bot } of mix.seats) parts.push(Uint8Array.of(bot ? 3 : promise ? 1 : nonce ? 2 : 0), hexToBytes(promise ?? ""));
  }
  for (const nonce of nonces) {
    const text = encoder.encode(nonce);
    parts.push(numberBytes(text.length, 4), text);
  }
  const key = await hmac(hexToBytes(secret), concatenate(parts));
  const found = new Uint32Array(Math.ceil(count / 8) * 8);
  for (let block = 0; block * 8 < count; block++) {
    const bytes = new DataView((await hmac(key, numberBytes(block, 8))).buffer);
    for (let word = 0; word < 8; word++) found[block * 8 + word] = bytes.getUint32(word * 4);
  }
  return found;
}

/**
 * @param {number} number
 * @param {number} length
 */
function numberBytes(number, length) {
  const bytes = new Uint8Array(length);
  new DataView(bytes.buffer).setUint32(length - 4, number);
  return bytes;
}

/** @param {Uint8Array[]} parts */
function concatenate(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Random numbers, taken from the stream one after another. */
export class Chance {
  /**
   * @param {Uint32Array} words
   * @param {number} at
   */
  constructor(words, at = 0) {
    this.words = words;
    this.at = at;
  }

  /** A random number from 0 to n − 1. @param {number} n */
  below(n) {
    const limit = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      if (this.at >= this.words.length) throw new RangeError("The stream is too short.");
      const word = this.words[this.at++];
      if (word < limit) return word % n;
    }
  }

  /**
   * Shuffle cards in place.
   * @template T
   * @param {T[]} cards
   * @returns {T[]}
   */
  shuffle(cards) {
    for (let i = cards.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [cards[i], cards[j]] = [cards[j], cards[i]];
    }
    return cards;
  }
}
