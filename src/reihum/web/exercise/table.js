// The table of one exercise: as its seat saw it, and what the player chooses there. Nothing is played; the server judges.

import { alarm } from "../base/announce.js";
import { ownName } from "../base/names.js";
import * as sound from "../base/sound.js";
import { say } from "../base/words.js";
import { TimedNote, withoutCitation } from "../table/note.js";

/**
 * @typedef {import("../table/types.d.ts").Game} Game
 * @typedef {import("../table/types.d.ts").Line} Line
 * @typedef {import("../table/types.d.ts").Table} Table
 * @typedef {import("../table/types.d.ts").PlannedMove} PlannedMove
 * @typedef {import("../base/wire.js").ExerciseShown} ExerciseShown
 * @typedef {{
 *   draw: () => void, shake: (near: string) => void, answer: (move: string) => Promise<void>,
 *   ask: (move: string) => Promise<{text: string, rule: string | null} | null>,
 * }} Asker the screen that shows the exercise; it says what the rules have against a move
 */

/** @implements {Table} */
export class ExerciseTable {
  /**
   * @param {ExerciseShown} question
   * @param {Game} game
   * @param {Asker} asker
   */
  constructor(question, game, asker) {
    this.question = question;
    this.game = game;
    this.asker = asker;
    this.info = { ...question.table, you: question.seat, status: /** @type {const} */ ("playing"), seats: question.table.seats.map((seat) => ({ ...seat, here: true, away: null })) };
    /** @type {any[]} */
    this.staged = [];
    this.isSending = false;
    /** Whether the answer is known. */
    this.isAnswered = false;
    this.timedNote = new TimedNote(asker.draw);
    /** @type {Line[]} */
    this.log = question.log.map((line) => ({ ...line, told: line.told ?? [] }));
    this.results = question.rounds;
    /** @type {any[][] | null} */
    this.hands = null;
    this.isOver = false;
    this.flying = null;
    this.phrases = [];
    // what hints ask of a table
    this.sending = null;
    this.pause = { line: null };
    this.shown = { ask: 0 };
  }

  get view() {
    return this.question.view;
  }
  get moves() {
    return this.canMove ? this.question.moves : [];
  }
  get canMove() {
    return !this.isSending && !this.isAnswered;
  }
  get you() {
    return this.question.seat;
  }
  get names() {
    return this.info.seats.map((seat, number) => (number === this.you ? ownName() || seat.name || say("start.nameless") : (seat.name ?? say("seat.number", { number: number + 1 }))));
  }
  get lastMove() {
    return this.log.findLast((line) => line.by !== null) ?? null;
  }
  get note() {
    return this.timedNote.current;
  }
  get isNoteOpen() {
    return this.timedNote.isOpen;
  }
  toggleNote() {
    this.timedNote.toggle();
    this.redraw();
  }

  /** The table as it is while the question is open, to show moves by. @returns {Table} */
  asAsked() {
    return Object.create(this, { moves: { value: this.question.moves }, canMove: { value: true }, staged: { value: [] } });
  }

  /** @param {any} step */
  stage(step) {
    this.stageAll([...this.staged, step]);
  }
  /** @param {any[]} steps */
  stageAll(steps) {
    if (!this.canMove) return;
    this.staged = steps;
    this.timedNote.clear();
    this.redraw();
  }
  unstageLast() {
    this.stageAll(this.staged.slice(0, -1));
  }

  /** The first of the moves is the decision that is asked for. @param {...PlannedMove} moves */
  play(...moves) {
    const move = typeof moves[0] === "string" ? moves[0] : moves[0]?.(this.moves);
    if (this.canMove && move) void this.#send(move);
  }

  /** @param {string} move */
  async #send(move) {
    this.isSending = true;
    this.timedNote.clear();
    this.redraw();
    await this.asker.answer(move);
    this.isSending = false;
    this.staged = [];
    this.redraw();
  }

  /**
   * @param {string} move
   * @param {string} [near]
   */
  async askWhy(move, near) {
    if (near) this.asker.shake(near);
    if (!this.canMove) return;
    const refusal = await this.asker.ask(move);
    if (refusal) this.showNote(refusal.text, refusal.rule, near);
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
    this.redraw();
  }

  redraw() {
    this.asker.draw();
  }
}
