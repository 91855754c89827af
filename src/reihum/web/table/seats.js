// The others at the table: in the order of play, the left neighbour first, with what is public of them.

import { h } from "../base/dom.js";
import { say } from "../base/words.js";
import { avatar } from "./avatar.js";

/**
 * @typedef {import("./types.d.ts").Table} Table
 * @typedef {import("./types.d.ts").Game} Game
 */

const MANY = 4; // so many others, and no backs are drawn
const MOST = 6; // whoever looks on sees one seat more, which finds room beside the others
const HEARD = 6000; // milliseconds for which a phrase stands beside a seat

/**
 * Seats other than one's own in the order of play.
 * @param {Table} t
 */
export function others(t) {
  const first = t.you === null ? 0 : t.you + 1;
  const count = t.you === null ? t.info.players : t.info.players - 1;
  return Array.from({ length: count }, (_, step) => (first + step) % t.info.players);
}

/**
 * @param {Table & {phrases?: {by: number, p: string, at: number}[]}} t
 * @param {Game} game
 */
export function seats(t, game) {
  const list = others(t);
  const way = game.direction(t);
  return h(
    "ol",
    { class: `seats n${Math.min(list.length, MOST)} ${way < 0 ? "backward" : "forward"}`, "aria-label": say("table.players"), key: "seats", "data-region": "seats" },
    list.map((seat) => oneSeat(t, game, seat, list.length)),
  );
}

/**
 * @param {Table & {phrases?: {by: number, p: string, at: number}[]}} t
 * @param {Game} game
 * @param {number} seat
 * @param {number} count
 */
function oneSeat(t, game, seat, count) {
  const info = t.info.seats[seat];
  const shown = game.seatPanel(t, seat);
  const asked = t.view.owes.includes(seat);
  const said = t.phrases?.findLast((phrase) => phrase.by === seat && Date.now() - phrase.at < HEARD);
  const away = info.kind === "human" && !info.here;
  const target = shown.target;
  const classes = ["seat", "glass", asked && "asked", target && "target", target?.chosen && "chosen", away && "away"];
  return h(
    "li",
    { class: classes.filter(Boolean).join(" "), key: seat, "data-place": `seat:${seat}`, "data-drop": shown.drop },
    avatar(t.names[seat], seat, { bot: info.bot }),
    h(
      "span",
      { class: "who" },
      h("b", null, t.names[seat]),
      h("small", null, shown.caption, away && ` · ${say("seat.away")}`, info.kind === "bot" && h("span", { class: "hidden" }, ` · ${say("seat.bot")}`)),
    ),
    shown.badges?.length ? h("span", { class: "badges" }, shown.badges) : null,
    count < MANY && shown.backs ? h("span", { class: "backs", "aria-hidden": "true" }, backs(shown.backs)) : null,
    shown.more ? h("span", { class: "seat-more" }, shown.more) : null,
    said && h("span", { class: "bubble", key: "bubble" }, say(`phrase.${said.p}`)),
    target && h("button", { class: "target-button", type: "button", key: "target", "aria-pressed": String(Boolean(target.chosen)), on: { click: target.press } }, target.label),
  );
}

/** @param {number} count */
function backs(count) {
  return Array.from({ length: Math.min(count, 15) }, () => h("i", { class: "card back" }));
}
