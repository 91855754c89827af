// Königs-Rommé at the table, with others and solo: all its parts.

import { say } from "../../../base/words.js";
import { face, name, withCardSigns } from "./cards.js";
import * as withOthers from "./choose.js";
import { exampleCards } from "./example.js";
import { flights, soloFlights } from "./flights.js";
import { hand } from "./groups.js";
import { middle } from "./middle.js";
import { handTools } from "./order.js";
import { moveMark } from "./mark.js";
import { roundSummary } from "./round.js";
import { finalSummary, scoreRows, soloScoreRows } from "./scores.js";
import { ownBadges, seatPanel } from "./seats.js";
import * as alone from "./solo.js";
import { finishedCount, soloEnd, soloTitle, soloWhy } from "./solo_end.js";
import { soloTable } from "./solo_table.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<any>} Table
 */

const ROUNDS = 11;

/** @param {Table} t */
const isSolo = (t) => t.view.solo === true;

/** @param {Table} t */
function progressText(t) {
  if (isSolo(t)) {
    const count = finishedCount(t);
    return { wide: say("koenigs_romme.finished_of", { count }), narrow: say("koenigs_romme.of_eleven", { count }) };
  }
  const { round, totals } = t.view;
  const place = `${round}/${ROUNDS}`;
  return { wide: say("round_of", { round, rounds: ROUNDS }), narrow: t.you === null ? place : `${place} · ${totals[t.you]}` };
}

/** @type {import("../../../table/types.d.ts").Game<any>} */
export const game = {
  slug: "koenigs-romme",
  folder: "koenigs_romme",
  face,
  name,
  progressText,
  seatPanel,
  ownBadges: (t) => (isSolo(t) ? [] : ownBadges(t)),
  direction: () => 1,
  middle,
  hand: (t) => (isSolo(t) ? alone : { hand }).hand(t),
  prompt: (t) => (isSolo(t) ? alone : withOthers).prompt(t),
  buttons: (t) => (isSolo(t) ? alone : withOthers).buttons(t),
  tap: (t, card) => (isSolo(t) ? alone : withOthers).tap(t, card),
  drop: (t, card, place) => (isSolo(t) ? alone : withOthers).drop(t, card, place),
  canPlayStaged: (t) => (isSolo(t) ? alone : withOthers).canPlayStaged(t),
  reorder: (t, card, to) => (isSolo(t) ? undefined : withOthers.reorder(t, card, to)),
  typedCode: alone.typedCode,
  flights: (line, before, after) => ("solo" in after.view ? soloFlights : flights)(line, before, after),
  moveMark,
  scoreRows: (t) => (isSolo(t) ? soloScoreRows : scoreRows)(t),
  roundSummary,
  finalSummary: (t) => (isSolo(t) ? soloEnd : finalSummary)(t),
  finalTitle: (t) => (isSolo(t) ? soloTitle(t) : null),
  finalWhy: (t) => (isSolo(t) ? soloWhy(t) : null),
  againText: (t) => (isSolo(t) ? say("koenigs_romme.solo_again") : null),
  plainWords: withCardSigns,
  handTools: (t) => (isSolo(t) ? [] : handTools(t)),
  wholeScreen: (t) => (isSolo(t) ? soloTable(t) : null),
  aimFigures: [["7h"], ["8s", "8d", "8c"], ["Ks"]],
  aimFiguresAlone: [["7s"], ["Jc"], ["7s", "7h", "7d"]],
  loadHints: () => import("./hint.js"),
  exampleCards,
};
