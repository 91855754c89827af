// The texts of the page in the reader's language. Catalogues have places such as `{name}` and `{count:one chip|# chips|no chips}`.

import { baseUrl, siteRoot } from "./base_url.js";

export const LANGUAGES = ["de", "en", "nl"];
/** The name of each language in itself. */
export const LANGUAGE_NAMES = { de: "Deutsch", en: "English", nl: "Nederlands" };

/** @type {Record<string, string>} */
let catalogue = {};
let language = "en";

export function currentLanguage() {
  return language;
}

/** The language as times, dates and numbers are written here. */
export function currentLocale() {
  return language === "en" ? "en-GB" : language;
}

/**
 * Fetch the texts of a language, and use it from now on.
 * @param {string} lang
 */
export async function setLanguage(lang) {
  const answer = await fetch(`${siteRoot}${baseUrl}/words/${lang}.json`);
  catalogue = await answer.json();
  language = lang;
  document.documentElement.lang = lang;
}

/**
 * The language that this browser prefers, of those that we have.
 * @returns {string}
 */
export function preferredLanguage() {
  const wanted = navigator.languages.map((name) => name.slice(0, 2).toLowerCase());
  return wanted.find((name) => LANGUAGES.includes(name)) ?? "en";
}

/**
 * Whether there is a text with this key.
 * @param {string} key
 */
export function hasText(key) {
  return key in catalogue;
}

/**
 * The text with a key, with facts filled in.
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
 * Things as a list: 'a, b and c'.
 * @param {string[]} things
 */
export function joinWithAnd(things) {
  if (things.length < 2) return things.join("");
  return `${things.slice(0, -1).join(", ")} ${say("and")} ${things.at(-1)}`;
}
