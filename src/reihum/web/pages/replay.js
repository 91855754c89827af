// A finished game again, move by move: from every seat's eyes, or with open cards. /replay/ID#seat=1&v=17 leads to a move.

import { errorText, get } from "../base/api.js";
import { copyText } from "../base/copy.js";
import { h, render } from "../base/dom.js";
import { fetchGame } from "../base/games.js";
import { flightTime } from "../base/settings.js";
import { icon } from "../base/symbols.js";
import { currentLanguage, say } from "../base/words.js";
import { bar } from "../table/bar.js";
import { flyCards, measurePlaces } from "../table/flights.js";
import { rail } from "../table/rail.js";
import { loadRules } from "../table/rules_panel.js";
import { scoreSheet } from "../table/scores.js";
import { tableArea } from "../table/table_area.js";

/**
 * @typedef {import("../table/types.d.ts").Game} Game
 * @typedef {import("../table/types.d.ts").TableInfo} TableInfo
 * @typedef {import("../table/types.d.ts").Line} Line
 * @typedef {import("../table/types.d.ts").Table} Table
 * @typedef {Line & {view: any, hands: any[][]}} ReplayStep
 */

const PACE = 1400; // milliseconds between moves that play by themselves

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
    this.open = false;
    /** @type {any[]} */
    this.allRounds = [];
    this.error = "";
    this.playing = 0;
    this.gone = false;
    /** @type {import("../table/rail.js").RailState} */
    this.rail = { tab: "moves", rule: null, open: false, search: "" };
    this.press = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    addEventListener("keydown", this.press);
    this.hashChanged = () => void this.#fromAddress();
    addEventListener("hashchange", this.hashChanged);
    void this.#open();
  }

  async #open() {
    try {
      this.info = asPlayed(await get(`/api/tables/${this.id}`));
      this.game = await fetchGame(this.info.game);
      await loadRules(this.info.game);
      document.body.className = `g-${this.game.folder}`;
      document.title = `${say("replay.title")} – Reihum`;
      const wanted = new URLSearchParams(location.hash.slice(1));
      this.you = wanted.has("seat") ? seatIn(wanted.get("seat"), this.info.players) : this.info.you;
      this.open = wanted.has("open");
      await this.#fetch();
      this.#step(Number(wanted.get("v") ?? 0), false);
    } catch (error) {
      this.error = errorText(error);
    }
    this.draw();
  }

  /** All steps as the chosen seat heard them. */
  async #fetch() {
    /** @type {ReplayStep[]} */
    const steps = [];
    const seat = this.you === null ? "" : `&seat=${this.you}`;
    do {
      const found = await get(`/api/tables/${this.id}/replay?from=${steps.length}&lang=${currentLanguage()}${seat}`);
      if (!steps.length) found.steps[0].told = found.told;
      steps.push(...found.steps);
      this.total = found.v;
      this.allRounds = found.rounds;
      if (!found.steps.length) break;
    } while (steps.length <= this.total);
    this.steps = steps;
  }

  async onLanguageChange() {
    await loadRules(this.info.game);
    await this.#fetch();
    this.draw();
  }

  close() {
    this.gone = true;
    clearInterval(this.playing);
    removeEventListener("keydown", this.press);
    removeEventListener("hashchange", this.hashChanged);
    document.body.className = "";
  }

  // -- what a game asks: there is nothing to choose -------------------------------------------------

  get view() {
    return this.steps[this.at]?.view;
  }
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
    return this.allRounds.filter((event) => event.v <= this.at);
  }
  get log() {
    return this.steps.slice(0, this.at + 1);
  }
  get hands() {
    return this.open ? (this.steps[this.at]?.hands ?? null) : null;
  }
  get isOver() {
    return this.at === this.total;
  }
  get lastMove() {
    return this.log.findLast((line) => line.by !== null) ?? null;
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
   * @param {boolean} animated
   */
  #step(to, animated) {
    const before = this.at;
    const target = Math.max(0, Math.min(this.total, Number.isFinite(to) ? to : 0));
    const line = this.steps[target];
    const game = this.game;
    const forward = animated && target === before + 1 && line && game;
    const shown = (/** @type {number} */ at) => ({ v: at, seat: this.you, view: this.steps[at].view, moves: [], ask: null });
    const flights = forward && flightTime() ? game.flights(line, shown(before), shown(target)) : [];
    const places = flights.length ? measurePlaces() : new Map();
    this.at = target;
    history.replaceState(null, "", this.#address());
    this.draw();
    if (flights.length && game) void flyCards(flights, places, (card) => game.face(card), flightTime());
  }

  #address() {
    const parts = [this.you === null ? "seat=" : `seat=${this.you}`, this.open ? "open" : "", `v=${this.at}`];
    return `/replay/${this.id}#${parts.filter(Boolean).join("&")}`;
  }

  async #fromAddress() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    await this.#look(seatIn(wanted.get("seat"), this.info.players), wanted.has("open"));
    this.#step(Number(wanted.get("v") ?? 0), false);
  }

  /**
   * Look with other eyes.
   * @param {number | null} seat
   * @param {boolean} open
   */
  async #look(seat, open) {
    const other = seat !== this.you;
    this.you = seat;
    this.open = open;
    if (other) await this.#fetch();
    this.#step(this.at, false);
  }

  #playOrStop() {
    if (this.playing) {
      clearInterval(this.playing);
      this.playing = 0;
    } else {
      this.playing = setInterval(() => (this.at < this.total ? this.#step(this.at + 1, true) : this.#playOrStop()), PACE);
    }
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (/** @type {Element} */ (event.target).closest("input, select, [role=tablist]")) return;
    const to = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.total }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#step(to, true);
  }

  draw() {
    if (this.gone) return;
    const { game } = this;
    if (!game || !this.steps.length) {
      render(this.root, bar({ title: say("replay.title") }), h("main", { class: "page", id: "main", tabindex: "-1" },
        this.error ? [h("h1", null, say("replay.none")), h("p", { role: "alert" }, this.error), h("a", { class: "btn main", href: "/" }, say("bar.home"))] : h("p", { class: "quiet" }, say("loading"))));
      return;
    }
    const place = game.progressText(this);
    render(
      this.root,
      bar({ title: say(`${game.folder}.title`), progress: [h("span", { class: "wide" }, `${say("replay.title")} · ${place.wide}`), h("span", { class: "narrow" }, place.narrow)], right: [h("a", { class: "bar-button", href: `/t/${this.id}`, "aria-label": say("replay.to_table"), key: "table" }, icon("u-close"))] }),
      h(
        "div",
        { class: "table-screen replaying", key: "table-screen" },
        h("main", { class: "felt-area", id: "main", tabindex: "-1" }, h("h1", { class: "hidden" }, say("replay.title")),
          tableArea(this, game, { focusedCard: null, openLog: () => ((this.rail.open = true), this.draw()), openRule: () => {}, takeBack: null, prompt: this.steps[this.at].told.join(" ") || say("replay.unheard"), controls: this.#controls() }),
          this.open && h("div", { class: "open-hands", key: "open-hands" }, this.#openHands(game))),
        rail(this, game, this.rail, { pickTab: (tab) => ((this.rail.tab = tab), this.draw()), close: () => ((this.rail.open = false), this.draw()), say: null, search: (text) => ((this.rail.search = text), this.draw()) }, [], () => scoreSheet(this, game)),
      ),
    );
    const log = this.root.querySelector(".panel-moves");
    if (log) log.scrollTop = log.scrollHeight;
  }

  /** @param {Game} game */
  #openHands(game) {
    const hands = this.steps[this.at].hands;
    return hands.map((hand, seat) =>
      hands.length === this.info.players && seat !== this.you && hand.length
        ? h("div", { class: "open-hand", key: seat }, h("b", null, this.names[seat]), h("span", { class: "open-cards" }, hand.map((card, number) => h("span", { class: "card", role: "img", "aria-label": game.name(String(card)), key: number }, game.face(String(card))))))
        : null,
    );
  }

  #controls() {
    const eyes = this.info.seats.map((_, number) => ({ seat: number, label: this.names[number] }));
    const pick = (/** @type {string} */ value) => void this.#look(seatIn(value, this.info.players), this.open);
    return h(
      "div",
      { class: "replay-controls", key: "controls" },
      h("div", { class: "replay-steps", role: "group", "aria-label": say("replay.steps") },
        step("u-first", say("replay.first"), () => this.#step(0, false)),
        step("u-prev", say("replay.back"), () => this.#step(this.at - 1, false)),
        step(this.playing ? "u-pause" : "u-play", say(this.playing ? "replay.stop" : "replay.play"), () => this.#playOrStop()),
        step("u-next", say("replay.next"), () => this.#step(this.at + 1, true)),
        step("u-last", say("replay.last"), () => this.#step(this.total, false)),
        h("input", { type: "range", min: "0", max: String(this.total), value: String(this.at), "aria-label": say("replay.where", { at: this.at, total: this.total }), on: { input: (/** @type {any} */ event) => this.#step(Number(event.target.value), false) } }),
        h("span", { class: "quiet" }, `${this.at}/${this.total}`)),
      h("div", { class: "replay-eyes" },
        h("label", null, h("span", null, say("replay.eyes")), h("select", { on: { change: (/** @type {any} */ event) => pick(event.target.value) } },
          h("option", { value: "", selected: this.you === null }, say("replay.spectator")),
          eyes.map(({ seat, label }) => h("option", { value: String(seat), selected: seat === this.you, key: seat }, label)))),
        h("label", { class: "toggle" }, h("span", null, say("replay.open")), h("input", { type: "checkbox", role: "switch", checked: this.open, on: { change: (/** @type {any} */ event) => void this.#look(this.you, event.target.checked) } })),
        h("button", { class: "btn", type: "button", on: { click: () => void copyText(location.href) } }, icon("u-link"), h("span", null, say("replay.copy"))),
        h("a", { class: "btn", href: `/api/tables/${this.id}/record`, download: `reihum-${this.info.game}.txt` }, say("final.record"))),
    );
  }
}

/**
 * The table as it was in the game: who is there today does not matter.
 * @param {TableInfo} info
 * @returns {TableInfo}
 */
function asPlayed(info) {
  return { ...info, seats: info.seats.map((seat) => ({ ...seat, here: true })) };
}

/**
 * @param {string} sign
 * @param {string} label
 * @param {() => void} press
 */
function step(sign, label, press) {
  return h("button", { class: "btn step", type: "button", "aria-label": label, title: label, key: label, on: { click: press } }, icon(sign));
}

/**
 * @param {string | null} text
 * @param {number} players
 * @returns {number | null}
 */
function seatIn(text, players) {
  const seat = text ? Number(text) : NaN;
  return Number.isInteger(seat) && seat >= 0 && seat < players ? seat : null;
}
