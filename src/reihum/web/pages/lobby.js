// The waiting room: who sits where, how others get here, and the start of the game. The host is in charge of all of it.

import { isLocalOnly, shareOrigin } from "../base/address.js";
import { announce, toast } from "../base/announce.js";
import { errorText, post, RequestError } from "../base/api.js";
import { h } from "../base/dom.js";
import { gameEntry } from "../base/games.js";
import { chosenLevel, LEVELS } from "../base/levels.js";
import { LONGEST_NAME, ownName } from "../base/names.js";
import { changeSettings, settings } from "../base/settings.js";
import { icon } from "../base/symbols.js";
import { say } from "../base/words.js";
import { offerCalls } from "./call_offer.js";
import { ChairDrag } from "./chair_drag.js";
import { addChair, chair, fewestPlayers } from "./chairs.js";
import { linkLine } from "./link_line.js";
import { changesText } from "./lobby_changes.js";
import { PATIENCE } from "../table/waiting.js";
import { qrCode } from "./qr.js";
import { tableRules } from "./table_rules.js";

/**
 * @typedef {import("../table/types.d.ts").TableInfo} TableInfo
 * @typedef {import("../table/types.d.ts").Game} Game
 * @typedef {(number | string)[]} Seats seats of now by their numbers, new ones as the server names them
 * @typedef {{seats?: Seats, options?: Record<string, boolean>, pace?: string, public?: boolean, seconds?: number, hints?: boolean, up?: number[]}} Arrangement
 */

export class Lobby {
  /**
   * @param {HTMLElement} root
   * @param {{draw: () => void, leave: () => void, refresh: () => void}} actions
   */
  constructor(root, actions) {
    this.root = root;
    this.actions = actions;
    /** The seat that has just been moved by keys or changed, whose grip gets the focus. @type {number | null} */
    this.moved = null;
    /** What was last shown, to tell guests what has changed. @type {TableInfo | null} */
    this.shown = null;
    this.isBusy = false;
    /** @type {TableInfo | null} */
    this.info = null;
    this.drag = new ChairDrag(root, (from, to) => void this.move(from, to));
  }

  close() {
    this.drag.close();
  }

  /**
   * @param {TableInfo} info
   * @param {Game} game
   * @param {import("../table/waiting.js").Waiting} waiting
   * @param {import("../table/guests.js").Guests} guests
   */
  view(info, game, waiting, guests) {
    if (info.mix) info = { ...info, host: false }; // the cards are being mixed: nothing can be arranged any more
    this.#tellChange(info, game);
    this.info = info;
    const mayBegin = !info.host && !info.mix && canBegin(info, waiting);
    const taken = info.seats.filter((seat) => seat.kind !== "open").length;
    const free = info.players - taken;
    queueMicrotask(() => this.#focusMoved());
    return h(
      "div",
      { class: `lobby${info.host ? " hosting" : ""}` },
      h(
        "section",
        { class: "lobby-seats" },
        h("h1", null, say("lobby.title")),
        h("p", { class: "quiet" }, mayBegin ? say("lobby.host_is_gone") : this.#whatNow(info, taken)),
        h("ol", { class: "chairs" }, info.seats.map((seat, number) => chair(this, info, seat, { number, away: waiting.secondsAway(number), guests }))),
        info.host &&
          h(
            "div",
            { class: "more-chairs", key: "more-chairs" },
            info.players < Math.max(...gameEntry(info.game).players) && addChair(this, info),
            free > 0 && h("button", { class: "btn", type: "button", key: "fill", on: { click: () => void this.fill() } }, icon("u-bot"), h("span", null, say("lobby.fill"))),
          ),
        info.host && info.removed.length > 0 && removedGuests(info, guests),
        info.barred && h("p", { class: "glass barred", key: "barred", role: "status" }, say("guest.barred_more")),
        (info.you !== null || (info.code && !info.barred)) && nameForm(info.you === null ? "lobby.sit" : "lobby.rename", () => void this.send("sit", { name: nameAtTable(info) })),
        tableRules(this, info, game),
      ),
      h(
        "section",
        { class: "lobby-side" },
        free > 0 && invitation(info),
        h(
          "div",
          { class: "lobby-go", key: "go" },
          info.host && this.#starting(info, game, taken),
          mayBegin && h("button", { class: "btn main", type: "button", key: "start", on: { click: () => void this.send("start", {}) } }, say("lobby.start_with", { count: info.players })),
          info.you !== null && h("button", { class: "btn", type: "button", key: "leave", on: { click: this.actions.leave } }, say("menu.leave")),
        ),
      ),
    );
  }

  /**
   * What everybody waits for, in one sentence.
   * @param {TableInfo} info
   * @param {number} taken
   */
  #whatNow(info, taken) {
    if (info.mix) return say("lobby.mixing");
    const here = info.seats.every((seat) => seat.here || seat.kind === "open");
    if (info.host && info.begins === "all" && taken === info.players) return say("lobby.waiting_all_host");
    if (info.host) return say("lobby.arrange", { fewest: fewestPlayers(info), most: Math.max(...gameEntry(info.game).players) });
    if (info.begins === "host") return say("lobby.host_begins");
    if (info.begins === "all" && !here) return say("lobby.waiting_all");
    return say(taken < info.players ? "lobby.waiting" : here ? "lobby.starting" : "lobby.starting_without");
  }

  /**
   * @param {TableInfo} info
   * @param {Game} game
   * @param {number} taken
   */
  #starting(info, game, taken) {
    const fewest = fewestPlayers(info);
    const enough = taken >= fewest;
    const names = info.seats.flatMap((seat, at) => (seat.kind === "open" ? [] : [at === info.you ? say("you") : seat.name ?? "?"]));
    const note = !enough
      ? say("lobby.too_few", { game: say(`${game.folder}.title`), count: fewest })
      : `${say("lobby.these", { names: names.join(", ") })}${taken < info.players ? ` ${say("lobby.drops", { count: info.players - taken })}` : ""}`;
    return [
      h(
        "button",
        { class: "btn main", type: "button", key: "start", "aria-disabled": enough ? undefined : "true", "aria-describedby": "start-note", on: { click: () => (enough ? void this.start() : toast(note)) } },
        say("lobby.start_with", { count: taken }),
      ),
      h("p", { class: "quiet start-note", id: "start-note", key: "start-note" }, note),
    ];
  }

  // -- what the host does -------------------------------------------------------------------------

  /**
   * @param {number} from
   * @param {number} to
   */
  async move(from, to) {
    const { info } = this;
    if (!info || to < 0 || to >= info.players || from === to) return;
    /** @type {Seats} */
    const seats = info.seats.map((_, number) => number);
    seats.splice(to, 0, ...seats.splice(from, 1));
    const name = info.seats[from].name ?? say("lobby.empty");
    if (await this.arrange({ seats })) announce(say("lobby.moved", { name, seat: to + 1, count: info.players }));
  }

  /**
   * Move a seat by keys; its grip keeps the focus.
   * @param {KeyboardEvent} event
   * @param {number} number
   */
  onGripKey(event, number) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const to = number + step;
    if (!this.info || to < 0 || to >= this.info.players) return;
    this.moved = to;
    void this.move(number, to);
  }

  /**
   * Put somebody else on a seat: a bot, or nobody.
   * @param {number} number
   * @param {string} who
   */
  replace(number, who) {
    if (this.info?.seats[number].kind === "open") this.moved = number; // the button that was pressed goes away
    return this.arrange({ seats: this.#seatNumbers().map((seat) => (seat === number ? who : seat)) });
  }

  /** Take away a seat that nobody has, or a bot. @param {number} number */
  remove(number) {
    this.moved = Math.min(number, this.#seatNumbers().length - 2);
    void this.arrange({ seats: this.#seatNumbers().filter((each) => each !== number) });
  }

  add() {
    void this.arrange({ seats: [...this.#seatNumbers(), "open"] });
  }

  /** Bots on all free seats, of the level that is chosen for this game. */
  fill() {
    const { info } = this;
    if (!info) return;
    const bot = `bot:${LEVELS[chosenLevel(info.game) - 1]}`;
    return this.arrange({ seats: info.seats.map((seat, number) => (seat.kind === "open" ? bot : number)) });
  }

  /** Begin with those who are here: free seats go. */
  async start() {
    const { info } = this;
    if (!info || this.isBusy) return;
    const taken = this.#seatNumbers().filter((number) => info.seats[Number(number)].kind !== "open");
    if (taken.length === info.players || (await this.arrange({ seats: taken }))) await this.send("start", {});
  }

  /** @returns {Seats} */
  #seatNumbers() {
    return this.info?.seats.map((_, number) => number) ?? [];
  }

  /** @param {Arrangement} wanted */
  arrange(wanted) {
    if (wanted.pace === "days") void offerCalls();
    return this.send("seats", { ...wanted, base: this.info?.arranged });
  }

  /**
   * Ask the server for something, and say what is wrong if it cannot be.
   * @param {string} path
   * @param {object} body
   * @returns {Promise<boolean>} whether it was done
   */
  async send(path, body) {
    if (this.isBusy || !this.info) return false;
    this.isBusy = true;
    try {
      await post(`/api/tables/${this.info.table}/${path}`, body);
      return true;
    } catch (error) {
      toast(errorText(error));
      if (error instanceof RequestError && error.code === "arranged_meanwhile") this.actions.refresh();
      return false;
    } finally {
      this.isBusy = false;
      if (path === "sit") this.actions.refresh();
    }
  }

  // -- what others see ----------------------------------------------------------------------------

  /**
   * Tell guests what the host has changed.
   * @param {TableInfo} info
   * @param {Game} game
   */
  #tellChange(info, game) {
    const before = this.shown;
    this.shown = info;
    if (!before) return;
    if (info.host && !before.host) toast(say("lobby.you_are_host"));
    if (before.arranged === info.arranged) return;
    if (info.host) return;
    const text = changesText(before, info, game.folder);
    if (text) toast(text);
  }

  #focusMoved() {
    if (this.moved === null) return;
    const grips = /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll(".chair-grip"));
    grips[this.moved]?.focus({ preventScroll: true });
  }
}

/**
 * Whether somebody at the table may begin in place of a host who is away.
 * @param {TableInfo} info
 * @param {import("../table/waiting.js").Waiting} waiting
 */
function canBegin({ you, host_seat }, waiting) {
  return you !== null && host_seat !== null && (waiting.secondsAway(host_seat) ?? 0) >= PATIENCE;
}

/**
 * Those whom the host has removed, to let them back.
 * @param {TableInfo} info
 * @param {import("../table/guests.js").Guests} guests
 */
function removedGuests(info, guests) {
  return h("ul", { class: "removed-guests", key: "removed", "aria-label": say("guest.removed") }, info.removed.map(({ guest, name }) =>
    h("li", { key: guest }, h("button", { class: "btn", type: "button", on: { click: () => guests.readmit(guest) } }, say("guest.readmit", { name })))));
}

/**
 * How others get here.
 * @param {TableInfo} info
 */
function invitation(info) {
  const link = `${shareOrigin()}/t/${info.table}`;
  return h(
    "div",
    { class: "paper invite", key: "invite" },
    h("h2", null, say("lobby.invite")),
    qrCode(link),
    h(
      "div",
      { class: "invite-words" },
      info.code && h("p", { class: "code", "aria-label": say("lobby.code", { code: [...info.code].join(" ") }) }, info.code),
      info.code && h("p", { class: "quiet long" }, say("lobby.say_code")),
    ),
    info.host && isLocalOnly() && h("p", { class: "quiet invite-only" }, say("lobby.only_here")),
    linkLine(link),
  );
}

/** Your own name; somebody without one is a guest with the number of the seat. @param {TableInfo} info */
function nameAtTable(info) {
  const seat = info.you ?? info.seats.findIndex(({ kind }) => kind === "open");
  return ownName() || `${say("start.nameless")} ${seat + 1}`;
}

/**
 * A form with your name, to sit down or to rename yourself.
 * @param {"lobby.sit" | "lobby.rename"} word
 * @param {() => void} onSubmit
 */
function nameForm(word, onSubmit) {
  return h(
    "form",
    { class: "join glass", key: "name", on: { submit: (/** @type {Event} */ event) => (event.preventDefault(), onSubmit()) } },
    h("label", null, say("start.name"), h("input", { type: "text", maxlength: LONGEST_NAME, autocomplete: "nickname", value: settings.name, on: { input: (/** @type {any} */ event) => changeSettings({ name: event.target.value }) } })),
    h("button", { class: word === "lobby.sit" ? "btn main" : "btn", type: "submit" }, say(word)),
  );
}
