// How the cards of YoYo look: blue hangs on its string and goes up, red goes down, yellow has an action in words.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";
import { frame, memoizeFaces, numeral, symbol } from "../../../cards/face.js";

/** @typedef {"skip" | "draw" | "pass_left" | "chaos"} Action */

const PIPS = /** @type {Record<string, string>} */ ({ b: "p-triangle", r: "p-down", y: "p-diamond" });
/** What is printed on the yellow cards, from the 3 on; then again from the beginning. */
const ACTIONS = /** @type {const} */ (["chaos", "skip", "pass_left", "draw"]);
const SIGNS = { skip: "i-skip", draw: "i-draw", pass_left: "i-pass", chaos: "i-chaos" };
const FIRST = 3;

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
  return colour(card) === "y" ? ACTIONS[(number(card) - FIRST) % ACTIONS.length] : null;
}

export const face = memoizeFaces(drawn);

/** @param {string} card */
function drawn(card) {
  const hue = colour(card);
  const corner = h("g", { class: "corner" }, numeral(number(card), 10, 10, 17, { left: true }), symbol(PIPS[hue], 10, 31, 10));
  return h(
    "svg",
    { viewBox: "0 0 100 140", class: `y-${hue}`, "aria-hidden": "true" },
    ...(hue === "y" ? acting(card) : rolling(card)),
    corner,
  );
}

/**
 * A yo-yo on its string, and the way it rolls.
 * @param {string} card
 */
function rolling(card) {
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
function acting(card) {
  const does = action(card) ?? "chaos";
  const word = say(`yoyo.action.${does}`).toUpperCase();
  const size = word.length < 6 ? "short" : word.length < 10 ? "middling" : "long";
  const wide = word.length > 8 ? { textLength: 60, lengthAdjust: "spacingAndGlyphs" } : {}; // some fonts are wider than the card
  return [
    h("rect", { class: "y-ground", x: 0, y: 0, width: 100, height: 140, rx: 9 }),
    frame("bold"),
    h("path", { class: "y-diamond", d: "M50 26 87 66 50 106 13 66Z" }),
    numeral(number(card), 50, 46, 40),
    h("g", { class: "y-action" }, symbol(SIGNS[does], 11, 112, 15), h("text", { class: `y-word ${size}`, x: 30, y: 124, ...wide }, word)),
  ];
}

/** A card in words. @param {string} card */
export function name(card) {
  const does = action(card);
  const words = plain(card);
  return does ? `${words}, ${say(`yoyo.action.${does}`)}` : words;
}

/** Its colour and its number in words. @param {string} card */
export function plain(card) {
  return say(`yoyo.card.${colour(card)}`, { number: number(card) });
}
