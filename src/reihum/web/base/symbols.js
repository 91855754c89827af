// Our own symbols: numerals, pips, suits, chips and icons. They are in one file and drawn where they are needed.

import { baseUrl, siteRoot } from "./base_url.js";
import { h } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./dom.js").VNode} VNode */

/** The width of each symbol, and its parts. @type {Map<string, {width: number, parts: VNode[]}>} */
const symbols = new Map();

/** Fetch all symbols once; after that `<use>` and `symbolParts` find them. */
export async function fetchSymbols() {
  const answer = await fetch(`${siteRoot}${baseUrl}/symbols.svg`);
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
 * The parts of a symbol, for drawings with many symbols: `<use>` would create a tree of its own for each.
 * @param {string} name
 */
export function symbolParts(name) {
  const found = symbols.get(name);
  if (!found) console.error(`there is no symbol ${name}`); // a card without it is better than no table
  return found ?? { width: 1, parts: [] };
}

/**
 * An icon.
 * @param {string} name
 * @param {string} [label] what it means, if nothing next to it says so
 */
export function icon(name, label) {
  const aria = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return h("svg", { class: "icon", ...aria }, h("use", { href: `#${name}` }));
}

const SUIT_NAMES = /** @type {Record<string, string>} */ ({ "♠": "s", "♥": "h", "♦": "d", "♣": "c", "★": "x" });

/**
 * A sentence with suits drawn as our own symbols, because a font may turn them into pictures. No line breaks within a card.
 * @param {string} text
 * @param {string[]} [bold] names to print in bold at the beginning
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
 * A word with its suits drawn as symbols.
 * @param {string} word
 */
function drawSuits(word) {
  return word.split(/([♠♥♦♣★])/).map((part) => {
    const suit = SUIT_NAMES[part];
    return suit ? h("svg", { class: `suit suit-${suit}`, role: "img", "aria-label": say(`suit.${suit}`) }, h("use", { href: `#s-${suit}` })) : part;
  });
}
