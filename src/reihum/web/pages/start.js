// The first page: the games, my unfinished tables, open tables of others.

import { fetchAbout } from "../base/about.js";
import { alarm, announce } from "../base/announce.js";
import { errorText, get, post, RequestError } from "../base/api.js";
import { languageSwitch, toggle } from "../base/controls.js";
import { h, render } from "../base/dom.js";
import { gameEntry, slugs } from "../base/games.js";
import { chooseLevel, chosenLevel, levelName, LEVELS, levelSentence, seatsWithBots } from "../base/levels.js";
import { ownName } from "../base/names.js";
import { go } from "../base/router.js";
import { changeSettings, onSettingsChange, settings } from "../base/settings.js";
import { icon } from "../base/symbols.js";
import { say } from "../base/words.js";
import { noteAimDue } from "../table/aim.js";
import { bar } from "../table/bar.js";
import { hasLesson, noteKnown, openLesson } from "./lesson.js";
import { dailyLinks, fetchDaily } from "./daily.js";
import { levelSheet, openSheet } from "./level_sheet.js";
import { fetchMyTables, myTables } from "./my_tables.js";
import { ruleTexts } from "./table_rules.js";
import { tilePicture } from "./tiles.js";

/**
 * @typedef {import("../table/types.d.ts").TableInfo} TableInfo
 * @typedef {import("../base/about.js").About} About
 * @typedef {keyof typeof OPEN_BUTTONS} Company with whom somebody wants to play
 */

const TABLE_CODE = /[A-Za-z0-9]{6}/;
const USUAL_PLAYERS = 4;
const PACES = /** @type {const} */ (["none", "live", "days"]); // time limits of games with friends
/** The buttons that open a table. */
const OPEN_BUTTONS = {
  bots: { name: "play", symbol: "u-play", look: "main" },
  friends: { name: "invite", symbol: "u-link", look: "" },
  nobody: { name: "solo", symbol: "u-user", look: "tile-solo" },
};

export class StartScreen {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {About | null} */
    this.about = null;
    /** @type {import("../base/wire.d.ts").UnfinishedGame[]} */
    this.myTables = [];
    /** @type {TableInfo[]} */
    this.openTables = [];
    /** My unfinished lessons. @type {import("../base/wire.d.ts").UnfinishedGame[]} */
    this.lessons = [];
    /** What there is to solve today. @type {import("./daily.js").Daily | null} */
    this.daily = null;
    this.error = "";
    /** Whether the server does not take the name, which can be changed in Settings. */
    this.isNameWrong = false;
    /** The button whose table is being opened. @type {string | null} */
    this.busy = null;
    /** The tile whose settings are open. @type {string | null} */
    this.openTile = new URLSearchParams(location.search).get("game");
    /** The game for which a sheet shows the levels. @type {string | null} */
    this.sheetGame = null;
    this.isClosed = false;
    this.isPublic = false;
    this.unsubscribe = onSettingsChange(() => this.draw());
    this.draw();
    void this.#refresh();
    void this.#refreshDaily();
    this.timer = setInterval(() => void this.#refresh(), 15_000);
  }

  close() {
    this.isClosed = true;
    clearInterval(this.timer);
    this.unsubscribe();
  }

  onLanguageChange() {
    this.draw();
  }

  /** Fetch my tables, and those where a seat is free. */
  async #refresh() {
    try {
      const [about, mine, open] = await Promise.all([fetchAbout(), fetchMyTables(), get("/api/tables")]);
      this.about = about;
      this.lessons = mine.filter(({ lesson }) => lesson);
      this.myTables = mine.filter(({ lesson }) => !lesson);
      if (!settings.hasPlayed && (this.myTables.length || (await hasFinished()))) changeSettings({ hasPlayed: true });
      for (const { game } of mine) noteKnown(game);
      const mineIds = new Set(mine.map(({ table }) => table));
      this.openTables = open.tables.filter((/** @type {TableInfo} */ table) => !mineIds.has(table.table));
    } catch {
      // the page stays as it is; opening a table will say what went wrong
    }
    this.draw();
  }

  async #refreshDaily() {
    this.daily = await fetchDaily();
    this.draw();
  }

  /** How many play together; alone is another game with a button of its own. @param {string} slug */
  playerCount(slug) {
    const allowed = playersTogether(slug);
    return [settings.players[slug], USUAL_PLAYERS].find((count) => allowed.includes(count)) ?? allowed[0];
  }

  /**
   * Open a table and go there.
   * @param {string} slug
   * @param {Company} company
   */
  async play(slug, company) {
    if (this.busy) return;
    const friends = company === "friends";
    this.busy = busyKey(slug, company);
    announce(say("loading"));
    this.draw();
    const players = company === "nobody" ? 1 : this.playerCount(slug);
    try {
      const request = {
        game: slug,
        players,
        options: settings.options[slug] ?? {},
        seats: friends ? ["me", ...Array(players - 1).fill("open")] : seatsWithBots(slug, players, LEVELS[chosenLevel(slug) - 1]),
        public: friends && this.isPublic,
        pace: friends ? settings.pace : "none",
        begins: friends ? "host" : "soon",
        name: ownName() || say("start.nameless"),
      };
      const { table } = await post("/api/tables", request);
      changeSettings({ hasPlayed: true });
      noteKnown(slug);
      noteAimDue(request);
      go(`/t/${table}`);
    } catch (error) {
      this.#showError(error);
    }
    this.busy = null;
    this.draw();
  }

  /**
   * Go to a lesson.
   * @param {string} slug
   * @param {boolean} alone
   */
  async learn(slug, alone) {
    if (this.busy) return;
    this.busy = busyKey(slug, "lesson");
    announce(say("loading"));
    this.draw();
    try {
      await openLesson(slug, alone, this.lessons);
    } catch (error) {
      this.#showError(error);
    }
    this.busy = null;
    this.draw();
  }

  /** @param {string} code */
  async join(code) {
    try {
      const { table } = await get(`/api/code/${encodeURIComponent(code.trim())}`);
      go(`/t/${table}`);
    } catch (error) {
      this.#showError(error);
    }
  }

  /** @param {unknown} error */
  #showError(error) {
    this.error = errorText(error);
    this.isNameWrong = error instanceof RequestError && error.code === "name";
    alarm(this.error);
    this.draw();
  }

  draw() {
    if (this.isClosed) return;
    document.title = "Reihum";
    document.body.className = "";
    render(
      this.root,
      bar({ right: [languageSwitch(), h("a", { class: "bar-button", href: "/games", "aria-label": say("games.title"), key: "games" }, icon("u-pad")), h("a", { class: "bar-button", href: "/settings", "aria-label": say("settings.title"), key: "gear" }, icon("u-gear"))] }),
      h(
        "main",
        { class: "page start", id: "main", tabindex: "-1", key: "start" },
        this.#greeting(),
        this.error && h("p", { class: "wrong", key: "error" }, this.error, this.isNameWrong && [" ", h("a", { href: "/settings" }, say("start.change_name"))]),
        myTables(this.myTables),
        h("ul", { class: "tiles", key: "tiles" }, slugs().map((slug) => this.#tile(slug))),
        h("div", { class: "start-foot", key: "foot" }, this.#openTableList(), this.#footLinks()),
      ),
      this.sheetGame !== null && levelSheet(this.sheetGame, { close: () => this.#setSheet(null), play: () => void this.play(this.sheetGame ?? "", "bots") }),
    );
    openSheet();
  }

  /** @param {string | null} slug */
  #setSheet(slug) {
    this.sheetGame = slug;
    this.draw();
  }

  #greeting() {
    const name = ownName();
    return h(
      "div",
      { class: "greeting", key: "greeting" },
      h("div", null, h("h1", null, name ? say("start.welcome", { name }) : say("start.welcome_stranger")), h("p", null, say("start.what"))),
      h(
        "form",
        { class: "code-form", on: { submit: (/** @type {any} */ event) => (event.preventDefault(), void this.join(new FormData(event.target).get("code")?.toString() ?? "")) } },
        h("label", { class: "hidden", for: "code" }, say("start.code")),
        h("input", { id: "code", name: "code", type: "text", placeholder: say("start.code"), autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: "12", pattern: `\\s*${TABLE_CODE.source}\\s*`, required: true }),
        h("button", { class: "btn", type: "submit" }, say("start.join")),
      ),
    );
  }

  /** @param {string} slug */
  #tile(slug) {
    const { folder } = gameEntry(slug);
    const about = this.about?.games.find((game) => game.slug === slug);
    const open = this.openTile === slug;
    const players = this.playerCount(slug);
    return h(
      "li",
      { class: `tile g-${folder}${open ? " open" : ""}`, key: slug },
      h("div", { class: "tile-picture", "aria-hidden": "true" }, tilePicture(slug)),
      h(
        "div",
        { class: "tile-text" },
        h("h2", null, say(`${folder}.title`)),
        settings.known[slug] && hasLesson(slug, false) && this.#lessonButton(slug, false),
        h("p", { class: "tile-facts" }, say(`${folder}.facts`)),
        h("p", null, say(`${folder}.pitch`)),
        h(
          "div",
          { class: "tile-buttons" },
          this.#openButton(slug, "bots"),
          this.#openButton(slug, "friends"),
        ),
        !settings.known[slug] && hasLesson(slug, false) && this.#lessonButton(slug, false),
        gameEntry(slug).players.includes(1) && h("div", { class: "tile-buttons tile-alone" }, this.#openButton(slug, "nobody"), hasLesson(slug, true) && this.#lessonButton(slug, true)),
        this.#tileLine(slug, players, open),
        open && about && this.#tileSettings(slug, about, players),
      ),
    );
  }

  /**
   * The button to play against bots or alone, or to invite friends; it says when the server is slow.
   * @param {string} slug
   * @param {Company} company
   */
  #openButton(slug, company) {
    const { name, symbol, look } = OPEN_BUTTONS[company];
    const busy = this.busy === busyKey(slug, company);
    const title = h("span", { class: "hidden" }, `: ${say(`${gameEntry(slug).folder}.title`)}`);
    return h(
      "button",
      { class: `btn ${look}`, type: "button", key: busyKey(slug, company), "aria-busy": busy ? "true" : undefined, [`data-${name}`]: slug, on: { click: () => void this.play(slug, company) } },
      icon(symbol),
      h("span", { class: `${name}-word` }, say(`start.${name}`), title),
      busy && h("i", { class: "spinner", "aria-hidden": "true", key: "busy" }),
    );
  }

  /**
   * The way to a lesson; it is offered to those who have never met the game, and quiet for all others.
   * @param {string} slug
   * @param {boolean} alone
   */
  #lessonButton(slug, alone) {
    const first = !alone && !settings.known[slug];
    const begun = this.lessons.some((table) => table.game === slug && table.status !== "over" && (table.players === 1) === alone);
    const text = say(alone ? "lesson.learn_solo" : begun ? "lesson.continue" : "lesson.learn");
    return h(
      "button",
      { class: first ? "btn tile-learn-first" : alone ? "btn tile-learn-solo" : "tile-learn", type: "button", key: alone ? "learn-solo" : "learn", "data-learn": `${slug}${alone ? " solo" : ""}`, title: first ? undefined : text, "aria-busy": this.busy === busyKey(slug, "lesson") ? "true" : undefined, on: { click: () => void this.learn(slug, alone) } },
      icon("u-book"),
      first ? h("span", null, text) : h("span", { class: "hidden" }, text),
      !first && !alone && h("span", { class: "tile-learn-word", "aria-hidden": "true" }, say("lesson.learn_short")),
      h("span", { class: "hidden" }, `: ${say(`${gameEntry(slug).folder}.title`)}`),
    );
  }

  /**
   * How a game would be played now, and how to change that; on a phone there is a sheet for the level.
   * @param {string} slug
   * @param {number} players
   * @param {boolean} open
   */
  #tileLine(slug, players, open) {
    const level = levelName(chosenLevel(slug));
    return h(
      "div",
      { class: "tile-line" },
      h(
        "button",
        { class: "tile-more", type: "button", "aria-expanded": String(open), key: "more", on: { click: () => ((this.openTile = open ? null : slug), this.draw()) } },
        icon("u-user"),
        h("span", { class: "tile-count", "aria-hidden": "true" }, String(players)),
        h("span", { class: "tile-players" }, say("start.settings", { count: players })),
        h("span", { class: "tile-more-level" }, ` · ${level}`),
        h("span", { "aria-hidden": "true" }, open ? " ▴" : " ▾"),
      ),
      h("button", { class: "tile-level", type: "button", "aria-haspopup": "dialog", key: "level", "data-levels": slug, on: { click: () => this.#setSheet(slug) } }, h("span", { class: "hidden" }, `${say("start.level")}: `), level, h("span", { "aria-hidden": "true" }, " ▾")),
    );
  }

  /**
   * @param {string} slug
   * @param {About["games"][number]} about
   * @param {number} players
   */
  #tileSettings(slug, about, players) {
    const options = settings.options[slug] ?? {};
    return h(
      "div",
      { class: "tile-settings" },
      h("span", { id: `players-${slug}` }, say("start.players")),
      h("div", { class: "choices", role: "group", "aria-labelledby": `players-${slug}` }, playersTogether(slug).map((count) =>
        h("button", { class: "choice-button", type: "button", key: count, "aria-pressed": String(count === players), on: { click: () => changeSettings({ players: { ...settings.players, [slug]: count } }) } }, String(count)))),
      levelSettings(slug),
      Object.keys(about.options).map((name) =>
        toggle(say(`${gameEntry(slug).folder}.option_${name}`), options[name] ?? about.options[name], (on) => changeSettings({ options: { ...settings.options, [slug]: { ...options, [name]: on } } }))),
      toggle(say("start.public"), this.isPublic, (on) => ((this.isPublic = on), this.draw())),
      h("span", { id: `pace-${slug}` }, say("lobby.pace")),
      h("div", { class: "choices", role: "group", "aria-labelledby": `pace-${slug}` }, PACES.map((pace) =>
        h("button", { class: "choice-button", type: "button", key: pace, "aria-pressed": String(settings.pace === pace), on: { click: () => changeSettings({ pace }) } }, say(`lobby.pace_${pace}`)))),
    );
  }

  /** Tables of others where a seat is free. */
  #openTableList() {
    return h(
      "section",
      { class: "glass foot-card", key: "others" },
      h("h2", null, say("start.tables")),
      !this.openTables.length && h("p", { class: "quiet" }, say("start.no_tables")),
      h("ul", null, this.openTables.slice(0, 6).map((table) =>
        h("li", { key: table.table, class: "open-table" },
          h("span", null, h("b", null, say(`${gameEntry(table.game).folder}.title`)), ` · ${table.seats.filter((seat) => seat.kind === "open").length}/${table.players} ${say("start.free")} · ${table.seats.map((seat) => seat.name).filter(Boolean).join(", ")}`, ruleTexts(table, gameEntry(table.game).folder).map((text) => ` · ${text}`)),
          h("a", { class: "btn", href: `/t/${table.table}` }, say("start.sit"))))),
    );
  }

  #footLinks() {
    return h(
      "nav",
      { class: "foot-links", key: "more", "aria-label": say("start.more") },
      dailyLinks(this.daily),
      h("a", { class: "glass foot-link", href: "/rules" }, icon("u-book"), h("span", null, h("b", null, say("start.learn")), h("small", null, say("start.learn_more")))),
      h("a", { class: "glass foot-link", href: "/settings#device" }, icon("u-user"), h("span", null, h("b", null, say("start.device")), h("small", null, say("start.device_more")))),
      h("a", { class: "glass foot-link", href: "/games", key: "games" }, icon("u-pad"), h("span", null, h("b", null, say("games.all_mine")), h("small", null, say("games.all_more")))),
    );
  }
}

/**
 * @param {string} slug
 * @param {Company | "lesson"} company
 */
function busyKey(slug, company) {
  return `${company} ${slug}`;
}

/** Whether this player has finished a game here, perhaps on another device. */
async function hasFinished() {
  return (await get("/api/mine/finished")).games.length > 0;
}

/** How many can play together. @param {string} slug */
function playersTogether(slug) {
  return gameEntry(slug).players.filter((count) => count > 1);
}

/**
 * A choice of the level of the bots, and what to expect of it.
 * @param {string} slug
 */
function levelSettings(slug) {
  const chosen = chosenLevel(slug);
  return h(
    "div",
    { class: "level-settings", key: "levels" },
    h("span", { id: `level-${slug}` }, say("start.level")),
    h("div", { class: "choices", role: "group", "aria-labelledby": `level-${slug}` }, LEVELS.map((_, at) => at + 1).map((level) =>
      h("button", { class: "choice-button", type: "button", key: level, "aria-pressed": String(level === chosen), on: { click: () => chooseLevel(slug, level) } }, String(level), h("span", { class: "hidden" }, ` ${levelName(level)}`)))),
    h("div", { class: "level-told", "aria-live": "polite" }, h("b", null, `${chosen} · ${levelName(chosen)}`), h("small", null, levelSentence(chosen))),
  );
}
