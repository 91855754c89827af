// What the screen of a table looks like in the waiting room, during the game and at its end.

import { shareOrigin } from "../base/address.js";
import { copyText } from "../base/copy.js";
import { h } from "../base/dom.js";
import { changeSettings, settings } from "../base/settings.js";
import { icon } from "../base/symbols.js";
import { say } from "../base/words.js";
import { aimPanel, aimSheet, isAimDue, noteAimSeen } from "../table/aim.js";
import { bar, barButton } from "../table/bar.js";
import { coachBubble, coachRing } from "../table/coach_view.js";
import { lostStrip, menu } from "../table/menu.js";
import { rail, unreadBadge } from "../table/rail.js";
import { scoreSheet } from "../table/scores.js";
import { roundSheet } from "../table/round_sheet.js";
import { finalSheet } from "../table/sheets.js";
import { tableArea } from "../table/table_area.js";
import { confirmOffer, undoButton } from "../table/undo.js";
import { go } from "../base/router.js";
import { hasLesson, lessonEnd } from "./lesson.js";
import { Lobby } from "./lobby.js";

/**
 * @typedef {import("../base/dom.js").Child} Child
 * @typedef {import("../table/live.js").LiveTable} LiveTable
 * @typedef {import("../table/types.d.ts").Game} Game
 * @typedef {import("./table.js").TableScreen} TableScreen
 */

/**
 * @param {TableScreen} screen
 * @param {LiveTable} live
 * @param {Game} game
 * @returns {Child[]}
 */
export function lobbyView(screen, live, game) {
  screen.lobby ??= new Lobby(screen.root, { draw: () => screen.draw(), leave: () => void screen.leave(), refresh: () => live.connection.reconnect() });
  if (live.info.status === "over") return closedView(screen, live, game);
  return [
    tableBar(screen, live, game, null),
    lostStrip(live),
    h("main", { id: "main", class: "page lobby-page", tabindex: "-1", key: "lobby" }, screen.lobby.view(live.info, game, live.waiting, live.guests)),
    live.guests.sheet(),
  ];
}

/**
 * A table that was closed before the game.
 * @param {TableScreen} screen
 * @param {LiveTable} live
 * @param {Game} game
 * @returns {Child[]}
 */
function closedView(screen, live, game) {
  return [
    tableBar(screen, live, game, null),
    h(
      "main",
      { id: "main", class: "page narrow-page failed", tabindex: "-1", key: "closed" },
      h("h1", null, say("lobby.closed")),
      h("p", { role: "status" }, say("lobby.closed_more")),
      h("div", { class: "failed-ways" }, h("a", { class: "btn main", href: "/" }, say("bar.home"))),
    ),
  ];
}

/**
 * @param {TableScreen} screen
 * @param {LiveTable} live
 * @param {Game} game
 * @returns {Child[]}
 */
export function tableView(screen, live, game) {
  if (screen.isChatInSight) live.markPhrasesRead();
  const ended = live.isOver && !live.isFinalHidden;
  const lost = live.connectionState === "lost" || live.connectionState === "gone";
  return [
    tableBar(screen, live, game, game.progressText(live)),
    lostStrip(live),
    h(
      "div",
      { class: `table-screen${lost ? " lost" : ""}${live.you === null && live.info.reserved === null ? " watching" : ""}${ended ? " ended" : ""}${live.pause.line ? " resting" : ""}${screen.coach ? " coaching" : ""}`, key: "table-screen", "data-v": live.shown?.v },
      h("main", { id: "main", class: "felt-area", tabindex: "-1", key: "felt" }, h("h1", { class: "hidden" }, say(`${game.folder}.title`)), feltView(screen, live, game)),
      tableRail(screen, live, game),
    ),
    live.guests.sheet(),
    screen.coach && coachRing(),
    isAimDue(live.info) && !live.pause.line && aimSheet(game, live.info, { coach: coachWish(screen, live), close: () => noteAimSeen(live.info) }),
  ];
}

/**
 * The game, the sheet after a round, or the end.
 * @param {TableScreen} screen
 * @param {LiveTable} live
 * @param {Game} game
 */
function feltView(screen, live, game) {
  if (live.isOver && !live.isFinalHidden) return finalView(screen, live, game);
  return live.pause.line ? roundSheet(live, game, live.pause, live.pause.line) : playView(screen, live, game);
}

/**
 * @param {TableScreen} screen
 * @param {LiveTable} live
 * @param {Game} game
 */
function finalView(screen, live, game) {
  if (screen.coach) return lessonEnd(screen.coach, game, { play: () => void screen.playForReal(), isBusy: screen.isBusy });
  return finalSheet(live, game, {
    rematch: () => void screen.rematch(),
    verify: () => void screen.verifyDeal(),
    hide: () => setFinalHidden(screen, live, true),
    isBusy: screen.isBusy,
    verdict: screen.verdict,
    isSeated: (live.info.you ?? live.info.reserved ?? null) !== null || live.info.host,
  });
}

/**
 * @param {TableScreen} screen
 * @param {LiveTable} live
 * @param {Game} game
 */
function playView(screen, live, game) {
  const canTakeBack = live.sending ? !live.connection.isLive : live.staged.length > 0;
  return tableArea(live, game, {
    focusedCard: screen.focusedCard,
    openLog: () => screen.openRail("moves"),
    openRule: (rule) => screen.openRail("rules", rule),
    takeBack: canTakeBack ? () => screen.takeBack() : null,
    sitDown: live.info.reserved !== null && live.info.status === "playing" ? () => void screen.sit() : null,
    undo: screen.coach ? null : undoButton(live),
    hints: live.you === null ? null : screen.hints,
    overlay: overlay(screen, live),
    coach: screen.coach,
    bubble: screen.coach && coachBubble(screen.coach, { openRule: (rule) => screen.openRail("rules", rule), end: () => go("/") }),
  });
}

/**
 * What covers the middle for a while: the offer to show missed moves, or to confirm cards.
 * @param {TableScreen} screen
 * @param {LiveTable} live
 */
function overlay(screen, live) {
  const { playback } = live;
  if (live.offersConfirming) return confirmOffer(live);
  if (!playback.missedCount || document.hidden) return null;
  const close = () => {
    playback.missed = null;
    screen.draw();
  };
  return h("div", { class: "missed paper", key: "missed" }, say("table.missed", { count: playback.missedCount }),
    h("button", { class: "btn dark", type: "button", on: { click: () => live.showMissed() } }, say("table.show_missed")),
    h("button", { class: "btn plain", type: "button", "aria-label": say("close"), on: { click: close } }, "×"));
}

/**
 * @param {TableScreen} screen
 * @param {LiveTable} live
 * @param {Game} game
 */
function tableRail(screen, live, game) {
  const actions = {
    pickTab: (/** @type {typeof screen.rail.tab} */ tab) => ((screen.rail.tab = tab), screen.drawNow()),
    close: () => screen.closeRail(),
    say: live.you === null ? null : (/** @type {string} */ phrase) => live.connection.sendPhrase(phrase),
    search: (/** @type {string} */ text) => ((screen.rail.search = text), screen.draw()),
  };
  const isFirst = !live.log.some((line) => line.by !== null);
  const aim = aimPanel(game, live.info, isFirst, { coach: coachWish(screen, live), rules: () => screen.openRail("rules") });
  return rail(live, game, screen.rail, actions, screen.phrases, () => scoreSheet(live, game), aim);
}

/**
 * The way to the lesson, for somebody who would play against bots only.
 * @param {TableScreen} screen
 * @param {LiveTable} live
 */
function coachWish(screen, { info }) {
  const alone = info.seats.every((seat, number) => seat.kind === "bot" || number === info.you);
  return alone && hasLesson(info.game, info.players === 1) ? () => (noteAimSeen(info), void screen.learn()) : null;
}

/**
 * @param {TableScreen} screen
 * @param {LiveTable} live
 * @param {Game} game
 * @param {{wide: string, narrow: string} | null} progress
 */
function tableBar(screen, live, game, progress) {
  const state = live.connectionState === "live" || live.connectionState === "connecting" ? live.connectionState : "lost";
  return bar({
    title: say(`${game.folder}.title`),
    progress: progress && (live.info.branch ? branchPlace(live.info.branch, progress) : live.info.lesson ? [h("span", { class: "wide" }, say("lesson.place")), h("span", { class: "narrow" }, say("lesson.name"))] : [h("span", { class: "wide" }, progress.wide, live.info.seconds > 0 && ` · ${say("sheet.seconds", { seconds: live.info.seconds })}`, live.info.hints && !live.isAlone && live.you !== null && ` · ${say("lobby.hints")}`), h("span", { class: "narrow" }, progress.narrow)]),
    right: [
      h("span", { class: `connection ${state}`, key: "connection" }, h("i", { "aria-hidden": "true" }), h("span", null, say(`lost.${state}`))),
      live.isOver && live.isFinalHidden && barButton("u-pad", say("final.scores"), () => setFinalHidden(screen, live, false)),
      chatButton(screen, live),
      barButton("u-book", say("rail.rules"), () => screen.openRail("rules")),
      h("a", { class: "bar-button", href: "/settings", "aria-label": say("settings.title"), title: say("settings.title"), key: "gear" }, icon("u-gear")),
    ],
    menu: menu(live, screen.isMenuOpen, screen.isEnding, {
      toggle: () => screen.toggleMenu(),
      mute: () => screen.pickFromMenu(() => changeSettings({ sound: !settings.sound })),
      copy: () => screen.pickFromMenu(() => void copyText(`${shareOrigin()}/t/${screen.id}`)),
      sit: () => screen.pickFromMenu(() => void screen.sit()),
      leave: () => screen.pickFromMenu(() => void screen.leave()),
      end: () => screen.endGame(),
    }),
  });
}

/**
 * That this game branches off another one, which its opener can look at again.
 * @param {import("../base/wire.d.ts").BranchShown} branch
 * @param {{wide: string, narrow: string}} progress
 */
function branchPlace({ v, table }, progress) {
  const words = say("play_on.place", { v });
  const place = table ? h("a", { href: `/replay/${table}#v=${v}`, title: say("play_on.back") }, words) : words;
  return [h("span", { class: "wide", key: "branch" }, place, ` · ${progress.wide}`), h("span", { class: "narrow", key: "branch-narrow" }, say("play_on.what_if"), ` ${progress.narrow}`)];
}

/**
 * The way to what somebody has just said, until it has been in sight.
 * @param {TableScreen} screen
 * @param {LiveTable} live
 */
function chatButton(screen, live) {
  const badge = unreadBadge(live.phrases);
  return badge && h("button", { class: "bar-button", type: "button", key: "chat", title: say("rail.chat"), on: { click: () => screen.openRail("chat") } }, icon("u-chat"), badge);
}

/**
 * Show the final scores, or the table as it was at the end.
 * @param {TableScreen} screen
 * @param {LiveTable} live
 * @param {boolean} hidden
 */
function setFinalHidden(screen, live, hidden) {
  live.isFinalHidden = hidden;
  screen.draw();
}
