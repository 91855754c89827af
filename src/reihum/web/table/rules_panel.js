// The numbered rules of one game, with drawn examples and a search field; next to the table, or as a page of their own.

import { get } from "../base/api.js";
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

/** The rules fetched so far, by game and language. @type {Map<string, Rules>} */
const rulesCache = new Map();

/**
 * Fetch the rules of a game in the current language.
 * @param {string} slug
 * @returns {Promise<Rules>}
 */
export async function loadRules(slug) {
  const name = `${slug}.${currentLanguage()}`;
  const found = rulesCache.get(name) ?? (await get(`${baseUrl}/rules/${name}.json`));
  rulesCache.set(name, found);
  return found;
}

/**
 * One rule in words, if the rules have been fetched.
 * @param {string} slug
 * @param {string} number
 */
export function ruleText(slug, number) {
  const rules = rulesCache.get(`${slug}.${currentLanguage()}`)?.sections.flatMap((section) => section.rules);
  return rules?.find((rule) => rule.number === number)?.text ?? "";
}

/**
 * @param {Game} game
 * @param {string | null} marked the rule to highlight
 * @param {string} search
 * @param {(text: string) => void} onSearch
 */
export function rulesPanel(game, marked, search, onSearch) {
  const rules = rulesCache.get(`${game.slug}.${currentLanguage()}`);
  if (!rules) return h("p", { class: "quiet" }, say("loading"));
  const wanted = search.trim().toLowerCase();
  const fits = (/** @type {{number: string, text: string}} */ rule) =>
    !wanted || rule.number.toLowerCase() === wanted || rule.text.toLowerCase().includes(wanted);
  const sections = rules.sections.map((section) => ({ ...section, rules: section.rules.filter(fits) })).filter((section) => section.rules.length);
  return h(
    "div",
    { class: `rules g-${game.folder}` },
    h("label", { class: "search" }, h("span", { class: "hidden" }, say("rules.search")),
      h("input", { type: "search", value: search, placeholder: say("rules.search"), on: { input: (/** @type {any} */ event) => onSearch(event.target.value) } })),
    !wanted && h("p", { class: "aim", key: "aim" }, richText(rules.aim)),
    !wanted && rules.example && h("section", { key: "example" }, h("h2", null, say("rules.example")), h("p", null, richText(rules.example))),
    !sections.length && h("p", { class: "quiet", role: "status" }, say("rules.nothing", { text: search })),
    sections.map((section) =>
      h("section", { key: section.heading }, h("h2", null, section.heading), h("dl", null, section.rules.flatMap((rule) => [
        h("dt", { id: `rule-${rule.number}`, class: rule.number === marked ? "marked" : undefined, key: `n${rule.number}` },
          h("a", { href: `/rules/${game.slug}#${rule.number}` }, rule.number)),
        h("dd", { class: rule.number === marked ? "marked" : undefined, key: `t${rule.number}` },
          h("p", null, richText(rule.text)),
          rules.examples.filter((example) => example.rule === rule.number).map((example) => exampleFigure(game, example))),
      ]))),
    ),
  );
}

/**
 * An example in cards, with what the rules say about it.
 * @param {Game} game
 * @param {Example} example
 */
function exampleFigure(game, example) {
  return h(
    "figure",
    { class: `example ${example.ok ? "good" : "bad"}`, key: `${example.rule}${example.move}` },
    h("div", { class: "example-cards", "aria-hidden": "true" }, game.exampleCards(example.view, example.move)),
    h("figcaption", null, h("b", null, example.ok ? `✓ ${say("rules.fits")} ` : `✗ ${say("rules.fits_not")} `), richText(example.text)),
  );
}
