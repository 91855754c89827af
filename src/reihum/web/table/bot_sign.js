// The sign of a bot at its seat, with its level; a tap, or the focus, says in a sentence what to expect of it.

import { h } from "../base/dom.js";
import { levelName, levelOf, levelSentence, levelText } from "../base/levels.js";
import { icon } from "../base/symbols.js";
import { say } from "../base/words.js";

/**
 * A bot with a level has a button; a program that has none only a picture.
 * @param {string} name
 * @param {number} seat
 * @param {string | null} bot
 * @param {{tabindex?: number, "data-quiet"?: boolean}} [more] whether keys lead to it
 */
export function botSign(name, seat, bot, more = {}) {
  if (bot === null) return null;
  const level = levelOf(bot);
  if (!level) return h("span", { class: "bot-sign", key: "bot" }, icon("u-bot", say("seat.bot")));
  const tip = `bot-${seat}`;
  const label = `${name}, ${say("seat.bot")}, ${levelText(level)}`;
  return h(
    "span",
    { class: "bot", key: "bot", on: { focusout: closeTip } },
    h("button", { class: "bot-sign", type: "button", "aria-label": label, "aria-describedby": tip, ...more, on: { pointerdown: rememberTip, click: toggleTip, keydown: closeOnEscape } }, icon("u-bot"), String(level)),
    h("span", { class: "bot-tip paper", id: tip, role: "tooltip" }, h("b", null, `${name} · ${levelName(level)}`), ` ${levelSentence(level)} ${say("seat.fair")}`),
  );
}

// The tip is shown while its button has the focus (style/levels.css), unless it was put away: `data-shut`.

/** The button whose tip was open when it was touched. @type {EventTarget | null} */
let touchedOpen = null;

/** @param {HTMLElement} button */
function isOpen(button) {
  return document.activeElement === button && button.dataset.shut === undefined;
}

/** @param {PointerEvent} event */
function rememberTip({ currentTarget }) {
  touchedOpen = isOpen(/** @type {HTMLElement} */ (currentTarget)) ? currentTarget : null;
}

/** The first tap opens it, the next closes it. @param {MouseEvent} event */
function toggleTip({ currentTarget }) {
  const button = /** @type {HTMLElement} */ (currentTarget);
  if (touchedOpen === button) button.dataset.shut = "";
  else delete button.dataset.shut;
  touchedOpen = null;
  button.focus(); // not every browser gives a button that is tapped the focus ...
  addEventListener("pointerdown", blurElsewhere);
}

/** ... or takes it away with a tap elsewhere. @param {PointerEvent} event */
function blurElsewhere({ target }) {
  const now = /** @type {HTMLElement | null} */ (document.activeElement);
  if (!now?.matches(".bot-sign")) removeEventListener("pointerdown", blurElsewhere);
  else if (!now.contains(/** @type {Node} */ (target))) now.blur();
}

/** @param {KeyboardEvent} event */
function closeOnEscape(event) {
  const button = /** @type {HTMLElement} */ (event.currentTarget);
  if (event.key !== "Escape" || !isOpen(button)) return;
  button.dataset.shut = "";
  event.stopPropagation();
}

/** What was put away opens again with the next focus. @param {FocusEvent} event */
function closeTip({ target }) {
  delete /** @type {HTMLElement} */ (target).dataset.shut;
}
