// How the cards of Tiny look, and what they are called.

import { faceSvg, frame, memoizeFaces, numeral } from "../../../cards/face.js";

export const face = memoizeFaces((card) => faceSvg(frame(), numeral(card, 50, 46, 48)));

/** A card in words. @param {string} card */
export const name = (card) => card;
