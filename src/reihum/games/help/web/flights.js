// The flying cards of HELP!.

/**
 * @typedef {import("../../../table/types.d.ts").Snapshot<import("./views.js").HelpView>} Snapshot
 * @typedef {import("../../../table/types.d.ts").Line} Line
 * @typedef {import("../../../table/types.d.ts").Flight} Flight
 */

const REFILL_DELAY = 280; // milliseconds before a hand is refilled

/**
 * @param {Line} line
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @returns {Flight[]}
 */
export function flights(line, before, after) {
  const event = (/** @type {string} */ kind) => line.events.find((each) => each.kind === kind);
  const opened = event("opened");
  if (opened) return [{ card: opened.card, from: placeOf(before, opened.seat, opened.card), to: "row:0" }];
  if (event("round")) return [];
  const freed = line.events.filter((each) => each.kind === "freed").map((each) => ({ card: "N", from: `no:${each.seat}`, to: "discard" }));
  return [...moveFlights(line, before, after), ...refillFlights(line, before, after), ...freed];
}

/**
 * The place from which somebody plays a card.
 * @param {Snapshot} shown
 * @param {number} seat
 * @param {string} card
 */
function placeOf(shown, seat, card) {
  if (seat !== shown.seat) return `seat:${seat}`;
  return shown.view.phase === "received" && shown.view.received === card ? "received" : `hand:${card}`;
}

/**
 * @param {Line} line
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @returns {Flight[]}
 */
function moveFlights(line, before, after) {
  const { m, by } = line;
  if (!m || by === null) return [];
  const from = (/** @type {string} */ card) => placeOf(before, by, card);
  const [word, given] = m.split(" ");
  if (word === "call" || word === "help") return [];
  if (word === "give" || word === "back") return [giveFlight(line, word, given, after)];
  const cleared = line.events.find((event) => event.kind === "cleared");
  if (cleared) return clearingFlights(cleared.row, m, from);
  const [, card, at] = m.match(/^(J|S\d+)@(\d)$/) ?? [];
  if (card === "J") return [{ card, from: from("J"), to: `row:${Number(at) - 1}` }];
  if (card) return switchFlights(card.slice(1), `row:${Number(at) - 1}`, before.view.row[Number(at) - 1], by, before, after);
  if (m === "Z") return [{ card: "Z", from: from("Z"), to: "discard" }, { card: before.view.row.at(-1) ?? null, from: `row:${before.view.row.length - 1}`, to: "discard" }];
  if (m === "N") return [{ card: "N", from: from("N"), to: `no:${by}` }];
  return [{ card: m, from: from(m), to: `row:${after.view.row.length - 1}` }];
}

/**
 * The sixth card completes the row, and all six go to the discard pile.
 * @param {string[]} row
 * @param {string} move
 * @param {(card: string) => string} from
 * @returns {Flight[]}
 */
function clearingFlights(row, move, from) {
  const last = move.startsWith("J@") ? Number(move.slice(2)) - 1 : row.length - 1;
  return row.map((card, at) => {
    const place = `row:${at}`;
    return { card, from: at === last ? from(card) : `row:${at > last ? at - 1 : at}`, via: place, to: "discard", delay: at * 40 };
  });
}

/**
 * @param {string} number
 * @param {string} place
 * @param {string} taken
 * @param {number} by
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @returns {Flight[]}
 */
function switchFlights(number, place, taken, by, before, after) {
  const mine = by === before.seat;
  return [
    { card: "S", from: placeOf(before, by, "S"), to: "discard" },
    { card: number, from: mine ? `hand:${number}` : `seat:${by}`, to: place },
    { card: taken, from: place, to: mine && after.seat === by ? `hand:${taken}` : `seat:${by}` },
  ];
}

/**
 * A card goes from one player to another; only these two see it.
 * @param {Line} line
 * @param {string} word
 * @param {string} card
 * @param {Snapshot} after
 * @returns {Flight}
 */
function giveFlight(line, word, card, after) {
  const { seat, to } = line.events.find((event) => event.kind === "handed") ?? { seat: line.by, to: line.by };
  const seen = card === "?" ? null : card;
  const into = to !== after.seat ? `seat:${to}` : word === "give" ? "received" : `hand:${card}`;
  return { card: seen, from: seat === after.seat ? `hand:${card}` : `seat:${seat}`, to: into };
}

/**
 * Cards drawn at the end of a turn; you see your own.
 * @param {Line} line
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @returns {Flight[]}
 */
function refillFlights(line, before, after) {
  const own = line.events.flatMap((event) => (event.kind === "drew" ? [event.card] : []));
  if (line.by === after.seat) return own.map((card) => ({ card, from: "stock", to: `hand:${card}`, delay: REFILL_DELAY }));
  const drawn = before.view.in_stock - after.view.in_stock;
  const many = line.by === null || line.events.some((event) => event.kind === "reshuffled") ? 0 : Math.max(0, drawn);
  return Array.from({ length: many }, () => ({ card: null, from: "stock", to: `seat:${line.by}`, delay: REFILL_DELAY }));
}
