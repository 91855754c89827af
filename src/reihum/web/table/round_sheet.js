// The sheet after a round: who won it and why, then everybody, the best first, with what was laid and what it cost.

import { h } from "../base/dom.js";
import { richText } from "../base/symbols.js";
import { hasText, say } from "../base/words.js";
import { avatar } from "./avatar.js";
import { ruleText } from "./rules_panel.js";
import { withoutDeal } from "./round_pause.js";
import { scoreSheet } from "./scores.js";

/**
 * @typedef {import("./types.d.ts").Line} Line
 * @typedef {import("./types.d.ts").Game} Game
 * @typedef {import("./types.d.ts").Table} Table
 * @typedef {import("./types.d.ts").RoundRow} RoundRow
 * @typedef {import("./types.d.ts").RoundSummary} RoundSummary
 * @typedef {import("./round_pause.js").RoundPause} RoundPause
 * @typedef {import("../base/dom.js").Child} Child
 */

/**
 * @param {Table} t
 * @param {Game} game
 * @param {RoundPause} pause
 * @param {Line} line the step that ended the round
 */
export function roundSheet(t, game, pause, line) {
  const summary = summaryOf(t, game, line, pause.ended);
  const read = () => pause.read();
  const readInside = (/** @type {Event} */ event) => event.target !== event.currentTarget && !(/** @type {Element} */ (event.target).closest("[data-on]")) && pause.read();
  return h(
    "section",
    {
      class: "sheet paper round-sheet",
      key: "round-sheet",
      tabindex: "-1",
      "data-focus": true,
      "aria-labelledby": "sheet-title",
      on: { scroll: read, wheel: read, pointerdown: readInside, focusin: readInside },
    },
    h("h2", { id: "sheet-title" }, richText(roundTitle(game, line, summary))),
    summary ? summaryView(t, summary) : withoutDeal(line).told.map((sentence) => h("p", null, richText(sentence))),
    (pause.isPadOpen || !summary) && scoreSheet(t, game),
    summary && pause.isRuleOpen && h("p", { class: "round-rule-text", id: "round-rule-text", role: "status", key: "rule-text" }, h("b", null, summary.rule), " ", richText(ruleText(game.slug, summary.rule))),
    h(
      "div",
      { class: "sheet-buttons", key: "buttons" },
      summary && h("div", { class: "round-rule", key: "rule" },
        h("button", { class: "rule-link", type: "button", "aria-expanded": String(pause.isRuleOpen), "aria-controls": "round-rule-text", "aria-label": say("table.see_rule", { rule: summary.rule }), on: { click: () => pause.toggleRule() } }, summary.rule),
        h("span", null, richText(summary.ruleText))),
      summary && h("button", { class: "btn plain", type: "button", key: "pad", "aria-expanded": String(pause.isPadOpen), on: { click: () => pause.togglePad() } }, say("sheet.all_rounds")),
      goOnButton(pause),
    ),
  );
}

/**
 * What the game shows of the end of a round.
 * @param {Table} t
 * @param {Game} game
 * @param {Line} line
 * @param {import("./types.d.ts").Snapshot | null} ended
 */
export function summaryOf(t, game, line, ended) {
  const round = line.events.find((event) => event.kind === "round");
  return (round && game.roundSummary?.(t, line, round, ended)) || null;
}

/**
 * The round, and in a few words why it is over.
 * @param {Game} game
 * @param {Line} line
 * @param {RoundSummary | null} summary
 */
export function roundTitle(game, line, summary) {
  const round = line.events.find((event) => event.kind === "round")?.round ?? "";
  const over = say(hasText(`${game.folder}.round_over`) ? `${game.folder}.round_over` : "sheet.round_over", { round });
  return summary ? `${over}: ${summary.why}` : over;
}

/**
 * @param {Table} t
 * @param {RoundSummary} summary
 */
export function summaryView(t, summary) {
  return [
    summary.hint && h("p", { class: "round-hint", key: "hint" }, richText(summary.hint)),
    summary.above,
    h("ol", { class: "round-rows", key: "rows", "aria-label": say("scores.name") }, summary.rows.map((row) => rowView(t, row))),
  ];
}

/**
 * @param {Table} t
 * @param {RoundRow} row
 */
function rowView(t, { seat, note, cards, gain, total, best }) {
  return h(
    "li",
    { class: `round-row${best ? " best" : ""}`, key: seat },
    h("span", { class: "round-who" }, avatar(t.names[seat], seat), h("span", null, h("b", null, seat === t.you ? say("you_name") : t.names[seat]), note && h("small", null, richText(note)))),
    h("span", { class: "round-cards" }, cards),
    h("span", { class: "round-points" }, h("b", null, gain), h("small", null, total)),
  );
}

/**
 * With friends it says who is ready, and how long it takes at most.
 * @param {RoundPause} pause
 */
function goOnButton(pause) {
  const { seconds, counts } = pause;
  const time = seconds === null ? "" : ` · ${say("sheet.seconds", { seconds })}`;
  if (pause.isReady) return h("button", { class: "btn main", type: "button", key: "on", "aria-disabled": "true" }, say("sheet.ready", counts) + time);
  return h("button", { class: "btn main", type: "button", key: "on", "data-main": true, "data-on": true, "aria-keyshortcuts": "Enter Escape", on: { click: () => pause.goOn() } },
    say("sheet.on") + time, counts.all > 1 && h("small", { class: "ready-count" }, say("sheet.ready", counts)));
}

/**
 * Cards that were laid together, in a frame.
 * @param {Child[]} cards
 * @param {string} name what a screen reader says
 * @param {string | number} key
 */
export function laidCards(cards, name, key) {
  return h("span", { class: "round-laid", key, role: "img", "aria-label": name }, cards);
}

/**
 * A card that was left over, with what it costs below.
 * @param {Child} card
 * @param {string} name what a screen reader says
 * @param {string | number} cost
 * @param {string | number} key
 */
export function leftCard(card, name, cost, key) {
  return h("span", { class: "round-left", key, role: "img", "aria-label": `${name}: ${cost}` }, card, h("b", { "aria-hidden": "true" }, String(cost)));
}

/**
 * Many cards that were left over, with what they cost together.
 * @param {Child[]} cards
 * @param {string} name what a screen reader says
 * @param {string | number} cost
 */
export function leftFan(cards, name, cost) {
  return h("span", { class: "round-left round-many", key: "left", role: "img", "aria-label": `${name}: ${cost}` }, h("span", { class: "round-fan" }, cards), h("b", { "aria-hidden": "true" }, String(cost)));
}

/** The backs of cards that nobody shows. @param {number} count */
export function backs(count) {
  return Array.from({ length: count }, (_, place) => h("i", { class: "card back", key: place }));
}
