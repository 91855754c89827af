// Parts of which all card faces are drawn, on a ground of 100 × 140.

import { h } from "../base/dom.js";
import { symbolParts } from "../base/symbols.js";
import { currentLanguage } from "../base/words.js";

/** @typedef {import("../base/dom.js").VNode} VNode */

/** How far each numeral advances, of a height of 100. */
const ADVANCES = /** @type {Record<string, number>} */ ({ 1: 52, "!": 34, Q: 68, "-": 60, "+": 60 });
const USUAL_ADVANCE = 64;

/**
 * How wide a text of numerals is.
 * @param {string} text
 * @param {number} height
 */
function numeralWidth(text, height) {
  return ([...text].reduce((sum, sign) => sum + (ADVANCES[sign] ?? USUAL_ADVANCE), 0) * height) / 100;
}

/**
 * A number or a letter, centred at x with its top at y.
 * @param {string | number} text
 * @param {number} x
 * @param {number} y
 * @param {number} height
 * @param {{fill?: string, left?: boolean}} [options] another colour; whether x is its left edge
 * @returns {VNode}
 */
export function numeral(text, x, y, height, options = {}) {
  let at = options.left ? x : x - numeralWidth(String(text), height) / 2;
  const signs = [...String(text)].map((sign) => {
    const glyph = placeSymbol(`n${sign}`, +at.toFixed(1), y, height / 100);
    at += ((ADVANCES[sign] ?? USUAL_ADVANCE) * height) / 100;
    return glyph;
  });
  return h("g", options.fill ? { color: options.fill } : null, ...signs);
}

/**
 * A sign, by its left upper corner.
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {Record<string, any>} [more]
 */
export function symbol(name, x, y, size, more = {}) {
  return placeSymbol(name, x, y, size / symbolParts(name).width, more);
}

/**
 * The parts of a sign at a place; of one part only that.
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 * @param {Record<string, any>} [more]
 * @returns {VNode}
 */
function placeSymbol(name, x, y, scale, more = {}) {
  const { parts } = symbolParts(name);
  const how = { transform: `translate(${x} ${y}) scale(${+scale.toFixed(4)})`, ...more };
  return parts.length === 1 ? h(parts[0].tag, { ...parts[0].props, ...how }) : h("g", how, parts);
}

/**
 * The same, upside down in the opposite corner.
 * @param {...VNode} parts
 */
export function upsideDown(...parts) {
  return h("g", { transform: "rotate(180 50 70)" }, ...parts);
}

/**
 * A hair-line inside the edge.
 * @param {string} [kind]
 */
export function frame(kind = "") {
  return h("rect", { class: `frame ${kind}`, x: 5, y: 5, width: 90, height: 130, rx: 6 });
}

/**
 * A word on a card.
 * @param {string} text
 * @param {number} y
 * @param {number} [x]
 */
export function cardWord(text, y, x = 50) {
  return h("text", { class: "word", x, y, "text-anchor": "middle" }, text);
}

/**
 * A drawing of a whole face.
 * @param {...VNode} parts
 * @returns {VNode}
 */
export function faceSvg(...parts) {
  return h("svg", { viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" }, ...parts);
}

/**
 * A face of each kind, drawn once in each language: what is the same drawing need not be compared again.
 * @param {(card: string, look?: string) => VNode} draw
 * @returns {(card: string, look?: string) => VNode}
 */
export function memoizeFaces(draw) {
  /** @type {Map<string, VNode>} */
  const faces = new Map();
  return (card, look) => {
    const key = `${currentLanguage()} ${card} ${look ?? ""}`;
    const known = faces.get(key);
    if (known) return known;
    const face = draw(card, look);
    faces.set(key, face);
    return face;
  };
}
