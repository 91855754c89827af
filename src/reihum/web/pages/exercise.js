// The screen of exercises: the real table at one moment, seen from one seat. A puzzle (/puzzle, /puzzle/2026-11-19, /puzzle/23-17),
// one's own mistakes that are due (/train/today), or the turning points of one game (/train/ID).

import { fetchShareOrigin } from "../base/address.js";
import { announce, toast } from "../base/announce.js";
import { errorText, get } from "../base/api.js";
import { render } from "../base/dom.js";
import { fetchGame } from "../base/games.js";
import { isMotionOff, onSettingsChange } from "../base/settings.js";
import * as sound from "../base/sound.js";
import { say } from "../base/words.js";
import { verdictText } from "../exercise/answer.js";
import { notePuzzle } from "../exercise/memory.js";
import { Session } from "../exercise/session.js";
import { ExerciseTable } from "../exercise/table.js";
import { endView, exerciseView, taskText } from "../exercise/view.js";
import { Drag } from "../table/drag.js";
import { FocusMemory } from "../table/focus.js";
import { frame } from "../table/hint_view.js";
import { findCard, Keyboard } from "../table/keys.js";
import { loadRules } from "../table/rules_panel.js";
import { failedView, loadingView } from "./loading.js";

/**
 * @typedef {import("../table/types.d.ts").Game} Game
 * @typedef {import("../table/types.d.ts").HintMove} HintMove
 * @typedef {import("../base/wire.js").ExerciseListed} ExerciseListed
 * @typedef {"puzzle" | "today" | "table"} Kind
 */

const DROPPED = -1; // the box of an exercise that was put away

export class ExerciseScreen {
  /**
   * @param {HTMLElement} root
   * @param {Kind} kind
   * @param {string} name the puzzle, or the table
   */
  constructor(root, kind, name) {
    this.root = root;
    this.kind = kind;
    this.name = name;
    /** @type {Session | null} */
    this.session = null;
    /** @type {ExerciseTable | null} */
    this.table = null;
    /** @type {Game | null} */
    this.game = null;
    /** How moves are shown. @type {((t: any, move: string, then: string[]) => HintMove) | null} */
    this.hintMove = null;
    this.hasTried = false;
    /** Whether the sensible moves are marked. */
    this.isHinting = false;
    this.error = /** @type {unknown} */ (null);
    this.isClosed = false;
    this.isDrawPending = false;
    this.isBusy = false;
    /** The exercise whose log has been scrolled to its end. @type {ExerciseTable | null} */
    this.scrolledFor = null;
    /** @type {string | null} */
    this.focusedCard = null;
    /** @type {import("../table/rail.js").RailState} */
    this.rail = { tab: "moves", rule: null, open: false, search: "" };
    this.focusMemory = new FocusMemory(root);
    this.unsubscribe = onSettingsChange(() => this.draw());
    const ready = () => (this.game && this.table && !this.session?.isOver ? this.table : null);
    this.keyboard = new Keyboard({
      table: ready,
      game: () => this.game,
      tap: (card) => this.tap(card.key),
      focusCard: (key) => this.focusCard(key),
      reorder: (key, to) => this.reorder(key, to),
      takeBack: () => this.table?.unstageLast(),
      undo: () => this.table?.unstageLast(),
      openRules: () => this.openRail("rules"),
      closeRail: () => this.closeRail(),
      closeHint: () => this.isHinting && (this.toggleHint(), true),
      hurry: () => false,
    });
    this.drag = new Drag(root, {
      tap: (key) => this.tap(key),
      drop: (key, place) => this.#withCard(key, (table, game, card) => game.drop(table, card, place)),
      reorder: (key, to) => this.reorder(key, to),
      miss: (key) => this.#withCard(key, (_, __, card) => card.state === "dim" && this.tap(key)),
    });
    root.addEventListener("focusin", this.onFocus);
    void this.#load();
  }

  /** Tab leads back to the card that has the focus. */
  onFocus = (/** @type {FocusEvent} */ { target }) => {
    const key = /** @type {Element} */ (target).closest("[role=option]")?.getAttribute("data-card");
    if (!key || key === this.focusedCard) return;
    this.focusedCard = key;
    this.draw();
  };

  close() {
    this.isClosed = true;
    this.unsubscribe();
    this.keyboard.close();
    this.drag.close();
    this.table?.timedNote.clear();
    this.root.removeEventListener("focusin", this.onFocus);
    document.body.className = "";
    document.title = "Reihum";
  }

  // -- fetching -------------------------------------------------------------------------------------

  async #load() {
    this.error = null;
    this.draw();
    try {
      this.session ??= new Session(await this.#paths());
      await fetchShareOrigin();
      await this.#fetch();
    } catch (error) {
      this.error = error;
    }
    this.draw();
  }

  /** Where the exercises of this screen are. @returns {Promise<string[]>} */
  async #paths() {
    if (this.kind === "puzzle") {
      const name = this.name || (await get("/api/puzzles")).day;
      return [`/api/puzzles/${encodeURIComponent(name)}`];
    }
    const { exercises, today } = await get(this.kind === "today" ? "/api/exercises" : `/api/exercises/${encodeURIComponent(this.name)}`);
    const wanted = exercises.filter((/** @type {ExerciseListed} */ { box, due }) => (this.kind === "today" ? due !== null && due <= today : box !== DROPPED));
    return wanted.map((/** @type {ExerciseListed} */ { table, number }) => `/api/exercises/${table}/${number}`);
  }

  /** Fetch the exercise that is next, with its game. */
  async #fetch() {
    const { session } = this;
    this.table?.timedNote.clear();
    this.hasTried = this.isHinting = false;
    if (!session || session.isOver) return;
    const question = await session.fetch();
    const game = await fetchGame(question.table.game);
    const [part] = await Promise.all([game.loadHints?.() ?? null, loadRules(question.table.game)]);
    if (this.isClosed) return;
    this.game = game;
    this.hintMove = part?.hintMove ?? null;
    this.focusedCard = null;
    this.table = new ExerciseTable(question, game, {
      draw: () => this.draw(),
      shake: (near) => this.shake(near),
      answer: (move) => this.answer(move),
      ask: (move) => this.#ask(move),
    });
    document.body.className = `g-${game.folder}`;
    document.title = `${say(this.isPuzzle ? "puzzle.title" : "exercise.title")} – Reihum`;
    announce(taskText(this));
  }

  async onLanguageChange() {
    if (!this.table || !this.session || !this.game || this.session.isOver) return this.draw();
    const before = this.table;
    await this.session.tellAgain();
    await this.#fetch();
    this.table.isAnswered = before.isAnswered;
    this.draw();
  }

  // -- answering ------------------------------------------------------------------------------------

  get isPuzzle() {
    return this.kind === "puzzle";
  }

  /** A move in words and cards. @param {string} move @returns {HintMove} */
  show = (move) => this.hintMove?.(this.table?.asAsked(), move, []) ?? { label: move, cards: [], at: [], stage: [] };

  /** @param {string | null} move null: the player gives up */
  async answer(move) {
    const { session, table } = this;
    if (!session || !table || session.judged) return;
    try {
      const judged = await session.answer(move);
      if (judged.text) return table.showNote(judged.text, judged.rule ?? null);
      this.isHinting = false;
      if (!session.judged) {
        this.hasTried = true;
        sound.playRefusalSound();
        return announce(say("exercise.not_yet"));
      }
      table.isAnswered = true;
      if (this.isPuzzle) notePuzzle(table.question.id, session.item.outcome);
      announce(verdictText(session.judged, this.show));
      this.drawNow();
      /** @type {HTMLElement | null} */ (this.root.querySelector("#verdict"))?.focus({ preventScroll: true });
    } catch (error) {
      toast(errorText(error));
    }
  }

  /** @param {string} move */
  async #ask(move) {
    try {
      const judged = await this.session?.why(move);
      return judged?.text ? { text: judged.text, rule: judged.rule ?? null } : null;
    } catch (error) {
      toast(errorText(error));
      return null;
    }
  }

  /** On to the next exercise, or to the end. @param {"next" | "skip"} step */
  async go(step) {
    const { session } = this;
    if (!session || this.isBusy) return;
    this.isBusy = true;
    session[step]();
    try {
      await this.#fetch();
    } catch (error) {
      this.error = error;
      this.table = null;
    }
    this.isBusy = false;
    this.drawNow();
    /** @type {HTMLElement | null} */ (this.root.querySelector(".exercise-head, .exercise-end"))?.focus({ preventScroll: true });
  }

  toggleHint() {
    this.isHinting = !this.isHinting;
    if (this.isHinting) announce(say("exercise.sensible", { count: this.table?.question.sensible.length ?? 0 }));
    this.draw();
  }

  // -- cards and the rail ---------------------------------------------------------------------------

  /**
   * @param {string} key
   * @param {(table: ExerciseTable, game: Game, card: import("../table/types.d.ts").HandCard) => void} use
   */
  #withCard(key, use) {
    const { table, game } = this;
    const card = table && game && findCard(game, table, key);
    if (table && game && card) use(table, game, card);
  }

  /** @param {string} key */
  tap(key) {
    this.#withCard(key, (table, game, card) => {
      this.focusedCard = key;
      table.timedNote.clear();
      if (table.canMove) game.tap(table, card);
    });
  }

  /**
   * @param {string} key
   * @param {string} to
   */
  reorder(key, to) {
    const { table, game } = this;
    if (!table || !game?.reorder) return false;
    const [card, place] = [findCard(game, table, key), findCard(game, table, to)];
    if (card && place && card !== place) game.reorder(table, card, place);
    return true;
  }

  /** @param {string} key */
  focusCard(key) {
    this.focusedCard = key;
    this.drawNow();
    /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-card="${CSS.escape(key)}"]`))?.focus();
  }

  /** @param {string} near */
  shake(near) {
    const element = this.root.querySelector(`[data-card="${CSS.escape(near)}"], [data-place="${CSS.escape(near)}"]`);
    if (!isMotionOff()) element?.animate({ translate: ["0", "-6px", "6px", "0"] }, 260);
  }

  /**
   * @param {import("../table/rail.js").RailState["tab"]} tab
   * @param {string | null} [rule]
   */
  openRail(tab, rule = null) {
    this.rail = { tab, rule, open: true, search: "" };
    this.drawNow();
    if (rule) document.getElementById(`rule-${rule}`)?.scrollIntoView({ block: "nearest" });
  }

  closeRail() {
    const covered = this.rail.open && (this.root.querySelector(".rail-close")?.checkVisibility() ?? false);
    this.rail.open = false;
    this.draw();
    return covered;
  }

  // -- drawing --------------------------------------------------------------------------------------

  /** Draw everything again soon: more than one change is drawn at once. */
  draw() {
    if (this.isDrawPending || this.isClosed) return;
    this.isDrawPending = true;
    queueMicrotask(() => this.isDrawPending && this.drawNow());
  }

  drawNow() {
    this.isDrawPending = false;
    if (this.isClosed) return;
    const { session, table, game } = this;
    if (session?.isOver) return render(this.root, ...endView(this, session));
    if (!session || !table || !game) {
      const title = say(this.isPuzzle ? "puzzle.title" : "exercise.title");
      return render(this.root, ...(this.error ? failedView(this.error, { title, missing: say("exercise.none_such"), retry: () => void this.#load() }) : loadingView(title)));
    }
    const focus = this.focusMemory.current();
    render(this.root, ...exerciseView(this, session, table, game));
    if (focus) this.focusMemory.restore(focus);
    frame(this.root, /** @type {any} */ (this.marks()));
    this.#scrollLog(table);
  }

  /** Show the newest line of the log of an exercise that has just come. @param {ExerciseTable} table */
  #scrollLog(table) {
    const log = this.root.querySelector(".panel-moves");
    if (!log || this.scrolledFor === table) return;
    this.scrolledFor = table;
    requestAnimationFrame(() => (log.scrollTop = log.scrollHeight));
  }

  /** What is marked on the table: the best move once it is known, or all that make sense. */
  marks() {
    const { session, table } = this;
    const told = session?.judged?.options;
    const moves = told ? [told[0].move] : this.isHinting && table ? table.question.sensible : [];
    return { isOpen: moves.length > 0, isOnly: false, step: 1, made: { done: true }, options: moves.map((move) => ({ move })), shown: (/** @type {{move: string}} */ { move }) => this.show(move), live: table };
  }
}
