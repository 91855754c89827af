// How the cards of 23 look: each five numbers share a shape, and pips count within the five.

import { h } from "../../../base/dom.js";
import { frame, memoizeFaces, numeral, symbol, upsideDown } from "../../../cards/face.js";

const SHAPES = ["circle", "triangle", "square", "diamond", "star"];
const SHAPE_SIZE = 5;

export const face = memoizeFaces(drawFace);

/** @param {string} card */
function drawFace(card) {
  const number = Number(card);
  const band = SHAPES[Math.floor((number - 1) / SHAPE_SIZE)];
  const place = ((number - 1) % SHAPE_SIZE) + 1;
  const corner = h("g", { class: "corner" }, numeral(number, 10, 10, 17, { left: true }), symbol(`p-${band}`, 10, 31, 9));
  const pips = Array.from({ length: band === "star" ? 3 : SHAPE_SIZE }, (_, at) =>
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

