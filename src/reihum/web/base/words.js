// What the page says, in the reader's language. A catalogue writes `{name}`, and `{count:one chip|# chips|no chips}`.

import { baseUrl } from "./base_url.js";

export const LANGUAGES = ["de", "en", "nl"];
/** How each language calls itself. */
export const LANGUAGE_NAMES = { de: "Deutsch", en: "English", nl: "Nederlands" };

/** @type {Record<string, string>} */
let catalogue = {};
let language = "en";

/** The language that is spoken now. */
export function currentLanguage() {
  return language;
}

/**
 * Learn a language, and speak it from now on.
 * @param {string} lang
 */
export async function setLanguage(lang) {
  const answer = await fetch(`${baseUrl}/words/${lang}.json`);
  catalogue = await answer.json();
  language = lang;
  document.documentElement.lang = lang;
}

/**
 * The language that this browser likes best, of those that we speak.
 * @returns {string}
 */
export function preferredLanguage() {
  const liked = navigator.languages.map((name) => name.slice(0, 2).toLowerCase());
  return liked.find((name) => LANGUAGES.includes(name)) ?? "en";
}

/**
 * Whether there is a sentence under this key.
 * @param {string} key
 */
export function hasText(key) {
  return key in catalogue;
}

/**
 * The sentence under a key.
 * @param {string} key
 * @param {Record<string, string | number>} [facts]
 * @returns {string}
 */
export function say(key, facts = {}) {
  const template = catalogue[key] ?? key;
  return template.replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name, forms) => {
    const fact = facts[name];
    if (fact === undefined) return "";
    if (!forms) return String(fact);
    const [one, many, none = many] = forms.split("|");
    return ([none, one][Number(fact)] ?? many).replace("#", String(fact));
  });
}

/**
 * Things in a row: 'a, b and c'.
 * @param {string[]} things
 */
export function joinWithAnd(things) {
  if (things.length < 2) return things.join("");
  return `${things.slice(0, -1).join(", ")} ${say("and")} ${things.at(-1)}`;
}
