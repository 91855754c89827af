// How the cards of HELP! look: a staircase shows how high a number is; special cards are tinted, with a sign and a word.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";
import { cardWord, faceSvg, frame, memoizeFaces, numeral, symbol } from "../../../cards/face.js";

/** @typedef {import("../../../base/dom.js").VNode} VNode */

const HIGHEST = 11;
const SPECIAL = /** @type {Record<string, {kind: string, word: string}>} */ ({
  J: { kind: "joker", word: "JOKER" },
  S: { kind: "switch", word: "SWITCH" },
  Z: { kind: "zap", word: "ZAP" },
  N: { kind: "no", word: "NO!" },
});
const MIDDLE = 68; // of the disc, from above

export const face = memoizeFaces(drawn);

/**
 * @param {string} card
 * @param {string} [counts] what a Joker stands for
 */
function drawn(card, counts) {
  const special = SPECIAL[card];
  if (special) return specialFace(special.kind, special.word, counts);
  const number = Number(card);
  const height = number < 5 ? "low" : number < 9 ? "mid" : "high";
  return faceSvg(
    h(
      "g",
      { class: `help-${height}` },
      frame(),
      h("g", { class: "corner" }, numeral(number, 10, 10, 17, { left: true })),
      h("circle", { class: "help-ring", cx: 50, cy: MIDDLE, r: 29 }),
      h("circle", { class: "help-ring bits", cx: 50, cy: MIDDLE, r: 29 }),
      numeral(number, 50, MIDDLE - 20, 40),
      ...stairs(number),
    ),
  );
}

/**
 * @param {string} kind
 * @param {string} text
 * @param {string} [counts]
 */
function specialFace(kind, text, counts) {
  const what = counts
    ? [h("circle", { class: "help-disc full", cx: 50, cy: MIDDLE, r: 31 }), numeral(counts, 50, MIDDLE - 20, 40, { fill: "#fff" })]
    : [h("circle", { class: "help-disc", cx: 50, cy: MIDDLE, r: 32 }), symbol(`i-${kind}`, 27, MIDDLE - 23, 46)];
  return faceSvg(
    h(
      "g",
      { class: `help-${kind}` },
      h("rect", { class: "help-tint", width: 100, height: 140 }),
      frame("bold"),
      h("g", { class: "corner" }, symbol(`i-${kind}`, 10, 10, 17)),
      ...what,
      cardWord(text, 121),
    ),
  );
}

/**
 * Eleven steps, as many of them climbed as the number says.
 * @param {number} number
 */
function stairs(number) {
  return Array.from({ length: HIGHEST }, (_, step) =>
    h("rect", { class: step + 1 === number ? undefined : step < number ? "help-step" : "help-step ahead", x: 18 + step * 5.9, y: 124 - step, width: 4.6, height: 4 + step, rx: 1, fill: "currentColor" }),
  );
}

/**
 * What a Joker would be in a free place.
 * @param {number | undefined} counts
 */
export function ghost(counts) {
  return faceSvg(
    h("g", { class: "corner" }, symbol("i-joker", 10, 10, 17)),
    h("circle", { class: "help-outline", cx: 50, cy: MIDDLE, r: 30 }),
    ...(counts === undefined ? [] : [numeral(counts, 50, MIDDLE - 19, 38)]),
  );
}

/**
 * A number alone, as large as its box.
 * @param {string} number
 */
export function figure(number) {
  return h("svg", { viewBox: "0 0 100 60", class: "help-figure", "aria-hidden": "true" }, numeral(number, 50, 2, 56));
}

/** A card in words. @param {string} card */
export function name(card) {
  return card in SPECIAL ? say(`help.${SPECIAL[card].kind}`) : card;
}

/** The same with the article that an object of a sentence takes: 'the 9'. @param {string} card */
export function the(card) {
  return card in SPECIAL ? say(`help.the_${SPECIAL[card].kind}`) : say("help.the_number", { card });
}

/** And without saying which, as it stands after 'with': 'with a 9'. @param {string} card */
export function one(card) {
  return card in SPECIAL ? say(`help.a_${SPECIAL[card].kind}`) : say(card === "8" || card === "11" ? "help.an_number" : "help.a_number", { card });
}
