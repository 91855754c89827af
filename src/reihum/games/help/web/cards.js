// How the cards of HELP! look: a staircase shows how high a number is; special cards are tinted and have a symbol and a word.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";
import { cardWord, faceSvg, frame, memoizeFaces, numeral, symbol } from "../../../cards/face.js";

/** @typedef {import("../../../base/dom.js").VNode} VNode */

const HIGHEST = 11;
const SPECIAL_CARDS = /** @type {Record<string, {kind: string, word: string}>} */ ({
  J: { kind: "joker", word: "JOKER" },
  S: { kind: "switch", word: "SWITCH" },
  Z: { kind: "zap", word: "ZAP" },
  N: { kind: "no", word: "NO!" },
});
const DISC_Y = 68; // the centre of the disc

export const face = memoizeFaces(drawFace);

/**
 * @param {string} card
 * @param {string} [counts] what a Joker stands for
 */
function drawFace(card, counts) {
  const special = SPECIAL_CARDS[card];
  if (special) return specialFace(special.kind, special.word, counts);
  const number = Number(card);
  const height = number < 5 ? "low" : number < 9 ? "mid" : "high";
  return faceSvg(
    h(
      "g",
      { class: `help-${height}` },
      frame(),
      h("g", { class: "corner" }, numeral(number, 10, 10, 17, { left: true })),
      h("circle", { class: "help-ring", cx: 50, cy: DISC_Y, r: 29 }),
      h("circle", { class: "help-ring bits", cx: 50, cy: DISC_Y, r: 29 }),
      numeral(number, 50, DISC_Y - 20, 40),
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
  const centre = counts
    ? [h("circle", { class: "help-disc full", cx: 50, cy: DISC_Y, r: 31 }), numeral(counts, 50, DISC_Y - 20, 40, { fill: "#fff" })]
    : [h("circle", { class: "help-disc", cx: 50, cy: DISC_Y, r: 32 }), symbol(`i-${kind}`, 27, DISC_Y - 23, 46)];
  return faceSvg(
    h(
      "g",
      { class: `help-${kind}` },
      h("rect", { class: "help-tint", width: 100, height: 140 }),
      frame("bold"),
      h("g", { class: "corner" }, symbol(`i-${kind}`, 10, 10, 17)),
      ...centre,
      cardWord(text, 121),
    ),
  );
}

/**
 * Eleven steps, of which as many are climbed as the number says.
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
export function jokerGhost(counts) {
  return faceSvg(
    h("g", { class: "corner" }, symbol("i-joker", 10, 10, 17)),
    h("circle", { class: "help-outline", cx: 50, cy: DISC_Y, r: 30 }),
    ...(counts === undefined ? [] : [numeral(counts, 50, DISC_Y - 19, 38)]),
  );
}

/**
 * A large number without a card.
 * @param {string} number
 */
export function largeNumber(number) {
  return h("svg", { viewBox: "0 0 100 60", class: "help-figure", "aria-hidden": "true" }, numeral(number, 50, 2, 56));
}

const MOVE_CODES = /\bJ@(\d)|\bS(\d+)@(\d)|\b(?:give|back) (\d+|[JSZN])\b|\b([ZN])(?=[.)])/g;

/**
 * A sentence from the server without codes of moves: `J@2` is 'the Joker in place 2', `give 9` is '9'.
 * @param {string} sentence
 */
export function plainWords(sentence) {
  return sentence
    .replace(MOVE_CODES, (_, joker, number, place, given, special) => {
      if (joker) return say("help.in_place", { card: name("J"), place: joker });
      return number ? say("help.in_place", { card: number, place }) : name(given ?? special);
    })
    .replace(/: (?:help|Hilfe|hulp)\.$/, ".");
}

/** A card in words. @param {string} card */
export function name(card) {
  return card in SPECIAL_CARDS ? say(`help.${SPECIAL_CARDS[card].kind}`) : card;
}

/** A card with its definite article, as the object of a sentence: 'the 9'. @param {string} card */
export function definiteName(card) {
  return card in SPECIAL_CARDS ? say(`help.the_${SPECIAL_CARDS[card].kind}`) : say("help.the_number", { card });
}

/** A card with its indefinite article, as after 'with': 'a 9'. @param {string} card */
export function indefiniteName(card) {
  return card in SPECIAL_CARDS ? say(`help.a_${SPECIAL_CARDS[card].kind}`) : say(card === "8" || card === "11" ? "help.an_number" : "help.a_number", { card });
}
