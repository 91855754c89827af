// My games: those that go on, those that are over, and what they add up to.

import { alarm, announce } from "../base/announce.js";
import { errorText, get, post, RequestError } from "../base/api.js";
import { h, render } from "../base/dom.js";
import { gameEntry, isGame, slugs } from "../base/games.js";
import { icon } from "../base/symbols.js";
import { currentLocale, say } from "../base/words.js";
import { verify } from "../fair/verify.js";
import { bar } from "../table/bar.js";
import { forgetGames, keepGames, keptGames } from "./game_memory.js";
import { finishedRow, giveUpWay, unfinishedRow } from "./game_rows.js";
import { companyText, gameTitle } from "./my_games.js";
import { sinceText, statisticsPanel } from "./statistics.js";
import { tilePicture } from "./tiles.js";

/**
 * @typedef {import("../base/wire.d.ts").UnfinishedGame} UnfinishedGame
 * @typedef {import("../base/wire.d.ts").FinishedGame} FinishedGame
 * @typedef {import("../base/wire.d.ts").Statistics} Statistics
 * @typedef {import("../fair/verdict.js").Verdict} Verdict
 * @typedef {"all" | "friends" | "figures"} Tab
 */

const REFRESH_INTERVAL = 15_000; // milliseconds
const TABS = /** @type {const} */ (["all", "friends", "figures"]);

export class GamesScreen {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {UnfinishedGame[]} */
    this.unfinished = [];
    /** @type {string | null} */
    this.moreUnfinished = null;
    /** @type {FinishedGame[]} */
    this.finished = [];
    /** @type {string | null} */
    this.moreFinished = null;
    /** @type {Statistics | null} */
    this.statistics = null;
    /** Whether anything has been fetched yet. */
    this.isLoaded = false;
    /** When what is shown was true, if the server cannot be reached. @type {number | null} */
    this.asOf = null;
    /** @type {Tab} */
    this.tab = "all";
    /** The only game to show; empty: all. */
    this.game = "";
    /** The game of which it is asked whether to give it up. @type {string | null} */
    this.asking = null;
    /** The finished game whose record is offered. @type {string | null} */
    this.opened = null;
    /** @type {Map<string, Verdict>} */
    this.verdicts = new Map();
    this.error = "";
    this.isClosed = false;
    this.fetchCount = 0;
    this.draw();
    void this.#refresh();
    this.timer = setInterval(() => void this.#refreshUnfinished(), REFRESH_INTERVAL);
  }

  close() {
    this.isClosed = true;
    clearInterval(this.timer);
  }

  onLanguageChange() {
    this.draw();
  }

  // -- fetching -------------------------------------------------------------------------------------

  /** Fetch the first pages and the figures. */
  async #refresh() {
    const number = ++this.fetchCount;
    try {
      const [unfinished, finished, statistics] = await Promise.all([get(this.#path("unfinished")), get(this.#path("finished")), get("/api/mine/statistics")]);
      if (number !== this.fetchCount || this.isClosed) return;
      if (!this.game && this.tab !== "friends") keepGames({ unfinished, finished, statistics });
      this.asOf = null;
      this.#take(unfinished, finished, statistics);
    } catch (error) {
      if (number === this.fetchCount) this.#useKept(error);
    }
    this.draw();
  }

  /** Look again at the games that go on; if one is not among them any more, at everything. */
  async #refreshUnfinished() {
    if (document.hidden || this.asking) return;
    const before = this.unfinished.map(({ table }) => table);
    try {
      const { games, more } = await get(this.#path("unfinished"));
      const now = new Set(games.map((/** @type {UnfinishedGame} */ { table }) => table));
      if (!this.isLoaded || this.asOf !== null || (more === null && before.some((table) => !now.has(table)))) return await this.#refresh();
      const rest = this.unfinished.filter(({ table }) => !now.has(table));
      this.unfinished = [...games.filter(known), ...rest];
    } catch (error) {
      this.#useKept(error);
    }
    this.draw();
  }

  /** @param {any} unfinished @param {any} finished @param {Statistics} statistics */
  #take(unfinished, finished, statistics) {
    this.unfinished = unfinished.games.filter(known);
    this.moreUnfinished = unfinished.more;
    this.finished = finished.games.filter((/** @type {FinishedGame} */ { table }) => known(table));
    this.moreFinished = finished.more;
    this.statistics = statistics;
    this.isLoaded = true;
    this.error = "";
  }

  /** If the server cannot be reached, show what it said last. @param {unknown} error */
  #useKept(error) {
    const kept = keptGames();
    if (error instanceof RequestError && error.status === 0 && kept) {
      if (!this.isLoaded) this.#take(kept.unfinished, kept.finished, kept.statistics);
      this.asOf ??= kept.at;
      this.moreUnfinished = this.moreFinished = null;
    } else {
      this.error = errorText(error);
    }
  }

  /** Fetch the next page of one of the lists. @param {"unfinished" | "finished"} what */
  async #fetchMore(what) {
    const before = what === "finished" ? this.moreFinished : this.moreUnfinished;
    try {
      const { games, more } = await get(this.#path(what, before ?? ""));
      if (what === "finished") {
        this.finished.push(...games.filter((/** @type {FinishedGame} */ { table }) => known(table)));
        this.moreFinished = more;
      } else {
        this.unfinished.push(...games.filter(known));
        this.moreUnfinished = more;
      }
    } catch (error) {
      this.#showError(error);
    }
    this.draw();
  }

  /**
   * The address of a page of games.
   * @param {"unfinished" | "finished"} what
   * @param {string} [before]
   */
  #path(what, before = "") {
    const query = new URLSearchParams();
    if (this.game) query.set("game", this.game);
    if (this.tab === "friends" && what === "finished") query.set("company", "people");
    if (before) query.set("before", before);
    return `/api/mine/${what}${query.size ? `?${query}` : ""}`;
  }

  // -- what can be done -----------------------------------------------------------------------------

  /** @param {UnfinishedGame} game */
  async #giveUp(game) {
    try {
      await post(`/api/tables/${game.table}/${giveUpWay(game).request}`);
      announce(say("games.gone", { title: companyText(game) }));
      forgetGames();
    } catch (error) {
      this.#showError(error);
    }
    this.asking = null;
    await this.#refresh();
    this.root.querySelector("main")?.focus();
  }

  /** @param {string | null} table */
  #ask(table) {
    const before = this.asking;
    this.asking = table;
    this.draw();
    const button = table === null ? this.root.querySelector(`[data-table="${before}"] .game-close`) : this.root.querySelector("[data-sure]");
    /** @type {HTMLElement | null} */ (button)?.focus();
  }

  /** @param {FinishedGame} game */
  async #verify({ table }) {
    this.verdicts.set(table.table, { ok: true, text: say("fair.checking") });
    this.draw();
    try {
      const record = await get(`/api/tables/${table.table}/record`);
      this.verdicts.set(table.table, await verify(record, table.commitment, table));
    } catch (error) {
      this.verdicts.set(table.table, { ok: false, text: errorText(error) });
    }
    this.draw();
  }

  /** @param {Tab} tab */
  #setTab(tab) {
    const lists = this.tab === "friends" || tab === "friends";
    this.tab = tab;
    this.draw();
    if (lists) void this.#refresh();
  }

  /** @param {string} game */
  #setGame(game) {
    this.game = game;
    void this.#refresh();
  }

  /** @param {unknown} error */
  #showError(error) {
    this.error = errorText(error);
    alarm(this.error);
  }

  // -- drawing --------------------------------------------------------------------------------------

  draw() {
    if (this.isClosed) return;
    document.title = `${say("games.title")} – Reihum`;
    document.body.className = "";
    render(
      this.root,
      bar({ title: say("games.title"), right: [h("a", { class: "bar-button", href: "/rules", "aria-label": say("rules.title"), key: "rules" }, icon("u-book")), h("a", { class: "bar-button", href: "/settings", "aria-label": say("settings.title"), key: "gear" }, icon("u-gear"))] }),
      h(
        "main",
        { class: `page games tab-${this.tab}`, id: "main", tabindex: "-1", key: "games" },
        h("h1", null, say("games.title")),
        this.error && h("p", { class: "wrong", key: "error" }, this.error),
        this.asOf !== null && h("p", { class: "glass as-of", role: "status", key: "as-of" }, say("games.as_of", { time: new Date(this.asOf).toLocaleTimeString(currentLocale(), { hour: "2-digit", minute: "2-digit" }) })),
        this.#content(),
      ),
    );
  }

  #content() {
    if (!this.isLoaded) return this.error ? [] : [h("p", { class: "quiet", role: "status", key: "loading" }, say("loading"))];
    if (!this.#isNarrowed() && !this.unfinished.length && !this.finished.length) return [this.#nothing()];
    return [
      this.#filters(),
      h(
        "div",
        { class: "games-columns", key: "columns" },
        h("div", { class: "games-lists", key: "lists" }, (this.unfinished.length > 0 || this.#isNarrowed()) && this.#unfinishedList(), (this.finished.length > 0 || this.#isNarrowed()) && this.#finishedList()),
        h(
          "section",
          { class: "games-figures", key: "figures", "aria-labelledby": "figures-title" },
          h("div", { class: "games-head" }, h("h2", { id: "figures-title" }, say("games.figures")), h("small", null, sinceText(this.statistics))),
          this.statistics && statisticsPanel(this.statistics, this.game),
          h(
            "div",
            { class: "games-acts" },
            h("a", { class: "btn", href: "/train", key: "train" }, icon("u-undo"), say("train.title")),
            this.finished.length > 0 && h("a", { class: "btn", href: "/api/mine/records", download: "reihum-games.txt" }, icon("u-download"), say("games.download")),
            h("a", { class: "btn", href: "/settings#device" }, icon("u-link"), say("games.device")),
          ),
        ),
      ),
    ];
  }

  /** Whether only some games are shown. */
  #isNarrowed() {
    return this.game !== "" || this.tab === "friends";
  }

  /** Which games to show. */
  #filters() {
    const played = slugs().filter((slug) => slug === this.game || this.statistics?.games.some(({ game }) => game === slug) || this.unfinished.some(({ game }) => game === slug));
    return h(
      "div",
      { class: "games-filters", key: "filters" },
      h("div", { class: "choices", role: "group", "aria-label": say("games.which") }, TABS.map((tab) =>
        h("button", { class: `choice-button choose-${tab}`, type: "button", key: tab, "aria-pressed": String(this.tab === tab), on: { click: () => this.#setTab(tab) } }, say(`games.${tab}`)))),
      h("select", { "aria-label": say("games.which_game"), key: "game", value: this.game, on: { change: (/** @type {any} */ event) => this.#setGame(event.target.value) } },
        h("option", { value: "", key: "every" }, say("games.every")),
        played.map((slug) => h("option", { value: slug, key: slug }, gameTitle(slug)))),
    );
  }

  #unfinishedList() {
    const shown = this.tab === "friends" ? this.unfinished.filter(hasFriends) : this.unfinished;
    return h(
      "section",
      { key: "unfinished", "aria-labelledby": "unfinished-title" },
      h("div", { class: "games-head" }, h("h2", { id: "unfinished-title" }, say("games.unfinished")), h("small", null, shown.length || "")),
      !shown.length && h("p", { class: "quiet" }, say("games.none_such")),
      h("ul", { class: "game-list" }, shown.map((game) =>
        unfinishedRow(game, this.asking === game.table, { ask: () => this.#ask(game.table), cancel: () => this.#ask(null), giveUp: () => void this.#giveUp(game) }))),
      this.moreUnfinished && this.#moreButton("unfinished"),
    );
  }

  #finishedList() {
    return h(
      "section",
      { key: "finished", "aria-labelledby": "finished-title" },
      h("div", { class: "games-head" }, h("h2", { id: "finished-title" }, say("games.finished"))),
      !this.finished.length && h("p", { class: "quiet" }, say("games.none_such")),
      this.finished.length > 0 && h("ul", { class: "glass game-list finished" }, this.finished.map((game) => {
        const id = game.table.table;
        const open = this.opened === id;
        return finishedRow(game, open, this.verdicts.get(id) ?? null, { toggle: () => ((this.opened = open ? null : id), this.draw()), verify: () => void this.#verify(game) });
      })),
      this.moreFinished && this.#moreButton("finished"),
    );
  }

  /** @param {"unfinished" | "finished"} what */
  #moreButton(what) {
    return h("button", { class: "btn games-more", type: "button", key: "more", on: { click: () => void this.#fetchMore(what) } }, say("games.more"));
  }

  /** Nobody has played here yet: the games to choose from. */
  #nothing() {
    return h(
      "section",
      { class: "games-none", key: "none" },
      h("h2", null, say("games.none")),
      h("p", { class: "quiet" }, say("games.none_more")),
      h("ul", { class: "tiles rules-tiles" }, slugs().map((slug) =>
        h("li", { class: `tile g-${gameEntry(slug).folder}`, key: slug },
          h("div", { class: "tile-picture", "aria-hidden": "true" }, tilePicture(slug)),
          h("div", { class: "tile-text" },
            h("h3", null, h("a", { class: "tile-link", href: `/?game=${slug}` }, gameTitle(slug))),
            h("p", { class: "tile-facts" }, say(`${gameEntry(slug).folder}.facts`)))))),
    );
  }
}

/** Whether this page has the game of a table; a lesson is not a game. @param {{game: string, lesson: object | null}} table */
function known({ game, lesson }) {
  return isGame(game) && !lesson;
}

/** Whether another person plays. @param {UnfinishedGame} game */
function hasFriends({ seats, you }) {
  return seats.some((seat, number) => seat.kind !== "bot" && number !== you);
}
