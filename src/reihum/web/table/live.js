// A table that is being played: what the server says is shown step by step, and what the player chooses is sent.

import { alarm, announce, toast } from "../base/announce.js";
import { errorText, post } from "../base/api.js";
import { gameEntry } from "../base/games.js";
import { settings } from "../base/settings.js";
import * as sound from "../base/sound.js";
import { say } from "../base/words.js";
import { mixedAgainText } from "../fair/promises.js";
import { noteDigest } from "../fair/verify.js";
import { Connection } from "./connection.js";
import { Guests } from "./guests.js";
import { appendLine, extendLog } from "./log.js";
import { TimedNote, withoutCitation } from "./note.js";
import { Playback } from "./playback.js";
import { isRoundEnd, RoundPause, withoutDeal } from "./round_pause.js";
import { roundTitle, summaryOf } from "./round_sheet.js";
import { PHRASE_TIME } from "./seats.js";
import { isFirstTakeBack, takenBackText } from "./undo.js";
import { Waiting, WARNING } from "./waiting.js";

/**
 * @typedef {import("./connection.js").ConnectionState} ConnectionState
 * @typedef {import("./playback.js").PlaybackStep} PlaybackStep
 * @typedef {import("./types.d.ts").Game} Game
 * @typedef {import("./types.d.ts").Line} Line
 * @typedef {import("./types.d.ts").PlannedMove} PlannedMove
 * @typedef {import("./types.d.ts").Snapshot} Snapshot
 * @typedef {import("./types.d.ts").Table} Table
 * @typedef {import("./types.d.ts").TableInfo} TableInfo
 * @typedef {{
 *   draw: () => void, gone: () => void,
 *   flyTo: (change: () => void, line: Line, before: Snapshot, after: Snapshot, time: number) => Promise<void>,
 *   deal: () => void,
 *   shake: (near: string) => void,
 * }} Display the screen that shows the table
 */

const PHRASES_KEPT = 50;

/** @implements {Table} */
export class LiveTable {
  /**
   * @param {TableInfo} info
   * @param {Game} game
   * @param {Display} display
   */
  constructor(info, game, display) {
    this.info = info;
    this.game = game;
    this.display = display;
    this.resultKinds = gameEntry(info.game).results.kinds;
    /** What is on the screen. @type {Snapshot | null} */
    this.shown = null;
    /** What the server has said last. @type {Snapshot | null} */
    this.latest = null;
    this.playback = new Playback((step, time) => this.#showStep(step, time));
    /** Somebody else's move while its cards fly across the table. @type {Line | null} */
    this.flying = null;
    this.pause = new RoundPause({
      draw: () => this.display.draw(),
      sendReady: (v) => this.connection.sendReady(v),
      you: () => this.you,
      isAlone: () => this.isAlone,
    });
    /** @type {Line[]} */
    this.log = [];
    /** @type {any[]} */
    this.results = [];
    /** @type {any[]} */
    this.staged = [];
    /** Moves on their way to the server. @type {PlannedMove[] | null} */
    this.sending = null;
    this.timedNote = new TimedNote(() => this.display.draw());
    /** @type {import("./types.d.ts").Phrase[]} */
    this.phrases = [];
    /** @type {ConnectionState | "connecting"} */
    this.connectionState = "connecting";
    this.retryAt = 0;
    /** @type {any[][] | null} */
    this.hands = null;
    this.isFinalHidden = false;
    /** Whether the last move is being taken back. */
    this.isTakingBack = false;
    /** Whether to offer that every card is confirmed before it is laid. */
    this.offersConfirming = false;
    this.waiting = new Waiting(() => this.#passSecond());
    this.isWarned = false;
    /** Whether it is us who asked for another game. */
    this.hasAskedAgain = false;
    /** What a player who waits for us has let us know, until we have decided. */
    this.nudgeText = "";
    /** Called when something has arrived or been shown. @type {(() => void)[]} */
    this.waiters = [];
    this.guests = new Guests(() => this.info, () => this.display.draw());
    this.connection = new Connection(info.table, {
      onMessage: (message) => this.#receive(message),
      onState: (state, retryAt) => this.#setConnectionState(state, retryAt),
    }, info.status !== "waiting");
    this.onVisibilityChange = () => this.#checkVisibility();
    document.addEventListener("visibilitychange", this.onVisibilityChange);
  }

  /** Leave the table's screen. */
  close() {
    this.connection.close();
    this.clearNote();
    this.pause.end();
    this.waiting.close();
    document.removeEventListener("visibilitychange", this.onVisibilityChange);
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
    return this.shown !== null && this.shown.ask !== null && this.sending === null && this.playback.isEmpty && !this.pause.line;
  }

  /** Whether a move is on its way and can no longer be held back. */
  get isSending() {
    return this.sending !== null && this.connection.isLive;
  }

  get names() {
    return this.info.seats.map((seat, number) => seat.name ?? say("seat.number", { number: number + 1 }));
  }

  get isOver() {
    return this.info.status === "over" && this.playback.isEmpty;
  }

  /** Whether you play, and all others are bots. */
  get isAlone() {
    return this.info.you !== null && this.info.seats.every((seat, number) => seat.kind === "bot" || number === this.info.you);
  }

  /** Whether nobody is waited for, and the first cards are on their way: then there is no waiting room. */
  get isAboutToBegin() {
    const isAlone = this.info.seats.every((seat, number) => seat.kind === "bot" || number === this.info.you);
    return !this.shown?.view && ((isAlone && this.info.begins !== "host") || (!this.shown && this.info.status !== "waiting")) && (this.connectionState === "connecting" || this.connectionState === "live");
  }

  get note() {
    return this.timedNote.current;
  }

  /** The phrases are in sight now. */
  markPhrasesRead() {
    for (const phrase of this.phrases) phrase.isRead = true;
  }

  get isNoteOpen() {
    return this.timedNote.isOpen;
  }

  toggleNote() {
    this.timedNote.toggle();
    this.display.draw();
  }

  get lastMove() {
    return this.log.findLast((line) => line.by !== null && !line.undo && !line.isGone) ?? null;
  }

  /** @param {any} step */
  stage(step) {
    this.stageAll([...this.staged, step]);
  }

  /** @param {any[]} steps */
  stageAll(steps) {
    if (this.sending) return; // moves on their way cannot be changed
    this.staged = steps;
    this.clearNote();
    this.display.draw();
  }

  unstageLast() {
    if (this.sending && !this.connection.isLive) this.connection.cancelUnsent();
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
    if (near) this.display.shake(near);
    if (this.shown === null || this.shown.ask === null) {
      this.showNote(this.you === null ? say("table.you_watch") : say("table.not_now"));
      return;
    }
    const reply = await this.connection.askWhy(this.shown.ask, move);
    if (reply && "kind" in reply) this.showNote(reply.text, reply.rule, near);
  }

  /**
   * @param {string} sentence
   * @param {string | null} [rule]
   * @param {string} [near]
   */
  showNote(sentence, rule = null, near) {
    const text = this.game.plainWords?.(sentence, this) ?? sentence;
    this.timedNote.show({ text: withoutCitation(text, rule), rule, near });
    sound.playRefusalSound();
    alarm(text);
    this.display.draw();
  }

  clearNote() {
    this.timedNote.clear();
  }

  redraw() {
    this.display.draw();
  }

  // -- sending ------------------------------------------------------------------------------------

  /** @param {PlannedMove[]} moves */
  async #send(moves) {
    if (!this.canMove) return;
    this.sending = moves;
    this.clearNote();
    this.display.draw();
    let v = 0;
    for (const planned of moves) {
      const ask = this.latest?.ask ?? null;
      const move = typeof planned === "string" ? planned : planned(this.latest?.moves ?? []);
      if (ask === null || move === null) break;
      const reply = await this.connection.sendMove(ask, move);
      if (reply === null) break;
      if ("kind" in reply) {
        if (reply.kind !== "stale") this.showNote(reply.text, reply.rule);
        break;
      }
      v = reply.v;
      await this.#waitUntil(() => (this.latest?.v ?? 0) >= v);
    }
    await this.#waitUntil(() => (this.shown?.v ?? 0) >= v || this.pause.line !== null);
    this.sending = null;
    this.staged = [];
    this.#wakeWaiters();
    this.display.draw();
  }

  /**
   * Wait until something has arrived or been shown.
   * @param {() => boolean} condition
   */
  async #waitUntil(condition) {
    while (!condition()) await new Promise((done) => this.waiters.push(() => done(undefined)));
  }

  #wakeWaiters() {
    const waiters = this.waiters;
    this.waiters = [];
    for (const wake of waiters) wake();
  }

  /** Take back the last move, or say why that is not possible. */
  async undo() {
    if (this.isTakingBack || !this.shown?.back) return;
    if (this.pause.line) return this.#refuseLoudly(say("undo.round"));
    this.isTakingBack = true;
    this.display.draw();
    await this.#waitUntil(() => this.sending === null); // what is on its way can be taken back when it has arrived
    const back = this.shown?.back;
    const reply = back === "may" ? await this.connection.undo() : null;
    this.isTakingBack = false;
    if (this.pause.line) this.#refuseLoudly(say("undo.round"));
    else if (back && back !== "may") this.showNote(say(`undo.${back}`));
    else if (reply && "kind" in reply) this.showNote(reply.text, reply.rule);
    this.display.draw();
  }

  /** Say why something is not possible where a sheet covers the prompt. @param {string} text */
  #refuseLoudly(text) {
    sound.playRefusalSound();
    alarm(text);
    toast(text);
  }

  /** Show what is flying at once, and let bots answer at once. @returns {boolean} whether there was anything to wait for */
  hurry() {
    const flying = this.playback.hurry();
    const waits = this.you !== null && this.shown?.ask === null && this.info.status === "playing";
    if (waits) this.connection.hurry();
    return flying || waits;
  }

  /** Let a bot play on for somebody who is away. @param {number} seat */
  standIn(seat) {
    void this.#ask("stand-in", { seat });
  }

  /** Remind somebody. @param {number} seat */
  nudge(seat) {
    void this.#ask("nudge", { seat }, say("seat.has_been_nudged", { name: this.names[seat] }));
  }

  /** End the game for all. */
  end() {
    void this.#ask("end", {});
  }

  /**
   * Ask the server for something at this table.
   * @param {string} path
   * @param {object} body
   * @param {string} [done] what to say when it is done
   */
  async #ask(path, body, done) {
    try {
      await post(`/api/tables/${this.info.table}/${path}`, body);
      if (done) toast(done);
    } catch (error) {
      toast(errorText(error));
    }
  }

  // -- receiving ----------------------------------------------------------------------------------

  /** @param {any} message */
  #receive(message) {
    if (message.t === "snap") this.#receiveSnap(message);
    else if (message.t === "ev") this.#receiveStep(message);
    else if (message.t === "table") this.#receiveTable(message.table);
    else if (message.t === "promises" || message.t === "remix") this.#receiveMixing(message);
    else if (message.t === "said") this.#receivePhrase(message);
    else if (message.t === "nudge") this.#receiveNudge(message.by);
    else if (message.t === "bye" && (message.why === "gone" || message.why === "forgotten")) this.display.gone();
    this.#wakeWaiters();
  }

  /** What matters of how the cards are mixed: that they were mixed again, or without us. @param {any} message */
  #receiveMixing(message) {
    if (message.t === "remix") toast(mixedAgainText(message.missing, this.info));
    else if (this.connection.part.trouble) toast(say(this.connection.part.trouble));
  }

  /** @param {TableInfo} info */
  #receiveTable(info) {
    this.#tellWhoCame(this.info, info);
    if (info.barred && !this.info.barred) toast(say("guest.barred"));
    if (info.host && !this.info.host && info.status === "playing") toast(say("lobby.you_are_host"));
    if (info.rematch && !this.info.rematch && !this.hasAskedAgain && (this.you ?? info.reserved) !== null) this.#tellRematch();
    this.#setInfo(info);
    this.display.draw();
  }

  /** @param {TableInfo} info */
  #setInfo(info) {
    if (info.status === "over" && this.info.status === "playing" && info.commitment) void noteDigest(info.table);
    this.info = info;
    this.waiting.noteTable(info);
    if (info.status === "over") this.pause.end();
    this.pause.noteTable(info.pause);
  }

  /** The whole state of the table: the game begins, or we have come back. @param {any} snap */
  #receiveSnap(snap) {
    const before = this.shown;
    this.log = extendLog(this.log, snap);
    this.results = snap.rounds ?? this.results;
    this.#setInfo(snap.table);
    this.waiting.noteAsked(snap.view?.owes ?? []);
    this.playback.clear();
    this.latest = this.shown = { v: snap.v, seat: snap.seat, view: snap.view, moves: snap.moves, ask: snap.ask, back: snap.back };
    this.#resumePause();
    this.#handleTableChange(before);
    if (snap.v === 0 && snap.view && !before?.view) this.display.deal();
  }

  /** After a reload, the sheet about the last round is there again, if we have not said that we are ready. */
  #resumePause() {
    const shared = this.info.pause;
    if (!shared || this.pause.line?.v === shared.v || this.you === null || !shared.waits.includes(this.you)) return;
    const line = this.log.find((each) => each.v === shared.v);
    if (line) this.pause.start(line, null, shared);
  }

  /** @param {any} step */
  #receiveStep(step) {
    const snapshot = { v: step.v, seat: this.latest?.seat ?? null, view: step.view, moves: step.moves, ask: step.ask, back: step.back };
    const line = { v: step.v, by: step.by, m: step.m, events: step.events, told: step.told ?? [], undo: step.undo, gone: step.gone, stand_in: step.stand_in };
    this.latest = snapshot;
    this.waiting.noteClocks(step.clocks ?? []);
    this.waiting.noteAsked(step.view.owes);
    this.playback.add({ line, snapshot }, this.shown);
  }

  /** @param {{by: number, p: string}} said */
  #receivePhrase({ by, p }) {
    const phrase = { by, p, at: Date.now(), isRead: by === this.you };
    this.phrases = [...this.phrases, phrase].slice(-PHRASES_KEPT);
    announce(`${by === this.you ? say("you") : this.names[by]}: ${say(`phrase.${p}`)}`);
    setTimeout(() => this.display.draw(), PHRASE_TIME);
    this.display.draw();
  }

  /** Another player waits for us. @param {number} by */
  #receiveNudge(by) {
    const text = say("seat.nudged", { name: this.names[by] });
    sound.playTurnSound();
    toast(text);
    alarm(text);
    this.nudgeText = text;
    document.title = this.#title();
  }

  /**
   * Somebody lost the connection, or is back.
   * @param {TableInfo} before
   * @param {TableInfo} after
   */
  #tellWhoCame(before, after) {
    for (const [number, seat] of after.seats.entries()) {
      const was = before.seats[number];
      if (number === this.you || seat.kind !== "human" || was?.kind !== "human" || was.here === seat.here || was.name !== seat.name) continue;
      announce(say(seat.here ? "seat.is_back" : "seat.is_gone", { name: seat.name ?? "?" }));
    }
  }

  /** Somebody would like to play again. */
  #tellRematch() {
    sound.playTurnSound();
    toast(say("final.asked"));
  }

  /** One second later: warn once when time runs out. */
  #passSecond() {
    const left = this.you === null ? null : this.waiting.secondsLeft(this.you);
    const late = left !== null && left <= WARNING && this.shown?.ask !== null;
    if (late && !this.isWarned) {
      sound.playTurnSound();
      alarm(say("clock.yours", { count: left }));
    }
    this.isWarned = late;
    this.display.draw();
  }

  // -- showing ------------------------------------------------------------------------------------

  /**
   * Show one step while its cards fly.
   * @param {PlaybackStep} step
   * @param {number} time
   */
  async #showStep({ line, snapshot }, time) {
    const before = this.shown;
    if (!before) return;
    this.flying = time && line.by !== this.you && line.told.length ? line : null;
    if (isRoundEnd(line, snapshot)) return this.#showRoundEnd(line, snapshot, before, time);
    const change = () => {
      this.#note(line, line.told);
      this.#apply(line, snapshot, before);
      if (line.undo && line.by === this.you) this.#sayTakenBack(before, snapshot);
    };
    await this.display.flyTo(change, line, before, snapshot, time);
    this.flying = null;
    this.display.draw();
  }

  /**
   * Our own move is taken back: say what is in the hand again.
   * @param {Snapshot} before
   * @param {Snapshot} after
   */
  #sayTakenBack(before, after) {
    const text = takenBackText(this.game, before, after);
    this.clearNote();
    announce(text);
    toast(text);
    this.staged = [];
    if (isFirstTakeBack()) this.offersConfirming = true;
  }

  /**
   * The last card lands, then there is the sheet about the round; the next hand is dealt when it has been read.
   * @param {Line} line
   * @param {Snapshot} snapshot
   * @param {Snapshot} before
   * @param {number} time
   */
  async #showRoundEnd(line, snapshot, before, time) {
    const end = withoutDeal(line);
    const resting = { ...before, ask: null, moves: [] };
    const change = () => {
      this.shown = resting;
      this.#note(line, end.told);
    };
    await this.display.flyTo(change, end, before, resting, time);
    this.flying = null;
    this.pause.start(line, before, this.info.pause);
    if (settings.aloud !== "off") announce(roundTitle(this.game, line, summaryOf(this, this.game, line, before)));
    this.#wakeWaiters();
    this.display.draw();
    await this.pause.whenOver();
    if (this.shown === resting) this.#apply(line, snapshot, before);
  }

  /**
   * Write a step down, and say aloud what happened.
   * @param {Line} line
   * @param {string[]} told
   */
  #note(line, told) {
    appendLine(this.log, line);
    for (const event of line.events) {
      if (this.resultKinds.includes(event.kind)) this.results.push({ v: line.v, ...event });
    }
    if (line.m) sound.playCardSound();
    if (settings.aloud === "all" && told.length) announce(told.join(" "));
  }

  /**
   * Put the table after a step on the screen.
   * @param {Line} line
   * @param {Snapshot} snapshot
   * @param {Snapshot} before
   */
  #apply(line, snapshot, before) {
    this.shown = snapshot;
    if (line.events.some((event) => event.kind === "dealt")) this.display.deal();
    this.#handleTableChange(before);
    this.#wakeWaiters();
  }

  /** Something new is on the table. @param {Snapshot | null} before */
  #handleTableChange(before) {
    if (this.staged.length && !this.sending && (this.shown?.ask === null || !this.game.canPlayStaged(this))) {
      this.staged = [];
      if (this.shown?.ask !== null) this.showNote(say("table.unstaged"));
    }
    const ask = this.shown?.ask ?? null;
    if (ask !== null && this.playback.isEmpty && ask !== before?.ask && this.sending === null) this.#announceTurn(before);
    if (ask !== before?.ask) this.nudgeText = "";
    document.title = this.#title();
    this.display.draw();
  }

  /** @param {Snapshot | null} before */
  #announceTurn(before) {
    if (before !== null && before.ask === null) sound.playTurnSound();
    if (settings.aloud !== "off" && !this.info.lesson) announce(this.game.prompt(this));
  }

  #title() {
    if (this.nudgeText) return `● ${this.nudgeText}`;
    const name = say(`${this.game.folder}.title`);
    const isAsked = this.shown?.ask !== null && this.shown !== null && this.playback.isEmpty;
    return isAsked ? `● ${say("table.your_turn")} – ${name}` : `${name} – Reihum`;
  }

  // -- the connection, and coming back ------------------------------------------------------------

  /**
   * @param {ConnectionState} state
   * @param {number} retryAt
   */
  #setConnectionState(state, retryAt) {
    if (state !== "live" && this.connectionState === "live") alarm(say("lost.title"));
    if (state === "live" && this.connectionState === "lost") announce(say("lost.back"));
    this.connectionState = state;
    this.retryAt = retryAt;
    this.display.draw();
  }

  /** When somebody looks at the page again, connect at once. */
  #checkVisibility() {
    if (document.hidden) return;
    this.connection.retryNow();
    this.playback.forgetFewMissed();
    this.display.draw();
  }

  /** Show again what happened while the page was hidden. */
  showMissed() {
    const missed = this.playback.takeMissed();
    if (!missed) return;
    const first = missed.steps[0].line.v;
    this.log = this.log.filter((line) => line.v < first);
    this.results = this.results.filter((event) => event.v < first);
    this.shown = missed.from;
    this.playback.replay(missed.steps);
  }

  /** Ask for everything again, in the new language. */
  onLanguageChange() {
    this.log = [];
    this.connection.sendHello(0);
  }
}
