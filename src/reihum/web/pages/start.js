// The first page: the games, what waits for me, tables of others.

import { fetchAbout } from "../base/about.js";
import { alarm } from "../base/announce.js";
import { errorText, get, post } from "../base/api.js";
import { languageSwitch, toggle } from "../base/controls.js";
import { h, render } from "../base/dom.js";
import { gameEntry, slugs } from "../base/games.js";
import { go } from "../base/router.js";
import { changeSettings, onSettingsChange, settings } from "../base/settings.js";
import { icon } from "../base/symbols.js";
import { say } from "../base/words.js";
import { avatar } from "../table/avatar.js";
import { bar } from "../table/bar.js";
import { optionsOf } from "./lobby.js";
import { tilePicture } from "./tiles.js";

/**
 * @typedef {import("../table/types.d.ts").TableInfo} TableInfo
 * @typedef {import("../base/about.js").About} About
 */

const CODE = /[A-Za-z0-9]{6}/;
const USUAL_PLAYERS = 4;
const PACES = /** @type {const} */ (["none", "live", "days"]); // of games with friends
const MINE = 4; // unfinished tables that are shown

export class StartScreen {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {About | null} */
    this.about = null;
    /** @type {TableInfo[]} */
    this.mine = [];
    /** @type {TableInfo[]} */
    this.tables = [];
    this.error = "";
    this.busy = false;
    /** The tile whose settings are open. @type {string | null} */
    this.open = new URLSearchParams(location.search).get("game");
    this.gone = false;
    this.public = false;
    this.forget = onSettingsChange(() => this.draw());
    this.draw();
    void this.#look();
    this.timer = setInterval(() => void this.#look(), 15_000);
  }

  close() {
    this.gone = true;
    clearInterval(this.timer);
    this.forget();
  }

  onLanguageChange() {
    this.draw();
  }

  /** Ask what waits for me, and where one could sit down. */
  async #look() {
    try {
      const [found, mine, open] = await Promise.all([fetchAbout(), get("/api/mine"), get("/api/tables")]);
      this.about = found;
      this.mine = mine.tables.filter((/** @type {TableInfo} */ table) => table.status !== "over" && table.you !== null);
      this.mine.sort((a, b) => Number(b.asked ?? false) - Number(a.asked ?? false));
      const own = new Set(mine.tables.map((/** @type {TableInfo} */ table) => table.table));
      this.tables = open.tables.filter((/** @type {TableInfo} */ table) => !own.has(table.table));
      this.finished = mine.tables.filter((/** @type {TableInfo} */ table) => table.status === "over").slice(0, 3);
    } catch {
      // the page stays as it is; opening a table will say what is wrong
    }
    this.draw();
  }

  /** @type {TableInfo[]} */
  finished = [];

  /** @param {string} slug */
  players(slug) {
    const able = gameEntry(slug).players;
    const wanted = settings.players[slug] ?? USUAL_PLAYERS;
    return able.includes(wanted) ? wanted : able[0];
  }

  /**
   * Open a table and go there.
   * @param {string} slug
   * @param {boolean} friends whether the other seats are open instead of taken by bots
   */
  async play(slug, friends) {
    if (this.busy) return;
    this.busy = true;
    const players = friends ? Math.max(2, this.players(slug)) : this.players(slug);
    try {
      const wish = {
        game: slug,
        players,
        options: settings.options[slug] ?? {},
        seats: ["me", ...Array(players - 1).fill(friends ? "open" : `bot:${bestBot(this.about)}`)],
        public: friends && this.public,
        pace: friends ? settings.pace : "none",
        ...(settings.name.trim() ? { name: settings.name.trim() } : { name: say("start.nameless") }),
      };
      const { table } = await post("/api/tables", wish);
      go(`/t/${table}`);
    } catch (error) {
      this.#fail(error);
    }
    this.busy = false;
  }

  /** @param {string} code */
  async join(code) {
    try {
      const { table } = await get(`/api/code/${encodeURIComponent(code.trim())}`);
      go(`/t/${table}`);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    this.error = errorText(error);
    alarm(this.error);
    this.draw();
  }

  draw() {
    if (this.gone) return;
    document.title = "Reihum";
    document.body.className = "";
    render(
      this.root,
      bar({ right: [languageSwitch(), h("a", { class: "bar-button", href: "/settings", "aria-label": say("settings.title"), key: "gear" }, icon("u-gear"))] }),
      h(
        "main",
        { class: "page start", id: "main", tabindex: "-1", key: "start" },
        this.#greeting(),
        this.error && h("p", { class: "wrong", key: "error" }, this.error),
        this.mine.slice(0, MINE).map((table) => this.#waiting(table)),
        h("ul", { class: "tiles", key: "tiles" }, slugs().map((slug) => this.#tile(slug))),
        h("div", { class: "start-foot", key: "foot" }, this.#others(), this.#more()),
      ),
    );
  }

  #greeting() {
    const name = settings.name.trim();
    return h(
      "div",
      { class: "greeting", key: "greeting" },
      h("div", null, h("h1", null, name ? say("start.welcome", { name }) : say("start.welcome_stranger")), h("p", null, say("start.what"))),
      h(
        "form",
        { class: "code-form", on: { submit: (/** @type {any} */ event) => (event.preventDefault(), void this.join(new FormData(event.target).get("code")?.toString() ?? "")) } },
        h("label", { class: "hidden", for: "code" }, say("start.code")),
        h("input", { id: "code", name: "code", type: "text", placeholder: say("start.code"), autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: "12", pattern: `\\s*${CODE.source}\\s*`, required: true }),
        h("button", { class: "btn", type: "submit" }, say("start.join")),
      ),
    );
  }

  /** @param {TableInfo} table */
  #waiting(table) {
    const game = say(`${gameEntry(table.game).folder}.title`);
    const text = table.status === "waiting" ? say("start.waits", { game }) : table.asked ? say("start.your_turn", { game }) : say("start.goes_on", { game });
    return h(
      "div",
      { class: "waiting paper", key: `mine${table.table}` },
      h("span", { class: "heads" }, table.seats.map((seat, number) => seat.name && avatar(seat.name, number, { small: false }))),
      h("span", { class: "who" }, h("b", null, text), h("small", null, table.seats.map((seat) => seat.name ?? "…").join(" · "))),
      h("a", { class: "btn main", href: `/t/${table.table}` }, say("start.continue")),
    );
  }

  /** @param {string} slug */
  #tile(slug) {
    const { folder } = gameEntry(slug);
    const able = this.about?.games.find((game) => game.slug === slug);
    const open = this.open === slug;
    const players = this.players(slug);
    return h(
      "li",
      { class: `tile g-${folder}${open ? " open" : ""}`, key: slug },
      h("div", { class: "tile-picture", "aria-hidden": "true" }, tilePicture(slug)),
      h(
        "div",
        { class: "tile-text" },
        h("h2", null, say(`${folder}.title`)),
        h("p", { class: "tile-facts" }, say(`${folder}.facts`)),
        h("p", null, say(`${folder}.pitch`)),
        h(
          "div",
          { class: "tile-buttons" },
          h("button", { class: "btn main", type: "button", "data-play": slug, on: { click: () => void this.play(slug, false) } }, icon("u-play"), h("span", null, say("start.play"), h("span", { class: "hidden" }, `: ${say(`${folder}.title`)}`))),
          h("button", { class: "btn", type: "button", "data-invite": slug, on: { click: () => void this.play(slug, true) } }, icon("u-link"), h("span", { class: "invite-word" }, say("start.invite"), h("span", { class: "hidden" }, `: ${say(`${folder}.title`)}`))),
        ),
        h("button", { class: "tile-more", type: "button", "aria-expanded": String(open), on: { click: () => ((this.open = open ? null : slug), this.draw()) } }, players === 1 ? say("start.alone") : say("start.settings", { count: players }), h("span", { "aria-hidden": "true" }, open ? " ▴" : " ▾")),
        open && able && this.#tileSettings(slug, able, players),
      ),
    );
  }

  /**
   * @param {string} slug
   * @param {About["games"][number]} able
   * @param {number} players
   */
  #tileSettings(slug, able, players) {
    const options = settings.options[slug] ?? {};
    return h(
      "div",
      { class: "tile-settings" },
      h("div", { class: "choices", role: "group", "aria-label": say("start.players") }, able.players.map((count) =>
        h("button", { class: "choice-button", type: "button", key: count, "aria-pressed": String(count === players), on: { click: () => changeSettings({ players: { ...settings.players, [slug]: count } }) } }, String(count)))),
      Object.keys(able.options).map((name) =>
        toggle(say(`${gameEntry(slug).folder}.option_${name}`), options[name] ?? able.options[name], (on) => changeSettings({ options: { ...settings.options, [slug]: { ...options, [name]: on } } }))),
      toggle(say("start.public"), this.public, (on) => ((this.public = on), this.draw())),
      h("span", { id: `pace-${slug}` }, say("start.pace")),
      h("div", { class: "choices", role: "group", "aria-labelledby": `pace-${slug}` }, PACES.map((pace) =>
        h("button", { class: "choice-button", type: "button", key: pace, "aria-pressed": String(settings.pace === pace), on: { click: () => changeSettings({ pace }) } }, say(`start.pace_${pace}`)))),
    );
  }

  /** Tables of others at which a seat is free. */
  #others() {
    return h(
      "section",
      { class: "glass foot-card", key: "others" },
      h("h2", null, say("start.tables")),
      !this.tables.length && h("p", { class: "quiet" }, say("start.no_tables")),
      h("ul", null, this.tables.slice(0, 6).map((table) =>
        h("li", { key: table.table, class: "open-table" },
          h("span", null, h("b", null, say(`${gameEntry(table.game).folder}.title`)), ` · ${table.seats.filter((seat) => seat.kind === "open").length}/${table.players} ${say("start.free")} · ${table.seats.map((seat) => seat.name).filter(Boolean).join(", ")}`, optionsOf(table, gameEntry(table.game).folder).map((text) => ` · ${text}`)),
          h("a", { class: "btn", href: `/t/${table.table}` }, say("start.sit"))))),
    );
  }

  #more() {
    return h(
      "nav",
      { class: "foot-links", key: "more", "aria-label": say("start.more") },
      h("a", { class: "glass foot-link", href: "/rules" }, icon("u-book"), h("span", null, h("b", null, say("start.learn")), h("small", null, say("start.learn_more")))),
      h("a", { class: "glass foot-link", href: "/settings#device" }, icon("u-user"), h("span", null, h("b", null, say("start.device")), h("small", null, say("start.device_more")))),
      this.finished.map((table) =>
        h("a", { class: "glass foot-link", href: `/replay/${table.table}`, key: table.table }, icon("u-eye"), h("span", null, h("b", null, say("start.replay", { game: say(`${gameEntry(table.game).folder}.title`) })), h("small", null, table.seats.map((seat) => seat.name).join(" · "))))),
    );
  }
}

/** @param {About | null} found */
function bestBot(found) {
  return found?.bots.includes("policy") ? "policy" : (found?.bots[0] ?? "policy");
}
