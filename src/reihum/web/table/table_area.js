// The table as a whole: seats, middle, prompt, your own hand.

import { h } from "../base/dom.js";
import { icon, richText } from "../base/symbols.js";
import { say } from "../base/words.js";
import { avatar } from "./avatar.js";
import { hand } from "./hand.js";
import { hintButton } from "./hint_button.js";
import { lastLineButton } from "./rail.js";
import { ruleText } from "./rules_panel.js";
import { seatList } from "./seats.js";
import { clockRing, timeLeft, timePrompt, WARNING } from "./waiting.js";

/**
 * @typedef {import("./types.d.ts").Game} Game
 * @typedef {import("./types.d.ts").Table} Table
 * @typedef {import("./types.d.ts").Button} Button
 * @typedef {import("../base/dom.js").Child} Child
 * @typedef {Map<string, import("./hint_view.js").Mark> | null} Marks
 * @typedef {Table & {
 *   note?: import("./note.js").Note | null, isNoteOpen?: boolean, toggleNote?: () => void, flying?: import("./types.d.ts").Line | null,
 *   phrases: import("./types.d.ts").Phrase[],
 * }} DrawableTable
 * @typedef {{
 *   focusedCard: string | null, openLog: () => void, openRule: (rule: string) => void, takeBack: (() => void) | null,
 *   sitDown?: (() => void) | null, undo?: Child, overlay?: Child, openHands?: Child, controls?: Child, prompt?: string,
 *   coach?: import("./coach.js").Coach | null, bubble?: Child, hints?: import("./hints.js").Hints | null,
 * }} AreaOptions what else is shown: `overlay` above the middle, `openHands` below the seats, `controls` and `prompt`
 *   instead of the game's own, in a lesson the `bubble` of its coach, and `hints` where there may be some
 */

/**
 * Everything on the felt, and the hand.
 * @param {DrawableTable} t
 * @param {Game} game
 * @param {AreaOptions} options
 * @returns {Child[]}
 */
export function tableArea(t, game, options) {
  const whole = game.wholeScreen?.(t);
  const hints = options.hints?.isOpen ? options.hints : null;
  const marks = hints?.view?.marks(hints) ?? null;
  return [
    !whole && seatList(t, game),
    options.openHands,
    lastLineButton(t, options.openLog),
    h("div", { class: `middle${whole ? " whole" : ""}`, key: "middle", role: "group", "aria-label": say("table.middle"), "data-region": "middle" }, whole ?? game.middle(t), hints?.view?.panel(hints, game), options.overlay),
    !options.bubble && promptPill(t, game, options.prompt ?? game.prompt(t), options.openRule, hints),
    h(
      "div",
      { class: "own", key: "own" },
      options.controls ?? ownRow(t, game, options, marks),
      options.bubble,
      !whole && t.you !== null && t.view && hand(t, game, options.focusedCard, t.note ?? null, options.coach, marks),
    ),
  ];
}

/**
 * @param {DrawableTable} t
 * @param {Game} game
 * @param {string} prompt
 * @param {(rule: string) => void} openRule
 * @param {import("./hints.js").Hints | null} hints
 */
function promptPill(t, game, prompt, openRule, hints) {
  const { note } = t;
  const time = note || t.flying ? null : timePrompt(t);
  const text = note?.text ?? t.flying?.told[0] ?? (time?.text || prompt);
  const late = t.canMove && !t.flying ? (time?.seconds ?? null) : null;
  const hint = hints && !note && !t.flying && (!t.staged.length || hints.step === 3) ? hints.view?.pill(hints) : null;
  const kind = note ? " refused" : t.canMove && !t.flying ? (late === null ? " yours" : " yours late") : "";
  return h(
    "div",
    { class: "pill-line", key: "pill-line" },
    h(
      "div",
      { class: `pill${kind}${hint ? " hinting" : ""}`, role: !note && t.staged.length ? "status" : undefined, key: "pill" }, // whose turn it is, is announced along with the moves
      hint ? null : late === null ? h("i", { class: "pulse", "aria-hidden": "true" }) : h("b", { class: "countdown", "aria-hidden": "true", key: "countdown", vars: { "--part": (late / WARNING).toFixed(3) } }, late),
      hint ?? h("span", { class: "pill-text" }, richText(text)),
      note?.rule && noteLinks(t, note.rule, openRule),
    ),
    note?.rule && t.isNoteOpen && h("p", { class: "note-more paper", id: "note-more", key: "note-more", role: "status" }, h("b", null, note.rule), " ", richText(ruleText(game.slug, note.rule))),
  );
}

/**
 * The ways from a refusal to its rule: among all others, or right here.
 * @param {DrawableTable} t
 * @param {string} rule
 * @param {(rule: string) => void} openRule
 */
function noteLinks(t, rule, openRule) {
  return h(
    "span",
    { class: "note-links", key: "links" },
    h("button", { class: "rule-link", type: "button", on: { click: () => openRule(rule) }, "aria-label": say("table.see_rule", { rule }) }, rule),
    h("button", { class: "more-link", type: "button", key: "more", "aria-expanded": String(Boolean(t.isNoteOpen)), "aria-controls": "note-more", on: { click: () => t.toggleNote?.() } }, say(t.isNoteOpen ? "table.less" : "table.more")),
  );
}

/**
 * @param {DrawableTable} t
 * @param {Game} game
 * @param {AreaOptions} options `sitDown` leads back to the seat that is kept for somebody who has left it
 * @param {Marks} marks
 */
function ownRow(t, game, { takeBack, sitDown, undo, hints }, marks) {
  const you = t.you;
  const buttons = game.buttons(t);
  const kept = sitDown ? t.info.reserved : null;
  if (sitDown) buttons.unshift({ key: "sit", main: true, icon: "u-user", label: say("menu.sit"), press: sitDown });
  if (takeBack) {
    const button = { key: "take-back", label: say("table.take_back"), name: say("table.take_back"), icon: "u-undo", press: takeBack };
    buttons.unshift(button);
  }
  return h(
    "div",
    { class: "own-row", key: "own-row" },
    you !== null &&
      h(
        "div",
        { class: `me${t.view.owes.includes(you) ? " asked" : ""}`, "data-place": `seat:${you}`, key: "me" },
        avatar(t.names[you], you, { ring: clockRing(t, you) }),
        h("span", { class: "who" }, h("b", null, t.names[you]), h("small", null, timeLeft(t, you), say("you"))),
        game.ownBadges(t),
      ),
    kept !== null && h("div", { class: "me", key: "kept" }, avatar(t.names[kept], kept), h("span", { class: "who" }, h("b", null, t.names[kept]), h("small", null, say("table.bot_plays")))),
    !takeBack && undo,
    hints && !hints.isQuiet && hintButton(hints),
    h("div", { class: `acts b${buttons.length}`, role: "group", "aria-label": say("table.actions"), "data-region": "acts", key: "acts" }, buttons.map((button) => actionButton(button, marks?.has(`button:${button.key}`) ?? false))),
    game.handTools && h("div", { class: "tools", key: "tools" }, game.handTools(t)),
  );
}

/**
 * @param {Button} button
 * @param {boolean} isMarked whether a hint means it
 */
function actionButton(button, isMarked) {
  return h(
    "button",
    {
      class: `btn${button.main ? " main" : ""}${button.key === "take-back" ? " back-button" : ""}`,
      type: "button",
      key: button.key,
      "aria-label": button.name,
      "aria-disabled": button.disabled ? "true" : undefined,
      "aria-description": isMarked ? say("hint.mark") : undefined,
      "aria-pressed": button.pressed === undefined ? undefined : String(button.pressed),
      "aria-keyshortcuts": button.main ? "Enter" : button.letter?.toUpperCase(),
      "data-letter": button.letter,
      "data-act": button.key,
      "data-main": button.main,
      on: { click: button.press },
    },
    isMarked ? icon("u-lamp") : button.icon && icon(button.icon),
    h("span", null, button.label),
    button.main && !button.disabled && h("kbd", { "aria-hidden": "true" }, "Enter"),
  );
}
