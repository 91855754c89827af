// YoYo at the table: all its parts.

import { say } from "../../../base/words.js";
import { face, name } from "./cards.js";
import { buttons, canPlayStaged, drop, hand, tap } from "./choose.js";
import { exampleCards } from "./example.js";
import { flights } from "./flights.js";
import { middle } from "./middle.js";
import { prompt } from "./prompt.js";
import { moveMark } from "./mark.js";
import { roundSummary } from "./round.js";
import { finalSummary, scoreRows } from "./scores.js";
import { ownBadges, seatPanel } from "./seats.js";

const GAMES_PER_PLAYER = 2; // in a match

/** @type {import("../../../table/types.d.ts").Game<import("./views.js").YoyoView>} */
export const game = {
  slug: "yoyo",
  folder: "yoyo",
  face,
  name,
  progressText: (t) => {
    const facts = { game: t.view.match_game, games: GAMES_PER_PLAYER * t.info.players };
    return { wide: say("yoyo.game_of", facts), narrow: `${facts.game}/${facts.games}` };
  },
  seatPanel,
  ownBadges,
  direction: () => 1,
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
  plainWords: (sentence, t) => sentence.replace(/\btake (\d)/g, (_, seat) => t.names[Number(seat)] ?? seat),
  aimFigures: [["b7", "b9"], ["r12", "r11"], "yoyo.action.draw"],
  loadHints: () => import("./hint.js"),
  exampleCards,
};
