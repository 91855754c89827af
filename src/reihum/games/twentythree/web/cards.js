// How the cards of 23 look: a shape for each five numbers, and how far in the five a number is.

import { h } from "../../../base/dom.js";
import { frame, memoizeFaces, numeral, symbol, upsideDown } from "../../../cards/face.js";

const BANDS = ["circle", "triangle", "square", "diamond", "star"];
const BAND = 5;

export const face = memoizeFaces(drawn);

/** @param {string} card */
function drawn(card) {
  const number = Number(card);
  const band = BANDS[Math.floor((number - 1) / BAND)];
  const place = ((number - 1) % BAND) + 1;
  const corner = h("g", { class: "corner" }, numeral(number, 10, 10, 17, { left: true }), symbol(`p-${band}`, 10, 31, 9));
  const pips = Array.from({ length: band === "star" ? 3 : BAND }, (_, at) =>
    symbol(`p-${band}`, 12 + at * 10, 122, 7.5, at < place ? {} : { opacity: 0.22 }),
  );
  return h(
    "svg",
    { viewBox: "0 0 100 140", class: `t-${band}`, "aria-hidden": "true" },
    frame(),
    h("circle", { class: "disc", cx: 50, cy: 70, r: 33 }),
    numeral(number, 50, 47, 46),
    corner,
    upsideDown(corner),
    ...pips,
  );
}

/** A card in words. @param {string} card */
export function name(card) {
  return card;
}

