// What a finished game came from: everybody's chance of winning over the moves, what was played and what was better, luck and
// skill. /review/ID#seat=1&v=17 leads to one move.

import { announce } from "../base/announce.js";
import { errorText, get, RequestError } from "../base/api.js";
import { render } from "../base/dom.js";
import { currentLanguage, say } from "../base/words.js";
import { failedView, loadingView } from "./loading.js";
import { ReplayScreen } from "./replay.js";
import { Curve } from "./review_curve.js";
import { SIZES, turningPoints } from "./review_data.js";
import { frameBetter, reviewView } from "./review_view.js";

/**
 * @typedef {import("../base/wire.d.ts").Reviewed} Reviewed
 * @typedef {import("../base/wire.d.ts").ReviewedStep} ReviewedStep
 */

const ASK_AGAIN = 1000; // milliseconds, while a review is being made
const BUSY = 429;

export class ReviewScreen extends ReplayScreen {
  /**
   * @param {HTMLElement} root
   * @param {string} id
   */
  constructor(root, id) {
    super(root, id); // begins to load, and draws only that
    /** @type {Reviewed | null} */
    this.review = null;
    /** How far it has come. @type {{done: number, ahead: number}} */
    this.making = { done: 0, ahead: 0 };
    /** Everybody's chance after each step, as far as it is known. @type {number[][]} */
    this.wins = [];
    /** Why there is no review. */
    this.trouble = "";
    /** Which part is shown where there is room for one only. @type {"move" | "points" | "result"} */
    this.tab = "move";
    /** The smallest change that is listed. */
    this.least = SIZES[0];
    this.isTableOpen = false;
    /** Whether what was better is still hidden. */
    this.isHiding = false;
    /** How the game shows a move in words and cards, if it can. @type {((t: any, move: string, then: string[]) => import("../table/types.d.ts").HintMove) | null} */
    this.hintMove = null;
    this.curve = new Curve();
    this.size = { wide: 700, high: 210 };
    this.timer = 0;
    /** Counts the requests for reviews: the answer to an old one is not shown. */
    this.asking = 0;
    this.observer = new ResizeObserver(() => this.measure());
  }

  /** @override */
  get title() {
    return say("review.title");
  }

  /** @override @param {URLSearchParams} wanted */
  async opened(wanted) {
    this.hintMove = (await this.game?.loadHints?.())?.hintMove ?? null;
    this.isHiding = !wanted.has("v");
    await this.fetchReview();
  }

  /** @override */
  close() {
    super.close();
    clearTimeout(this.timer);
    this.observer.disconnect();
  }

  /** @override */
  async onLanguageChange() {
    await super.onLanguageChange();
    await this.fetchReview();
  }

  /** @override @param {number | null} seat @param {boolean} showsHands */
  async changeView(seat, showsHands) {
    const isOther = seat !== this.you;
    await super.changeView(seat, showsHands);
    if (isOther) await this.fetchReview();
  }

  /** Fetch the review, or ask for it to be made and wait. */
  async fetchReview() {
    const number = ++this.asking;
    clearTimeout(this.timer);
    const eyes = this.you === null ? "" : `&eyes=${this.you}`;
    try {
      const found = await get(`/api/tables/${this.id}/review?lang=${currentLanguage()}${eyes}&from=${this.review ? 0 : this.wins.length}`);
      if (number !== this.asking || this.isClosed) return;
      if ("steps" in found) this.#show(found);
      else this.#wait(found);
    } catch (error) {
      if (number !== this.asking || this.isClosed) return;
      this.#fail(error);
    }
    this.draw();
  }

  /** @param {Reviewed} review */
  #show(review) {
    if (!this.review && this.making.done > 0) announce(say("review.ready"));
    this.review = review;
    this.trouble = "";
    this.wins = review.steps.map((step) => step.win);
  }

  /** @param {import("../base/wire.d.ts").ReviewMaking} making */
  #wait(making) {
    this.making = making;
    this.trouble = "";
    if (making.first <= this.wins.length) this.wins = [...this.wins.slice(0, making.first), ...making.wins];
    if (making.done === 0) this.wins = [];
    this.timer = setTimeout(() => void this.fetchReview(), ASK_AGAIN);
  }

  /** Without a connection, or asked too often, it is tried again. @param {unknown} error */
  #fail(error) {
    this.trouble = errorText(error);
    const isPassing = error instanceof RequestError && (error.status === 0 || error.status === BUSY || error.status >= 500);
    if (isPassing) this.timer = setTimeout(() => void this.fetchReview(), 3 * ASK_AGAIN);
  }

  // -- the moment that is looked at: the table before the move that is judged ---------------------

  /** The step whose table is shown. */
  get tableAt() {
    return this.at > 0 && this.steps[this.at]?.by !== null ? this.at - 1 : this.at;
  }
  /** @override */
  get view() {
    return this.steps[this.tableAt]?.view;
  }
  /** @override */
  get hands() {
    return this.showsHands ? (this.steps[this.tableAt]?.hands ?? null) : null;
  }
  /** @override */
  get log() {
    return this.steps.slice(0, this.tableAt + 1);
  }
  /** @override */
  get results() {
    return this.allResults.filter((event) => event.v <= this.tableAt);
  }
  /** What could have been played there. @override */
  get moves() {
    return (this.judged?.options ?? []).map((option) => option.move);
  }
  /** @override */
  get playOnFrom() {
    return this.tableAt < this.total ? this.tableAt : null;
  }
  /** The step that is looked at, as it was judged. @returns {ReviewedStep | null} */
  get judged() {
    return this.review?.steps[this.at] ?? null;
  }
  get points() {
    return this.review && !this.hidesBetter ? turningPoints(this.review, this.you, this.least) : [];
  }
  /** Whether what was better is not shown yet: only if there is something to try first. */
  get hidesBetter() {
    return this.isHiding && this.ownMistakes > 0;
  }
  /** The mistakes of the seat that is looked at: what can be tried again. */
  get ownMistakes() {
    return this.review && this.you !== null ? turningPoints(this.review, this.you, SIZES[0]).filter(({ kind }) => kind === "mine" || kind === "small").length : 0;
  }

  // -- going from one to another --------------------------------------------------------------------

  /** @override */
  address() {
    return super.address().replace(/^\/replay\//, "/review/");
  }

  /** @param {number} v */
  choose(v) {
    if (v !== this.at) this.goTo(v, false);
  }

  /** To the next turning point in a direction, or to the end. @param {1 | -1} direction */
  goToPoint(direction) {
    const places = this.points.map((point) => point.v);
    const next = direction > 0 ? places.find((v) => v > this.at) : places.findLast((v) => v < this.at);
    this.goTo(next ?? (direction > 0 ? this.total : 0), false);
  }

  /** @override @param {KeyboardEvent} event */
  handleKey(event) {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, select, [role=tablist]") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && !target.closest("button, a, summary")) {
      event.preventDefault();
      this.toggleAutoplay();
    } else if (event.shiftKey && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
      event.preventDefault();
      this.goToPoint(event.key === "ArrowRight" ? 1 : -1);
    } else if (target.closest("[role=slider]") && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      event.preventDefault();
      this.goTo(this.at + (event.key === "ArrowUp" ? 1 : -1), false);
    } else if (!event.shiftKey) super.handleKey(event);
  }

  /** The curve is drawn as wide as there is room for it. */
  measure() {
    const box = this.root.querySelector(".curve");
    if (!box) return;
    const { width, height } = box.getBoundingClientRect();
    const size = { wide: Math.round(width), high: Math.round(height) };
    if (!width || (size.wide === this.size.wide && size.high === this.size.high)) return;
    this.size = size;
    this.draw();
  }

  /** @override */
  draw() {
    if (this.isClosed) return;
    if (!this.game || !this.steps.length) {
      const { title } = this;
      render(this.root, ...(this.error ? failedView(this.error, { title, missing: say("review.none"), retry: () => void this.load() }) : loadingView(title)));
      return;
    }
    render(this.root, ...reviewView(this, this.game));
    frameBetter(this);
    const box = this.root.querySelector(".curve");
    if (box) this.observer.observe(box);
  }
}
