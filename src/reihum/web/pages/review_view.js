// What the screen of a review looks like: the table at a moment, what was played there and what was better, the curve, the list.

import { h } from "../base/dom.js";
import { icon, richText } from "../base/symbols.js";
import { say } from "../base/words.js";
import { bar } from "../table/bar.js";
import { hand } from "../table/hand.js";
import { selectorOf } from "../table/places.js";
import { seatList } from "../table/seats.js";
import { parseSeat, stepButton } from "./replay.js";
import { capital, sign, whole } from "./review_curve.js";
import { partsOf, SIZES, verdictKey, wasGiven } from "./review_data.js";
import { tryFirst } from "./review_offer.js";

/**
 * @typedef {import("../base/dom.js").Child} Child
 * @typedef {import("../table/types.d.ts").Game} Game
 * @typedef {import("./review.js").ReviewScreen} Screen
 * @typedef {import("../base/wire.d.ts").ReviewedStep} ReviewedStep
 */

const TABS = /** @type {const} */ (["move", "points", "result"]);
const SURE = 2; // standard errors on each side of a chance
/** The signs of the parts of a result. @type {Record<string, string>} */
const PART_SIGNS = { luck: "luck", own: "mine", others: "theirs", unknown: "unknown" };

/**
 * @param {Screen} screen
 * @param {Game} game
 * @returns {Child[]}
 */
export function reviewView(screen, game) {
  const progress = game.progressText(screen);
  return [
    bar({
      title: say(`${game.folder}.title`),
      progress: [h("span", { class: "wide" }, `${screen.title} · ${progress.wide}`), h("span", { class: "narrow" }, progress.narrow)],
      right: [
        h("a", { class: "bar-button", href: screen.address().replace("/review/", "/replay/"), "aria-label": say("replay.title"), title: say("replay.title"), key: "replay" }, icon("u-eye")),
        h("a", { class: "bar-button", href: `/t/${screen.id}`, "aria-label": say("replay.to_table"), key: "table" }, icon("u-close")),
      ],
    }),
    h(
      "div",
      { class: `review-screen show-${screen.tab}`, key: "review-screen" },
      h("main", { class: "review-main", id: "main", tabindex: "-1" },
        h("h1", { class: "hidden" }, screen.title),
        curvePanel(screen),
        tabs(screen),
        h("div", { class: "review-panels", key: "panels" },
          momentPanel(screen, game),
          h("div", { class: "review-side", key: "side" }, resultPanel(screen), pointsPanel(screen))),
        controls(screen)),
    ),
  ];
}

/** @param {number} change */
function signed(change) {
  const points = whole(change);
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** @param {number} share */
function percent(share) {
  return say("review.percent", { number: whole(share) });
}

/** What a step was, in a sentence. @param {Screen} screen @param {number} v */
function stepText(screen, v) {
  return screen.review?.steps[v]?.said?.[0] ?? screen.steps[v]?.told[0] ?? say(v ? "replay.unheard" : "review.deal");
}

/** Tabs, where there is no room for everything. @param {Screen} screen */
function tabs(screen) {
  const pick = (/** @type {typeof screen.tab} */ tab) => ((screen.tab = tab), screen.draw());
  const step = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    pick(TABS[(TABS.indexOf(screen.tab) + by + TABS.length) % TABS.length]);
    document.getElementById(`review-tab-${screen.tab}`)?.focus();
  };
  return h("div", { class: "review-tabs", role: "tablist", key: "tabs", "aria-label": screen.title, on: { keydown: step } },
    TABS.map((tab) => h("button", { class: "tab", type: "button", role: "tab", id: `review-tab-${tab}`, key: tab, "aria-selected": String(screen.tab === tab), "aria-controls": `review-${tab}`, tabindex: screen.tab === tab ? "0" : "-1", on: { click: () => pick(tab) } }, say(`review.tab_${tab}`))));
}

// -- the curve --------------------------------------------------------------------------------------

/** @param {Screen} screen */
function curvePanel(screen) {
  const { wins, total, at, you, names, review } = screen;
  const course = { wins, total, at, seat: you, names, slug: screen.info.game, rounds: screen.allResults.filter((event) => event.kind === "round"), points: screen.points, moves: (/** @type {number} */ v) => stepText(screen, v), size: screen.size };
  const now = you !== null && wins[at] ? say("review.yours_now", { number: whole(wins[at][you]) }) : "";
  return h(
    "section",
    { class: "review-curve paper", key: "curve", "aria-labelledby": "curve-title" },
    h("div", { class: "curve-head" },
      h("h2", { id: "curve-title" }, say("review.course")),
      h("span", { class: "curve-your" }, now),
      review && h("ul", { class: "curve-legend", "aria-hidden": "true", key: "legend" }, ["mine", "small", "theirs", "luck", "unknown"].map((kind) => h("li", { key: kind }, sign(kind), say(`review.kind_${kind}`))))),
    screen.curve.view(course, (v) => screen.choose(v)),
    !review && making(screen),
    review && h("details", { class: "curve-numbers", key: "numbers", open: screen.isTableOpen, on: { toggle: (/** @type {any} */ event) => event.target.open !== screen.isTableOpen && ((screen.isTableOpen = event.target.open), screen.draw()) } },
      h("summary", { title: say("review.as_table") }, icon("u-pad", say("review.as_table"))),
      screen.isTableOpen && h("div", { class: "curve-scroll", tabindex: "0", role: "group", "aria-label": say("review.as_table") }, screen.curve.table(course))),
  );
}

/** How far the review has come, or why there is none. @param {Screen} screen */
function making({ making, trouble }) {
  if (trouble) return h("p", { class: "making", role: "alert", key: "making" }, trouble);
  const text = making.ahead > 0 ? say("review.queue", { count: making.ahead }) : say("review.making", { number: whole(making.done) });
  return h("div", { class: "making", key: "making" }, h("p", { id: "making", role: "status" }, text), h("progress", { max: "1", value: String(making.done), "aria-labelledby": "making" }));
}

// -- the moment -------------------------------------------------------------------------------------

/**
 * The table before the move, and what was done there.
 * @param {Screen} screen
 * @param {Game} game
 */
function momentPanel(screen, game) {
  const all = game.wholeScreen?.(screen);
  return h(
    "section",
    { class: "review-moment", id: "review-move", key: "moment", "aria-labelledby": "moment-title" },
    h("div", { class: "moment-head", key: "head" },
      h("span", { class: "moment-place" }, say("replay.where", { at: screen.at, total: screen.total })),
      h("h2", { id: "moment-title" }, richText(stepText(screen, screen.at))),
      screen.judged?.stand_in && h("span", { class: "moment-bot", key: "bot" }, icon("u-bot", say("review.stood_in")))),
    !all && seatList(screen, game),
    h("div", { class: "moment-table", key: "table" }, !all && middle(game.middle(screen)), verdict(screen, game)),
    all && h("div", { class: "felt-area moment-whole", key: "whole" }, middle(all, " whole")),
    !all && screen.you !== null && screen.view && h("div", { class: "own", key: "own" }, hand(screen, game, null, null)),
    h("div", { class: "moment-acts", key: "acts" }, screen.playOn.button(screen)),
    screen.playOn.sheet(screen),
  );
}

/** What lies on the table. @param {Child[]} children @param {string} [more] */
function middle(children, more = "") {
  return h("div", { class: `middle${more}`, key: "middle", role: "group", "aria-label": say("table.middle"), "data-region": "middle" }, children);
}

/** How a game shows a move, if it can. @param {Screen} screen @param {string} move */
function shownMove(screen, move) {
  try {
    return screen.hintMove?.(screen, move, []) ?? null;
  } catch {
    return null; // a move that the game does not show on its own
  }
}

/** Put gold frames around what would have been better, now that it is drawn. @param {Screen} screen */
export function frameBetter(screen) {
  const { judged, root } = screen;
  const better = judged?.best && judged.grade && !screen.hidesBetter && judged.by === screen.you ? shownMove(screen, judged.best) : null;
  const wanted = new Set((better?.at ?? []).flatMap((place) => [...root.querySelectorAll(`.review-moment ${selectorOf(place)}`)]));
  for (const old of root.querySelectorAll(".hinted")) if (!wanted.has(old)) old.classList.remove("hinted");
  for (const element of wanted) element.classList.add("hinted");
}

/**
 * What was played and what was better, with chances and why.
 * @param {Screen} screen
 * @param {Game} game
 */
function verdict(screen, game) {
  const step = screen.judged;
  if (!step) return null;
  if (screen.hidesBetter) return tryFirst(screen);
  const notes = screen.points.filter((point) => point.v === step.v && (point.kind === "luck" || point.kind === "unknown"));
  return h(
    "div",
    { class: "verdict-rows", key: "verdict", role: "status" },
    step.grade ? comparison(screen, game, step) : judgement(step),
    notes.map(({ kind, change }) => h("p", { class: "verdict-note", key: kind }, sign(kind), h("span", null, say(`review.note_${kind}`, { points: signed(change) })))),
  );
}

/** A decision that was not blamed. @param {ReviewedStep} step */
function judgement(step) {
  if (step.by === null) return null;
  const text = step.seen === undefined ? say("review.forced") : (step.loss ?? 0) > 0 ? say("review.unsure") : say("review.fine");
  return h("p", { class: "verdict-fine", key: "fine" }, text);
}

/**
 * @param {Screen} screen
 * @param {Game} game
 * @param {ReviewedStep} step
 */
function comparison(screen, game, step) {
  const { best = "", move, seen = 0, loss = 0 } = step;
  const error = (/** @type {string | null} */ which) => step.options?.find((option) => option.move === which)?.error ?? step.error ?? 0;
  const by = step.by ?? 0;
  const why = step.why ?? [];
  return [
    moveRow(screen, game, { key: "played", by, move: move ?? "", label: say("review.played"), told: stepText(screen, step.v), win: seen - loss, error: error(move) }),
    moveRow(screen, game, { key: "better", by, move: best, label: say("review.better"), told: step.told?.[0] ?? best, win: seen, error: error(best) }),
    h("p", { class: "verdict-why", key: "why" }, h("b", null, `${say(`review.grade_${step.grade}`, { points: whole(loss) })} `),
      why.length ? [by !== screen.you && screen.names[by] ? `${screen.names[by]}: ` : "", richText(why.join(" "))].flat() : say("review.no_why")),
  ];
}

/**
 * A move with its cards, in words, and its chance.
 * @param {Screen} screen
 * @param {Game} game
 * @param {{key: string, by: number, move: string, label: string, told: string, win: number, error: number}} row
 */
function moveRow(screen, game, { key, by, move, label, told, win, error }) {
  const shown = by === screen.you ? shownMove(screen, move) : null;
  const cards = shown?.cards.length ? shown.cards.slice(0, 3).map((card, at) => h("span", { class: "card", key: at }, game.face(card, shown.look))) : null;
  const mark = cards ?? game.moveMark?.(screen, { v: screen.at, by, m: move, events: [], told: [] }) ?? null;
  return h(
    "div",
    { class: `move-row ${key}`, key },
    h("span", { class: "move-cards", "aria-hidden": "true" }, mark),
    h("span", { class: "move-words" }, h("small", null, label), " ", h("b", null, richText(shown ? capital(shown.short ?? shown.label) : told)), shown?.note && h("small", null, ` ${shown.note}`)),
    h("span", { class: "move-chance" }, h("b", null, percent(Math.max(0, win))), " ", h("small", null, `± ${whole(SURE * error)}`)),
  );
}

// -- the lists --------------------------------------------------------------------------------------

/** Where the result came from. @param {Screen} screen */
function resultPanel(screen) {
  const { review, you, names } = screen;
  if (!review) return null;
  const seat = you ?? 0;
  const found = review.seats[seat];
  const parts = partsOf(found);
  const [low, high] = [Math.min(0, ...parts.map((part) => Math.min(part.from, part.to))), Math.max(1, ...parts.map((part) => Math.max(part.from, part.to)))];
  const place = (/** @type {number} */ share) => ((share - low) / (high - low)).toFixed(4);
  const isMine = seat === (screen.info.you ?? screen.info.reserved);
  const facts = { name: names[seat], luck: whole(Math.abs(found.luck)), own: whole(-found.own), others: whole(found.others), accuracy: whole(found.accuracy) };
  const counted = [["blunders", found.blunders], ["mistakes", found.mistakes], ["inaccuracies", found.inaccuracies]].filter(([, count]) => count);
  return h(
    "section",
    { class: "glass review-result", id: "review-result", key: "result", "aria-labelledby": "result-title" },
    h("h2", { id: "result-title" }, isMine ? say("review.parts") : say("review.parts_of", { name: names[seat] })),
    h("dl", { class: "parts" }, parts.map(({ part, from, to, change }) => h("div", { class: `part ${part}`, key: part },
      h("dt", null, PART_SIGNS[part] && sign(PART_SIGNS[part]), say(`review.part_${part}`)),
      h("dd", { class: "part-bar", "aria-hidden": "true" }, h("i", { vars: { "--from": place(Math.min(from, to)), "--to": place(Math.max(from, to)) } })),
      h("dd", { class: "part-number" }, part === "start" || part === "result" ? percent(change) : signed(change))))),
    h("p", { class: "result-said" }, say(`review.${isMine ? "you" : "name"}_${verdictKey(found)}`, facts), " ", wasGiven(found) && say(`review.${isMine ? "you" : "name"}_given`, facts)),
    h("p", { class: "quiet" }, say(counted.length ? "review.accuracy_with" : "review.accuracy", { number: facts.accuracy, count: found.decisions }), counted.length > 0 && ` ${counted.map(([kind, count]) => say(`review.count_${kind}`, { count })).join(", ")}.`),
    tryFirst(screen, true),
  );
}

/** The list of turning points, whose, and how large. @param {Screen} screen */
function pointsPanel(screen) {
  if (!screen.review) return null;
  const { points } = screen;
  const pickSeat = (/** @type {any} */ event) => void screen.changeView(parseSeat(event.target.value, screen.info.players), screen.showsHands);
  return h(
    "section",
    { class: "glass review-points", id: "review-points", key: "points", "aria-labelledby": "points-title" },
    h("h2", { id: "points-title" }, say("review.points")),
    h("div", { class: "points-filter" },
      screen.info.players > 1 && h("select", { key: "seat", "aria-label": say("review.whose"), on: { change: pickSeat } },
        screen.names.map((name, seat) => h("option", { value: String(seat), selected: seat === screen.you, key: seat }, name)),
        h("option", { value: "", selected: screen.you === null, key: "all" }, say("review.everybody"))),
      h("select", { key: "size", "aria-label": say("review.size"), on: { change: (/** @type {any} */ event) => ((screen.least = Number(event.target.value)), screen.draw()) } },
        SIZES.map((size) => h("option", { value: String(size), selected: size === screen.least, key: size }, say("review.from", { number: whole(size) }))))),
    points.length
      ? h("ol", { class: "points" }, points.map((point) => pointRow(screen, point)))
      : h("p", { class: "points-none" }, say(screen.hidesBetter ? "review.hidden" : screen.least > SIZES[0] ? "review.none_so_large" : "review.faultless")),
  );
}

/**
 * @param {Screen} screen
 * @param {import("./review_data.js").TurningPoint} point
 */
function pointRow(screen, { v, kind, change }) {
  const step = screen.review?.steps[v];
  const better = kind === "luck" || kind === "unknown" ? say(`review.kind_${kind}`) : say("review.better_was", { move: betterText(step) });
  const isNow = v === screen.at;
  return h("li", { key: `${v}-${kind}` },
    h("button", { class: `point${isNow ? " now" : ""}`, type: "button", "aria-current": isNow ? "step" : undefined, on: { click: () => ((screen.tab = "move"), screen.goTo(v, false)) } },
      sign(kind),
      h("span", { class: "point-words" }, h("b", null, `${v} · `, richText(stepText(screen, v))), h("small", null, richText(better))),
      h("span", { class: `point-change ${change < 0 ? "less" : "more"}` }, signed(change))));
}

/** What would have been better. @param {ReviewedStep | undefined} step */
function betterText(step) {
  return step?.told?.[0] ?? step?.best ?? "";
}

// -- the buttons below ------------------------------------------------------------------------------

/** @param {Screen} screen */
function controls(screen) {
  return h("div", { class: "review-controls", role: "group", "aria-label": say("replay.steps"), key: "controls" },
    h("button", { class: "btn to-point", type: "button", key: "point-back", "aria-label": say("review.point_back"), on: { click: () => screen.goToPoint(-1) } }, h("span", { "aria-hidden": "true" }, "«"), h("span", { class: "wide", "aria-hidden": "true" }, ` ${say("review.point")}`)),
    stepButton("u-prev", say("replay.back"), () => screen.goTo(screen.at - 1, false)),
    h("button", { class: "btn main step", type: "button", key: "play", "aria-label": say(screen.autoplayTimer ? "replay.stop" : "replay.play"), on: { click: () => screen.toggleAutoplay() } }, icon(screen.autoplayTimer ? "u-pause" : "u-play")),
    stepButton("u-next", say("replay.next"), () => screen.goTo(screen.at + 1, false)),
    h("button", { class: "btn to-point", type: "button", key: "point-next", "aria-label": say("review.point_next"), on: { click: () => screen.goToPoint(1) } }, h("span", { class: "wide", "aria-hidden": "true" }, `${say("review.point")} `), h("span", { "aria-hidden": "true" }, "»")),
    screen.playOn.button(screen));
}
