// Königs-Rommé at the table, with others and alone: its parts, put together.

import { say } from "../../../base/words.js";
import { face, name, withCardSigns } from "./cards.js";
import * as many from "./choose.js";
import { exampleCards } from "./example.js";
import { flights, soloFlights } from "./flights.js";
import { hand } from "./groups.js";
import { middle } from "./middle.js";
import { handTools } from "./order.js";
import { finalSummary, scoreRows, soloScoreRows } from "./scores.js";
import { ownBadges, seatPanel } from "./seats.js";
import * as alone from "./solo.js";
import { progress, soloTable } from "./solo_table.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<any>} Table
 */

const ROUNDS = 11;

/** @param {Table} t */
const solo = (t) => t.view.solo === true;

/** Of who plays alone. @param {Table} t @returns {number} */
const finished = (t) => t.view.finished.filter(Boolean).length;

/** @param {Table} t */
function progressText(t) {
  if (solo(t)) {
    const count = finished(t);
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
  ownBadges: (t) => (solo(t) ? [] : ownBadges(t)),
  direction: () => 1,
  middle,
  hand: (t) => (solo(t) ? alone : { hand }).hand(t),
  prompt: (t) => (solo(t) ? alone : many).prompt(t),
  buttons: (t) => (solo(t) ? alone : many).buttons(t),
  tap: (t, card) => (solo(t) ? alone : many).tap(t, card),
  drop: (t, card, place) => (solo(t) ? alone : many).drop(t, card, place),
  canPlayStaged: (t) => (solo(t) ? alone : many).canPlayStaged(t),
  reorder: (t, card, to) => (solo(t) ? undefined : many.reorder(t, card, to)),
  typedCode: alone.typedCode,
  flights: (line, before, after) => ("solo" in after.view ? soloFlights : flights)(line, before, after),
  scoreRows: (t) => (solo(t) ? soloScoreRows : scoreRows)(t),
  finalSummary: (t) => (solo(t) ? progress : finalSummary)(t),
  noWinnerText: (t) => (solo(t) ? say("koenigs_romme.solo_lost", { count: finished(t) }) : null),
  withCardSigns,
  handTools: (t) => (solo(t) ? [] : handTools(t)),
  wholeScreen: (t) => (solo(t) ? soloTable(t) : null),
  exampleCards,
};
