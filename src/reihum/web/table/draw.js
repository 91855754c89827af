// The table as a whole: seats, middle, what is expected, the own hand.

import { h } from "../base/dom.js";
import { icon, richText } from "../base/symbols.js";
import { say } from "../base/words.js";
import { avatar } from "./avatar.js";
import { hand } from "./hand.js";
import { lastLine } from "./rail.js";
import { seats } from "./seats.js";

/**
 * @typedef {import("./types.d.ts").Game} Game
 * @typedef {import("./types.d.ts").Table} Table
 * @typedef {import("./types.d.ts").Button} Button
 * @typedef {import("../base/dom.js").Child} Child
 * @typedef {Table & {
 *   noted?: {text: string, rule: string | null, near?: string} | null, flying?: import("./types.d.ts").Line | null,
 *   phrases: {by: number, p: string, at: number}[],
 * }} Drawn
 */

/**
 * What lies on the felt, and what one holds.
 * @param {Drawn} t
 * @param {Game} game
 * @param {{focus: string | null, openLog: () => void, openRule: (rule: string) => void, takeBack: (() => void) | null, over?: Child, controls?: Child, told?: string}} acts
 * @returns {Child[]}
 */
export function tableArea(t, game, acts) {
  const whole = game.wholeScreen?.(t);
  const mid = whole ?? game.middle(t);
  return [
    !whole && seats(t, game),
    lastLine(t, acts.openLog),
    h("div", { class: `middle${whole ? " whole" : ""}`, key: "middle", role: "group", "aria-label": say("table.middle"), "data-region": "middle" }, mid, acts.over),
    pill(t, acts.told ?? game.prompt(t), acts.openRule),
    h(
      "div",
      { class: "own", key: "own" },
      acts.controls ?? ownRow(t, game, acts.takeBack),
      !whole && t.you !== null && t.view && hand(t, game, acts.focus, t.noted ?? null),
    ),
  ];
}

/**
 * @param {Drawn} t
 * @param {string} expected
 * @param {(rule: string) => void} openRule
 */
function pill(t, expected, openRule) {
  const noted = t.noted;
  const text = noted?.text ?? t.flying?.told[0] ?? expected;
  const kind = noted ? " refused" : t.canMove && !t.flying ? " yours" : "";
  return h(
    "div",
    { class: "pill-line", key: "pill-line" },
    h(
      "div",
      { class: `pill${kind}`, role: !noted && t.staged.length ? "status" : undefined, key: "pill" }, // whose turn it is, is announced with the moves
      h("i", { class: "pulse", "aria-hidden": "true" }),
      h("span", null, richText(text)),
      noted?.rule && h("button", { class: "rule-link", type: "button", key: "rule", on: { click: () => openRule(noted.rule ?? "") }, "aria-label": say("table.see_rule", { rule: noted.rule }) }, noted.rule),
    ),
  );
}

/**
 * @param {Drawn} t
 * @param {Game} game
 * @param {(() => void) | null} takeBack
 */
function ownRow(t, game, takeBack) {
  const you = t.you;
  const buttons = game.buttons(t);
  if (takeBack) {
    const last = { key: "take-back", label: say("table.take_back"), name: say("table.take_back"), icon: "u-undo", press: takeBack };
    buttons.unshift(last);
  }
  return h(
    "div",
    { class: "own-row", key: "own-row" },
    you !== null &&
      h(
        "div",
        { class: `me${t.view.owes.includes(you) ? " asked" : ""}`, "data-place": `seat:${you}`, key: "me" },
        avatar(t.names[you], you),
        h("span", { class: "who" }, h("b", null, t.names[you]), h("small", null, say("you"))),
        game.ownBadges(t),
      ),
    h("div", { class: `acts b${buttons.length}`, role: "group", "aria-label": say("table.actions"), "data-region": "acts", key: "acts" }, buttons.map(button)),
    game.handTools && h("div", { class: "tools", key: "tools" }, game.handTools(t)),
  );
}

/** @param {Button} of */
function button(of) {
  return h(
    "button",
    {
      class: `btn${of.main ? " main" : ""}${of.key === "take-back" ? " back-button" : ""}`,
      type: "button",
      key: of.key,
      "aria-label": of.name,
      "aria-disabled": of.disabled ? "true" : undefined,
      "aria-pressed": of.pressed === undefined ? undefined : String(of.pressed),
      "aria-keyshortcuts": of.main ? "Enter" : of.letter?.toUpperCase(),
      "data-letter": of.letter,
      "data-main": of.main,
      on: { click: of.press },
    },
    of.icon && icon(of.icon),
    h("span", null, of.label),
    of.main && !of.disabled && h("kbd", { "aria-hidden": "true" }, "Enter"),
  );
}
