// Controls that more than one screen has.

import { h } from "./dom.js";
import { changeSettings } from "./settings.js";
import { currentLanguage, LANGUAGE_NAMES, LANGUAGES, say } from "./words.js";

/** A switch between the three languages. */
export function languageSwitch() {
  return h(
    "div",
    { class: "languages", role: "group", "aria-label": say("settings.language"), key: "languages" },
    LANGUAGES.map((lang) =>
      h("button", { class: "language", type: "button", key: lang, lang, title: LANGUAGE_NAMES[/** @type {"de" | "en" | "nl"} */ (lang)], "aria-pressed": String(lang === currentLanguage()), on: { click: () => changeSettings({ lang }) } }, lang.toUpperCase(), h("span", { class: "hidden" }, ` ${LANGUAGE_NAMES[/** @type {"de" | "en" | "nl"} */ (lang)]}`))),
  );
}

/**
 * A switch with its label.
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} set
 * @param {string} [more]
 */
export function toggle(label, on, set, more) {
  return h(
    "label",
    { class: "toggle", key: label },
    h("span", null, label, more && h("small", null, more)),
    h("input", { type: "checkbox", role: "switch", checked: on, on: { change: (/** @type {any} */ event) => set(event.target.checked) } }),
  );
}
