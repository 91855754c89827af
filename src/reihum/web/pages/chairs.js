// The seats in the waiting room: a row for each, with what the host can do there.

import { h } from "../base/dom.js";
import { gameEntry } from "../base/games.js";
import { chosenLevel, levelName, levelOf, LEVELS, levelText } from "../base/levels.js";
import { icon } from "../base/symbols.js";
import { say } from "../base/words.js";
import { avatar } from "../table/avatar.js";
import { botSign } from "../table/bot_sign.js";
import { clockText } from "../table/waiting.js";

/**
 * @typedef {import("../table/types.d.ts").TableInfo} TableInfo
 * @typedef {import("../base/wire.d.ts").SeatShown} SeatShown
 * @typedef {import("./lobby.js").Lobby} Lobby
 */

/** The fewest players of a table with friends. @param {TableInfo} info */
export function fewestPlayers(info) {
  return Math.max(2, Math.min(...gameEntry(info.game).players));
}

/**
 * @param {Lobby} room
 * @param {TableInfo} info
 * @param {SeatShown} seat
 * @param {{number: number, away: number | null, guests: import("../table/guests.js").Guests}} place its number, for how many
 *   seconds its player has been away, and what the host can decide about guests
 */
export function chair(room, info, seat, { number, away, guests }) {
  const open = seat.kind === "open";
  return h(
    "li",
    { class: `chair glass${open ? " open" : ""}${seat.kind === "human" && !seat.here ? " away" : ""}`, key: number, "data-chair": number },
    info.host ? grip(room, info, seat, number) : h("span", { class: "chair-number", "aria-hidden": "true" }, String(number + 1)),
    h("span", { class: "chair-head" }, open ? h("span", { class: "avatar open", "aria-hidden": "true" }, "+") : avatar(seat.name ?? "?", number), botSign(seat.name ?? "?", number, seat.bot)),
    h("span", { class: "who" }, h("b", null, seat.name ?? say("lobby.empty")), h("small", null, chairNote(info, seat, { number, away }))),
    seat.kind === "human" && seat.here && h("span", { class: "badge", key: "ready" }, say("ready")),
    info.host && seat.kind === "bot" && levelOf(seat.bot) > 0 && levelChoice(room, seat, number),
    info.host && open && h("button", { class: "btn", type: "button", key: "bot-here", "aria-label": say("lobby.bot_here"), on: { click: () => void room.replace(number, `bot:${LEVELS[chosenLevel(info.game) - 1]}`) } }, icon("u-bot"), h("span", { class: "long" }, say("lobby.bot_here"))),
    guests.sign(number),
    info.host && number !== info.you && seat.kind !== "human" && info.players > fewestPlayers(info) && removeButton(room, seat, number),
  );
}

/**
 * One more seat.
 * @param {Lobby} room
 * @param {TableInfo} info
 */
export function addChair(room, info) {
  return h("button", { class: "chair add-chair", type: "button", key: "add", on: { click: () => room.add() } }, h("span", { "aria-hidden": "true" }, "+"), say("lobby.add_seat", { number: info.players + 1 }));
}

/**
 * @param {TableInfo} info
 * @param {SeatShown} seat
 * @param {{number: number, away: number | null}} place
 */
function chairNote(info, seat, { number, away }) {
  if (seat.kind === "open") return say("lobby.waits");
  if (number === info.you) return say(info.host ? "lobby.you_host" : "you");
  if (seat.kind === "human" && seat.here) return say(number === info.host_seat ? "lobby.host" : "lobby.here");
  if (seat.kind === "human") return info.begins === "all" ? say("lobby.asked") : `${say("seat.away")}${away === null ? "" : ` ${clockText(away)}`}`;
  const level = levelOf(seat.bot);
  return level ? [say("lobby.bot"), h("span", { class: info.host ? "long" : undefined }, ` · ${levelName(level)}`)] : say("lobby.bot");
}

/**
 * What a seat is dragged by; with the focus on it, arrow keys move the seat.
 * @param {Lobby} room
 * @param {TableInfo} info
 * @param {SeatShown} seat
 * @param {number} number
 */
function grip(room, info, seat, number) {
  const name = seat.name ?? say("lobby.empty");
  return h(
    "button",
    {
      class: "chair-grip",
      type: "button",
      "aria-label": say("lobby.grip", { name, seat: number + 1, count: info.players }),
      "aria-describedby": "grip-keys",
      on: { keydown: (/** @type {KeyboardEvent} */ event) => room.onGripKey(event, number), blur: () => (room.moved = null) },
    },
    h("span", { class: "grip-dots", "aria-hidden": "true" }),
    number === 0 && h("span", { class: "hidden", id: "grip-keys" }, say("lobby.grip_keys")),
  );
}

/**
 * The level of a bot: five buttons, or on a phone a list.
 * @param {Lobby} room
 * @param {SeatShown} seat
 * @param {number} number
 */
function levelChoice(room, seat, number) {
  const level = levelOf(seat.bot);
  const label = say("lobby.level_of", { name: seat.name ?? "?" });
  const choose = (/** @type {number} */ chosen) => void room.replace(number, `bot:${LEVELS[chosen - 1]}`);
  return h(
    "span",
    { class: "chair-level", key: "level" },
    h("span", { class: "choices", role: "group", "aria-label": label }, LEVELS.map((_, at) =>
      h("button", { class: "choice-button", type: "button", key: at, "aria-pressed": String(at + 1 === level), "aria-label": levelText(at + 1), on: { click: () => choose(at + 1) } }, String(at + 1)))),
    h("select", { "aria-label": label, on: { change: (/** @type {any} */ event) => choose(Number(event.target.value)) } }, LEVELS.map((_, at) =>
      h("option", { key: at, value: String(at + 1), selected: at + 1 === level }, `${at + 1} · ${levelName(at + 1)}`))),
  );
}

/**
 * @param {Lobby} room
 * @param {SeatShown} seat
 * @param {number} number
 */
function removeButton(room, seat, number) {
  const label = say("lobby.remove", { name: seat.name ?? say("lobby.empty"), seat: number + 1 });
  return h("button", { class: "btn chair-remove", type: "button", key: "remove", "aria-label": label, on: { click: () => room.remove(number) } }, h("span", { "aria-hidden": "true" }, "×"));
}
