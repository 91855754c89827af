// The other players in the order of play, the left neighbour first, with everything about them that is public.

import { h } from "../base/dom.js";
import { levelName, levelOf } from "../base/levels.js";
import { icon } from "../base/symbols.js";
import { say } from "../base/words.js";
import { avatar } from "./avatar.js";
import { botSign } from "./bot_sign.js";
import { lastMovesSince, moveMark } from "./since.js";
import { clockRing, clockText, timeLeft } from "./waiting.js";

/**
 * @typedef {import("./types.d.ts").Table} Table
 * @typedef {import("./types.d.ts").Game} Game
 * @typedef {Table & {phrases?: {by: number, p: string, at: number}[], waiting?: import("./waiting.js").Waiting, standIn?: (seat: number) => void, nudge?: (seat: number) => void, guests?: import("./guests.js").Guests}} SeatedTable
 */

const BACKS_BELOW = 4; // the backs of cards are drawn only for fewer other players than this
const MAX_LAYOUT = 6; // the most seats with a layout of their own; a spectator may see one more, which fits in
export const PHRASE_TIME = 6000; // milliseconds for which a phrase is shown next to a seat

/**
 * All seats but your own, in the order of play.
 * @param {Table} t
 */
export function otherSeats(t) {
  const first = t.you === null ? 0 : t.you + 1;
  const count = t.you === null ? t.info.players : t.info.players - 1;
  return Array.from({ length: count }, (_, step) => (first + step) % t.info.players);
}

/**
 * @param {SeatedTable} t
 * @param {Game} game
 */
export function seatList(t, game) {
  const list = otherSeats(t);
  const panels = list.map((seat) => game.seatPanel(t, seat));
  const moves = lastMovesSince(t);
  const firstBot = panels.some((panel) => panel.target) ? null : list.find((seat) => levelOf(t.info.seats[seat].bot));
  return h(
    "ol",
    { class: `seats n${Math.min(list.length, MAX_LAYOUT)} ${game.direction(t) < 0 ? "backward" : "forward"}`, "aria-label": say("table.players"), key: "seats", "data-region": "seats" },
    list.map((seat, at) => seatItem(t, panels[at], seat, { count: list.length, firstBot, mark: moveMark(t, game, moves.get(seat)) })),
  );
}

/**
 * @param {SeatedTable} t
 * @param {import("./types.d.ts").SeatPanel} panel
 * @param {number} seat
 * @param {{count: number, firstBot: number | null | undefined, mark: import("../base/dom.js").Child}} more how many seats there
 *   are; the bot to which Tab leads, null while a seat is to be chosen; its last move
 */
function seatItem(t, panel, seat, { count, firstBot, mark }) {
  const info = t.info.seats[seat];
  const level = levelOf(info.bot);
  const asked = t.view.owes.includes(seat);
  const said = t.phrases?.findLast((phrase) => phrase.by === seat && Date.now() - phrase.at < PHRASE_TIME);
  const away = info.kind === "human" && !info.here;
  const target = panel.target;
  const classes = ["seat", "glass", asked && "asked", target && "target", target?.chosen && "chosen", away && "away"];
  return h(
    "li",
    { class: classes.filter(Boolean).join(" "), key: seat, "data-place": `seat:${seat}`, "data-drop": panel.drop },
    avatar(t.names[seat], seat, { ring: clockRing(t, seat) }),
    h(
      "span",
      { class: "who" },
      h("b", null, t.names[seat]),
      h("small", null, level > 0 && h("span", { class: "level-name", key: "level" }, `${levelName(level)} ·`), !away && timeLeft(t, seat), h("span", { class: "caption" }, away ? awayText(t, seat) : panel.caption)),
    ),
    t.guests?.sign(seat),
    botSign(t.names[seat], seat, info.bot, { tabindex: seat === firstBot ? 0 : -1, "data-quiet": firstBot === null }),
    panel.badges?.length ? h("span", { class: "badges" }, panel.badges) : null,
    count < BACKS_BELOW && panel.backs ? h("span", { class: "backs", "aria-hidden": "true" }, backs(panel.backs)) : null,
    panel.more ? h("span", { class: "seat-more" }, panel.more) : null,
    said && h("span", { class: "bubble", key: "bubble" }, say(`phrase.${said.p}`)),
    !target && mark,
    !target && offerButton(t, seat),
    target && h("button", { class: "target-button", type: "button", key: "target", "aria-pressed": String(Boolean(target.chosen)), on: { click: target.press } }, target.label),
  );
}

/**
 * Since when a player has been away.
 * @param {SeatedTable} t
 * @param {number} seat
 */
function awayText(t, seat) {
  const seconds = t.waiting?.secondsAway(seat) ?? null;
  return seconds === null ? say("seat.away") : `${say("seat.away")} ${clockText(seconds)}`;
}

/**
 * What one can do about a player who is waited for: let a bot play, or remind them.
 * @param {SeatedTable} t
 * @param {number} seat
 */
function offerButton(t, seat) {
  const name = t.names[seat];
  if (t.waiting?.canStandIn(seat, t.info)) return h("button", { class: "seat-offer", type: "button", key: "offer", on: { click: () => t.standIn?.(seat) } }, icon("u-bot"), h("span", null, say("seat.stand_in", { name })));
  if (t.you !== null && t.waiting?.canNudge(seat, t.info)) return h("button", { class: "seat-offer", type: "button", key: "offer", on: { click: () => t.nudge?.(seat) } }, h("span", null, say("seat.nudge", { name })));
  return null;
}

/** @param {number} count */
function backs(count) {
  return Array.from({ length: Math.min(count, 15) }, () => h("i", { class: "card back" }));
}
