// What the host has changed in the waiting room, in words for the guests.

import { levelName, levelOf } from "../base/levels.js";
import { say } from "../base/words.js";
import { paceText } from "./table_rules.js";

/**
 * @typedef {import("../table/types.d.ts").TableInfo} TableInfo
 * @typedef {import("../base/wire.d.ts").SeatShown} SeatShown
 */

/**
 * @param {TableInfo} before
 * @param {TableInfo} now
 * @param {string} folder the game's
 */
export function changesText(before, now, folder) {
  if (before.you !== null && now.you === null) return say("lobby.got_up");
  const found = [...ruleChanges(before, now, folder)];
  if (before.you !== now.you && now.you !== null) found.unshift(say("lobby.your_seat", { seat: now.you + 1 }));
  else if (seatTexts(before).join() !== seatTexts(now).join()) found.unshift(say("lobby.seats_now", { names: seatTexts(now).join(", ") }));
  return found.length ? say("lobby.changed", { what: found.join(" ") }) : "";
}

/**
 * Rules that are not as they were.
 * @param {TableInfo} before
 * @param {TableInfo} now
 * @param {string} folder
 */
function* ruleChanges(before, now, folder) {
  for (const name of Object.keys(now.options))
    {if (before.options[name] !== now.options[name]) yield say(now.options[name] ? "lobby.option_on" : "lobby.option_off", { option: say(`${folder}.option_${name}`) });}
  if (before.seconds !== now.seconds) yield now.seconds ? say("lobby.seconds_are", { count: now.seconds }) : say("lobby.seconds_none_are");
  if (before.pace !== now.pace && paceText(now)) yield paceText(now);
  if (before.hints !== now.hints) yield say(now.hints ? "lobby.hints_on" : "lobby.hints_off");
  if (before.public !== now.public) yield say(now.public ? "lobby.public_is" : "lobby.private_is");
}

/**
 * Who sits where, one after the other.
 * @param {TableInfo} info
 */
function seatTexts(info) {
  return info.seats.map((seat, number) => (number === info.you ? say("you") : seatText(seat)));
}

/** @param {SeatShown} seat */
function seatText(seat) {
  if (seat.kind === "open") return say("lobby.empty_seat");
  const level = levelOf(seat.bot);
  return level ? `${seat.name} (${levelName(level)})` : seat.name ?? "?";
}
