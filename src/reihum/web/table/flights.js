// Cards that fly: measured before, drawn anew, measured after, and moved from there to here (FLIP).

import { createElement, h } from "../base/dom.js";

/**
 * @typedef {import("./types.d.ts").Flight} Flight
 * @typedef {import("../base/dom.js").VNode} VNode
 */

const STAGGER = 70; // milliseconds between cards that fly together
const SMALL = 36; // pixels that a card is wide at a seat
const LARGE = 124; // and at most anywhere
const FRAME = 100; // milliseconds that a frame can take
const EASE = "cubic-bezier(.22, .9, .28, 1)";

/**
 * Where every place of the table is. Of several with one name the first counts: a card that lies ready on the table
 * comes before its equals in the hand.
 * @returns {Map<string, DOMRect>}
 */
export function measure() {
  const places = new Map();
  for (const element of document.querySelectorAll("[data-place]")) {
    const name = element.getAttribute("data-place");
    if (!places.has(name)) places.set(name, element.getBoundingClientRect());
  }
  return places;
}

/**
 * Let cards fly; done when the last one has landed. They are made before anything is measured, so that all that is new
 * is laid out in one go.
 * @param {Flight[]} flights
 * @param {Map<string, DOMRect>} before
 * @param {(card: string, look?: string) => VNode} face
 * @param {number} time milliseconds
 */
export async function fly(flights, before, face, time) {
  if (time === 0) return;
  const fliers = flights.map((flight) => flierOf(flight, face));
  document.getElementById("flights")?.append(...fliers);
  await nextFrame();
  const after = measure();
  const landings = flights.map((flight, number) => {
    const from = find(before, flight.from) ?? find(after, flight.from);
    const to = find(after, flight.to) ?? find(before, flight.to);
    const via = flight.via ? find(before, flight.via) : null;
    if (from && to) return flyOne(flight, fliers[number], [from, via, to], time, flight.delay ?? number * STAGGER);
    fliers[number].remove();
    return null;
  });
  await Promise.all(landings);
  await new Promise((done) => setTimeout(done)); // what is drawn next is no part of the frame in which they landed
}

/**
 * A card that will fly, as large as any; nobody sees it yet.
 * @param {Flight} flight
 * @param {(card: string, look?: string) => VNode} face
 */
function flierOf(flight, face) {
  const look = flight.card === null ? h("div", { class: "card back" }) : h("div", { class: `card ${flight.look ?? ""}` }, face(flight.card, flight.look));
  return createElement(h("div", { class: "flier", vars: { "--card": `${LARGE}px` } }, look));
}

/** Before anything new is painted, but not in one long task with what drew it; a hidden page has no frames. */
function nextFrame() {
  return new Promise((done) => {
    requestAnimationFrame(done);
    setTimeout(done, FRAME);
  });
}

/**
 * The cards of the own hand come from the middle of the table, one after the other; nobody has to wait for them.
 * @param {number} time milliseconds for one of them
 */
export function deal(time) {
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
 * A place, or if it is not there, the one that it is part of: `hand:8:1` is at `hand:8`, and that in `hand`.
 * @param {Map<string, DOMRect>} places
 * @param {string} name
 * @returns {DOMRect | null}
 */
function find(places, name) {
  const part = name.lastIndexOf(":");
  return places.get(name) ?? (part < 0 ? null : find(places, name.slice(0, part)));
}

/**
 * @param {Flight} flight
 * @param {HTMLElement} flier
 * @param {[DOMRect, DOMRect | null, DOMRect]} way from where, past what, to where
 * @param {number} time
 * @param {number} delay
 */
async function flyOne(flight, flier, [from, via, to], time, delay) {
  const target = document.querySelector(`[data-place="${CSS.escape(flight.to)}"]`);
  target?.classList.add("arriving");
  if (flight.step) await new Promise((done) => setTimeout(done, time * (flight.step ?? 0)));
  const there = via ? at(flight.via ?? "", via) : "";
  const stop = via ? [{ transform: there, offset: 0.36, easing: "linear" }, { transform: there, offset: 0.64, easing: EASE }] : [];
  flier.classList.add("flying");
  const animation = flier.animate([{ transform: at(flight.from, from), easing: via ? EASE : "linear" }, ...stop, { transform: at(flight.to, to) }], {
    duration: via ? time * 2.5 : time,
    delay,
    easing: via ? "linear" : EASE,
    fill: "both",
  });
  try {
    await animation.finished;
  } catch {
    // cut short: the card is where it belongs anyway
  }
  flier.remove();
  target?.classList.remove("arriving");
}

/**
 * How a flier lies on the middle of a place, as large as a card is there.
 * @param {string} place
 * @param {DOMRect} rect
 */
function at(place, rect) {
  const x = rect.x + rect.width / 2 - LARGE / 2;
  const y = rect.y + rect.height / 2 - (LARGE * 7) / 10;
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${(cardWidth(place, rect) / LARGE).toFixed(3)})`;
}

/**
 * How wide a card is at a place: small at a seat, elsewhere as wide as what lies there.
 * @param {string} place
 * @param {DOMRect} rect
 */
function cardWidth(place, rect) {
  return place.startsWith("seat:") ? SMALL : Math.min(Math.max(rect.width, SMALL), LARGE);
}
