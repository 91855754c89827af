// The flying cards of YoYo: to the pile, from the draw pile, from hand to hand.

/**
 * @typedef {import("../../../table/types.d.ts").Snapshot<import("./views.js").YoyoView>} Snapshot
 * @typedef {import("../../../table/types.d.ts").Flight} Flight
 * @typedef {import("../../../table/types.d.ts").Line} Line
 */

const SAMPLE_CARDS = 4; // of each hand, to represent all of them
const SHUFFLE_DELAY = 28; // milliseconds between cards of a shuffle

/**
 * @param {Line} line
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @returns {Flight[]}
 */
export function flights(line, before, after) {
  const found = [...layFlights(line, before), ...drawFlights(line, after), ...takeFlights(line, after), ...passFlights(line, before, after)];
  return line.events.some((event) => event.kind === "chaos") ? [...found, ...chaosFlights(line, before, after)] : found;
}

/**
 * @param {Line} line
 * @param {Snapshot} before
 * @returns {Flight[]}
 */
function layFlights(line, before) {
  const card = line.m?.match(/^[bry]\d+/)?.[0];
  if (!card || line.by === null) return [];
  return [{ card, from: line.by === before.seat ? `hand:${card}` : `seat:${line.by}`, to: "pile" }];
}

/**
 * @param {Line} line
 * @param {Snapshot} after
 * @returns {Flight[]}
 */
function drawFlights(line, after) {
  if (line.m !== "draw") return [];
  const card = line.events.find((event) => event.kind === "drew")?.card ?? null;
  const again = line.events.some((event) => event.kind === "reshuffled");
  return [
    { card, from: "stock", to: line.by === after.seat && card ? `hand:${card}` : `seat:${line.by}` },
    ...(again ? [0, 1, 2, 3].map(() => ({ card: null, from: "pile", to: "stock", step: 1 })) : []),
  ];
}

/**
 * @param {Line} line
 * @param {Snapshot} after
 * @returns {Flight[]}
 */
function takeFlights(line, after) {
  const me = after.seat;
  const mine = line.events.filter((event) => event.kind === "got" || event.kind === "lost");
  return line.events
    .filter((event) => event.kind === "took")
    .flatMap(({ seat, from, count }) => {
      /** @type {(string | null)[]} */
      const cards = mine.find((event) => (event.kind === "got" ? seat === me && event.from === from : from === me && event.to === seat))?.cards ?? Array(count).fill(null);
      return cards.map((card) => ({ card, from: from === me ? `hand:${card}` : `seat:${from}`, to: seat === me ? `hand:${card}` : `seat:${seat}` }));
    });
}

/**
 * Cards that are passed on: each is put down when it is chosen, and after the last choice all move together.
 * @param {Line} line
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @returns {Flight[]}
 */
function passFlights(line, before, after) {
  const seats = after.view.held.length;
  const me = after.seat;
  if (before.view.phase !== "slide") return [];
  if (!line.events.some((event) => event.kind === "slid")) return chosenFlights(before, after, seats);
  const given = before.view.slid ?? line.m?.replace("slide ", "") ?? null;
  const got = line.events.find((event) => event.kind === "got")?.cards[0] ?? null;
  return Array.from({ length: seats }, (_, seat) => {
    const to = (seat + 1) % seats;
    const from = seat === me ? "slide:own" : me === null ? `slide:${seat}` : to === me ? "slide:right" : `seat:${seat}`;
    return { card: seat === me ? given : to === me ? got : null, from, to: to === me ? `hand:${got}` : `seat:${to}`, delay: 0 };
  });
}

/**
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @param {number} seats
 * @returns {Flight[]}
 */
function chosenFlights(before, after, seats) {
  const me = after.seat;
  const done = before.view.owes.filter((seat) => !after.view.owes.includes(seat) && seat !== me);
  return done.flatMap((seat) => {
    if (me === null) return [{ card: null, from: `seat:${seat}`, to: `slide:${seat}` }];
    return (seat + 1) % seats === me ? [{ card: null, from: `seat:${seat}`, to: "slide:right" }] : [];
  });
}

/**
 * Chaos: all hands fly to the middle, are shuffled and dealt again.
 * @param {Line} line
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @returns {Flight[]}
 */
function chaosFlights(line, before, after) {
  const me = after.seat;
  const spot = (/** @type {number} */ seat) => (seat === me ? "hand" : `seat:${seat}`);
  const few = (/** @type {Snapshot} */ shown) => shown.view.held.flatMap((count, seat) => Array(Math.min(count, SAMPLE_CARDS)).fill(seat));
  /** @type {string[]} */
  const dealt = line.events.find((event) => event.kind === "dealt")?.cards ?? [];
  return [
    ...few(before).map((seat, at) => ({ card: null, from: spot(seat), to: "swirl", step: 1, delay: at * SHUFFLE_DELAY })),
    ...[0, 1, 2, 3, 4, 5].map((at) => ({ card: null, from: at % 2 ? "swirl:left" : "swirl:right", to: "swirl", step: 2, delay: at * SHUFFLE_DELAY })),
    ...few(after).flatMap((seat, at) => (seat === me ? [] : [{ card: null, from: "swirl", to: spot(seat), step: 3, delay: at * SHUFFLE_DELAY }])),
    ...dealt.map((card, at) => ({ card, from: "swirl", to: `hand:${card}`, step: 3, delay: at * SHUFFLE_DELAY })),
  ];
}
