// The parts that all card faces are drawn from, in a box of 100 × 140.

import { h } from "../base/dom.js";
import { symbolParts } from "../base/symbols.js";
import { currentLanguage } from "../base/words.js";

/** @typedef {import("../base/dom.js").VNode} VNode */

/** The advance width of numerals 100 high that are not as wide as the usual one. */
const ADVANCES = /** @type {Record<string, number>} */ ({ 1: 52, "!": 34, Q: 68, "-": 60, "+": 60 });
const USUAL_ADVANCE = 64;

/**
 * The width of a number or a letter.
 * @param {string} text
 * @param {number} height
 */
function numeralWidth(text, height) {
  return ([...text].reduce((sum, letter) => sum + (ADVANCES[letter] ?? USUAL_ADVANCE), 0) * height) / 100;
}

/**
 * A number or a letter, centred at x with its top at y.
 * @param {string | number} text
 * @param {number} x
 * @param {number} y
 * @param {number} height
 * @param {{fill?: string, left?: boolean}} [options] another colour; whether x is the left edge
 * @returns {VNode}
 */
export function numeral(text, x, y, height, options = {}) {
  let at = options.left ? x : x - numeralWidth(String(text), height) / 2;
  const glyphs = [...String(text)].map((letter) => {
    const glyph = placeSymbol(`n${letter}`, +at.toFixed(1), y, height / 100);
    at += ((ADVANCES[letter] ?? USUAL_ADVANCE) * height) / 100;
    return glyph;
  });
  return h("g", options.fill ? { color: options.fill } : null, ...glyphs);
}

/**
 * A symbol with its top left corner at x and y.
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
 * The parts of a symbol at a place, grouped if there is more than one.
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 * @param {Record<string, any>} [more]
 * @returns {VNode}
 */
function placeSymbol(name, x, y, scale, more = {}) {
  const { parts } = symbolParts(name);
  const attributes = { transform: `translate(${x} ${y}) scale(${+scale.toFixed(4)})`, ...more };
  return parts.length === 1 ? h(parts[0].tag, { ...parts[0].props, ...attributes }) : h("g", attributes, parts);
}

/**
 * The same parts upside down in the opposite corner.
 * @param {...VNode} parts
 */
export function upsideDown(...parts) {
  return h("g", { transform: "rotate(180 50 70)" }, ...parts);
}

/**
 * A thin line inside the edge.
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
 * A whole face.
 * @param {...VNode} parts
 * @returns {VNode}
 */
export function faceSvg(...parts) {
  return h("svg", { viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" }, ...parts);
}

/**
 * Draw every face only once in each language: the virtual DOM skips what is the same object.
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
