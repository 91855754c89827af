// A finished game, move by move: as any seat saw it, or with all hands open. /replay/ID#seat=1&v=17 leads to one move.

import { get } from "../base/api.js";
import { siteRoot } from "../base/base_url.js";
import { copyText } from "../base/copy.js";
import { h, render } from "../base/dom.js";
import { fetchGame } from "../base/games.js";
import { showPath } from "../base/router.js";
import { flightTime } from "../base/settings.js";
import { icon } from "../base/symbols.js";
import { currentLanguage, say } from "../base/words.js";
import { bar, barButton } from "../table/bar.js";
import { flyCards, measurePlaces } from "../table/flights.js";
import { rail } from "../table/rail.js";
import { loadRules } from "../table/rules_panel.js";
import { scoreSheet } from "../table/scores.js";
import { tableArea } from "../table/table_area.js";
import { failedView, loadingView } from "./loading.js";
import { PlayOn } from "./play_on.js";

/**
 * @typedef {import("../table/types.d.ts").Game} Game
 * @typedef {import("../table/types.d.ts").TableInfo} TableInfo
 * @typedef {import("../table/types.d.ts").Line} Line
 * @typedef {import("../table/types.d.ts").Table} Table
 * @typedef {Line & {view: any, hands: any[][]}} ReplayStep
 */

const AUTOPLAY_INTERVAL = 1400; // milliseconds between moves
const ADDRESS_PAUSE = 120; // milliseconds without another move after which the address follows

/** @implements {Table} */
export class ReplayScreen {
  /**
   * @param {HTMLElement} root
   * @param {string} id
   */
  constructor(root, id) {
    this.root = root;
    this.id = id;
    /** @type {Game | null} */
    this.game = null;
    /** @type {TableInfo} */
    this.info = /** @type {any} */ (null);
    /** @type {ReplayStep[]} */
    this.steps = [];
    this.total = 0;
    this.at = 0;
    /** @type {number | null} */
    this.you = null;
    this.showsHands = false;
    /** @type {any[]} */
    this.allResults = [];
    /** Why there is nothing to replay. @type {unknown} */
    this.error = null;
    this.autoplayTimer = 0;
    this.addressTimer = 0;
    this.isClosed = false;
    this.playOn = new PlayOn(id, () => this.draw());
    /** @type {import("../table/rail.js").RailState} */
    this.rail = { tab: "moves", rule: null, open: false, search: "" };
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.handleKey(event);
    addEventListener("keydown", this.onKey);
    this.onHashChange = () => void this.readAddress();
    addEventListener("hashchange", this.onHashChange);
    void this.load();
  }

  /** The game is there, and the step that the address wanted. @param {URLSearchParams} _wanted */
  async opened(_wanted) {}

  get title() {
    return say("replay.title");
  }

  async load() {
    this.error = null;
    this.draw();
    try {
      this.info = withEverybodyHere(await get(`/api/tables/${this.id}`));
      this.game = await fetchGame(this.info.game);
      await loadRules(this.info.game);
      document.body.className = `g-${this.game.folder}`;
      document.title = `${this.title} – Reihum`;
      const wanted = new URLSearchParams(location.hash.slice(1));
      this.you = wanted.has("seat") ? parseSeat(wanted.get("seat"), this.info.players) : (this.info.you ?? this.info.reserved);
      this.showsHands = wanted.has("open");
      await this.fetchSteps();
      this.goTo(Number(wanted.get("v") ?? 0), false);
      await this.opened(wanted);
    } catch (error) {
      this.error = error;
    }
    this.draw();
  }

  /** Fetch all steps, as the chosen seat heard them. */
  async fetchSteps() {
    /** @type {ReplayStep[]} */
    const steps = [];
    const seat = this.you === null ? "" : `&seat=${this.you}`;
    do {
      const found = await get(`/api/tables/${this.id}/replay?from=${steps.length}&lang=${currentLanguage()}${seat}`);
      if (!steps.length) found.steps[0].told = found.told;
      steps.push(...found.steps);
      this.total = found.v;
      this.allResults = found.rounds;
      if (!found.steps.length) break;
    } while (steps.length <= this.total);
    this.steps = steps;
  }

  async onLanguageChange() {
    await loadRules(this.info.game);
    await this.fetchSteps();
    this.draw();
  }

  close() {
    this.isClosed = true;
    clearInterval(this.autoplayTimer);
    clearTimeout(this.addressTimer);
    removeEventListener("keydown", this.onKey);
    removeEventListener("hashchange", this.onHashChange);
    document.body.className = "";
  }

  // -- what a game asks; there is nothing to choose -------------------------------------------------

  get view() {
    return this.steps[this.at]?.view;
  }
  /** @returns {string[]} */
  get moves() {
    return [];
  }
  get canMove() {
    return false;
  }
  get names() {
    return this.info.seats.map((seat, number) => seat.name ?? say("seat.number", { number: number + 1 }));
  }
  get staged() {
    return [];
  }
  get results() {
    return this.allResults.filter((event) => event.v <= this.at);
  }
  get log() {
    return this.steps.slice(0, this.at + 1);
  }
  get hands() {
    return this.showsHands ? (this.steps[this.at]?.hands ?? null) : null;
  }
  get isOver() {
    return this.at === this.total;
  }
  get lastMove() {
    return this.log.findLast((line) => line.by !== null) ?? null;
  }
  /** After how many moves the game could be played on from here. */
  get playOnFrom() {
    return this.at < this.total ? this.at : null;
  }
  get phrases() {
    return [];
  }
  stage() {}
  stageAll() {}
  unstageLast() {}
  play() {}
  askWhy() {}
  showNote() {}
  redraw() {
    this.draw();
  }

  // -- stepping -------------------------------------------------------------------------------------

  /**
   * @param {number} to
   * @param {boolean} isAnimated
   */
  goTo(to, isAnimated) {
    const before = this.at;
    const target = Math.max(0, Math.min(this.total, Number.isFinite(to) ? to : 0));
    const line = this.steps[target];
    const game = this.game;
    const forward = isAnimated && target === before + 1 && line && game;
    const snapshot = (/** @type {number} */ at) => ({ v: at, seat: this.you, view: this.steps[at].view, moves: [], ask: null });
    const flights = forward && flightTime() ? game.flights(line, snapshot(before), snapshot(target)) : [];
    const places = flights.length ? measurePlaces() : new Map();
    this.at = target;
    this.#keepAddress();
    this.draw();
    if (flights.length && game) void flyCards(flights, places, (card) => game.face(card), flightTime());
  }

  /** The address leads to this move; while somebody drags along, only now and then: browsers allow no more. */
  #keepAddress() {
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => showPath(this.address()), ADDRESS_PAUSE);
  }

  address() {
    const parts = [this.you === null ? "seat=" : `seat=${this.you}`, this.showsHands ? "open" : "", `v=${this.at}`];
    return `/replay/${this.id}#${parts.filter(Boolean).join("&")}`;
  }

  async readAddress() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    await this.changeView(parseSeat(wanted.get("seat"), this.info.players), wanted.has("open"));
    this.goTo(Number(wanted.get("v") ?? 0), false);
  }

  /**
   * Show what another seat saw, or open all hands.
   * @param {number | null} seat
   * @param {boolean} showsHands
   */
  async changeView(seat, showsHands) {
    const isOtherSeat = seat !== this.you;
    this.you = seat;
    this.showsHands = showsHands;
    if (isOtherSeat) await this.fetchSteps();
    this.goTo(this.at, false);
  }

  toggleAutoplay() {
    if (this.autoplayTimer) {
      clearInterval(this.autoplayTimer);
      this.autoplayTimer = 0;
    } else {
      this.autoplayTimer = setInterval(() => (this.at < this.total ? this.goTo(this.at + 1, true) : this.toggleAutoplay()), AUTOPLAY_INTERVAL);
    }
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    if (/** @type {Element} */ (event.target).closest("input, select, [role=tablist]")) return;
    const to = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.total }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.goTo(to, true);
  }

  draw() {
    if (this.isClosed) return;
    const { game } = this;
    if (!game || !this.steps.length) {
      const title = say("replay.title");
      render(this.root, ...(this.error ? failedView(this.error, { title, missing: say("replay.none"), retry: () => void this.load() }) : loadingView(title)));
      return;
    }
    const progress = game.progressText(this);
    render(
      this.root,
      bar({ title: say(`${game.folder}.title`), progress: [h("span", { class: "wide" }, `${say("replay.title")} · ${progress.wide}`), h("span", { class: "narrow" }, progress.narrow)], right: [barButton("u-log", say("rail.moves"), () => this.openLog(), { class: "bar-button log-button", key: "log" }), h("a", { class: "bar-button", href: `/t/${this.id}`, "aria-label": say("replay.to_table"), key: "table" }, icon("u-close"))] }),
      h(
        "div",
        { class: `table-screen replaying${this.showsHands ? " with-hands" : ""}`, key: "table-screen" },
        h("main", { class: "felt-area", id: "main", tabindex: "-1" }, h("h1", { class: "hidden" }, say("replay.title")),
          tableArea(this, game, { focusedCard: null, openLog: () => this.openLog(), openRule: () => {}, takeBack: null, prompt: this.steps[this.at].told.join(" ") || say("replay.unheard"), controls: this.controls(), openHands: this.showsHands && this.info.players > 1 && h("div", { class: "open-hands", key: "open-hands" }, this.openHands(game)) })),
        rail(this, game, this.rail, { pickTab: (tab) => ((this.rail.tab = tab), this.draw()), close: () => ((this.rail.open = false), this.draw()), say: null, search: (text) => ((this.rail.search = text), this.draw()) }, [], () => scoreSheet(this, game)),
      ),
    );
    const log = this.root.querySelector(".panel-moves");
    if (log) log.scrollTop = log.scrollHeight;
  }

  openLog() {
    this.rail = { ...this.rail, tab: "moves", open: true };
    this.draw();
  }

  /** The cards of all seats but the one whose eyes these are. @param {Game} game */
  openHands(game) {
    const hands = this.steps[this.at].hands;
    return hands.map((hand, seat) =>
      seat !== this.you && hand.length
        ? h("div", { class: "open-hand", key: seat }, h("b", null, this.names[seat]), h("span", { class: "open-cards" }, hand.map((card, number) => h("span", { class: "open-card", key: number }, h("span", { class: "card", role: "img", "aria-label": game.name(String(card)) }, game.face(String(card)))))))
        : null,
    );
  }

  controls() {
    const seats = this.info.seats.map((_, number) => ({ seat: number, label: this.names[number] }));
    const pick = (/** @type {string} */ value) => void this.changeView(parseSeat(value, this.info.players), this.showsHands);
    return h(
      "div",
      { class: "replay-controls", key: "controls" },
      h("div", { class: "replay-steps", role: "group", "aria-label": say("replay.steps") },
        stepButton("u-first", say("replay.first"), () => this.goTo(0, false)),
        stepButton("u-prev", say("replay.back"), () => this.goTo(this.at - 1, false)),
        stepButton(this.autoplayTimer ? "u-pause" : "u-play", say(this.autoplayTimer ? "replay.stop" : "replay.play"), () => this.toggleAutoplay()),
        stepButton("u-next", say("replay.next"), () => this.goTo(this.at + 1, true)),
        stepButton("u-last", say("replay.last"), () => this.goTo(this.total, false)),
        h("input", { type: "range", min: "0", max: String(this.total), value: String(this.at), "aria-label": say("replay.where", { at: this.at, total: this.total }), on: { input: (/** @type {any} */ event) => this.goTo(Number(event.target.value), false) } }),
        h("span", { class: "quiet" }, `${this.at}/${this.total}`)),
      h("div", { class: "replay-eyes" },
        h("select", { "aria-label": say("replay.eyes", { name: "" }), on: { change: (/** @type {any} */ event) => pick(event.target.value) } },
          h("option", { value: "", selected: this.you === null }, say("replay.eyes", { name: say("replay.spectator") })),
          seats.map(({ seat, label }) => h("option", { value: String(seat), selected: seat === this.you, key: seat }, say("replay.eyes", { name: label })))),
        h("label", { class: "toggle" }, h("span", null, say("replay.open")), h("input", { type: "checkbox", role: "switch", checked: this.showsHands, on: { change: (/** @type {any} */ event) => void this.changeView(this.you, event.target.checked) } }))),
      h("div", { class: "replay-links" },
        h("a", { class: "btn wordy", href: this.address().replace("/replay/", "/review/"), key: "review" }, say("review.title")),
        this.playOn.button(this),
        h("button", { class: "btn", type: "button", title: say("replay.copy"), on: { click: () => void copyText(location.origin + siteRoot + this.address()) } }, icon("u-link", say("replay.copy"))),
        h("a", { class: "btn", href: `/api/tables/${this.id}/record`, title: say("final.record"), download: `reihum-${this.info.game}.txt` }, icon("u-download", say("final.record")))),
      this.playOn.sheet(this),
    );
  }
}

/**
 * A table with everybody at their seats: who is here today does not matter.
 * @param {TableInfo} info
 * @returns {TableInfo}
 */
function withEverybodyHere(info) {
  return { ...info, seats: info.seats.map((seat) => ({ ...seat, here: true })) };
}

/**
 * @param {string} symbol
 * @param {string} label
 * @param {() => void} press
 */
export function stepButton(symbol, label, press) {
  return h("button", { class: "btn step", type: "button", "aria-label": label, title: label, key: label, on: { click: press } }, icon(symbol));
}

/**
 * @param {string | null} text
 * @param {number} players
 * @returns {number | null}
 */
export function parseSeat(text, players) {
  const seat = text ? Number(text) : NaN;
  return Number.isInteger(seat) && seat >= 0 && seat < players ? seat : null;
}
