// How the cards of Königs-Rommé look and what they are called: five suits with five outlines; wild cards have a gold corner.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";
import { cardWord, faceSvg, frame, memoizeFaces, numeral, symbol, upsideDown } from "../../../cards/face.js";

export const JOKER = "*";
/** In the order of a sorted hand. */
export const SUITS = ["s", "h", "d", "c", "x"];
const SUIT_SIGNS = /** @type {Record<string, string>} */ ({ s: "♠", h: "♥", d: "♦", c: "♣", x: "★" });
const COURT = ["J", "Q", "K"];

/** The value of a card; empty for a joker. @param {string} card */
export function valueOf(card) {
  return card === JOKER ? "" : card.slice(0, -1);
}

/** @param {string} card */
export function suitOf(card) {
  return card === JOKER ? "" : card.slice(-1);
}

/**
 * How a card is drawn when this value is wild.
 * @param {string} card
 * @param {string} wild
 */
export function lookOf(card, wild) {
  return valueOf(card) === wild ? "wild" : undefined;
}

export const face = memoizeFaces(drawFace);

/**
 * @param {string} card
 * @param {string} [look]
 */
function drawFace(card, look) {
  const picture = card === JOKER ? jokerFace() : plainFace(valueOf(card), suitOf(card), look === "wild");
  return { ...picture, props: { ...picture.props, class: card === JOKER ? "k-joker" : `k-${suitOf(card)}` } };
}

/**
 * @param {string} value
 * @param {string} suit
 * @param {boolean} wild
 */
function plainFace(value, suit, wild) {
  const pip = `s-${suit}`;
  const corner = h("g", { class: "corner" }, numeral(value, 9, 10, 25, { left: true }), symbol(pip, 9.5, 40, 17));
  const middle = COURT.includes(value)
    ? [symbol("i-crown", 35, 43, 30, { class: "crown" }), symbol(pip, 36, 76, 28)]
    : [symbol(pip, 26, 46, 48)];
  return faceSvg(frame(wild ? "gold" : ""), ...middle, corner, upsideDown(corner), ...(wild ? wildCorner() : []));
}

/** The gold corner of a wild card. */
function wildCorner() {
  return [h("path", { class: "gold-corner", d: "M58 5h31a6 6 0 0 1 6 6v31Z" }), symbol("i-joker", 70, 8, 21, { class: "cap" })];
}

function jokerFace() {
  const corner = h("g", { class: "corner" }, symbol("i-joker", 9, 9, 22));
  return faceSvg(
    h("rect", { class: "joker-ground", x: 5, y: 5, width: 90, height: 130, rx: 6 }),
    frame("bold"),
    h("circle", { class: "joker-disc", cx: 50, cy: 66, r: 29 }),
    symbol("i-joker", 28, 43, 44),
    corner,
    cardWord("JOKER", 113),
  );
}

/** A card in words. @param {string} card */
export function name(card) {
  if (card === JOKER) return say("koenigs_romme.joker");
  const value = valueOf(card);
  const template = COURT.includes(value) ? `koenigs_romme.named_${value}` : "koenigs_romme.named";
  return say(template, { value, suit: say(`suit.${suitOf(card)}`) });
}

/** A card in a few characters, with its suit sign. @param {string} card */
export function shortName(card) {
  return card === JOKER ? say("koenigs_romme.joker") : valueOf(card) + SUIT_SIGNS[suitOf(card)];
}

/** A sentence in which typed cards such as `8d` have suit signs. @param {string} sentence */
export function withCardSigns(sentence) {
  return sentence.replace(/\b(?:10|[3-9JQK])[shdcx]\b|(?<!\S)\*(?=\W|$)/g, shortName);
}

/** All cards of a value: '7s', 'Jacks'. @param {string} value */
export function pluralName(value) {
  return COURT.includes(value) ? say(`koenigs_romme.all_${value}`) : say("koenigs_romme.all", { value });
}
