// The waiting room: who sits where, how others get here, and the start of the game.

import { isLocalOnly, shareOrigin } from "../base/address.js";
import { toast } from "../base/announce.js";
import { errorText, post } from "../base/api.js";
import { copyText } from "../base/copy.js";
import { h } from "../base/dom.js";
import { levelName, levelOf, levelText, USUAL_LEVEL } from "../base/levels.js";
import { LONGEST_NAME, ownName } from "../base/names.js";
import { changeSettings, settings } from "../base/settings.js";
import { icon } from "../base/symbols.js";
import { say } from "../base/words.js";
import { avatar } from "../table/avatar.js";
import { botSign } from "../table/bot_sign.js";
import { qrCode } from "./qr.js";

/**
 * @typedef {import("../table/types.d.ts").TableInfo} TableInfo
 * @typedef {import("../table/types.d.ts").Game} Game
 */

/**
 * @param {TableInfo} info
 * @param {Game} game
 * @param {{leave: () => void, refresh: () => void}} actions
 */
export function lobby(info, game, actions) {
  const taken = info.seats.filter((seat) => seat.kind !== "open").length;
  const send = async (/** @type {string} */ path, /** @type {object} */ body) => {
    try {
      await post(`/api/tables/${info.table}/${path}`, body);
      actions.refresh();
    } catch (error) {
      toast(errorText(error));
    }
  };
  return h(
    "div",
    { class: "lobby" },
    h(
      "section",
      { class: "lobby-seats" },
      h("h1", null, say("lobby.title", { game: say(`${game.folder}.title`) })),
      optionTexts(info, game.folder).map((text) => h("p", { class: "quiet", key: text }, text)),
      h("p", { class: "quiet" }, say(taken < info.players ? "lobby.waiting" : info.seats.every((seat) => seat.here) ? "lobby.starting" : "lobby.starting_without")),
      h("ol", { class: "chairs" }, info.seats.map((seat, number) => lobbySeat(info, seat, number))),
      (info.you !== null || info.code) && nameForm(info.you === null ? "lobby.sit" : "lobby.rename", () => void send("sit", { name: nameAtTable(info) })),
    ),
    h(
      "section",
      { class: "lobby-side" },
      taken < info.players && invitation(info),
      info.host && h("button", { class: "btn main", type: "button", on: { click: () => void send("start", {}) } }, taken < info.players ? say("lobby.start_with_bots", { count: info.players - taken }) : say("lobby.start")),
      info.host && taken < info.players && h("p", { class: "quiet lobby-level" }, say("lobby.bots_level", { level: levelText(USUAL_LEVEL) })),
      info.you !== null && h("button", { class: "btn", type: "button", on: { click: actions.leave } }, say("menu.leave")),
    ),
  );
}

/**
 * The options of a table in words; each is an `option_…` of the game's texts.
 * @param {TableInfo} info
 * @param {string} folder
 */
export function optionTexts(info, folder) {
  return Object.keys(info.options).filter((name) => info.options[name]).map((name) => say(`${folder}.option_${name}`));
}

/**
 * How others get here.
 * @param {TableInfo} info
 */
function invitation(info) {
  const link = `${shareOrigin()}/t/${info.table}`;
  return h(
    "div",
    { class: "paper invite" },
    h("h2", null, say("lobby.invite")),
    qrCode(link),
    h(
      "div",
      { class: "invite-words" },
      info.code && h("p", { class: "code", "aria-label": say("lobby.code", { code: [...info.code].join(" ") }) }, info.code),
      info.code && h("p", { class: "quiet" }, say("lobby.say_code")),
    ),
    info.host && isLocalOnly() && h("p", { class: "quiet invite-only" }, say("lobby.only_here")),
    h("div", { class: "link-line" }, h("code", null, link.replace(/^https?:\/\//, "")),
      h("button", { class: "btn dark", type: "button", on: { click: () => void copyText(link) } }, icon("u-link"), h("span", null, say("lobby.copy")))),
  );
}

/**
 * @param {TableInfo} info
 * @param {import("../base/wire.d.ts").SeatShown} seat
 * @param {number} number
 */
function lobbySeat(info, seat, number) {
  const open = seat.kind === "open";
  const note = open ? say("lobby.waits") : number === info.you ? say("you") : seat.kind === "bot" ? botNote(seat.bot) : say(seat.here ? "lobby.here" : "seat.away");
  return h(
    "li",
    { class: `chair glass${open ? " open" : ""}`, key: number },
    h("span", { class: "chair-number", "aria-hidden": "true" }, String(number + 1)),
    open ? h("span", { class: "avatar open", "aria-hidden": "true" }, "+") : avatar(seat.name ?? "?", number),
    botSign(seat.name ?? "?", number, seat.bot),
    h("span", { class: "who" }, h("b", null, seat.name ?? say("lobby.empty")), h("small", null, note)),
    seat.kind === "human" && seat.here && h("span", { class: "badge" }, say("ready")),
  );
}

/** @param {string | null} bot */
function botNote(bot) {
  const level = levelOf(bot);
  return level ? `${say("lobby.bot")} · ${levelName(level)}` : say("lobby.bot");
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
    { class: "join glass", on: { submit: (/** @type {Event} */ event) => (event.preventDefault(), onSubmit()) } },
    h("label", null, say("start.name"), h("input", { type: "text", maxlength: LONGEST_NAME, autocomplete: "nickname", value: settings.name, on: { input: (/** @type {any} */ event) => changeSettings({ name: event.target.value }) } })),
    h("button", { class: word === "lobby.sit" ? "btn main" : "btn", type: "submit" }, say(word)),
  );
}
