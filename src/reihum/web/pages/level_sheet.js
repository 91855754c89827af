// On a phone: a sheet with the five levels of bots, from which a game can be begun at once.

import { h } from "../base/dom.js";
import { gameEntry } from "../base/games.js";
import { chooseLevel, chosenLevel, levelName, LEVELS, levelSentence } from "../base/levels.js";
import { say } from "../base/words.js";

/**
 * A sheet that was closed and opened again at once stays: browsers tell of the closing late.
 * @param {string} slug
 * @param {{close: () => void, play: () => void}} actions
 */
export function levelSheet(slug, actions) {
  const game = say(`${gameEntry(slug).folder}.title`);
  const chosen = chosenLevel(slug);
  return h(
    "dialog",
    { class: "level-sheet paper", key: "level-sheet", "aria-labelledby": "level-title", on: { close: (/** @type {any} */ { currentTarget }) => currentTarget.open || actions.close(), click: closeOutside } },
    h(
      "div",
      { class: "level-sheet-inside" },
      h("button", { class: "grip", type: "button", "aria-label": say("close"), on: { click: closeSheet } }),
      h("div", { class: "level-head" }, h("h2", { id: "level-title" }, say("start.how_strong")), h("span", { class: "quiet" }, game)),
      h("div", { class: "level-list", role: "radiogroup", "aria-labelledby": "level-title" }, LEVELS.map((_, at) => levelChoice(slug, at + 1, chosen))),
      h("button", { class: "btn main", type: "button", "data-play-level": true, on: { click: actions.play } }, say("start.play_against", { game, name: levelName(chosen) })),
    ),
  );
}

/** Show the sheet, if it has been drawn and is not shown yet. */
export function openSheet() {
  const sheet = /** @type {HTMLDialogElement | null} */ (document.querySelector(".level-sheet:not([open])"));
  sheet?.showModal();
}

/**
 * @param {string} slug
 * @param {number} level
 * @param {number} chosen
 */
function levelChoice(slug, level, chosen) {
  return h(
    "label",
    { class: "level-choice", key: level },
    h("input", { type: "radio", name: "level", class: "hidden", checked: level === chosen, autofocus: level === chosen, on: { change: () => chooseLevel(slug, level) } }),
    h("b", { class: "level-number" }, String(level)),
    h("span", null, h("b", null, levelName(level)), h("small", null, levelSentence(level))),
    h("span", { class: "level-bars", "aria-hidden": "true" }, LEVELS.map((_, bar) => h("i", { class: bar < level ? "on" : "" }))),
  );
}

/** @param {Event} event */
function closeSheet({ currentTarget }) {
  /** @type {Element} */ (currentTarget).closest("dialog")?.close();
}

/** A tap beside the sheet is one on the dialog itself. @param {MouseEvent} event */
function closeOutside({ target, currentTarget }) {
  if (target === currentTarget) /** @type {HTMLDialogElement} */ (currentTarget).close();
}
