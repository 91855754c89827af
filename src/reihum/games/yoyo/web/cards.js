// How the cards of YoYo look: a blue yo-yo goes up its string, a red one goes down, and yellow cards have an action in words.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";
import { frame, memoizeFaces, numeral, symbol } from "../../../cards/face.js";

/** @typedef {"skip" | "draw" | "pass_left" | "chaos"} Action */

const PIPS = /** @type {Record<string, string>} */ ({ b: "p-triangle", r: "p-down", y: "p-diamond" });
/** The actions on the yellow cards from the 3 up, over and over. */
const ACTIONS = /** @type {const} */ (["chaos", "skip", "pass_left", "draw"]);
const ACTION_SYMBOLS = { skip: "i-skip", draw: "i-draw", pass_left: "i-pass", chaos: "i-chaos" };
const FIRST_YELLOW = 3;

/** b, r or y. @param {string} card */
export const colour = (card) => card[0];
/** @param {string} card */
export const number = (card) => Number(card.slice(1));

/**
 * The action printed on a card; null on blue and red.
 * @param {string} card
 * @returns {Action | null}
 */
export function action(card) {
  return colour(card) === "y" ? ACTIONS[(number(card) - FIRST_YELLOW) % ACTIONS.length] : null;
}

export const face = memoizeFaces(drawFace);

/** @param {string} card */
function drawFace(card) {
  const hue = colour(card);
  const corner = h("g", { class: "corner" }, numeral(number(card), 10, 10, 17, { left: true }), symbol(PIPS[hue], 10, 31, 10));
  return h(
    "svg",
    { viewBox: "0 0 100 140", class: `y-${hue}`, "aria-hidden": "true" },
    ...(hue === "y" ? yellowFace(card) : yoyoFace(card)),
    corner,
  );
}

/**
 * A yo-yo on its string, with an arrow for its direction.
 * @param {string} card
 */
function yoyoFace(card) {
  const up = colour(card) === "b";
  return [
    frame("y-frame"),
    h("path", { class: "y-string", d: up ? "M50 5v36" : "M50 99v36" }),
    h("circle", { class: "y-disc", cx: 50, cy: 70, r: 34 }),
    h("circle", { class: "y-groove", cx: 50, cy: 70, r: 28.5 }),
    numeral(number(card), 50, 49, 42, { fill: "#fff" }),
    h("path", { class: "y-way", d: up ? "m38 125 12-11 12 11" : "m38 15 12 11 12-11" }),
  ];
}

/** @param {string} card */
function yellowFace(card) {
  const printed = action(card) ?? "chaos";
  const word = say(`yoyo.action.${printed}`).toUpperCase();
  const size = word.length < 6 ? "short" : word.length < 10 ? "middling" : "long";
  const squeezed = word.length > 8 ? { textLength: 60, lengthAdjust: "spacingAndGlyphs" } : {}; // some fonts are wider than the card
  return [
    h("rect", { class: "y-ground", x: 0, y: 0, width: 100, height: 140, rx: 9 }),
    frame("bold"),
    h("path", { class: "y-diamond", d: "M50 26 87 66 50 106 13 66Z" }),
    numeral(number(card), 50, 46, 40),
    h("g", { class: "y-action" }, symbol(ACTION_SYMBOLS[printed], 11, 112, 15), h("text", { class: `y-word ${size}`, x: 30, y: 124, ...squeezed }, word)),
  ];
}

/** A card in words. @param {string} card */
export function name(card) {
  const printed = action(card);
  const words = shortName(card);
  return printed ? `${words}, ${say(`yoyo.action.${printed}`)}` : words;
}

/** The colour and the number of a card in words. @param {string} card */
export function shortName(card) {
  return say(`yoyo.card.${colour(card)}`, { number: number(card) });
}
