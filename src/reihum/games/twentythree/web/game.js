// 23 at the table: all its parts.

import { say } from "../../../base/words.js";
import { face, name } from "./cards.js";
import { buttons, canPlayStaged, drop, hand, handSize, tap } from "./choose.js";
import { exampleCards } from "./example.js";
import { flights } from "./flights.js";
import { middle } from "./middle.js";
import { prompt } from "./prompt.js";
import { moveMark } from "./mark.js";
import { roundSummary } from "./round.js";
import { finalSummary, scoreRows } from "./scores.js";
import { ownBadges, seatPanel } from "./seats.js";

const ROUNDS = 2;

/** @type {import("../../../table/types.d.ts").Game<import("./views.js").TwentythreeView>} */
export const game = {
  slug: "23",
  folder: "twentythree",
  face,
  name,
  progressText: (t) => ({ wide: say("round_of", { round: t.view.round, rounds: ROUNDS }), narrow: `${t.view.round}/${ROUNDS}` }),
  seatPanel,
  ownBadges,
  direction: () => 1,
  middle,
  hand,
  handSize,
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
  aimFigures: [["9", "10"], "twentythree.pass", "twentythree.leave"],
  loadHints: () => import("./hint.js"),
  exampleCards,
};
