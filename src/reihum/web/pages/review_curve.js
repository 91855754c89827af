// Everybody's chance of winning over the moves: a curve to tap, to drag along, and to walk by keys; and the same as a table.

import { h } from "../base/dom.js";
import { gameEntry } from "../base/games.js";
import { say } from "../base/words.js";
import { avatar } from "../table/avatar.js";

/**
 * @typedef {import("../base/dom.js").VNode} VNode
 * @typedef {import("./review_data.js").TurningPoint} TurningPoint
 * @typedef {{wide: number, high: number}} Size
 * @typedef {{
 *   wins: number[][], total: number, at: number, seat: number | null, names: string[], slug: string, rounds: {v: number}[],
 *   points: TurningPoint[], moves: (v: number) => string, size: Size,
 * }} Course `wins` may still be growing; `moves` says what a step was
 */

const LEFT = 46; // room for percents
const RIGHT = 40; // ... for avatars
const TOP = 14;
const BOTTOM = 24; // ... for the rounds
const APART = 27; // between avatars
const ROUND_ROOM = 60; // a round narrower than this is not named
const DASHES = ["", "7 4", "2 4", "11 4 2 4", "5 2 2 2", "1 5", "14 5"];
/** How each kind of turning point is drawn around its place. @type {Record<string, string>} */
const SHAPES = { mine: "M-8-6H8L0 8Z", small: "M-6-6H6V6H-6Z", theirs: "M-8 6H8L0-8Z", luck: "M0-9L8 0L0 9L-8 0Z", unknown: "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0" };

/** @param {number} share */
export const whole = (share) => Math.round(100 * share);

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The sign of a kind of turning point. @param {string} kind */
export function sign(kind) {
  return h("svg", { class: `sign ${kind}`, viewBox: "-10 -10 20 20", "aria-hidden": "true" }, h("path", { d: SHAPES[kind] }));
}

/** What is drawn of a course, as long as nothing of it changes: long games have thousands of points. */
export class Curve {
  constructor() {
    this.key = "";
    /** @type {VNode[]} */
    this.lines = [];
    this.tableKey = "";
    /** @type {VNode | null} */
    this.rows = null;
  }

  /**
   * @param {Course} course
   * @param {(v: number) => void} choose
   */
  view(course, choose) {
    const scale = scaleOf(course);
    const own = course.seat;
    const pick = (/** @type {PointerEvent} */ event) => {
      const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
      choose(scale.v(((event.clientX - box.left) / box.width) * course.size.wide));
    };
    return h(
      "div",
      { class: "curve", key: "curve", vars: { "--high": `${course.size.high}px` } },
      h(
        "svg",
        {
          class: "curve-picture", viewBox: `0 0 ${course.size.wide} ${course.size.high}`, key: "picture", role: "slider", tabindex: "0", "aria-label": say("review.course"),
          "aria-valuemin": "0", "aria-valuemax": String(course.total), "aria-valuenow": String(course.at), "aria-valuetext": spokenStep(course), "aria-describedby": "curve-keys",
          on: {
            pointerdown: (/** @type {PointerEvent} */ event) => (/** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId), pick(event)),
            pointermove: (/** @type {PointerEvent} */ event) => event.buttons && pick(event),
          },
        },
        this.#lines(course, scale),
        h("g", { key: "now", class: "curve-now" },
          h("path", { d: `M${scale.x(course.at)} 2V${course.size.high - BOTTOM}` }),
          own !== null && course.wins[course.at] && h("circle", { cx: scale.x(course.at), cy: scale.y(course.wins[course.at][own]), r: "7" })),
      ),
      course.wins.length > course.total && h("div", { class: "curve-ends", "aria-hidden": "true", key: "ends" },
        spread(course.names.map((_, seat) => scale.y(course.wins[course.total][seat])), course.size.high).map((y, seat) => h("span", { class: "curve-end", key: seat, vars: { "--y": `${y}px` } }, avatar(course.names[seat], seat, { small: true })))),
      h("p", { class: "hidden", id: "curve-keys", key: "keys" }, say("review.keys")),
    );
  }

  /**
   * @param {Course} course
   * @param {Scale} scale
   */
  #lines(course, scale) {
    const key = JSON.stringify([course.wins.length, course.total, course.seat, course.size, course.rounds.length, course.points, course.names]);
    if (key === this.key) return this.lines;
    this.key = key;
    this.lines = [h("g", { key: "grid", class: "curve-grid" }, grid(course, scale), rounds(course, scale)), h("g", { key: "lines" }, lines(course, scale)), h("g", { key: "marks" }, marks(course, scale))];
    return this.lines;
  }

  /**
   * The same in numbers, step by step.
   * @param {Course} course
   */
  table(course) {
    const key = JSON.stringify([course.wins.length, course.names, course.moves(0), course.total]);
    if (key !== this.tableKey) {
      this.tableKey = key;
      this.rows = h("tbody", { key: "rows" }, course.wins.map((win, v) => h("tr", { key: v }, h("th", { scope: "row" }, String(v)), h("td", { class: "what" }, course.moves(v)), win.map((chance, seat) => h("td", { key: seat }, say("review.percent", { number: whole(chance) }))))));
    }
    return h("table", { class: "curve-table", key: "table" },
      h("caption", { class: "hidden" }, say("review.course")),
      h("thead", null, h("tr", null, h("th", { scope: "col" }, say("review.step")), h("th", { scope: "col" }, say("review.what")), course.names.map((name, seat) => h("th", { scope: "col", key: seat }, name)))),
      this.rows);
  }
}

/** @typedef {{x: (v: number) => number, y: (chance: number) => number, v: (x: number) => number, most: number}} Scale */

/** @param {Course} course @returns {Scale} */
function scaleOf({ wins, total, size }) {
  const [wide, high] = [size.wide - LEFT - RIGHT, size.high - TOP - BOTTOM];
  const highest = wins.reduce((most, win) => Math.max(most, ...win), 0.5);
  const most = Math.min(1, Math.ceil(highest * 4) / 4);
  const last = Math.max(1, total);
  return {
    most,
    x: (v) => round(LEFT + (wide * v) / last),
    y: (chance) => round(TOP + high * (1 - chance / most)),
    v: (x) => Math.max(0, Math.min(total, Math.round(((x - LEFT) / wide) * last))),
  };
}

/** @param {number} number */
function round(number) {
  return Math.round(number * 10) / 10;
}

/**
 * @param {Course} course
 * @param {Scale} scale
 */
function grid({ size }, { y, most }) {
  return [0, 0.25, 0.5, 0.75, 1].filter((chance) => chance <= most).flatMap((chance) => [
    h("path", { d: `M${LEFT} ${y(chance)}H${size.wide - RIGHT}`, key: `line-${chance}` }),
    h("text", { x: LEFT - 6, y: y(chance) + 4, "text-anchor": "end", key: `text-${chance}` }, say("review.percent", { number: whole(chance) })),
  ]);
}

/**
 * The rounds, alternately shaded; each name in the middle of its own, if there is room.
 * @param {Course} course
 * @param {Scale} scale
 */
function rounds({ rounds: ended, total, size, slug }, { x }) {
  const ends = ended.map((event) => event.v).filter((v) => v < total);
  const from = [0, ...ends];
  const unit = gameEntry(slug).results.unit;
  return from.flatMap((start, number) => {
    const [left, right] = [x(start), x(ends[number] ?? total)];
    const room = right - left;
    return [
      number % 2 === 0 && ends.length > 0 && h("rect", { class: "curve-round", x: left, y: TOP, width: round(room), height: size.high - TOP - BOTTOM, key: `round-${number}` }),
      number > 0 && h("path", { class: "curve-round-end", d: `M${left} ${TOP - 6}V${size.high - BOTTOM + 6}`, key: `end-${number}` }),
      ends.length > 0 && room > 16 && h("text", { class: "curve-name", x: round((left + right) / 2), y: size.high - 6, "text-anchor": "middle", key: `name-${number}` }, room > ROUND_ROOM ? capital(say(`games.${unit}`, { round: number + 1 })) : String(number + 1)),
    ];
  });
}

/**
 * One line for each seat; your own last, so that it is on top, and with what is below it filled.
 * @param {Course} course
 * @param {Scale} scale
 */
function lines({ wins, names, seat: own }, { x, y }) {
  const order = names.map((_, seat) => seat).sort((a, b) => Number(a === own) - Number(b === own));
  return order.flatMap((seat) => {
    const points = wins.map((win, v) => `${x(v)},${y(win[seat])}`).join(" ");
    const last = x(wins.length - 1);
    return [
      seat === own && wins.length > 1 && h("polygon", { class: "curve-fill", points: `${x(0)},${y(0)} ${points} ${last},${y(0)}`, key: "fill" }),
      h("polyline", { class: `curve-line s${seat % 8}${seat === own ? " own" : ""}`, points, "stroke-dasharray": seat === own ? undefined : DASHES[(seat + (own !== null && seat < own ? 1 : 0)) % DASHES.length], key: `line-${seat}` }),
    ];
  });
}

/**
 * The turning points: above the line if they helped, below it if they did not.
 * @param {Course} course
 * @param {Scale} scale
 */
function marks({ points, wins, seat, size }, { x, y }) {
  return points.map(({ v, kind, change }) => {
    const height = seat === null ? TOP + 8 : y(wins[v]?.[seat] ?? 0) + (change > 0 ? -20 : 22);
    const kept = Math.max(TOP, Math.min(size.high - BOTTOM - 8, height));
    return h("g", { class: `curve-mark ${kind}`, transform: `translate(${x(v)} ${kept})`, key: `${v}-${kind}` }, h("path", { d: SHAPES[kind] }));
  });
}

/**
 * Heights of avatars that do not cover one another, near where they should be.
 * @param {number[]} places
 * @param {number} high
 */
function spread(places, high) {
  const order = places.map((_, seat) => seat).sort((a, b) => places[a] - places[b]);
  const found = [...places];
  let least = TOP;
  for (const seat of order) least = (found[seat] = Math.max(found[seat], least)) + APART;
  let most = high - TOP;
  for (const seat of order.reverse()) most = (found[seat] = Math.min(found[seat], most)) - APART;
  return found;
}

/** A step with everybody's chance, as a screen reader says it. @param {Course} course */
function spokenStep(course) {
  const { at, wins, names, total } = course;
  const chances = (wins[at] ?? []).map((chance, seat) => `${names[seat]} ${say("review.percent", { number: whole(chance) })}`);
  return [say("replay.where", { at, total }), ...chances].join(", ");
}
