import { drawing } from "../../cards/face.js";
/** @param {string} _card */
export function face(_card) {
  return drawing();
}
