// Our own signs: numerals, pips, suits, chips and signs of the interface. One file, drawn where it is needed.

import { baseUrl } from "./base_url.js";
import { h } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./dom.js").VNode} VNode */

/** How wide each sign is, and its parts. @type {Map<string, {width: number, parts: VNode[]}>} */
const symbols = new Map();

/** Fetch all signs once; from then on `use` and `signOf` find them. */
export async function fetchSymbols() {
  const answer = await fetch(`${baseUrl}/symbols.svg`);
  const file = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  for (const symbol of file.querySelectorAll("symbol")) {
    symbols.set(symbol.id, { width: symbol.viewBox.baseVal.width, parts: [...symbol.children].map(toVNode) });
  }
  document.getElementById("symbols")?.replaceChildren(document.importNode(file.documentElement, true));
}

/**
 * @param {Element} element
 * @returns {VNode}
 */
function toVNode(element) {
  const attributes = Object.fromEntries([...element.attributes].map((each) => [each.name, each.value]));
  return h(element.localName, attributes, [...element.children].map(toVNode));
}

/**
 * A sign in parts, for what has many: `use` would make a tree of its own for each.
 * @param {string} name
 */
export function symbolParts(name) {
  const found = symbols.get(name);
  if (!found) console.error(`there is no sign ${name}`); // a card without it is better than no table
  return found ?? { width: 1, parts: [] };
}

/**
 * A sign of the interface.
 * @param {string} name
 * @param {string} [label] what it says, if nothing beside it does
 */
export function icon(name, label) {
  const told = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return h("svg", { class: "icon", ...told }, h("use", { href: `#${name}` }));
}

const SUITS = /** @type {Record<string, string>} */ ({ "♠": "s", "♥": "h", "♦": "d", "♣": "c", "★": "x" });

/**
 * A sentence, with suits as our own signs: a font may turn them into pictures. A card is not torn apart at the end of a line.
 * @param {string} text
 * @param {string[]} [bold] names that stand out
 * @returns {import("./dom.js").Child[]}
 */
export function richText(text, bold = []) {
  const parts = text.split(/(\S*[♠♥♦♣★]\S*)/);
  return parts.flatMap((part) => {
    if (/[♠♥♦♣★]/.test(part)) return [h("bdi", { class: "whole-word" }, drawSuits(part))];
    const name = bold.find((each) => each && part.startsWith(each));
    return name && part === parts[0] ? [h("b", null, name), part.slice(name.length)] : [part];
  });
}

/**
 * A word with its suits drawn.
 * @param {string} word
 */
function drawSuits(word) {
  return word.split(/([♠♥♦♣★])/).map((part) => {
    const suit = SUITS[part];
    return suit ? h("svg", { class: `suit suit-${suit}`, role: "img", "aria-label": say(`suit.${suit}`) }, h("use", { href: `#s-${suit}` })) : part;
  });
}
