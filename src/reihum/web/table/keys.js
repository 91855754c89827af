// The table by keyboard alone: arrows inside a group, a card by its notation, letters for buttons, Enter and Esc.

import { settings } from "../base/settings.js";

/**
 * @typedef {import("./types.d.ts").Game} Game
 * @typedef {import("./types.d.ts").Table} Table
 * @typedef {import("./types.d.ts").HandCard} HandCard
 * @typedef {{
 *   table: () => Table | null, game: () => Game | null, tap: (card: HandCard) => void, focusCard: (key: string) => void,
 *   reorder: (key: string, to: string) => void,
 *   takeBack: () => void, rules: () => void, closeRail: () => boolean,
 * }} Acts
 */

const PAUSE = 1200; // milliseconds after which a new card begins to be typed
const REGIONS = ["seats", "middle", "acts", "hand", "rail"];

export class Keys {
  /** @param {Acts} acts */
  constructor(acts) {
    this.acts = acts;
    this.typed = "";
    this.typedAt = 0;
    this.press = (/** @type {KeyboardEvent} */ event) => this.#pressed(event);
    addEventListener("keydown", this.press);
  }

  close() {
    removeEventListener("keydown", this.press);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const table = this.acts.table();
    const game = this.acts.game();
    if (!table || !game || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, select, textarea, dialog")) return;
    if (this.#does(event, table, game, target)) event.preventDefault();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Table} table
   * @param {Game} game
   * @param {HTMLElement} target
   * @returns {boolean} whether the key meant something
   */
  #does(event, table, game, target) {
    const { key } = event;
    if (key === " " || (key.length > 1 && key !== "Shift")) this.typed = ""; // a card that was typed is done with
    if (key === "F6") return nextRegion(event.shiftKey ? -1 : 1);
    if (key === "Escape" && (this.acts.closeRail() || goOn() || putAway())) return true;
    if (key === "Escape" || key === "Backspace") return table.staged.length > 0 && (this.acts.takeBack(), true);
    if (key === "?") return this.acts.rules(), true;
    const inButton = target.closest("button, a, [role=tab]");
    if (key === "Enter" && !inButton && goOn()) return true;
    const option = target.closest("[role=option]");
    if (option && ["ArrowLeft", "ArrowRight", "Home", "End", "ArrowUp", "ArrowDown"].includes(key)) return this.#walk(option, key, event.shiftKey && Boolean(game.reorder));
    if (option && (key === "Enter" || key === " ")) return this.#enter(option, table, game, key);
    if (key === "Enter" && inButton?.hasAttribute("data-card") && table.staged.length && mainCan()) return pressMain();
    if (key === "Enter" && !inButton) return pressMain();
    if (key === " " && !inButton) return pressMain();
    if (inButton && ["ArrowLeft", "ArrowRight"].includes(key)) return walkButtons(inButton, key);
    return settings.letters && key.length === 1 && key !== " " && this.#letter(key.toLowerCase(), table, game);
  }

  /**
   * Go to another card, or take the card along.
   * @param {Element} option
   * @param {string} key
   * @param {boolean} along
   */
  #walk(option, key, along) {
    const all = [...(option.closest("[role=listbox]")?.querySelectorAll("[role=option]") ?? [])];
    const at = all.indexOf(option);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }[key] ?? at;
    const next = all[Math.max(0, Math.min(all.length - 1, to))];
    const from = option.getAttribute("data-card") ?? "";
    const there = next.getAttribute("data-card") ?? "";
    if (along) this.acts.reorder(from, there);
    this.acts.focusCard(along ? from : there);
    return true;
  }

  /**
   * On a card: Space chooses it; Enter confirms what is chosen, and if nothing is, chooses. On a card that cannot be
   * chosen both press the one big button, if there is one.
   * @param {Element} option
   * @param {Table} table
   * @param {Game} game
   * @param {string} key
   */
  #enter(option, table, game, key) {
    const staged = table.staged.length > 0;
    const dim = option.getAttribute("aria-disabled") === "true";
    if ((key === "Enter" ? staged || dim : dim && !staged) && pressMain()) return true;
    const card = cardWith(game, table, option.getAttribute("data-card") ?? "");
    if (card) this.acts.tap(card);
    return true;
  }

  /**
   * A letter or a digit: part of a card's notation, or a button's letter.
   * @param {string} letter
   * @param {Table} table
   * @param {Game} game
   */
  #letter(letter, table, game) {
    const begun = this.typed !== "" && Date.now() - this.typedAt < PAUSE;
    if (!begun && pressLetter(letter, "[data-region=middle]")) return true; // what is to be chosen on the table goes before the hand
    if (begun && this.#card(this.typed + letter, table, game)) return true;
    if (this.#card(letter, table, game)) return true;
    this.typed = "";
    return pressLetter(letter, ".table-screen");
  }

  /**
   * A card as far as it has been typed: chosen if no longer one can be meant.
   * @param {string} text
   * @param {Table} table
   * @param {Game} game
   */
  #card(text, table, game) {
    const cards = game.hand(table).flatMap((group) => group.cards).filter((card) => card.empty === undefined);
    const written = (/** @type {HandCard} */ card) => (game.typedCode?.(card.card) ?? card.card).toLowerCase();
    const named = cards.filter((card) => written(card) === text);
    const exact = named.find((card) => card.state !== "sel") ?? named.at(0);
    const longer = cards.some((card) => written(card).startsWith(text) && written(card) !== text);
    if (!exact && !longer) return false;
    this.typed = longer ? text : "";
    this.typedAt = Date.now();
    if (exact) this.acts.focusCard(exact.key);
    if (exact && !longer && (exact.state !== "sel" || !table.staged.length)) this.acts.tap(exact); // not taken back by its own name
    return true;
  }
}

/**
 * @param {Game} game
 * @param {Table} table
 * @param {string} key
 */
export function cardWith(game, table, key) {
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

/** Put the sheet of a round away, if there is one that can wait. */
function goOn() {
  const on = /** @type {HTMLElement | null} */ (document.querySelector(".sheet [data-on]"));
  on?.click();
  return on !== null;
}

/** Put away what a game shows above its table, if it does. */
function putAway() {
  const close = /** @type {HTMLElement | null} */ (document.querySelector("[data-escape]"));
  close?.click();
  return close !== null;
}

/** Whether the one big button would do something. */
function mainCan() {
  return document.querySelector(".table-screen [data-main]:not([aria-disabled])") !== null;
}

/** Press the one big button, if there is one. */
function pressMain() {
  const main = /** @type {HTMLElement | null} */ (document.querySelector(".table-screen [data-main]"));
  main?.click();
  return main !== null;
}

/**
 * @param {Element} button
 * @param {string} key
 */
function walkButtons(button, key) {
  const group = button.closest("[data-region]");
  if (!group || group.getAttribute("data-region") === "rail") return false;
  const all = /** @type {HTMLElement[]} */ ([...group.querySelectorAll("button, a")]);
  const next = all[all.indexOf(/** @type {HTMLElement} */ (button)) + (key === "ArrowRight" ? 1 : -1)];
  next?.focus();
  return Boolean(next);
}

/**
 * To the next part of the screen that can be focused.
 * @param {number} step
 */
function nextRegion(step) {
  const regions = REGIONS.map((name) => document.querySelector(`[data-region="${name}"]`)).filter((region) => region !== null);
  const now = regions.findIndex((region) => region.contains(document.activeElement));
  for (let turn = 1; turn <= regions.length; turn++) {
    const region = regions[(now + step * turn + regions.length * turn) % regions.length];
    const inside = /** @type {HTMLElement | null} */ (region.querySelector("[tabindex='0'], button, a"));
    if (inside && inside.offsetParent !== null) {
      inside.focus();
      return true;
    }
  }
  return false;
}
