// SHA-256 (FIPS 180-4) and HMAC (RFC 2104), for when the browser offers no cryptography.

const BLOCK = 64; // bytes
const LENGTH_BYTES = 8; // at the end of the last block: the length of the message

/** The first 32 bits of the fractional part of a root. @param {number} root */
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32);

const PRIMES = firstPrimes(64);
const INITIAL_STATE = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND_CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

/** @param {number} count */
function firstPrimes(count) {
  /** @type {number[]} */
  const primes = [];
  for (let number = 2; primes.length < count; number++) if (primes.every((prime) => number % prime)) primes.push(number);
  return primes;
}

/**
 * @param {number} word
 * @param {number} by
 */
const rotateRight = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * @param {Uint8Array} message
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function sha256(message) {
  const padded = new Uint8Array(Math.ceil((message.length + 1 + LENGTH_BYTES) / BLOCK) * BLOCK);
  const view = new DataView(padded.buffer);
  padded.set(message);
  padded[message.length] = 0x80;
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);
  const state = Uint32Array.from(INITIAL_STATE);
  for (let at = 0; at < padded.length; at += BLOCK) compress(state, schedule(view, at));
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => digest.setUint32(place * 4, word));
  return new Uint8Array(digest.buffer);
}

/**
 * The 64 words that are made of one block.
 * @param {DataView} view
 * @param {number} at
 */
function schedule(view, at) {
  const words = new Uint32Array(64);
  for (let t = 0; t < 16; t++) words[t] = view.getUint32(at + t * 4);
  for (let t = 16; t < 64; t++) {
    const a = words[t - 15];
    const b = words[t - 2];
    const small = rotateRight(a, 7) ^ rotateRight(a, 18) ^ (a >>> 3);
    const large = rotateRight(b, 17) ^ rotateRight(b, 19) ^ (b >>> 10);
    words[t] = words[t - 16] + small + words[t - 7] + large;
  }
  return words;
}

/**
 * @param {Uint32Array} state
 * @param {Uint32Array} words
 */
function compress(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t++) {
    const one = h + (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[t] + words[t];
    const two = (rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (state[place] += word));
}

/**
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 */
export function hmac(key, message) {
  const long = new Uint8Array(BLOCK);
  long.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(concatenate(long.map((byte) => byte ^ 0x36), message));
  return sha256(concatenate(long.map((byte) => byte ^ 0x5c), inner));
}

/**
 * @param {Uint8Array} first
 * @param {Uint8Array} second
 */
function concatenate(first, second) {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
