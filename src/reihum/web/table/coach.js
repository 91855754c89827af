// The coach of a lesson: a bubble that proposes a move, says why, and answers other moves. Where the learner is, the server
// knows; the texts come with the page.

import { alarm, announce, toast } from "../base/announce.js";
import { errorText, get, post } from "../base/api.js";
import { baseUrl } from "../base/base_url.js";
import { settings } from "../base/settings.js";
import { currentLanguage, say } from "../base/words.js";

/**
 * @typedef {import("./live.js").LiveTable} LiveTable
 * @typedef {import("./types.d.ts").HandCard} HandCard
 * @typedef {import("../base/wire.js").LessonShown} LessonShown
 * @typedef {{
 *   title: string, text: string, why: string, moves: string[], at: string[], then: string, rule: string, answers: Record<string, string>,
 * }} LessonStep one idea; without moves there is only something to read
 * @typedef {{steps: LessonStep[], end: {title: string, lines: string[]}}} LessonTexts
 */

const HAND_PREFIX = "hand:"; // of a whole hand that can be tapped
const ANY = "any"; // the answer to all moves that have none of their own

/**
 * What a choice of the learner is called in a lesson: a card, a hand or a button; null for anything else.
 * @param {any} choice
 * @returns {string | null}
 */
function nameOf({ hand, act, card, number, slide, key }) {
  const name = hand ?? act ?? card ?? number ?? slide ?? key?.replace(/-\d+$/, "");
  return name === undefined ? null : String(name);
}

export class Coach {
  /**
   * @param {LiveTable} live
   * @param {() => void} draw
   */
  constructor(live, draw) {
    this.live = live;
    this.draw = draw;
    /** @type {LessonTexts | null} */
    this.texts = null;
    this.isWhyOpen = false;
    /** Why something is not for now. @type {string | null} */
    this.note = null;
    /** The card about which that was said: tapped again, it is played. @type {string | null} */
    this.triedCard = null;
    this.isBusy = false;
    /** The step that was announced last. */
    this.announced = "";
    /** Whether what the bubble points at is still to be brought into sight. */
    this.isToBeSeen = false;
    void this.load();
  }

  /** Fetch the texts in the current language. */
  async load() {
    const { game, players } = this.live.info;
    try {
      this.texts = await get(`${baseUrl}/lessons/${game}.${players}.${currentLanguage()}.json`);
    } catch (error) {
      toast(errorText(error));
    }
    this.announced = "";
    this.draw();
  }

  /** Where the learner is. @returns {LessonShown} */
  get lesson() {
    return /** @type {LessonShown} */ (this.live.info.lesson);
  }

  /** The step to be done now; null once all are done. @returns {LessonStep | null} */
  get step() {
    return this.texts?.steps[this.lesson.step] ?? null;
  }

  /** Whether the others are done, and everything is on the screen. */
  get isReady() {
    const { live, lesson } = this;
    const still = live.playback.isEmpty && !live.flying && live.sending === null && !live.pause.line;
    return still && lesson.ready && !this.isBusy && this.step !== null && (lesson.astray !== null || !this.step.moves.length || live.canMove);
  }

  /** Whether a move was made that was not proposed. */
  get isAstray() {
    return this.lesson.astray !== null;
  }

  /** What the bubble points at now. @returns {string[]} */
  get targets() {
    const { step } = this;
    if (!this.isReady || this.isAstray || !step) return [];
    if (!this.live.staged.length || !step.moves.length) return step.at;
    if (this.unmeant !== null) return [];
    if (this.#isStillChoosing(step)) return step.at.slice(this.live.staged.length);
    return step.then === "main" && !this.#canConfirm ? [] : [step.then];
  }

  /** What was chosen although the step means something else. @returns {string | null} */
  get unmeant() {
    const { step } = this;
    if (!step || !this.#isNamed) return null;
    const chosen = this.live.staged.map(nameOf).filter((name) => name !== null);
    return chosen.find((name) => !step.at.some((place) => [`hand:${name}`, `card:hand-${name}`, `card:${name}-1`, `button:${name}`].includes(place))) ?? null;
  }

  /** Whether the choice is complete, as far as the main button knows. */
  get #canConfirm() {
    const { live } = this;
    return !live.game.buttons(live).some((button) => button.main && button.disabled);
  }

  /**
   * Whether more of the cards that are meant are still to be chosen.
   * @param {LessonStep} step
   */
  #isStillChoosing(step) {
    return step.at.filter((place) => /^(hand|card):/.test(place)).length > this.live.staged.length;
  }

  /** Whether the step names what is to be tapped; if not, the learner finds it. */
  get #isNamed() {
    return Boolean(this.step?.at.some((place) => /^(hand|card|button):/.test(place)));
  }

  /**
   * How a card of the hand is shown: it is meant now, or it is not.
   * @param {HandCard} card
   * @returns {"meant" | "later" | ""}
   */
  mark(card) {
    const { step } = this;
    if (!step || !this.isReady || card.state === "sel") return "";
    if (this.isAstray) return "later";
    if (step.moves.length && (!this.#isNamed || (this.live.staged.length && !this.#isStillChoosing(step)))) return "";
    return step.at.includes(`hand:${card.card}`) || step.at.includes(`card:${card.key}`) ? "meant" : "later";
  }

  /**
   * Hold back a tap on a card that is not meant now, and say why; the second tap counts.
   * @param {HandCard} card
   */
  holdsBack(card) {
    if (this.holdsAllBack()) return true;
    const { step } = this;
    const isImpossible = card.state === "dim"; // then the game says why
    if (!step || isImpossible || this.mark(card) !== "later" || this.live.staged.length) return this.#clearNote(), false;
    if (this.triedCard === card.key) return this.#clearNote(), false;
    this.triedCard = card.key;
    this.#say(`${this.answerTo(card.card.replace(HAND_PREFIX, ""))} ${say("lesson.anyway")}`);
    return true;
  }

  /**
   * What is said about a card that is not meant now.
   * @param {string} name
   */
  answerTo(name) {
    const step = /** @type {LessonStep} */ (this.step);
    const answer = Object.entries(step.answers).find(([move]) => move.split(/[ x+]/).includes(name))?.[1] ?? step.answers[ANY];
    return answer ? this.fill(answer) : say("lesson.not_now", { title: this.fill(step.title) });
  }

  /** Hold back whatever is done with a card while there is only something to read, and say so. */
  holdsAllBack() {
    if (!this.isReady || (!this.isAstray && this.step?.moves.length)) return false;
    this.#say(say(this.isAstray ? "lesson.back_first" : "lesson.read_first"));
    return true;
  }

  /** @param {string} text */
  #say(text) {
    this.note = text;
    alarm(text);
    this.draw();
  }

  #clearNote() {
    this.note = null;
    this.triedCard = null;
  }

  /** What is answered to the move that led astray. */
  get answer() {
    const { astray } = this.lesson;
    const answers = this.step?.answers ?? {};
    return this.fill((astray && answers[astray]) || answers[ANY] || say("lesson.astray"));
  }

  /**
   * A text with the names of the others in it: {1} sits on seat 1.
   * @param {string} text
   */
  fill(text) {
    return text.replace(/\{(\d)\}/g, (_, seat) => this.live.names[Number(seat)] ?? "");
  }

  toggleWhy() {
    this.isWhyOpen = !this.isWhyOpen;
    if (this.isWhyOpen && this.step) announce(this.fill(this.step.why));
    this.draw();
  }

  /** Make the proposed move. */
  show() {
    const { step, live } = this;
    if (!step || !this.isReady) return;
    this.#clearNote();
    live.stageAll([]);
    live.play(...step.moves.slice(this.lesson.made));
  }

  /** On to the next step, where there was only something to read. */
  readOn() {
    void this.#goTo(this.lesson.step + 1);
  }

  /** Back to the step before; from astray, to the beginning of this one. */
  back() {
    const { step, made } = this.lesson;
    void this.#goTo(this.isAstray || made ? step : Math.max(0, step - 1));
  }

  /** The whole lesson once more. */
  restart() {
    void this.#goTo(0);
  }

  /** @param {number} step */
  async #goTo(step) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.isWhyOpen = false;
    this.#clearNote();
    this.live.stageAll([]);
    try {
      await post(`/api/tables/${this.live.info.table}/lesson`, { step });
    } catch (error) {
      toast(errorText(error));
    }
    this.isBusy = false;
    this.draw();
  }

  /** Announce a new step, once it is on the screen. */
  announce() {
    const { step, lesson } = this;
    if (!step || !this.isReady) return;
    const now = `${lesson.step} ${lesson.astray}`;
    if (now === this.announced) return;
    this.announced = now;
    this.isToBeSeen = true;
    this.isWhyOpen = false;
    this.#clearNote();
    if (settings.aloud !== "off") announce(this.isAstray ? `${say("lesson.astray_title")}. ${this.answer}` : `${this.fill(step.title)}. ${this.fill(step.text)}`);
    this.draw();
  }
}
