// What a hint looks like: what the prompt says, the chances as bars, and what is marked on the table.

import { h } from "../base/dom.js";
import { isMotionOff } from "../base/settings.js";
import { icon, richText } from "../base/symbols.js";
import { joinWithAnd, say } from "../base/words.js";
import { selectorOf } from "./places.js";

/**
 * @typedef {import("./hints.js").Hints} Hints
 * @typedef {import("./types.d.ts").Game} Game
 * @typedef {import("../base/wire.js").HintOption} HintOption
 * @typedef {import("../base/dom.js").Child} Child
 * @typedef {{best: boolean, percent: string}} Mark what is written on a card that is marked
 */

const MOST_NAMED = 4; // moves in a sentence ...
const MOST_EQUAL = 2; // ... and of those that are about as good as the best
const SURE = 2; // standard errors on each side of a chance
const SPARE = 1.35; // a bar has room for a bit more than the best chance

// -- in words ---------------------------------------------------------------------------------------

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {number} share */
const whole = (share) => Math.round(100 * share);

/** How far a chance may be off, in percent; never nothing. @param {HintOption} option */
const margin = ({ error }) => Math.max(1, whole(SURE * error));

/**
 * Things to choose from: 'a, b, or c'.
 * @param {string[]} things
 */
function joinWithOr(things) {
  if (things.length < 3) return things.join(` ${say("hint.or")} `);
  return `${things.slice(0, -1).join(", ")}${say("hint.comma_or")} ${things.at(-1)}`;
}

/**
 * The moves in the order in which the server lists all that are legal: it does not say which is best.
 * @param {Hints} hints
 */
function inNoOrder(hints) {
  const { moves } = hints.live;
  return [...hints.options].sort((a, b) => moves.indexOf(a.move) - moves.indexOf(b.move));
}

/**
 * What the prompt says: bold words, and sentences.
 * @param {Hints} hints
 * @returns {{lead: string, lines: string[]}}
 */
export function pillText(hints) {
  if (hints.isOnly) return { lead: "", lines: [say("hint.only")] };
  if (!hints.made?.done) return { lead: "", lines: [say("hint.thinking")] };
  const { options } = hints;
  const label = (/** @type {HintOption} */ option) => hints.shown(option).label;
  if (hints.step === 1) return { lead: "", lines: [options.length > 1 ? say("hint.look", { moves: joinWithOr(someOf(inNoOrder(hints).map(label))) }) : say("hint.single", { move: label(options[0]) })] };
  if (hints.step === 2) return { lead: "", lines: [bestText(options, label)] };
  const told = stagedOption(hints) ?? options[0];
  const why = told.why.length ? told.why : [say(options.length === 1 ? "hint.single_why" : options.some((each) => each !== told && each.equal) ? "hint.too_close" : "hint.no_reason")];
  return { lead: `${capital(label(told))}:`, lines: why };
}

/**
 * Only so many, and that there are more.
 * @param {string[]} labels
 */
function someOf(labels, most = MOST_NAMED) {
  return labels.length > most ? [...labels.slice(0, most - 1), say("hint.others", { count: labels.length - most + 1 })] : labels;
}

/**
 * @param {HintOption[]} options
 * @param {(option: HintOption) => string} label
 */
function bestText([best, ...others], label) {
  const equal = others.filter((option) => option.equal).map(label);
  if (isTie([best, ...others])) return say("hint.all_equal", { moves: joinWithAnd([label(best), ...equal]) });
  if (!equal.length) return say(others.length ? "hint.best_clear" : "hint.single", { move: label(best) });
  return say("hint.best_equal", { move: label(best), others: joinWithAnd(someOf(equal, MOST_EQUAL)) });
}

/**
 * The move that is chosen on the table, if it is one of those shown.
 * @param {Hints} hints
 */
function stagedOption(hints) {
  const staged = JSON.stringify(hints.live.staged);
  return hints.live.staged.length ? hints.options.find((option) => JSON.stringify(hints.shown(option).stage) === staged) : undefined;
}

/**
 * A move as a screen reader says it.
 * @param {Hints} hints
 * @param {HintOption} option
 */
function rowName(hints, option) {
  const { label, short, note } = hints.shown(option);
  const remark = remarkOf(hints, option);
  return [capital(short ?? label), note, say("hint.spoken", { chance: whole(option.win), error: margin(option) }), remark].filter(Boolean).join(", ");
}

/**
 * @param {Hints} hints
 * @param {HintOption} option
 */
function remarkOf({ options }, option) {
  if (option.move === options[0].move && !isTie(options)) return say("hint.best");
  return option.equal ? say("hint.equal") : "";
}

/**
 * Whether another move may just as well be the best: it came out ahead, but not certainly.
 * @param {HintOption[]} options
 */
function isTie([best, ...others]) {
  return others.some((option) => option.equal && whole(option.win) > whole(best.win));
}

/**
 * What a step shows, as it is said aloud.
 * @param {Hints} hints
 */
export function spokenText(hints) {
  const { lead, lines } = pillText(hints);
  if (hints.step === 2 && !hints.isOnly) return `${say("hint.chance")}: ${hints.options.map((option) => rowName(hints, option)).join(". ")}.`;
  return [lead, ...lines].filter(Boolean).join(" ");
}

/**
 * The prompt while a hint is shown.
 * @param {Hints} hints
 */
export function pill(hints) {
  const { lead, lines } = pillText(hints);
  return [
    icon("u-lamp"),
    h("span", { class: "pill-text" }, lead && h("b", { key: "lead" }, richText(lead), " "), lines.map((line, at) => h("span", { key: `line-${at}`, class: "pill-line-of" }, richText(line), " "))),
  ];
}

// -- the chances ------------------------------------------------------------------------------------

/**
 * Beside the pile: the chances of winning as bars, and the way to choose one of the moves.
 * @param {Hints} hints
 * @param {Game} game
 */
export function panel(hints, game) {
  if (hints.step < 2 || hints.isOnly) return null;
  const { made, options, live } = hints;
  const full = Math.min(1, Math.max(0.1, ...options.map(({ win, error }) => win + SURE * error)) * SPARE);
  const chosen = stagedOption(hints);
  return h(
    "section",
    { class: `hint-panel glass${hints.step === 3 ? " why" : ""}${live.staged.length ? " chosen" : ""}`, key: "hint", "aria-label": say("hint.chance"), "data-region": "hint", "aria-busy": made?.done ? undefined : "true" },
    h(
      "header",
      null,
      h("b", null, say("hint.chance")),
      h("span", { class: "hint-worlds" }, made?.done ? say("hint.played", { count: made.worlds }) : say("hint.thinking")),
      h("button", { class: "hint-close", type: "button", key: "close", "aria-label": say("hint.hide"), on: { click: () => hints.close() } }, icon("u-close")),
    ),
    h("ol", { class: "hint-rows", key: "rows" }, options.map((option, at) => row(hints, game, option, { full, isBest: at === 0 && !isTie(options), isChosen: option === chosen }))),
  );
}

/**
 * A move with its chance; a tap chooses it on the table.
 * @param {Hints} hints
 * @param {Game} game
 * @param {HintOption} option
 * @param {{full: number, isBest: boolean, isChosen: boolean}} more the share at which a bar is full, and what is special
 */
function row(hints, game, option, { full, isBest, isChosen }) {
  const { win, error } = option;
  const shown = hints.shown(option);
  const remark = remarkOf(hints, option);
  const [from, to] = [Math.max(0, win - SURE * error), Math.min(full, win + SURE * error)];
  const inside = [
    h("span", { class: `hint-cards n${Math.min(shown.cards.length, 3)}`, "aria-hidden": "true", key: "cards" }, shown.cards.length ? shown.cards.slice(0, 3).map((card, at) => h("span", { class: "card", key: at }, game.face(card, shown.look))) : h("span", { class: "hint-word" }, shown.word ?? shown.label)),
    h("span", { class: "hint-name", "aria-hidden": "true", key: "name" }, h("span", { class: "hint-label" }, richText(capital(shown.short ?? shown.label))), " ", shown.note && h("small", null, `${shown.note} `), remark && h("span", { class: `hint-remark${isBest ? " best" : ""}` }, remark)),
    h("span", { class: "hint-bar", "aria-hidden": "true", key: "bar", vars: { "--part": (win / full).toFixed(4), "--from": (from / full).toFixed(4), "--to": (to / full).toFixed(4) } }, h("i", { class: "hint-fill" }), h("i", { class: "hint-range" })),
    h("span", { class: "hint-chance", "aria-hidden": "true", key: "chance" }, h("b", null, say("hint.percent", { chance: whole(win) })), h("small", null, `± ${margin(option)}`)),
    h("span", { class: "hidden", key: "said" }, rowName(hints, option)),
  ];
  const about = { class: `hint-row${isBest ? " best" : ""}` };
  return h(
    "li",
    { key: option.move },
    shown.stage.length
      ? h("button", { ...about, type: "button", key: "row", "aria-pressed": String(isChosen), on: { click: () => choose(hints, shown.stage) } }, inside)
      : h("div", { ...about, key: "row" }, inside),
  );
}

/**
 * Choose a move on the table; where that hides the chances, the button that makes it is next.
 * @param {Hints} hints
 * @param {any[]} stage
 */
function choose(hints, stage) {
  hints.live.stageAll(stage);
  requestAnimationFrame(() => {
    if (document.querySelector(".hint-panel")?.checkVisibility()) return;
    /** @type {HTMLElement | null} */ (document.querySelector(".table-screen [data-main]"))?.focus();
  });
}

// -- what is marked ---------------------------------------------------------------------------------

/**
 * What is written on cards and buttons that are marked, by where they are.
 * @param {Hints} hints
 * @returns {Map<string, Mark>}
 */
export function marks(hints) {
  /** @type {Map<string, Mark>} */
  const found = new Map();
  if (!hints.isOnly && !hints.made?.done && hints.step < 2) return found;
  for (const [at, option] of hints.options.entries()) {
    const percent = hints.step > 1 && !hints.isOnly ? say("hint.percent", { chance: whole(option.win) }) : "";
    for (const place of hints.shown(option).at) if (!found.has(place)) found.set(place, { best: at === 0 && percent !== "" && !isTie(hints.options), percent });
  }
  return found;
}

/**
 * Put gold frames around everything that is marked, now that it is drawn.
 * @param {HTMLElement} root
 * @param {Hints} hints
 */
export function frame(root, hints) {
  const wanted = new Set(hints.isOpen ? [...marks(hints).keys()].flatMap((name) => [...root.querySelectorAll(selectorOf(name))]) : []);
  const before = [...root.querySelectorAll(".hinted")];
  for (const old of before) if (!wanted.has(old)) old.classList.remove("hinted");
  for (const element of wanted) element.classList.add("hinted");
  if (!before.length && wanted.size && ![...wanted].some(isInSight)) [...wanted][0].scrollIntoView({ block: "center", behavior: isMotionOff() ? "instant" : "smooth" });
}

/** @param {Element} element */
function isInSight(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}
