// The screen of one table: waiting room, game, end.

import { openGuestSheet } from "../table/guests.js";
import { fetchAbout } from "../base/about.js";
import { fetchShareOrigin } from "../base/address.js";
import { toast } from "../base/announce.js";
import { errorText, get, post } from "../base/api.js";
import { render } from "../base/dom.js";
import { fetchGame } from "../base/games.js";
import { ownName } from "../base/names.js";
import { go } from "../base/router.js";
import { flightTime, isMotionOff, onSettingsChange } from "../base/settings.js";
import { say } from "../base/words.js";
import { verify } from "../fair/verify.js";
import { noteAimDue } from "../table/aim.js";
import { Coach } from "../table/coach.js";
import { pointCoach } from "../table/coach_view.js";
import { Drag } from "../table/drag.js";
import { animateDeal, flyCards, measurePlaces } from "../table/flights.js";
import { FocusMemory } from "../table/focus.js";
import { findCard, Keyboard } from "../table/keys.js";
import { Hints } from "../table/hints.js";
import { LiveTable } from "../table/live.js";
import { loadRules } from "../table/rules_panel.js";
import { isWithFriends, offerCalls } from "./call_offer.js";
import { openLesson, openRealGame } from "./lesson.js";
import { failedView, loadingView } from "./loading.js";
import { lobbyView, tableView } from "./table_view.js";

/**
 * @typedef {import("../table/types.d.ts").Game} Game
 * @typedef {import("../table/types.d.ts").Line} Line
 * @typedef {import("../table/types.d.ts").Snapshot} Snapshot
 * @typedef {import("../table/types.d.ts").TableInfo} TableInfo
 */

export class TableScreen {
  /**
   * @param {HTMLElement} root
   * @param {string} id
   */
  constructor(root, id) {
    this.root = root;
    this.id = id;
    /** @type {LiveTable | null} */
    this.live = null;
    /** @type {Game | null} */
    this.game = null;
    /** @type {Coach | null} */
    this.coach = null;
    /** @type {Hints | null} */
    this.hints = null;
    /** Why there is no table, if there is none. @type {unknown} */
    this.error = null;
    /** The key of the card in the hand to which Tab leads. @type {string | null} */
    this.focusedCard = null;
    /** The key of the card that was chosen last: when it is taken back, it gets the focus again. @type {string | null} */
    this.chosenCard = null;
    /** @type {import("../table/rail.js").RailState} */
    this.rail = { tab: "moves", rule: null, open: false, search: "" };
    /** What had the focus when the rail was opened. @type {Element | null} */
    this.railOpener = null;
    this.isMenuOpen = false;
    /** Whether the host has said once that the game shall end for all: the second tap does it. */
    this.isEnding = false;
    this.isBusy = false;
    /** @type {import("./lobby.js").Lobby | null} */
    this.lobby = null;
    /** @type {import("../fair/verdict.js").Verdict | null} */
    this.verdict = null;
    /** @type {string[]} */
    this.phrases = [];
    this.isDrawPending = false;
    this.isClosed = false;
    this.timer = 0;
    this.focusMemory = new FocusMemory(root);
    /** The newest line of the log that was scrolled to. */
    this.scrolledTo = 0;
    /** Where a card was dropped: it flies on from there. @type {{place: string, rect: DOMRect} | null} */
    this.dropped = null;
    this.unsubscribe = onSettingsChange(() => {
      this.live?.connection.sendPace();
      this.draw();
    });
    this.keyboard = new Keyboard({
      table: () => (this.live?.shown?.view && !this.live.isOver ? this.live : null),
      game: () => this.game,
      tap: (card) => this.tap(card.key),
      focusCard: (key) => this.focusCard(key),
      reorder: (key, to) => this.reorder(key, to),
      takeBack: () => this.takeBack(),
      undo: () => void this.live?.undo(),
      closeHint: () => this.closeHint(),
      openRules: () => this.openRail("rules"),
      closeRail: () => this.closeRail(),
      hurry: () => this.live?.hurry() ?? false,
    });
    this.drag = new Drag(root, {
      tap: (key) => this.tap(key),
      drop: (key, place, from) => this.drop(key, place, from),
      reorder: (key, to) => this.reorder(key, to),
      miss: (key) => this.miss(key),
    });
    root.addEventListener("focusin", this.onFocus);
    addEventListener("resize", this.onMoved);
    addEventListener("scroll", this.onMoved, { passive: true });
    addEventListener("pointerdown", this.onPointerDown);
    void this.#load();
  }

  /** Tab leads back to the card that has the focus, however it got it. */
  onFocus = (/** @type {FocusEvent} */ { target }) => {
    const key = /** @type {Element} */ (target).closest("[role=option]")?.getAttribute("data-card");
    if (!key || key === this.focusedCard) return;
    this.focusedCard = key;
    this.draw();
  };

  /** A tap outside the open menu closes it, and one on the felt hurries what others do. */
  onPointerDown = (/** @type {PointerEvent} */ { target }) => {
    const element = /** @type {Element} */ (target);
    if (element.closest(".felt-area") && !element.closest("button, a, input, [data-card], .sheet") && this.live && !this.live.canMove) this.live.hurry();
    if (!this.isMenuOpen || element.closest(".menu")) return;
    this.isMenuOpen = false;
    this.draw();
  };

  /** What a coach points at may be elsewhere on the screen now. */
  onMoved = () => this.coach && pointCoach(this.root, this.coach);

  async #load() {
    this.error = null;
    this.draw();
    try {
      /** @type {TableInfo} */
      const info = await get(`/api/tables/${encodeURIComponent(this.id)}`);
      if (info.lesson?.steps === 0) return go("/"); // it has changed since: there is nothing to go on with
      this.phrases = (await fetchAbout()).phrases;
      this.game = await fetchGame(info.game);
      await Promise.all([loadRules(info.game), fetchShareOrigin()]);
      if (this.isClosed) return;
      document.body.className = `g-${this.game.folder}`;
      this.live = new LiveTable(info, this.game, {
        draw: () => this.draw(),
        gone: () => this.#reload(),
        flyTo: (change, line, before, after, time) => this.flyTo(change, line, before, after, time),
        deal: () => this.deal(),
        shake: (near) => this.shake(near),
      });
      if (info.host && info.pace === "days" && info.status === "waiting") void offerCalls();
      if (info.lesson) this.coach = new Coach(this.live, () => this.draw());
      else this.hints = new Hints(this.live, () => this.draw());
      this.timer = setInterval(() => this.live?.connectionState !== "live" && this.draw(), 1000);
    } catch (error) {
      this.error = error;
    }
    this.draw();
  }

  /** The table is gone, or the player is forgotten: see what is left. */
  #reload() {
    this.live?.close();
    clearInterval(this.timer);
    this.live = null;
    void this.#load();
  }

  close() {
    this.isClosed = true;
    if (this.live && isWithFriends(this.live.info)) void offerCalls();
    clearInterval(this.timer);
    this.unsubscribe();
    this.root.removeEventListener("focusin", this.onFocus);
    removeEventListener("resize", this.onMoved);
    removeEventListener("scroll", this.onMoved);
    removeEventListener("pointerdown", this.onPointerDown);
    this.keyboard.close();
    this.drag.close();
    this.lobby?.close();
    this.live?.close();
    document.body.className = "";
  }

  async onLanguageChange() {
    if (this.live) await loadRules(this.live.info.game);
    await this.coach?.load();
    this.hints?.close(); // its reasons are in the other language
    this.live?.onLanguageChange();
    this.draw();
  }

  // -- cards --------------------------------------------------------------------------------------

  /** @param {string} key */
  tap(key) {
    const { live, game } = this;
    const card = live && game && findCard(game, live, key);
    if (!card || !live || !game) return;
    this.focusedCard = this.chosenCard = key;
    this.dropped = null;
    live.clearNote();
    if (!this.coach?.holdsBack(card)) game.tap(live, card);
  }

  /**
   * @param {string} key
   * @param {string} place
   * @param {DOMRect | null} from
   */
  drop(key, place, from) {
    const { live, game } = this;
    const card = live && game && findCard(game, live, key);
    if (!card || !live || !game) return;
    if (this.coach?.holdsAllBack()) return;
    this.dropped = from && { place: `hand:${card.card}`, rect: from };
    game.drop(live, card, place);
  }

  /**
   * @param {string} key
   * @param {string} to
   * @returns {boolean} whether the order of this game's cards is up to the player
   */
  reorder(key, to) {
    const { live, game } = this;
    if (!live || !game?.reorder) return false;
    const card = findCard(game, live, key);
    const place = findCard(game, live, to);
    if (card && place && card !== place) game.reorder(live, card, place);
    return true;
  }

  /** A card was dropped nowhere: if it cannot be played, say why, as a tap does. @param {string} key */
  miss(key) {
    const { live, game } = this;
    if (live && game && findCard(game, live, key)?.state === "dim") this.tap(key);
  }

  /** @param {string} key */
  focusCard(key) {
    this.focusedCard = key;
    this.drawNow();
    /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-card="${CSS.escape(key)}"]`))?.focus();
  }

  /** Take back the last choice; the focus goes back with it, if it was on another card. */
  takeBack() {
    const { live, game, chosenCard } = this;
    live?.unstageLast();
    if (live && game && chosenCard && findCard(game, live, chosenCard) && document.activeElement?.matches("[role=option]")) this.focusCard(chosenCard);
  }

  /** @param {string} near */
  shake(near) {
    const element = this.root.querySelector(`[data-card="${CSS.escape(near)}"], [data-place="${CSS.escape(near)}"]`);
    if (!isMotionOff()) element?.animate({ translate: ["0", "-6px", "6px", "0"] }, 260);
  }

  /** @returns {boolean} whether there was a hint to close */
  closeHint() {
    const isOpen = Boolean(this.hints?.step);
    const inside = this.root.querySelector(".hint-panel")?.contains(document.activeElement);
    if (isOpen) this.hints?.close();
    if (inside) /** @type {HTMLElement | null} */ (this.root.querySelector(".hint-button"))?.focus();
    return isOpen;
  }

  // -- the rail and the menu ----------------------------------------------------------------------

  /**
   * @param {import("../table/rail.js").RailState["tab"]} tab
   * @param {string | null} [rule]
   */
  openRail(tab, rule = null) {
    if (!this.rail.open) this.railOpener = document.activeElement;
    this.rail = { tab, rule, open: true, search: "" };
    this.isMenuOpen = false;
    this.drawNow();
    if (rule) document.getElementById(`rule-${rule}`)?.scrollIntoView({ block: "nearest" });
    else if (this.#canCloseRail()) document.getElementById(`tab-${tab}`)?.focus();
  }

  /**
   * Close the rail and the menu.
   * @returns {boolean} whether one of them covered the table
   */
  closeRail() {
    const covered = this.isMenuOpen || (this.rail.open && this.#canCloseRail());
    const inside = this.root.querySelector(".rail")?.contains(document.activeElement);
    this.rail.open = false;
    this.isMenuOpen = false;
    this.drawNow();
    if (covered && inside) /** @type {HTMLElement | null} */ (this.railOpener)?.focus();
    return covered;
  }

  /** Whether the rail can be closed; on a large screen it is always there. */
  #canCloseRail() {
    return this.root.querySelector(".rail-close")?.checkVisibility() ?? false;
  }

  get isChatInSight() {
    return this.rail.tab === "chat" && (this.rail.open || !this.#canCloseRail());
  }

  toggleMenu() {
    this.isMenuOpen = !this.isMenuOpen;
    this.isEnding = false;
    this.draw();
  }

  /** End the game for all, if that is said twice. */
  endGame() {
    if (this.isEnding) this.pickFromMenu(() => this.live?.end());
    this.isEnding = !this.isEnding && this.isMenuOpen;
    this.draw();
  }

  /**
   * Do what was picked from the menu, and close it.
   * @param {() => void} action
   */
  pickFromMenu(action) {
    this.isMenuOpen = false;
    action();
    this.draw();
  }

  // -- requests to the server ---------------------------------------------------------------------

  /** Go to the rematch, which is opened if there is none yet. */
  async rematch() {
    if (this.live?.info.rematch) return go(`/t/${this.live.info.rematch}`);
    if (!this.live || this.isBusy) return;
    this.isBusy = this.live.hasAskedAgain = true;
    try {
      const { table } = await post(`/api/tables/${this.id}/rematch`);
      go(`/t/${table}`);
    } catch (error) {
      this.live.showNote(errorText(error));
    }
    this.isBusy = false;
  }

  /** To the lesson of this game; the game itself waits. */
  async learn() {
    if (!this.live || this.isBusy) return;
    this.isBusy = true;
    try {
      const { tables } = await get("/api/mine");
      await openLesson(this.live.info.game, this.live.info.players === 1, tables);
    } catch (error) {
      toast(errorText(error));
    }
    this.isBusy = false;
  }

  /** After a lesson: a real game. */
  async playForReal() {
    if (!this.live || this.isBusy) return;
    this.isBusy = true;
    this.draw();
    try {
      await openRealGame(this.live.info.game, this.live.info.players === 1);
    } catch (error) {
      toast(errorText(error));
    }
    this.isBusy = false;
    this.draw();
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
      // there is no seat to leave, or the game is over: go anyway
    }
    go("/");
  }

  async sit() {
    try {
      await post(`/api/tables/${this.id}/sit`, ownName() ? { name: ownName() } : {});
      this.live?.connection.reconnect();
    } catch (error) {
      this.live?.showNote(errorText(error));
    }
  }

  // -- drawing ------------------------------------------------------------------------------------

  /**
   * Change what is shown, with cards flying to their new places.
   * @param {() => void} change
   * @param {Line} line
   * @param {Snapshot} before
   * @param {Snapshot} after
   * @param {number} time
   */
  async flyTo(change, line, before, after, time) {
    const flights = time && this.game ? this.game.flights(line, before, after) : [];
    const places = flights.length ? measurePlaces() : new Map();
    if (line.by === this.live?.you && this.dropped) {
      if (!this.live.staged.length) places.set(this.dropped.place, this.dropped.rect);
      this.dropped = null;
    }
    change();
    this.drawNow();
    const game = this.game;
    if (flights.length && game) await flyCards(flights, places, (card, look) => game.face(card, look), time);
    else if (this.live?.flying) await new Promise((done) => setTimeout(done, time)); // a move without flights takes just as long to read
  }

  /** Animate the deal of new cards, once they are drawn. */
  deal() {
    queueMicrotask(() => {
      this.drawNow();
      animateDeal(flightTime());
    });
  }

  /** Draw everything again soon: more than one change is drawn at once. */
  draw() {
    if (this.isDrawPending || this.isClosed) return;
    this.isDrawPending = true;
    queueMicrotask(() => this.isDrawPending && this.drawNow());
  }

  drawNow() {
    this.isDrawPending = false;
    if (this.isClosed) return;
    const { live, game } = this;
    if (!live || !game) {
      render(this.root, ...(this.error ? failedView(this.error, { missing: say("lost.no_table"), retry: () => void this.#load() }) : loadingView()));
      return;
    }
    if (live.isAboutToBegin) {
      render(this.root, ...loadingView(say(`${game.folder}.title`)));
      return;
    }
    this.hints?.check();
    const focus = this.focusMemory.current();
    const view = live.shown?.view ? tableView : lobbyView;
    if (!live.shown?.view && live.info.you !== null) noteAimDue(live.info);
    render(this.root, ...view(this, live, game));
    openGuestSheet();
    if (focus) this.focusMemory.restore(focus);
    if (this.hints?.view) this.hints.view.frame(this.root, this.hints);
    this.#scrollLog(live.log.at(-1)?.v ?? 0);
    this.focusMemory.focusUrgent();
    this.coach?.announce();
    if (this.coach) pointCoach(this.root, this.coach);
  }

  /** Keep the newest line of the log in sight, unless somebody is reading it. @param {number} v */
  #scrollLog(v) {
    if (v === this.scrolledTo) return;
    const log = this.root.querySelector(".panel-moves");
    if (!log) return;
    this.scrolledTo = v;
    // In the next frame, because by then everything is laid out.
    requestAnimationFrame(() => {
      if (!log.contains(document.activeElement) && !log.matches(":hover")) log.scrollTop = log.scrollHeight;
    });
  }
}
