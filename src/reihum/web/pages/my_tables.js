// On the first page: the few unfinished games that matter, those where it is my turn first.

import { get } from "../base/api.js";
import { h } from "../base/dom.js";
import { isGame } from "../base/games.js";
import { say } from "../base/words.js";
import { avatar } from "../table/avatar.js";
import { thumb } from "./game_rows.js";
import { companyText, gameTitle, turnText } from "./my_games.js";

/** @typedef {import("../base/wire.d.ts").UnfinishedGame} UnfinishedGame */

const MOST_SHOWN = 3;

/**
 * My unfinished games, those where it is my turn first.
 * @returns {Promise<UnfinishedGame[]>}
 */
export async function fetchMyTables() {
  const { games } = await get("/api/mine/unfinished");
  return games.filter((/** @type {UnfinishedGame} */ { game, you }) => isGame(game) && you !== null);
}

/** The one that matters most is large, two more are small, and there is a way to all of them. @param {UnfinishedGame[]} games */
export function myTables(games) {
  const [first, ...others] = games.slice(0, MOST_SHOWN);
  if (!first) return null;
  return h(
    "section",
    { class: "my-tables", key: "mine", "aria-label": say("games.title") },
    h(
      "div",
      { class: "waiting paper", key: first.table },
      h("span", { class: "heads" }, first.seats.map((seat, number) => seat.name && avatar(seat.name, number, { small: false }))),
      h("span", { class: "who" }, h("b", null, firstText(first)), h("small", null, first.seats.map((seat) => seat.name ?? "…").join(" · "))),
      h("a", { class: "btn main", href: `/t/${first.table}` }, say("start.continue")),
    ),
    h(
      "div",
      { class: "also", key: "also" },
      others.map((game) =>
        h("a", { class: "glass also-table", href: `/t/${game.table}`, key: game.table }, thumb(game.game), h("span", { class: "who" }, h("b", null, companyText(game)), h("small", null, turnText(game))))),
      h("a", { class: "also-all", href: "/games", key: "all" }, say("games.all_mine"), h("span", { "aria-hidden": "true" }, " ›")),
    ),
  );
}

/** @param {UnfinishedGame} table */
function firstText(table) {
  const game = gameTitle(table.game);
  return table.status === "waiting" ? say("start.waits", { game }) : table.asked ? say("start.your_turn", { game }) : say("start.goes_on", { game });
}
