// 23 at the table: its parts, put together.

import { say } from "../../../base/words.js";
import { face, name } from "./cards.js";
import { buttons, drop, hand, pill, stands, tap } from "./choose.js";
import { example } from "./example.js";
import { flights } from "./flights.js";
import { middle } from "./middle.js";
import { final, rows } from "./scores.js";
import { own, seat } from "./seats.js";

const ROUNDS = 2;

/** @type {import("../../../table/types.d.ts").Game<import("./views.js").TwentythreeView>} */
export const game = {
  slug: "23",
  folder: "twentythree",
  face,
  name,
  bar: (t) => ({ wide: say("round_of", { round: t.view.round, rounds: ROUNDS }), narrow: `${t.view.round}/${ROUNDS}` }),
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
