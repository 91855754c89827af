// Flying cards: every place is measured before and after the table is redrawn, and cards fly between the two (FLIP).

import { createElement, h } from "../base/dom.js";

/**
 * @typedef {import("./types.d.ts").Flight} Flight
 * @typedef {import("../base/dom.js").VNode} VNode
 */

const STAGGER = 70; // milliseconds between cards that fly together
const SEAT_CARD_WIDTH = 36; // pixels
const MAX_CARD_WIDTH = 124; // pixels, anywhere
const LONGEST_FRAME = 100; // milliseconds
const EASE = "cubic-bezier(.22, .9, .28, 1)";

/**
 * Where every place of the table is. If more than one has the same name, the first one counts: a card that is ready on
 * the table comes before the same card in the hand.
 * @returns {Map<string, DOMRect>}
 */
export function measurePlaces() {
  const places = new Map();
  for (const element of document.querySelectorAll("[data-place]")) {
    const name = element.getAttribute("data-place");
    if (!places.has(name)) places.set(name, element.getBoundingClientRect());
  }
  return places;
}

/**
 * Let cards fly, until the last one has landed. They are created before anything is measured, so that everything new is
 * laid out at once.
 * @param {Flight[]} flights
 * @param {Map<string, DOMRect>} before
 * @param {(card: string, look?: string) => VNode} face
 * @param {number} time milliseconds
 */
export async function flyCards(flights, before, face, time) {
  if (time === 0) return;
  const fliers = flights.map((flight) => createFlier(flight, face));
  document.getElementById("flights")?.append(...fliers);
  await nextFrame();
  const after = measurePlaces();
  const landings = flights.map((flight, number) => {
    const from = rectOf(before, flight.from) ?? rectOf(after, flight.from);
    const to = rectOf(after, flight.to) ?? rectOf(before, flight.to);
    const via = flight.via ? rectOf(before, flight.via) : null;
    if (from && to) return flyOne(flight, fliers[number], [from, via, to], time, flight.delay ?? number * STAGGER);
    fliers[number].remove();
    return null;
  });
  await Promise.all(landings);
  await new Promise((done) => setTimeout(done)); // so that what is drawn next is not part of the frame in which they landed
}

/**
 * A card that is about to fly, at its largest; it is still invisible.
 * @param {Flight} flight
 * @param {(card: string, look?: string) => VNode} face
 */
function createFlier(flight, face) {
  const look = flight.card === null ? h("div", { class: "card back" }) : h("div", { class: `card ${flight.look ?? ""}` }, face(flight.card, flight.look));
  return createElement(h("div", { class: "flier", vars: { "--card": `${MAX_CARD_WIDTH}px` } }, look));
}

/** Wait for the next frame: nothing new is painted before it, and the work is split in two. A hidden page has no frames. */
function nextFrame() {
  return new Promise((done) => {
    requestAnimationFrame(done);
    setTimeout(done, LONGEST_FRAME);
  });
}

/**
 * Let the cards of the hand come from the middle of the table, one after another; nothing waits for them.
 * @param {number} time milliseconds for one of them
 */
export function animateDeal(time) {
  const middle = document.querySelector(".middle")?.getBoundingClientRect();
  if (!middle || time === 0) return;
  for (const [number, card] of document.querySelectorAll(".hand [data-card]").entries()) {
    const rect = card.getBoundingClientRect();
    const x = middle.x + middle.width / 2 - rect.x - rect.width / 2;
    const y = middle.y + middle.height / 2 - rect.y - rect.height / 2;
    card.animate({ translate: [`${x.toFixed(1)}px ${y.toFixed(1)}px`, "0 0"], opacity: [0, 1, 1] }, { duration: time, delay: (number * STAGGER) / 2, easing: EASE, fill: "backwards" });
  }
}

/**
 * Where a place is, or if it is not there, the place it is part of: `hand:8:1` is at `hand:8`, and that is in `hand`.
 * @param {Map<string, DOMRect>} places
 * @param {string} name
 * @returns {DOMRect | null}
 */
function rectOf(places, name) {
  const part = name.lastIndexOf(":");
  return places.get(name) ?? (part < 0 ? null : rectOf(places, name.slice(0, part)));
}

/**
 * @param {Flight} flight
 * @param {HTMLElement} flier
 * @param {[DOMRect, DOMRect | null, DOMRect]} way from where, past which place, to where
 * @param {number} time
 * @param {number} delay
 */
async function flyOne(flight, flier, [from, via, to], time, delay) {
  const target = document.querySelector(`[data-place="${CSS.escape(flight.to)}"]`);
  target?.classList.add("arriving");
  if (flight.step) await new Promise((done) => setTimeout(done, time * (flight.step ?? 0)));
  const stopover = via ? transformAt(flight.via ?? "", via) : "";
  const stop = via ? [{ transform: stopover, offset: 0.36, easing: "linear" }, { transform: stopover, offset: 0.64, easing: EASE }] : [];
  flier.classList.add("flying");
  const animation = flier.animate([{ transform: transformAt(flight.from, from), easing: via ? EASE : "linear" }, ...stop, { transform: transformAt(flight.to, to) }], {
    duration: via ? time * 2.5 : time,
    delay,
    easing: via ? "linear" : EASE,
    fill: "both",
  });
  try {
    await animation.finished;
  } catch {
    // cancelled: the card is where it belongs anyway
  }
  flier.remove();
  target?.classList.remove("arriving");
}

/**
 * The transform that puts a flying card on the middle of a place, as large as a card is there.
 * @param {string} place
 * @param {DOMRect} rect
 */
function transformAt(place, rect) {
  const x = rect.x + rect.width / 2 - MAX_CARD_WIDTH / 2;
  const y = rect.y + rect.height / 2 - (MAX_CARD_WIDTH * 7) / 10;
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${(cardWidth(place, rect) / MAX_CARD_WIDTH).toFixed(3)})`;
}

/**
 * How wide a card is at a place: small at a seat, elsewhere as wide as the place.
 * @param {string} place
 * @param {DOMRect} rect
 */
function cardWidth(place, rect) {
  return place.startsWith("seat:") ? SEAT_CARD_WIDTH : Math.min(Math.max(rect.width, SEAT_CARD_WIDTH), MAX_CARD_WIDTH);
}
