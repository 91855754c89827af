// Playing with the keyboard alone: arrows within a group, a card by its notation, letters for buttons, Enter and Esc.

import { settings } from "../base/settings.js";

/**
 * @typedef {import("./types.d.ts").Game} Game
 * @typedef {import("./types.d.ts").Table} Table
 * @typedef {import("./types.d.ts").HandCard} HandCard
 * @typedef {{
 *   table: () => Table | null, game: () => Game | null, tap: (card: HandCard) => void, focusCard: (key: string) => void,
 *   reorder: (key: string, to: string) => void,
 *   takeBack: () => void, undo: () => void, closeHint: () => boolean, openRules: () => void, closeRail: () => boolean, hurry: () => boolean,
 * }} KeyActions
 */

const TYPING_PAUSE = 1200; // milliseconds after which a key starts a new card
const REGIONS = ["seats", "middle", "hint", "acts", "coach", "hand", "rail"];
const COACH_MAIN = ".coach [data-main]"; // the main button of a lesson's bubble comes first

export class Keyboard {
  /** @param {KeyActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.typed = "";
    this.typedAt = 0;
    this.listener = (/** @type {KeyboardEvent} */ event) => this.#handleKey(event);
    addEventListener("keydown", this.listener);
  }

  close() {
    removeEventListener("keydown", this.listener);
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    const table = this.actions.table();
    const game = this.actions.game();
    const target = /** @type {HTMLElement} */ (event.target);
    if (!table || !game || target.closest("input, select, textarea, dialog")) return;
    const done = isUndoKey(event) ? this.#undo(table) : !event.ctrlKey && !event.metaKey && !event.altKey && this.#perform(event, table, game, target);
    if (done) event.preventDefault();
  }

  /**
   * Take back the last choice, or if there is none, or it is on its way, the last move.
   * @param {Table} table
   */
  #undo(table) {
    if (table.staged.length && !table.isSending) this.actions.takeBack();
    else this.actions.undo();
    return true;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Table} table
   * @param {Game} game
   * @param {HTMLElement} target
   * @returns {boolean} whether the key did something
   */
  #perform(event, table, game, target) {
    const { key } = event;
    if (key === " " || (key.length > 1 && key !== "Shift")) this.typed = ""; // the card typed so far is finished
    if (key === "F6") return focusNextRegion(event.shiftKey ? -1 : 1);
    if (key === "Escape" && (this.actions.closeRail() || closeRoundSheet() || closeOnEscape())) return true;
    if ((key === "Escape" || key === "Backspace") && table.staged.length) return this.actions.takeBack(), true;
    if (key === "Escape" || key === "Backspace") return key === "Escape" && this.actions.closeHint();
    if (key === "?") return this.actions.openRules(), true;
    const inButton = target.closest("button, a, [role=tab]");
    if (key === "Enter" && !inButton && closeRoundSheet()) return true;
    const option = target.closest("[role=option]");
    if (option && ["ArrowLeft", "ArrowRight", "Home", "End", "ArrowUp", "ArrowDown"].includes(key)) return this.#moveFocus(option, key, event.shiftKey && Boolean(game.reorder));
    if (option && (key === "Enter" || key === " ")) return this.#chooseOrConfirm(option, table, game, key);
    if (key === "Enter" && inButton?.hasAttribute("data-card") && table.staged.length && isMainEnabled()) return pressMain();
    if (key === "Enter" && !inButton) return pressMain();
    if (key === " " && !inButton) return pressMain() || this.actions.hurry();
    if (inButton && ["ArrowLeft", "ArrowRight"].includes(key)) return focusNextButton(inButton, key);
    return settings.letters && key.length === 1 && key !== " " && this.#typeLetter(key.toLowerCase(), table, game);
  }

  /**
   * Go to another card, or move this card there.
   * @param {Element} option
   * @param {string} key
   * @param {boolean} moveCard
   */
  #moveFocus(option, key, moveCard) {
    const all = [...(option.closest("[role=listbox]")?.querySelectorAll("[role=option]") ?? [])];
    const at = all.indexOf(option);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }[key] ?? at;
    const next = all[Math.max(0, Math.min(all.length - 1, to))];
    const from = option.getAttribute("data-card") ?? "";
    const there = next.getAttribute("data-card") ?? "";
    if (moveCard) this.actions.reorder(from, there);
    this.actions.focusCard(moveCard ? from : there);
    return true;
  }

  /**
   * On a card, Space chooses it; Enter confirms what is chosen, or chooses the card if nothing is. On a card that cannot
   * be chosen, both press the main button, if there is one.
   * @param {Element} option
   * @param {Table} table
   * @param {Game} game
   * @param {string} key
   */
  #chooseOrConfirm(option, table, game, key) {
    const staged = table.staged.length > 0;
    if (key === "Enter" && document.querySelector(COACH_MAIN)) return pressMain();
    const dim = option.getAttribute("aria-disabled") === "true";
    if ((key === "Enter" ? staged || dim : dim && !staged) && pressMain()) return true;
    const card = findCard(game, table, option.getAttribute("data-card") ?? "");
    if (card) this.actions.tap(card);
    return true;
  }

  /**
   * A letter or a digit: part of a card's notation, or the letter of a button.
   * @param {string} letter
   * @param {Table} table
   * @param {Game} game
   */
  #typeLetter(letter, table, game) {
    const isTyping = this.typed !== "" && Date.now() - this.typedAt < TYPING_PAUSE;
    if (!isTyping && pressLetter(letter, "[data-region=middle]")) return true; // a choice on the table comes before the hand
    if (isTyping && this.#typeCard(this.typed + letter, table, game)) return true;
    if (this.#typeCard(letter, table, game)) return true;
    this.typed = "";
    return pressLetter(letter, ".table-screen") || pressLetter(letter, ".exercise-head");
  }

  /**
   * The card typed so far: it is chosen once no longer notation can be meant.
   * @param {string} text
   * @param {Table} table
   * @param {Game} game
   */
  #typeCard(text, table, game) {
    const cards = game.hand(table).flatMap((group) => group.cards).filter((card) => card.empty === undefined);
    const codeOf = (/** @type {HandCard} */ card) => (game.typedCode?.(card.card) ?? card.card).toLowerCase();
    const named = cards.filter((card) => codeOf(card) === text);
    const exact = named.find((card) => card.state !== "sel") ?? named.at(0);
    const longer = cards.some((card) => codeOf(card).startsWith(text) && codeOf(card) !== text);
    if (!exact && !longer) return false;
    this.typed = longer ? text : "";
    this.typedAt = Date.now();
    if (exact) this.actions.focusCard(exact.key);
    if (exact && !longer && (exact.state !== "sel" || !table.staged.length)) this.actions.tap(exact); // typing its name never takes it back
    return true;
  }
}

/** @param {KeyboardEvent} event */
function isUndoKey(event) {
  return (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "z";
}

/**
 * @param {Game} game
 * @param {Table} table
 * @param {string} key
 */
export function findCard(game, table, key) {
  return game.hand(table).flatMap((group) => group.cards).find((card) => card.key === key);
}

/**
 * Press the button of a letter, if there is one.
 * @param {string} letter
 * @param {string} within
 */
function pressLetter(letter, within) {
  const button = /** @type {HTMLElement | null} */ (document.querySelector(`${within} [data-letter~="${CSS.escape(letter)}"]`));
  button?.click();
  return button !== null;
}

/** Close the sheet after a round, if there is one that can be closed. */
function closeRoundSheet() {
  const button = /** @type {HTMLElement | null} */ (document.querySelector(".sheet [data-on]"));
  button?.click();
  return button !== null;
}

/** Close whatever a game shows above its table. */
function closeOnEscape() {
  const close = /** @type {HTMLElement | null} */ (document.querySelector("[data-escape]"));
  close?.click();
  return close !== null;
}

/** Whether the main button would do something. */
function isMainEnabled() {
  return document.querySelector(".table-screen [data-main]:not([aria-disabled])") !== null;
}

/** Press the main button, if there is one. */
function pressMain() {
  const main = /** @type {HTMLElement | null} */ (document.querySelector(COACH_MAIN) ?? document.querySelector(".table-screen [data-main]"));
  main?.click();
  return main !== null;
}

/**
 * @param {Element} button
 * @param {string} key
 */
function focusNextButton(button, key) {
  const group = button.closest("[data-region]");
  if (!group || group.getAttribute("data-region") === "rail") return false;
  const all = /** @type {HTMLElement[]} */ ([...group.querySelectorAll("button:not([data-quiet]), a")]);
  const next = all[all.indexOf(/** @type {HTMLElement} */ (button)) + (key === "ArrowRight" ? 1 : -1)];
  next?.focus();
  return Boolean(next);
}

/**
 * Give the focus to the next region of the screen that can have it.
 * @param {number} step
 */
function focusNextRegion(step) {
  const regions = REGIONS.map((name) => document.querySelector(`[data-region="${name}"]`)).filter((region) => region !== null);
  const now = regions.findIndex((region) => region.contains(document.activeElement));
  for (let turn = 1; turn <= regions.length; turn++) {
    const region = regions[(now + step * turn + regions.length * turn) % regions.length];
    const inside = /** @type {HTMLElement | null} */ (region.querySelector("[tabindex='0'], button:not([data-quiet]), a"));
    if (inside && inside.offsetParent !== null) {
      inside.focus();
      return true;
    }
  }
  return false;
}
