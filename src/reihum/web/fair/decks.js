// Helpers to build decks and to deal them, as docs/fair.md describes it.

/**
 * A deck with a number of copies of each card.
 * @param {[string, number][]} counts
 */
export function repeatCards(counts) {
  return counts.flatMap(([card, count]) => Array(count).fill(card));
}

/**
 * @param {number} first
 * @param {number} last
 */
export function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, step) => first + step);
}

/**
 * Deal one card from the top to each seat, a number of times around.
 * @param {string[]} deck
 * @param {number} players
 * @param {number} times
 */
export function dealAround(deck, players, times) {
  const hands = /** @type {string[][]} */ (range(1, players).map(() => []));
  for (let time = 0; time < times; time++) for (const hand of hands) hand.push(deck.pop() ?? "");
  return hands;
}
