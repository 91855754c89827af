// The rules of one game, numbered, with drawn examples; to be searched. Beside the table, or as a page of their own.

import { baseUrl } from "../base/base_url.js";
import { h } from "../base/dom.js";
import { richText } from "../base/symbols.js";
import { currentLanguage, say } from "../base/words.js";

/**
 * @typedef {import("./types.d.ts").Game} Game
 * @typedef {{rule: string, view: any, seat: number, move: string, ok: boolean, text: string}} Example
 * @typedef {{
 *   slug: string, title: string, aim: string, example: string,
 *   sections: {heading: string, rules: {number: string, text: string}[]}[], examples: Example[],
 * }} Rules
 */

/** By game and language. @type {Map<string, Rules>} */
const known = new Map();

/**
 * Fetch the rules of a game in the language that is spoken.
 * @param {string} slug
 * @returns {Promise<Rules>}
 */
export async function loadRules(slug) {
  const name = `${slug}.${currentLanguage()}`;
  const found = known.get(name) ?? (await (await fetch(`${baseUrl}/rules/${name}.json`)).json());
  known.set(name, found);
  return found;
}

/**
 * @param {Game} game
 * @param {string | null} marked the rule that was asked for
 * @param {string} search
 * @param {(text: string) => void} find
 */
export function rulesPanel(game, marked, search, find) {
  const rules = known.get(`${game.slug}.${currentLanguage()}`);
  if (!rules) return h("p", { class: "quiet" }, say("loading"));
  const wanted = search.trim().toLowerCase();
  const fits = (/** @type {{number: string, text: string}} */ rule) =>
    !wanted || rule.number.toLowerCase() === wanted || rule.text.toLowerCase().includes(wanted);
  const sections = rules.sections.map((section) => ({ ...section, rules: section.rules.filter(fits) })).filter((section) => section.rules.length);
  return h(
    "div",
    { class: `rules g-${game.folder}` },
    h("label", { class: "search" }, h("span", { class: "hidden" }, say("rules.search")),
      h("input", { type: "search", value: search, placeholder: say("rules.search"), on: { input: (/** @type {any} */ event) => find(event.target.value) } })),
    !wanted && h("p", { class: "aim", key: "aim" }, richText(rules.aim)),
    !sections.length && h("p", { class: "quiet", role: "status" }, say("rules.nothing", { text: search })),
    sections.map((section) =>
      h("section", { key: section.heading }, h("h2", null, section.heading), h("dl", null, section.rules.flatMap((rule) => [
        h("dt", { id: `rule-${rule.number}`, class: rule.number === marked ? "marked" : undefined, key: `n${rule.number}` },
          h("a", { href: `/rules/${game.slug}#${rule.number}` }, rule.number)),
        h("dd", { class: rule.number === marked ? "marked" : undefined, key: `t${rule.number}` },
          h("p", null, richText(rule.text)),
          rules.examples.filter((example) => example.rule === rule.number).map((example) => drawn(game, example))),
      ]))),
    ),
    !wanted && rules.example && h("section", { key: "example" }, h("h2", null, say("rules.example")), h("p", null, richText(rules.example))),
  );
}

/**
 * An example in cards, with what the rules say to it.
 * @param {Game} game
 * @param {Example} example
 */
function drawn(game, example) {
  return h(
    "figure",
    { class: `example ${example.ok ? "good" : "bad"}`, key: `${example.rule}${example.move}` },
    h("div", { class: "example-cards", "aria-hidden": "true" }, game.exampleCards(example.view, example.move)),
    h("figcaption", null, h("b", null, example.ok ? `✓ ${say("rules.fits")} ` : `✗ ${say("rules.fits_not")} `), richText(example.text)),
  );
}
