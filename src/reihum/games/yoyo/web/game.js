// YoYo at the table: its parts, put together.

import { say } from "../../../base/words.js";
import { face, name } from "./cards.js";
import { buttons, drop, hand, stands, tap } from "./choose.js";
import { example } from "./example.js";
import { flights } from "./flights.js";
import { middle } from "./middle.js";
import { final, rows } from "./scores.js";
import { own, seat } from "./seats.js";
import { pill } from "./telling.js";

const GAMES = 2; // of a match, for each player

/** @type {import("../../../table/types.d.ts").Game<import("./views.js").YoyoView>} */
export const game = {
  slug: "yoyo",
  folder: "yoyo",
  face,
  name,
  bar: (t) => {
    const facts = { game: t.view.match_game, games: GAMES * t.info.players };
    return { wide: say("yoyo.game_of", facts), narrow: `${facts.game}/${facts.games}` };
  },
  seat,
  own,
  direction: () => 1,
  middle,
  hand,
  pill,
  buttons,
  tap,
  drop,
  stands,
  flights,
  rows,
  final,
  example,
};
