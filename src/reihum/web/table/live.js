// A table that is being played: what the server tells is shown step by step, what is chosen is sent.

import { alarm, announce } from "../base/announce.js";
import { gameEntry } from "../base/games.js";
import { flightTime, isMotionOff, settings } from "../base/settings.js";
import * as sound from "../base/sound.js";
import { say } from "../base/words.js";
import { Sheet } from "./sheet.js";
import { Wire } from "./wire.js";

/**
 * @typedef {import("./types.d.ts").Game} Game
 * @typedef {import("./types.d.ts").TableInfo} TableInfo
 * @typedef {import("./types.d.ts").Line} Line
 * @typedef {import("./types.d.ts").PlannedMove} PlannedMove
 * @typedef {import("./types.d.ts").Snapshot} Snapshot
 * @typedef {import("./types.d.ts").Table} Table
 * @typedef {{line: Line | null, shown: Snapshot}} Step
 * @typedef {{
 *   draw: () => void,
 *   flyTo: (change: () => void, line: Line, before: Snapshot, after: Snapshot, time: number) => Promise<void>,
 *   deal: () => void,
 *   shake: (near: string) => void,
 * }} Stagehand
 */

const NOTE = 5000; // milliseconds for which a refusal is shown
const HURRY = 3; // so many moves waiting: they fly faster
const JUMP = 12; // so many: they do not fly
const KEPT = 400; // lines of the log that are kept

/** @implements {Table} */
export class Live {
  /**
   * @param {TableInfo} info
   * @param {Game} game
   * @param {Stagehand} stagehand
   */
  constructor(info, game, stagehand) {
    this.info = info;
    this.game = game;
    this.stagehand = stagehand;
    this.resultKinds = gameEntry(info.game).results.kinds;
    /** What is on the screen. @type {Snapshot | null} */
    this.shown = null;
    /** What the server told last. @type {Snapshot | null} */
    this.latest = null;
    /** @type {Step[]} */
    this.queue = [];
    this.showing = false;
    /** @type {Line[]} */
    this.log = [];
    /** @type {any[]} */
    this.results = [];
    /** @type {any[]} */
    this.staged = [];
    /** Moves on their way. @type {PlannedMove[] | null} */
    this.sending = null;
    /** Why something cannot be done, and the card of which it is said. @type {{text: string, rule: string | null, near?: string} | null} */
    this.noted = null;
    /** A move of somebody else that is on its way across the table. @type {Line | null} */
    this.flying = null;
    this.sheet = new Sheet(() => this.stagehand.draw());
    /** @type {{by: number, p: string, at: number}[]} */
    this.phrases = [];
    /** Steps that happened while nobody looked. @type {{from: Snapshot, steps: Step[]} | null} */
    this.missed = null;
    this.line = "connecting";
    this.retryAt = 0;
    /** @type {any[][] | null} */
    this.hands = null;
    this.finalClosed = false;
    this.noteTimer = 0;
    /** @type {(() => void)[]} */
    this.arrivals = [];
    this.wire = new Wire(info.table, {
      message: (message) => this.hear(message),
      state: (state, retryAt) => this.lineChanged(state, retryAt),
    });
    this.seen = () => this.lookAgain();
    document.addEventListener("visibilitychange", this.seen);
  }

  /** Leave the table's screen. */
  close() {
    this.wire.close();
    clearTimeout(this.noteTimer);
    this.sheet.close();
    document.removeEventListener("visibilitychange", this.seen);
    document.title = "Reihum";
  }

  // -- what a game asks ---------------------------------------------------------------------------

  get view() {
    return this.shown?.view;
  }

  get moves() {
    return this.canMove ? (this.shown?.moves ?? []) : [];
  }

  get you() {
    return this.shown ? this.shown.seat : this.info.you;
  }

  get canMove() {
    return this.shown !== null && this.shown.ask !== null && this.sending === null && this.queue.length === 0;
  }

  get names() {
    return this.info.seats.map((seat, number) => seat.name ?? say("seat.number", { number: number + 1 }));
  }

  get isOver() {
    return this.info.status === "over" && this.queue.length === 0;
  }

  get lastMove() {
    return this.log.findLast((line) => line.by !== null && !line.undo) ?? null;
  }

  /** @param {any} step */
  stage(step) {
    this.stageAll([...this.staged, step]);
  }

  /** @param {any[]} steps */
  stageAll(steps) {
    if (this.sending) return; // what is on its way stays as it is
    this.staged = steps;
    this.clearNote();
    this.stagehand.draw();
  }

  unstageLast() {
    if (this.sending && !this.wire.live) this.wire.forget();
    else this.stageAll(this.staged.slice(0, -1));
  }

  /** @param {...PlannedMove} moves */
  play(...moves) {
    void this.#send(moves);
  }

  /**
   * @param {string} move
   * @param {string} [near]
   */
  async askWhy(move, near) {
    if (near) this.stagehand.shake(near);
    if (this.shown === null || this.shown.ask === null) {
      this.showNote(this.you === null ? say("table.you_watch") : say("table.not_now"));
      return;
    }
    const answer = await this.wire.why(this.shown.ask, move);
    if (answer && "kind" in answer) this.showNote(answer.text, answer.rule, near);
  }

  /**
   * @param {string} text
   * @param {string | null} [rule]
   * @param {string} [near]
   */
  showNote(text, rule = null, near) {
    const spelled = this.game.withCardSigns?.(text) ?? text;
    this.noted = { text: spelled, rule, near };
    sound.playRefusalSound();
    alarm(spelled);
    this.#fade();
    this.stagehand.draw();
  }

  /** A note goes after a while, but not from under somebody who is about to follow its link. */
  #fade() {
    clearTimeout(this.noteTimer);
    this.noteTimer = setTimeout(() => (document.activeElement?.matches(".rule-link") ? this.#fade() : this.clearNote(true)), NOTE);
  }

  clearNote(draw = false) {
    clearTimeout(this.noteTimer);
    if (this.noted === null) return;
    this.noted = null;
    if (draw) this.stagehand.draw();
  }

  redraw() {
    this.stagehand.draw();
  }

  // -- sending ------------------------------------------------------------------------------------

  /** @param {PlannedMove[]} moves */
  async #send(moves) {
    if (!this.canMove) return;
    this.sending = moves;
    this.clearNote();
    this.sheet.close();
    this.stagehand.draw();
    let v = 0;
    for (const sent of moves) {
      const ask = this.latest?.ask ?? null;
      const move = typeof sent === "string" ? sent : sent(this.latest?.moves ?? []);
      if (ask === null || move === null) break;
      const answer = await this.wire.move(ask, move);
      if (answer === null) break;
      if ("kind" in answer) {
        if (answer.kind !== "stale") this.showNote(answer.text, answer.rule);
        break;
      }
      v = answer.v;
      await this.#until(() => (this.latest?.v ?? 0) >= v);
    }
    await this.#until(() => (this.shown?.v ?? 0) >= v);
    this.sending = null;
    this.staged = [];
    this.stagehand.draw();
  }

  /**
   * Wait until something has been told, or shown.
   * @param {() => boolean} holds
   */
  async #until(holds) {
    while (!holds()) await new Promise((done) => this.arrivals.push(() => done(undefined)));
  }

  #release() {
    const arrivals = this.arrivals;
    this.arrivals = [];
    for (const done of arrivals) done();
  }

  /** Take the last move back. */
  async undo() {
    const answer = await this.wire.undo();
    if (answer && "kind" in answer) this.showNote(answer.text, answer.rule);
  }

  // -- hearing ------------------------------------------------------------------------------------

  /** @param {any} message */
  hear(message) {
    if (message.t === "snap") this.#everything(message);
    else if (message.t === "ev") this.#step(message);
    else if (message.t === "table") this.#tableChanged(message.table);
    else if (message.t === "said") this.#said(message);
    this.#release();
  }

  /** @param {TableInfo} info */
  #tableChanged(info) {
    this.info = info;
    this.stagehand.draw();
  }

  /** All there is to know: the game begins, or we have come back. @param {any} snap */
  #everything(snap) {
    const before = this.shown;
    this.log = this.#logWith(snap);
    this.results = snap.rounds ?? this.results;
    this.info = snap.table;
    this.queue = [];
    this.latest = this.shown = { v: snap.v, seat: snap.seat, view: snap.view, moves: snap.moves, ask: snap.ask };
    this.#arrived(before);
    if (snap.v === 0 && snap.view && !before?.view) this.stagehand.deal();
  }

  /**
   * The log so far with what a snap adds, or all of it anew.
   * @param {any} snap
   * @returns {Line[]}
   */
  #logWith(snap) {
    const lines = snap.log.map((/** @type {any} */ line) => ({ ...line, told: line.told ?? [] }));
    const first = lines[0]?.v ?? snap.v + 1;
    if (this.log.length && first === (this.log.at(-1)?.v ?? 0) + 1) return [...this.log, ...lines];
    const begun = first === 1 && snap.view ? [{ v: 0, by: null, events: [], told: snap.told ?? [] }] : [];
    return [...begun, ...lines];
  }

  /** @param {any} step */
  #step(step) {
    const shown = { v: step.v, seat: this.latest?.seat ?? null, view: step.view, moves: step.moves, ask: step.ask };
    const line = { v: step.v, by: step.by, m: step.m, events: step.events, told: step.told ?? [], undo: step.undo };
    this.latest = shown;
    this.queue.push({ line, shown });
    if (document.hidden && this.shown) {
      this.missed ??= { from: this.shown, steps: [] };
      this.missed.steps.push({ line, shown });
    }
    if (!this.showing) void this.#show();
  }

  /** Show what waits, one step after the other. */
  async #show() {
    this.showing = true;
    for (let step = this.queue.shift(); step; step = this.queue.shift()) {
      const { line, shown } = step;
      const before = this.shown;
      if (!before || !line) continue;
      const jump = document.hidden || isMotionOff() || this.queue.length > JUMP || line.undo === 1;
      const time = jump ? 0 : this.queue.length > HURRY ? flightTime() / 2 : flightTime();
      this.flying = time && line.by !== this.you && line.told.length ? line : null;
      await this.stagehand.flyTo(() => this.#apply(line, shown, before), line, before, shown, time);
      this.flying = null;
      this.stagehand.draw();
      if (!document.hidden && !this.game.urgentButton?.(this)) await this.sheet.read();
    }
    this.showing = false;
  }

  /**
   * @param {Line} line
   * @param {Snapshot} shown
   * @param {Snapshot} before
   */
  #apply(line, shown, before) {
    this.shown = shown;
    this.log.push(line);
    if (this.log.length > KEPT) this.log.splice(0, this.log.length - KEPT);
    for (const event of line.events) {
      if (this.resultKinds.includes(event.kind)) this.results.push({ v: line.v, ...event });
    }
    if (line.events.some((event) => event.kind === "round" && shown.view.turn !== null)) this.sheet.open(line);
    if (line.events.some((event) => event.kind === "dealt")) this.stagehand.deal();
    if (line.m) sound.playCardSound();
    if (settings.aloud === "all" && line.told.length) announce(line.told.join(" "));
    this.#arrived(before);
    this.#release();
  }

  /** Something new is on the table. @param {Snapshot | null} before */
  #arrived(before) {
    if (this.staged.length && !this.sending && (this.shown?.ask === null || !this.game.canPlayStaged(this))) {
      this.staged = [];
      if (this.shown?.ask !== null) this.showNote(say("table.unstaged"));
    }
    const asked = this.shown?.ask ?? null;
    if (asked !== null && this.queue.length === 0 && asked !== before?.ask && this.sending === null) this.#myTurn(before);
    document.title = this.#title();
    this.stagehand.draw();
  }

  /** @param {Snapshot | null} before */
  #myTurn(before) {
    if (before !== null && before.ask === null) sound.playTurnSound();
    if (settings.aloud !== "off") announce(this.game.prompt(this));
  }

  #title() {
    const name = say(`${this.game.folder}.title`);
    const asked = this.shown?.ask !== null && this.shown !== null && this.queue.length === 0;
    return asked ? `● ${say("table.your_turn")} – ${name}` : `${name} – Reihum`;
  }

  /** @param {{by: number, p: string}} said */
  #said({ by, p }) {
    const phrase = { by, p, at: Date.now() };
    this.phrases = [...this.phrases, phrase].slice(-50);
    announce(`${by === this.you ? say("you") : this.names[by]}: ${say(`phrase.${p}`)}`);
    setTimeout(() => this.stagehand.draw(), 6000);
    this.stagehand.draw();
  }

  // -- the line, and coming back ------------------------------------------------------------------

  /**
   * @param {"live" | "lost" | "gone"} state
   * @param {number} retryAt
   */
  lineChanged(state, retryAt) {
    if (state !== "live" && this.line === "live") {
      alarm(say("lost.title"));
    }
    if (state === "live" && this.line === "lost") announce(say("lost.back"));
    this.line = state;
    this.retryAt = retryAt;
    this.stagehand.draw();
  }

  /** The tab is looked at again. */
  lookAgain() {
    if (document.hidden) return;
    this.wire.tryNow();
    if (this.missed && this.missed.steps.length <= HURRY) this.missed = null;
    this.stagehand.draw();
  }

  /** Show again what happened while nobody looked. */
  showMissed() {
    const missed = this.missed;
    this.missed = null;
    if (!missed || this.showing) return;
    const first = missed.steps[0].line?.v ?? 0;
    this.log = this.log.filter((line) => line.v < first);
    this.results = this.results.filter((round) => round.v < first);
    this.shown = missed.from;
    this.queue = [...missed.steps, ...this.queue];
    void this.#show();
  }

  /** Everything in another language. */
  onLanguageChange() {
    this.log = [];
    this.wire.hello(0);
  }
}
