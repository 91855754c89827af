// The name of the player in this browser, as every server takes it: what nobody can see is left out (core/names.py).

import { settings } from "./settings.js";

export const LONGEST_NAME = 24; // characters
const FORBIDDEN = /[\p{C}\p{Zl}\p{Zp}]/gu; // control, format, surrogate, private and unknown characters, separators
const INVISIBLE = /\u034f|\u115f|\u1160|\u17b4|\u17b5|\u2800|\u3164|\uffa0/gu; // letters and signs that look like nothing

/** @param {string} name */
export function cleanName(name) {
  const visible = name.replace(FORBIDDEN, "").replace(INVISIBLE, "").normalize("NFC").trim();
  return [...visible].slice(0, LONGEST_NAME).join("").trim();
}

/** What the player wants to be called; empty if nothing of it can be seen. */
export function ownName() {
  return cleanName(settings.name);
}
