// HELP! at the table: all its parts.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";
import { face, name, plainWords } from "./cards.js";
import { buttons, canPlayStaged, drop, hand, owesCall, tap } from "./choose.js";
import { exampleCards } from "./example.js";
import { flights } from "./flights.js";
import { middle } from "./middle.js";
import { prompt } from "./prompt.js";
import { moveMark } from "./mark.js";
import { roundSummary } from "./round.js";
import { finalSummary, scoreRows } from "./scores.js";
import { ownBadges, seatPanel } from "./seats.js";

/** @type {import("../../../table/types.d.ts").Game<import("./views.js").HelpView>} */
export const game = {
  slug: "help",
  folder: "help",
  face,
  name,
  progressText: (t) => {
    const forward = t.view.direction > 0;
    const place = { round: t.view.round, way: say(forward ? "help.clockwise" : "help.anticlockwise"), arrow: forward ? "↻" : "↺" };
    return { wide: say("help.place", place), narrow: say("help.place_narrow", place) };
  },
  seatPanel,
  ownBadges,
  direction: (t) => t.view.direction,
  middle,
  hand,
  prompt,
  buttons,
  tap,
  drop,
  canPlayStaged,
  flights,
  moveMark,
  scoreRows,
  roundSummary,
  finalSummary,
  plainWords,
  handTools: (t) => (owesCall(t) ? [h("span", { class: "wide quiet", key: "space" }, say("help.space_calls"))] : []),
  aimFigures: [["4", "7"], ["J", "Z"], "help.title"],
  loadHints: () => import("./hint.js"),
  exampleCards,
};
