// HELP! at the table: its parts, put together.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";
import { face, name } from "./cards.js";
import { buttons, drop, hand, pill, race, stands, tap } from "./choose.js";
import { example } from "./example.js";
import { flights } from "./flights.js";
import { middle } from "./middle.js";
import { final, round, rows } from "./scores.js";
import { own, seat } from "./seats.js";

/** @type {import("../../../table/types.d.ts").Game<import("./views.js").HelpView>} */
export const game = {
  slug: "help",
  folder: "help",
  face,
  name,
  bar: (t) => {
    const forward = t.view.direction > 0;
    const place = { round: t.view.round, way: say(forward ? "help.clockwise" : "help.anticlockwise"), arrow: forward ? "↻" : "↺" };
    return { wide: say("help.place", place), narrow: say("help.place_narrow", place) };
  },
  seat,
  own,
  direction: (t) => t.view.direction,
  middle,
  hand,
  pill,
  buttons,
  tap,
  drop,
  stands,
  flights,
  rows,
  round,
  final,
  race,
  tools: (t) => (race(t) ? [h("span", { class: "wide quiet", key: "space" }, say("help.space_calls"))] : []),
  example,
};
