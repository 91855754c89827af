// How each game deals a round from chance, as docs/fair.md describes it: decks in their order, and who gets what.

/**
 * @typedef {import("./stream.js").Chance} Chance
 * @typedef {(chance: Chance, players: number, about: {round: number, learning: boolean}) => string[][]} Deal
 */

/**
 * So many of each card.
 * @param {[string, number][]} counts
 */
function cards(counts) {
  return counts.flatMap(([card, count]) => Array(count).fill(card));
}

/**
 * @param {number} first
 * @param {number} last
 */
function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, step) => first + step);
}

/** @type {Deal} */
function help(chance, players) {
  const count = (/** @type {number} */ number) => (number < 3 ? 5 : number < 8 ? 7 : 8);
  const deck = cards([...range(1, 11).map((number) => /** @type {[string, number]} */ ([String(number), count(number)])), ["J", 7], ["S", 7], ["Z", 7], ["N", 7]]);
  return around(chance.shuffled(deck), players, 4);
}

/** @type {Deal} */
function twentythree(chance, players, { learning }) {
  const each = learning ? 12 : 15;
  const deck = cards([["2", 2], ...range(3, 23).map((number) => /** @type {[string, number]} */ ([String(number), 3]))]);
  const kept = [...chance.shuffled(deck).slice(0, each * players - 1), "1"];
  chance.shuffled(kept);
  return range(0, players - 1).map((seat) => kept.slice(seat * each, (seat + 1) * each));
}

/** @type {Deal} */
function yoyo(chance, players) {
  const doubled = (/** @type {string} */ colour) =>
    range(1, 20).map((number) => /** @type {[string, number]} */ ([`${colour}${number}`, [1, 2, 19, 20].includes(number) ? 2 : 1]));
  const deck = cards([...doubled("b"), ...doubled("r"), ...range(3, 18).map((number) => /** @type {[string, number]} */ ([`y${number}`, 1]))]);
  return around(chance.shuffled(deck), players, 7);
}

/** @type {Deal} */
function koenigsRomme(chance, players, { round }) {
  const values = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
  const deck = chance.shuffled(cards([...values.flatMap((value) => [..."shdcx"].map((suit) => /** @type {[string, number]} */ ([value + suit, 2]))), ["*", 6]]));
  if (players === 1) return range(3, 13).map((count) => deck.splice(-count));
  return range(0, players - 1).map(() => deck.splice(-(round + 2)));
}

/**
 * One card from the top to each seat, so many times around.
 * @param {string[]} deck
 * @param {number} players
 * @param {number} times
 */
function around(deck, players, times) {
  const hands = /** @type {string[][]} */ (range(1, players).map(() => []));
  for (let time = 0; time < times; time++) for (const hand of hands) hand.push(deck.pop() ?? "");
  return hands;
}

/** @type {Record<string, Deal>} */
export const DEALS = { help, 23: twentythree, yoyo, "koenigs-romme": koenigsRomme };
