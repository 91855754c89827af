// The screen of one table: waiting room, game, end; with everything one can press.

import { fetchAbout } from "../base/about.js";
import { fetchShareOrigin, shareOrigin } from "../base/address.js";
import { errorText, get, post } from "../base/api.js";
import { copyText } from "../base/copy.js";
import { h, render } from "../base/dom.js";
import { fetchGame } from "../base/games.js";
import { go } from "../base/router.js";
import { changeSettings, flightTime, isMotionOff, onSettingsChange, settings } from "../base/settings.js";
import { icon } from "../base/symbols.js";
import { say } from "../base/words.js";
import { verify } from "../fair/verify.js";
import { bar, barButton } from "../table/bar.js";
import { Drag } from "../table/drag.js";
import { tableArea } from "../table/draw.js";
import { deal, fly, measure } from "../table/flights.js";
import { Focus } from "../table/focus.js";
import { cardWith, Keys } from "../table/keys.js";
import { Live } from "../table/live.js";
import { menu, strip } from "../table/menu.js";
import { rail } from "../table/rail.js";
import { loadRules } from "../table/rules_panel.js";
import { scoreSheet } from "../table/scores.js";
import { finalSheet, roundSheet } from "../table/sheets.js";
import { lobby } from "./lobby.js";

/**
 * @typedef {import("../table/types.d.ts").Game} Game
 * @typedef {import("../table/types.d.ts").TableInfo} TableInfo
 * @typedef {import("../table/types.d.ts").Line} Line
 * @typedef {import("../table/types.d.ts").Snapshot} Snapshot
 */

export class TableScreen {
  /**
   * @param {HTMLElement} root
   * @param {string} id
   */
  constructor(root, id) {
    this.root = root;
    this.id = id;
    /** @type {Live | null} */
    this.live = null;
    /** @type {Game | null} */
    this.game = null;
    this.error = "";
    /** The card of the hand to which Tab leads. @type {string | null} */
    this.focus = null;
    /** The card that was chosen last: taken back, it has the focus again. @type {string | null} */
    this.chosen = null;
    /** @type {import("../table/rail.js").RailState} */
    this.rail = { tab: "moves", rule: null, open: false, search: "" };
    /** What had the focus when the rail was opened. @type {Element | null} */
    this.opener = null;
    this.menuOpen = false;
    this.busy = false;
    /** @type {{ok: boolean, text: string} | null} */
    this.verdict = null;
    /** @type {string[]} */
    this.phrases = [];
    this.drawn = false;
    this.gone = false;
    this.second = 0;
    this.focused = new Focus(root);
    this.followed = -1;
    /** Where a card was let go: it flies on from there. @type {{place: string, rect: DOMRect} | null} */
    this.dropped = null;
    this.forget = onSettingsChange(() => this.draw());
    this.keys = new Keys({
      table: () => (this.live?.shown?.view && !this.live.isOver ? this.live : null),
      game: () => this.game,
      tap: (card) => this.tap(card.key),
      focusCard: (key) => this.focusCard(key),
      reorder: (key, to) => this.reorder(key, to),
      takeBack: () => this.takeBack(),
      rules: () => this.openRail("rules"),
      closeRail: () => this.closeRail(),
    });
    this.drag = new Drag(root, {
      tap: (key) => this.tap(key),
      drop: (key, place, from) => this.drop(key, place, from),
      reorder: (key, to) => this.reorder(key, to),
    });
    root.addEventListener("focusin", this.follow);
    addEventListener("pointerdown", this.elsewhere);
    void this.#open();
  }

  /** Tab leads back to the card that has the focus, however it came there. */
  follow = (/** @type {FocusEvent} */ { target }) => {
    const key = /** @type {Element} */ (target).closest("[role=option]")?.getAttribute("data-card");
    if (!key || key === this.focus) return;
    this.focus = key;
    this.draw();
  };

  /** Who taps beside the open menu wants to see the table. */
  elsewhere = (/** @type {PointerEvent} */ { target }) => {
    if (!this.menuOpen || /** @type {Element} */ (target).closest(".menu")) return;
    this.menuOpen = false;
    this.draw();
  };

  async #open() {
    try {
      /** @type {TableInfo} */
      const info = await get(`/api/tables/${encodeURIComponent(this.id)}`);
      this.phrases = (await fetchAbout()).phrases;
      this.game = await fetchGame(info.game);
      await Promise.all([loadRules(info.game), fetchShareOrigin()]);
      if (this.gone) return;
      document.body.className = `g-${this.game.folder}`;
      this.live = new Live(info, this.game, {
        draw: () => this.draw(),
        flyTo: (act, line, before, after, time) => this.flyTo(act, line, before, after, time),
        deal: () => this.deal(),
        shake: (near) => this.shake(near),
      });
      this.second = setInterval(() => this.live?.line !== "live" && this.draw(), 1000);
    } catch (error) {
      this.error = errorText(error);
    }
    this.draw();
  }

  close() {
    this.gone = true;
    clearInterval(this.second);
    this.forget();
    this.root.removeEventListener("focusin", this.follow);
    removeEventListener("pointerdown", this.elsewhere);
    this.keys.close();
    this.drag.close();
    this.live?.close();
    document.body.className = "";
  }

  /** Another language is spoken now. */
  async onLanguageChange() {
    if (this.live) await loadRules(this.live.info.game);
    this.live?.onLanguageChange();
    this.draw();
  }

  // -- acts ---------------------------------------------------------------------------------------

  /** @param {string} key */
  tap(key) {
    const { live, game } = this;
    const card = live && game && cardWith(game, live, key);
    if (!card || !live || !game) return;
    this.focus = this.chosen = key;
    this.dropped = null;
    live.clearNote();
    game.tap(live, card);
  }

  /**
   * @param {string} key
   * @param {string} place
   * @param {DOMRect | null} from
   */
  drop(key, place, from) {
    const { live, game } = this;
    const card = live && game && cardWith(game, live, key);
    if (!card || !live || !game) return;
    this.dropped = from && { place: `hand:${card.card}`, rect: from };
    game.drop(live, card, place);
  }

  /**
   * @param {string} key
   * @param {string} to
   */
  reorder(key, to) {
    const { live, game } = this;
    if (!live || !game?.reorder) return;
    const card = cardWith(game, live, key);
    const place = cardWith(game, live, to);
    if (card && place && card !== place) game.reorder(live, card, place);
  }

  /** @param {string} key */
  focusCard(key) {
    this.focus = key;
    this.drawNow();
    /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-card="${CSS.escape(key)}"]`))?.focus();
  }

  /** What was chosen last goes back; so does the focus, if it went on to another card. */
  takeBack() {
    const { live, game, chosen } = this;
    live?.unstageLast();
    if (live && game && chosen && cardWith(game, live, chosen) && document.activeElement?.matches("[role=option]")) this.focusCard(chosen);
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
    if (!this.rail.open) this.opener = document.activeElement;
    this.rail = { tab, rule, open: true, search: "" };
    this.menuOpen = false;
    this.drawNow();
    if (rule) document.getElementById(`rule-${rule}`)?.scrollIntoView({ block: "nearest" });
    else if (this.#railCloses()) document.getElementById(`tab-${tab}`)?.focus();
  }

  /** @returns {boolean} whether something lay above the table */
  closeRail() {
    const covers = this.menuOpen || (this.rail.open && this.#railCloses());
    const inside = this.root.querySelector(".rail")?.contains(document.activeElement);
    this.rail.open = false;
    this.menuOpen = false;
    this.drawNow();
    if (covers && inside) /** @type {HTMLElement | null} */ (this.opener)?.focus(); // where one was before
    return covers;
  }

  /** Whether the rail comes and goes; on a large screen it is always there. */
  #railCloses() {
    return this.root.querySelector(".rail-close")?.checkVisibility() ?? false;
  }

  async rematch() {
    if (!this.live || this.busy) return;
    this.busy = true;
    try {
      const { table } = await post(`/api/tables/${this.id}/rematch`);
      go(`/t/${table}`);
    } catch (error) {
      this.live.showNote(errorText(error));
    }
    this.busy = false;
  }

  async verifyDeal() {
    this.verdict = { ok: true, text: say("fair.checking") };
    this.draw();
    try {
      const record = await get(`/api/tables/${this.id}/record`);
      if (this.live) this.verdict = await verify(record, this.live.info.commitment, this.live.info);
    } catch (error) {
      this.verdict = { ok: false, text: error instanceof Error ? error.message : String(error) };
    }
    this.draw();
  }

  async leave() {
    try {
      await post(`/api/tables/${this.id}/leave`);
    } catch {
      // there is nobody to leave, or it is over: one goes anyway
    }
    go("/");
  }

  async sit() {
    try {
      await post(`/api/tables/${this.id}/sit`, settings.name ? { name: settings.name } : {});
      this.live?.wire.again();
    } catch (error) {
      this.live?.showNote(errorText(error));
    }
  }

  // -- drawing ------------------------------------------------------------------------------------

  /**
   * Change what is shown, with cards flying to where they belong now.
   * @param {() => void} act
   * @param {Line} line
   * @param {Snapshot} before
   * @param {Snapshot} after
   * @param {number} time
   */
  async flyTo(act, line, before, after, time) {
    const flights = time && this.game ? this.game.flights(line, before, after) : [];
    const places = flights.length ? measure() : new Map();
    if (line.by === this.live?.you && this.dropped) {
      if (!this.live.staged.length) places.set(this.dropped.place, this.dropped.rect);
      this.dropped = null;
    }
    act();
    this.drawNow();
    const game = this.game;
    if (flights.length && game) await fly(flights, places, (card, look) => game.face(card, look), time);
    else if (this.live?.flying) await new Promise((done) => setTimeout(done, time)); // what is only said is read as long
  }

  /** New cards have been dealt, and are about to be drawn. */
  deal() {
    queueMicrotask(() => {
      this.drawNow();
      deal(flightTime());
    });
  }

  draw() {
    if (this.drawn || this.gone) return;
    this.drawn = true;
    queueMicrotask(() => this.drawn && this.drawNow());
  }

  drawNow() {
    this.drawn = false;
    if (this.gone) return;
    const { live, game } = this;
    if (!live || !game) {
      render(this.root, bar({}), h("main", { id: "main", class: "page", tabindex: "-1", key: "page" },
        this.error ? [h("h1", null, say("lost.no_table")), h("p", { role: "alert" }, this.error), h("a", { class: "btn main", href: "/" }, say("bar.home"))] : h("p", { class: "quiet" }, say("loading"))));
      return;
    }
    const focused = this.focused.before();
    if (live.shown?.view) this.#drawTable(live, game);
    else this.#drawLobby(live, game);
    if (focused) this.focused.after(focused);
    this.#followLog(live.log.at(-1)?.v ?? 0);
    this.focused.urge();
  }

  /** Keep the newest line of the log in sight, unless somebody reads in it. @param {number} v */
  #followLog(v) {
    if (v === this.followed) return;
    const log = this.root.querySelector(".panel-moves");
    if (!log) return;
    this.followed = v;
    // With the next frame: then everything is laid out in any case.
    requestAnimationFrame(() => {
      if (!log.contains(document.activeElement) && !log.matches(":hover")) log.scrollTop = log.scrollHeight;
    });
  }

  /**
   * @param {Live} live
   * @param {Game} game
   */
  #drawLobby(live, game) {
    render(
      this.root,
      this.#bar(live, game, null),
      strip(live),
      h("main", { id: "main", class: "page lobby-page", tabindex: "-1", key: "lobby" }, lobby(live.info, game, { leave: () => void this.leave(), changed: () => live.wire.again() })),
    );
  }

  /**
   * @param {Live} live
   * @param {Game} game
   */
  #drawTable(live, game) {
    const ended = live.isOver && !live.finalClosed;
    const lost = live.line === "lost" || live.line === "gone";
    const main = ended
      ? finalSheet(live, game, {
          rematch: () => (live.info.rematch ? go(`/t/${live.info.rematch}`) : void this.rematch()),
          verify: () => void this.verifyDeal(),
          hide: () => ((live.finalClosed = true), this.draw()),
          busy: this.busy,
          verdict: this.verdict,
          seated: live.info.you !== null || live.info.host,
        })
      : tableArea(live, game, {
          focus: this.focus,
          openLog: () => this.openRail("moves"),
          openRule: (rule) => this.openRail("rules", rule),
          takeBack: (live.sending ? !live.wire.live : live.staged.length) ? () => this.takeBack() : null,
          over: this.#over(live, game),
        });
    render(
      this.root,
      this.#bar(live, game, game.progressText(live)),
      strip(live),
      h(
        "div",
        { class: `table-screen${lost ? " lost" : ""}${live.you === null ? " watching" : ""}${ended ? " ended" : ""}`, key: "table-screen", "data-v": live.shown?.v },
        h("main", { id: "main", class: "felt-area", tabindex: "-1", key: "felt" }, h("h1", { class: "hidden" }, say(`${game.folder}.title`)), main),
        rail(live, game, this.rail, {
          pick: (tab) => ((this.rail.tab = tab), this.drawNow()),
          close: () => this.closeRail(),
          say: live.you === null ? null : (phrase) => live.wire.phrase(phrase),
          search: (text) => ((this.rail.search = text), this.draw()),
        }, this.phrases, () => scoreSheet(live, game)),
      ),
    );
  }

  /**
   * What lies above the middle for a while.
   * @param {Live} live
   * @param {Game} game
   */
  #over(live, game) {
    if (live.sheet.line) return roundSheet(live, game, live.sheet.line, live.sheet.seconds, game.urgentButton?.(live) ?? null, () => live.sheet.close());
    if (live.missed && !document.hidden && live.missed.steps.length > 3) {
      return h("div", { class: "missed paper", key: "missed" }, say("table.missed", { count: live.missed.steps.length }),
        h("button", { class: "btn dark", type: "button", on: { click: () => live.showMissed() } }, say("table.show_missed")),
        h("button", { class: "btn plain", type: "button", "aria-label": say("close"), on: { click: () => ((live.missed = null), this.draw()) } }, "×"));
    }
    return null;
  }

  /**
   * @param {Live} live
   * @param {Game} game
   * @param {{wide: string, narrow: string} | null} place
   */
  #bar(live, game, place) {
    const state = live.line === "live" ? "live" : live.line === "connecting" ? "connecting" : "lost";
    return bar({
      title: say(`${game.folder}.title`),
      place: place && [h("span", { class: "wide" }, place.wide), h("span", { class: "narrow" }, place.narrow)],
      right: [
        h("span", { class: `connection ${state}`, key: "connection" }, h("i", { "aria-hidden": "true" }), h("span", null, say(`lost.${state}`))),
        live.isOver && live.finalClosed && barButton("u-pad", say("final.scores"), () => ((live.finalClosed = false), this.draw())),
        barButton("u-book", say("rail.rules"), () => this.openRail("rules")),
        h("a", { class: "bar-button", href: "/settings", "aria-label": say("settings.title"), title: say("settings.title"), key: "gear" }, icon("u-gear")),
      ],
      menu: menu(live, this.menuOpen, {
        toggle: () => ((this.menuOpen = !this.menuOpen), this.draw()),
        undo: () => this.#pick(() => void live.undo()),
        mute: () => this.#pick(() => changeSettings({ sound: !settings.sound })),
        copy: () => this.#pick(() => void copyText(`${shareOrigin()}/t/${this.id}`)),
        sit: () => this.#pick(() => void this.sit()),
        leave: () => this.#pick(() => void this.leave()),
      }),
    });
  }

  /** @param {() => void} act */
  #pick(act) {
    this.menuOpen = false;
    act();
    this.draw();
  }
}
