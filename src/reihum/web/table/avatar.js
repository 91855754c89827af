// A player's avatar: a letter on a coloured disc.

import { h } from "../base/dom.js";

/**
 * @param {string} name
 * @param {number} seat decides its colour
 * @param {{small?: boolean, ring?: import("../base/dom.js").Child}} [more] a `ring` is drawn around it
 */
export function avatar(name, seat, more = {}) {
  const letter = [...name.trim()][0]?.toUpperCase() ?? "?";
  return h("span", { class: `avatar a${seat % 8}${more.small ? " small" : ""}`, "aria-hidden": "true", "data-initial": letter }, more.ring);
}
