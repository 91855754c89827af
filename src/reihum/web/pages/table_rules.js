// How a table will be played: options, time, what happens when somebody is away. The host chooses, all others read.

import { toggle } from "../base/controls.js";
import { h } from "../base/dom.js";
import { say } from "../base/words.js";

/**
 * @typedef {import("../table/types.d.ts").TableInfo} TableInfo
 * @typedef {import("../table/types.d.ts").Game} Game
 * @typedef {import("./lobby.js").Lobby} Lobby
 */

const SECONDS = [0, 60, 20];
const PACES = ["none", "live", "days"];

/**
 * @param {Lobby} room
 * @param {TableInfo} info
 * @param {Game} game
 */
export function tableRules(room, info, game) {
  if (!info.host) return ruleList(info, game.folder);
  return h(
    "div",
    { class: "glass table-rules", key: "rules" },
    choice("seconds", SECONDS, info.seconds, (seconds) => void room.arrange(seconds && info.pace === "days" ? { seconds, pace: "none" } : { seconds })),
    choice("pace", PACES, info.pace, (pace) => void room.arrange(pace === "days" ? { pace, seconds: 0 } : { pace })),
    Object.keys(info.options).map((name) => toggle(say(`${game.folder}.option_${name}`), info.options[name], (on) => void room.arrange({ options: { [name]: on } }))),
    toggle(say("lobby.hints"), info.hints, (on) => void room.arrange({ hints: on }), say("lobby.hints_more")),
    toggle(say("lobby.public"), info.public, (on) => void room.arrange({ public: on }), say("lobby.public_more")),
  );
}

/**
 * How a table is played where that is not as usual, in words.
 * @param {TableInfo} info
 * @param {string} folder
 */
export function ruleTexts(info, folder) {
  const found = Object.keys(info.options).filter((name) => info.options[name]).map((name) => say(`${folder}.option_${name}`));
  if (info.seconds) found.push(say("lobby.seconds_are", { count: info.seconds }));
  if (info.pace !== "none") found.push(paceText(info));
  if (info.hints) found.push(say("lobby.hints"));
  return found.filter(Boolean);
}

/**
 * What happens when somebody is away or thinks for long; with a limit for each move, only the former is left to say.
 * @param {TableInfo} info
 */
export function paceText({ pace, seconds }) {
  if (!seconds || pace === "none") return say(`lobby.pace_${pace}_is`);
  return pace === "live" ? say("lobby.pace_away_is") : "";
}

/**
 * What the host has chosen, for those who can only read it.
 * @param {TableInfo} info
 * @param {string} folder
 */
function ruleList(info, folder) {
  const onOff = (/** @type {boolean} */ on) => say(on ? "lobby.on" : "lobby.off");
  const time = info.seconds ? say("sheet.seconds", { seconds: info.seconds }) : info.pace === "days" ? say("lobby.pace_days") : say("lobby.seconds_0");
  /** @type {[string, string][]} */
  const rows = [
    [say("lobby.seconds"), time],
    [say("lobby.pace"), say(`lobby.pace_${info.pace === "days" ? "none" : info.pace}`)],
    ...Object.keys(info.options).map((name) => /** @type {[string, string]} */ ([say(`${folder}.option_${name}`), onOff(info.options[name])])),
    [say("lobby.hints"), onOff(info.hints)],
    [say("lobby.public"), onOff(info.public)],
  ];
  return h("dl", { class: "glass table-rules", key: "rules" }, rows.map(([what, how]) => h("div", { class: "setting", key: what }, h("dt", null, what), h("dd", null, how))));
}

/**
 * @template {string | number} T
 * @param {string} name
 * @param {T[]} values
 * @param {T} chosen
 * @param {(value: T) => void} choose
 */
function choice(name, values, chosen, choose) {
  return h(
    "div",
    { class: "setting", key: name },
    h("span", { id: `lobby-${name}` }, say(`lobby.${name}`)),
    h("div", { class: "choices", role: "group", "aria-labelledby": `lobby-${name}` }, values.map((value) =>
      h("button", { class: "choice-button", type: "button", key: value, "aria-pressed": String(value === chosen), on: { click: () => choose(value) } }, say(`lobby.${name}_${value}`)))),
  );
}
