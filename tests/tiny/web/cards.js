// How the cards of Tiny look, and what they are called.

import { drawing, frame, kept, numeral } from "../../../cards/face.js";

export const face = kept((card) => drawing(frame(), numeral(card, 50, 46, 48)));

/** A card in words. @param {string} card */
export const name = (card) => card;
