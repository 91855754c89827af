// Who is waited for: how long somebody has been away, and how much time is left for a decision.

import { h } from "../base/dom.js";
import { joinWithAnd, say } from "../base/words.js";

/**
 * @typedef {import("../base/wire.d.ts").Clock} Clock
 * @typedef {import("./types.d.ts").TableInfo} TableInfo
 * @typedef {import("./types.d.ts").Table} Table
 */

export const WARNING = 20; // seconds left at which a player is warned
export const PATIENCE = 60; // seconds after which others may act for somebody who is away
const SOON_NUDGED = 20; // seconds of thinking after which somebody can be reminded

export class Waiting {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    /** By seat: when its time is over. @type {Map<number, number>} */
    this.ends = new Map();
    /** By seat: since when its player has been away. @type {Map<number, number>} */
    this.awaySince = new Map();
    /** By seat: since when it has owed a decision. @type {Map<number, number>} */
    this.askedSince = new Map();
    this.timer = 0;
  }

  close() {
    clearInterval(this.timer);
    this.timer = 0;
  }

  /** @param {TableInfo} info */
  noteTable(info) {
    this.noteClocks(info.clocks ?? []);
    const now = Date.now();
    for (const [seat, { away }] of info.seats.entries()) {
      if (away === null || away === undefined) this.awaySince.delete(seat);
      else this.awaySince.set(seat, now - away * 1000);
    }
    this.#tick();
  }

  /** @param {Clock[]} clocks */
  noteClocks(clocks) {
    const now = Date.now();
    this.ends = new Map(clocks.map(({ seat, left }) => [seat, now + left * 1000]));
    this.#tick();
  }

  /** Which seats owe a decision now. @param {number[]} seats */
  noteAsked(seats) {
    const before = this.askedSince;
    this.askedSince = new Map(seats.map((seat) => [seat, before.get(seat) ?? Date.now()]));
    this.#tick();
  }

  /** Seconds left for the decision of a seat; null if it has as long as it likes. @param {number} seat */
  secondsLeft(seat) {
    const end = this.ends.get(seat);
    return end === undefined ? null : Math.max(0, Math.ceil((end - Date.now()) / 1000));
  }

  /** For how many seconds the player of a seat has been away; null if they are here. @param {number} seat */
  secondsAway(seat) {
    const since = this.awaySince.get(seat);
    return since === undefined ? null : Math.max(0, Math.floor((Date.now() - since) / 1000));
  }

  /** Whether this viewer may let a bot play for somebody. @param {number} seat @param {TableInfo} info */
  canStandIn(seat, info) {
    const away = this.secondsAway(seat);
    return info.status === "playing" && away !== null && (info.host || (info.you !== null && away >= PATIENCE));
  }

  /** Whether somebody who is here has been thinking for a while. @param {number} seat @param {TableInfo} info */
  canNudge(seat, info) {
    const since = this.askedSince.get(seat);
    return info.seats[seat].kind === "human" && info.seats[seat].here && since !== undefined && Date.now() - since > SOON_NUDGED * 1000;
  }

  /** While somebody is waited for, the seconds have to be drawn. */
  #tick() {
    const needed = this.ends.size > 0 || this.awaySince.size > 0 || this.askedSince.size > 0;
    if (needed && !this.timer) this.timer = setInterval(this.draw, 1000);
    if (!needed) this.close();
  }
}

/** Seconds as 0:18, or in days and hours. @param {number} seconds */
export function clockText(seconds) {
  if (seconds >= 86400) return say("clock.days", { count: Math.ceil(seconds / 86400) });
  if (seconds >= 3600) return say("clock.hours", { count: Math.ceil(seconds / 3600) });
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * The time left of a seat that owes a decision, in words.
 * @param {Table & {waiting?: Waiting}} t
 * @param {number} seat
 */
export function timeLeft(t, seat) {
  const left = t.view?.owes.includes(seat) ? (t.waiting?.secondsLeft(seat) ?? null) : null;
  return left === null ? null : h("span", { class: "time-left", key: "time", "aria-label": say("clock.left", { time: clockText(left) }) }, clockText(left));
}

/**
 * What the prompt says about time, if there is something to say.
 * @param {Table & {waiting?: Waiting}} t
 */
export function timePrompt(t) {
  const { waiting, you } = t;
  if (!waiting || !t.view) return null;
  const own = you !== null && t.view.owes.includes(you) ? waiting.secondsLeft(you) : null;
  if (own !== null) return own <= WARNING ? { text: hasToRead(t, own) ? "" : say("clock.yours", { count: own }), seconds: own } : null;
  /** @type {number[]} */
  const others = t.view.owes.filter((/** @type {number} */ seat) => seat !== you);
  const late = others.find((seat) => (waiting.secondsLeft(seat) ?? Infinity) <= WARNING);
  if (late === undefined) return awayPrompt(t, waiting, others);
  const seconds = waiting.secondsLeft(late) ?? 0;
  return { text: say("clock.theirs", { name: t.names[late], count: seconds }), seconds: null };
}

/**
 * Whether what is asked, or what one is about to do, is worth more than the warning, whose number stays anyway.
 * @param {Table} t
 * @param {number} left
 */
function hasToRead(t, left) {
  const isAlwaysLate = t.info.seconds > 0 && t.info.seconds <= WARNING;
  return t.staged.length > 0 || (isAlwaysLate && left > WARNING / 2);
}

/**
 * Nobody thinks who is not there.
 * @param {Table} t
 * @param {Waiting} waiting
 * @param {number[]} others who owe a decision
 */
function awayPrompt(t, waiting, others) {
  const asked = t.you !== null && t.view.owes.includes(t.you);
  if (asked || !others.length || others.some((seat) => waiting.secondsAway(seat) === null)) return null;
  return { text: say("clock.away", { names: joinWithAnd(others.map((seat) => t.names[seat])), count: others.length }), seconds: null };
}

/**
 * The ring around the avatar of who has to decide in time.
 * @param {Table & {waiting?: Waiting}} t
 * @param {number} seat
 */
export function clockRing(t, seat) {
  const left = t.view?.owes.includes(seat) ? (t.waiting?.secondsLeft(seat) ?? null) : null;
  if (left === null) return null;
  const whole = t.info.seconds || (t.info.pace === "live" ? 120 : 0);
  const part = whole ? Math.min(1, left / whole) : 1;
  return h("span", { class: `clock-ring${left <= WARNING ? " late" : ""}`, key: "clock", vars: { "--part": part.toFixed(3) } });
}
