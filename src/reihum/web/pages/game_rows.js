// One game in the list of my own: unfinished, with the way back to its table; or finished, with its replay and record.

import { h } from "../base/dom.js";
import { gameEntry } from "../base/games.js";
import { icon } from "../base/symbols.js";
import { say } from "../base/words.js";
import { verdictView } from "../fair/verdict.js";
import { companyText, endText, resultText, scoreText, standingText } from "./my_games.js";
import { tilePicture } from "./tiles.js";

/**
 * @typedef {import("../base/wire.d.ts").UnfinishedGame} UnfinishedGame
 * @typedef {import("../base/wire.d.ts").FinishedGame} FinishedGame
 * @typedef {import("../fair/verdict.js").Verdict} Verdict
 * @typedef {{ask: () => void, cancel: () => void, giveUp: () => void}} GiveUpActions
 */

/**
 * @param {UnfinishedGame} game
 * @param {boolean} asking whether the question is open if it shall be given up
 * @param {GiveUpActions} actions
 */
export function unfinishedRow(game, asking, actions) {
  const title = companyText(game);
  const word = say(isWaitingForOthers(game) ? "games.look" : "games.on");
  return h(
    "li",
    { class: `glass game-row${game.asked ? " asked" : ""}`, key: game.table, "data-table": game.table },
    thumb(game.game),
    h("span", { class: "who" }, h("b", null, title), h("small", null, standingText(game))),
    game.you !== null && h("button", { class: "bar-button game-close", type: "button", key: "close", "aria-label": `${say(giveUpWay(game).name)}: ${title}`, title: say(giveUpWay(game).name), "aria-expanded": String(asking), on: { click: asking ? actions.cancel : actions.ask } }, icon("u-close")),
    h("a", { class: `btn game-open${game.asked ? " main" : ""}`, href: `/t/${game.table}`, "aria-label": `${word}: ${title}` }, word),
    asking && question(game, actions),
  );
}

/**
 * Whether there is nothing to do but to look: others decide or have not come yet, or it is not one's own game any more.
 * @param {UnfinishedGame} game
 */
function isWaitingForOthers({ you, asked, status, turn, seats }) {
  return you === null || status === "waiting" || (!asked && turn.some((seat) => seats[seat].kind === "human"));
}

/**
 * One question before a game is given up.
 * @param {UnfinishedGame} game
 * @param {GiveUpActions} actions
 */
function question(game, actions) {
  const way = giveUpWay(game);
  return h(
    "div",
    { class: "game-question", key: "question", role: "group", "aria-labelledby": `ask-${game.table}` },
    h("p", { id: `ask-${game.table}` }, say(way.question)),
    h("button", { class: "btn", type: "button", "data-sure": true, "aria-describedby": `ask-${game.table}`, on: { click: actions.giveUp } }, say(way.name)),
    h("button", { class: "btn plain", type: "button", on: { click: actions.cancel } }, say("games.no")),
  );
}

/**
 * How a game is given up: against bots it ends, with friends a bot takes the seat.
 * @param {UnfinishedGame} game
 * @returns {{name: string, question: string, request: "end" | "leave"}}
 */
export function giveUpWay({ status, seats, you, host }) {
  const friends = seats.some((seat, number) => seat.kind === "human" && number !== you);
  if (status === "waiting") return host && !friends ? { name: "games.close", question: "games.close_sure", request: "end" } : { name: "games.leave", question: "games.get_up_sure", request: "leave" };
  return host && !friends ? { name: "games.give_up", question: "games.give_up_sure", request: "end" } : { name: "games.leave", question: "games.leave_sure", request: "leave" };
}

/**
 * @param {FinishedGame} game
 * @param {boolean} open whether its record is offered
 * @param {Verdict | null} verdict
 * @param {{toggle: () => void, verify: () => void}} actions
 */
export function finishedRow(game, open, verdict, actions) {
  const { table } = game;
  const title = companyText(table);
  const more = `more-${table.table}`;
  return h(
    "li",
    { class: "game-row", key: table.table, "data-table": table.table },
    thumb(table.game),
    h("span", { class: "who" }, h("b", null, title), h("small", null, endText(game))),
    h("span", { class: `game-result${game.won ? " won" : ""}` }, h("b", null, resultText(game)), h("small", null, scoreText(game))),
    h("a", { class: "btn game-open", href: `/review/${table.table}`, "aria-label": `${say("review.title")}: ${title}` }, say("review.title")),
    h("button", { class: "bar-button game-close", type: "button", key: "more", "aria-label": `${say("games.more_about")}: ${title}`, title: say("games.more_about"), "aria-expanded": String(open), "aria-controls": more, on: { click: actions.toggle } }, icon("u-menu")),
    open && h(
      "div",
      { class: "game-question", key: "more-about", id: more },
      h("a", { class: "btn", href: `/replay/${table.table}` }, icon("u-play"), say("replay.title")),
      h("a", { class: "btn", href: `/api/tables/${table.table}/record`, download: `reihum-${table.game}.txt` }, icon("u-download"), say("final.record")),
      table.commitment !== "" && h("button", { class: "btn", type: "button", on: { click: actions.verify } }, icon("u-check"), say("final.verify")),
      verdict && verdictView(verdict),
    ),
  );
}

/** A small picture of a game. @param {string} slug */
export function thumb(slug) {
  return h("span", { class: `game-thumb g-${gameEntry(slug).folder}`, "aria-hidden": "true" }, tilePicture(slug));
}
