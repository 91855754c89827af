// What a coach looks like: the bubble above the hand, its arrow, and the ring around what it points at.

import { h } from "../base/dom.js";
import { isMotionOff } from "../base/settings.js";
import { richText } from "../base/symbols.js";
import { say } from "../base/words.js";
import { selectorOf } from "./places.js";

/**
 * @typedef {import("./coach.js").Coach} Coach
 * @typedef {import("../base/dom.js").Child} Child
 * @typedef {{openRule: (rule: string) => void, end: () => void}} CoachActions
 */

const ARROW_MARGIN = 28; // pixels between the arrow and the ends of the bubble

/**
 * @param {Coach} coach
 * @param {CoachActions} actions
 * @returns {Child}
 */
export function coachBubble(coach, actions) {
  const { step, lesson } = coach;
  if (!step) return null;
  const parts = !coach.isReady ? waitingParts(coach) : coach.isAstray ? astrayParts(coach) : stepParts(coach, actions);
  return h(
    "section",
    { class: `coach paper${coach.isReady ? "" : " waits"}`, key: "coach", "aria-label": say("lesson.name"), "data-region": "coach" },
    h(
      "header",
      { class: "coach-head" },
      h("span", { class: "coach-name" }, say("lesson.first")),
      h("span", { class: "coach-dots", "aria-hidden": "true" }, Array.from({ length: lesson.steps }, (_, number) => h("i", { class: number < lesson.step ? "done" : number === lesson.step ? "now" : undefined, key: number }))),
      h("span", { class: "coach-count" }, say("lesson.count", { step: lesson.step + 1, steps: lesson.steps })),
      h("button", { class: "coach-end", type: "button", key: "end", on: { click: actions.end } }, say("lesson.end")),
    ),
    parts,
  );
}

/** The ring around what is pointed at; it is put there once everything is drawn. */
export function coachRing() {
  return h("div", { class: "coach-ring", key: "coach-ring", "aria-hidden": "true" });
}

/**
 * The others play: what they have done last.
 * @param {Coach} coach
 */
function waitingParts({ live }) {
  const line = live.flying ?? live.lastMove;
  return [
    h("h2", { key: "title" }, say(live.sending ? "lesson.you_play" : "lesson.others_play")),
    h("p", { class: "coach-text", key: "text" }, line ? richText(line.told.join(" ")) : ""),
  ];
}

/** @param {Coach} coach */
function astrayParts(coach) {
  return [
    h("h2", { key: "title" }, say("lesson.astray_title")),
    said(coach, h("p", { class: "coach-text", key: "text" }, richText(coach.answer)), null),
    h("div", { class: "coach-buttons", key: "buttons" }, h("button", { class: "btn main", type: "button", key: "back", "data-main": true, on: { click: () => coach.back() } }, say("lesson.back_to_step"))),
  ];
}

/**
 * @param {Coach} coach
 * @param {CoachActions} actions
 */
function stepParts(coach, { openRule }) {
  const step = /** @type {import("./coach.js").LessonStep} */ (coach.step);
  const isFirst = coach.lesson.step === 0 && !coach.lesson.made;
  return [
    h(
      "div",
      { class: "coach-title", key: "title" },
      h("h2", null, richText(coach.fill(step.title))),
      step.rule && h("button", { class: "coach-rule", type: "button", key: "rule", "aria-label": say("table.see_rule", { rule: step.rule }), on: { click: () => openRule(step.rule) } }, step.rule),
    ),
    said(coach, h("p", { class: "coach-text", key: "text" }, richText(coach.fill(step.text))), step.why && h("p", { class: "coach-why", id: "coach-why", key: "why" }, richText(coach.fill(step.why)))),
    h(
      "div",
      { class: "coach-buttons", key: "buttons" },
      h("button", { class: "btn", type: "button", key: "back", "aria-disabled": isFirst ? "true" : undefined, on: { click: () => !isFirst && coach.back() } }, h("span", { "aria-hidden": "true" }, "‹ "), say("lesson.back")),
      step.why && h("button", { class: "btn", type: "button", key: "why", "aria-expanded": String(coach.isWhyOpen), "aria-controls": "coach-why", on: { click: () => coach.toggleWhy() } }, say("lesson.why")),
      h("span", { class: "spring", key: "spring" }),
      step.moves.length
        ? h("button", { class: "btn dark", type: "button", key: "show", on: { click: () => coach.show() } }, say("lesson.show"))
        : h("button", { class: "btn main", type: "button", key: "on", "data-main": true, on: { click: () => coach.readOn() } }, say("lesson.on")),
    ),
  ];
}

/**
 * What is said now: the text, why, or an answer to what was tapped. They lie on top of each other, so the bubble keeps its
 * height, and the cards stay where they are.
 * @param {Coach} coach
 * @param {Child} text
 * @param {Child} why
 */
function said(coach, text, why) {
  const answer = note(coach);
  return h("div", { class: `coach-said${answer ? " answers" : coach.isWhyOpen && why ? " explains" : ""}`, key: "said" }, text, why, answer);
}

/**
 * Why something is not for now, or not allowed; or that what is chosen is still to be confirmed.
 * @param {Coach} coach
 */
function note(coach) {
  const { live, note: held, targets, unmeant } = coach;
  const text = live.note?.text ?? held ?? (unmeant === null ? null : `${coach.answerTo(unmeant)} ${say("lesson.confirm_anyway")}`);
  if (!text && live.staged.length && targets[0] === "main") return h("p", { class: "coach-why coach-note", key: "note" }, say("lesson.confirm"));
  return text ? h("p", { class: "coach-why coach-note refused", key: "note", role: unmeant === null ? undefined : "status" }, live.note?.rule && h("b", null, `${live.note.rule} `), richText(text)) : null;
}

/**
 * Let the bubble point at its target, now that everything is drawn.
 * @param {HTMLElement} root
 * @param {Coach} coach
 */
export function pointCoach(root, coach) {
  const bubble = /** @type {HTMLElement | null} */ (root.querySelector(".coach"));
  const ring = /** @type {HTMLElement | null} */ (root.querySelector(".coach-ring"));
  if (!bubble || !ring) return;
  const target = coach.targets.map((name) => root.querySelector(selectorOf(name))).find((element) => element?.checkVisibility());
  if (coach.isToBeSeen && target) bringIntoSight(coach, target);
  bubble.style.removeProperty("--shift");
  const there = target?.getBoundingClientRect();
  if (there) bubble.style.setProperty("--shift", `${shiftTowards(bubble, there.left + there.width / 2)}px`);
  const own = bubble.getBoundingClientRect();
  bubble.classList.toggle("points-up", Boolean(there && there.top + there.height / 2 < own.top));
  bubble.classList.toggle("points-down", Boolean(there && there.top + there.height / 2 > own.bottom));
  if (there) bubble.style.setProperty("--arrow", `${Math.max(ARROW_MARGIN, Math.min(own.width - ARROW_MARGIN, there.left + there.width / 2 - own.left))}px`);
  if (there && isInTheWay(bubble, own, there)) bubble.classList.remove("points-up", "points-down");
  const around = target && !target.matches("[role=option]") ? whole(target).getBoundingClientRect() : null;
  ring.hidden = !around;
  if (around) Object.assign(ring.style, { left: `${around.left + scrollX}px`, top: `${around.top + scrollY}px`, width: `${around.width}px`, height: `${around.height}px` });
}

/**
 * What belongs to a target: the whole hand for its head.
 * @param {Element} target
 */
function whole(target) {
  return target.closest(target.getAttribute("data-around") ?? "*") ?? target;
}

/**
 * Scroll as far as needed to see what a new step is about.
 * @param {Coach} coach
 * @param {Element} target
 */
function bringIntoSight(coach, target) {
  coach.isToBeSeen = false;
  whole(target).scrollIntoView({ block: "nearest", behavior: isMotionOff() ? "instant" : "smooth" });
}

/**
 * Whether the arrow would point at a button or a card that lies between the bubble and what is meant.
 * @param {HTMLElement} bubble
 * @param {DOMRect} own
 * @param {DOMRect} there
 */
function isInTheWay(bubble, own, there) {
  const x = own.left + parseFloat(bubble.style.getPropertyValue("--arrow"));
  const isBelow = there.top > own.bottom;
  const [from, to] = isBelow ? [own.bottom, there.top] : [there.bottom, own.top];
  return [...document.querySelectorAll(".felt-area button, .hand .card")].some((other) => {
    const at = other.getBoundingClientRect();
    return !bubble.contains(other) && at.left < x && x < at.right && at.top >= from && at.bottom <= to;
  });
}

/**
 * How far the bubble moves sideways so that its arrow can point there, as far as there is room.
 * @param {HTMLElement} bubble
 * @param {number} x
 */
function shiftTowards(bubble, x) {
  const own = bubble.getBoundingClientRect();
  if (getComputedStyle(bubble).position === "fixed") return 0;
  const room = bubble.parentElement?.getBoundingClientRect() ?? own;
  if (x < own.left + ARROW_MARGIN) return Math.max(room.left - own.left, x - own.left - ARROW_MARGIN);
  if (x > own.right - ARROW_MARGIN) return Math.min(room.right - own.right, x - own.right + ARROW_MARGIN);
  return 0;
}
