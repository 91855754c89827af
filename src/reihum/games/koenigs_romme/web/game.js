// Königs-Rommé at the table, with others and alone: its parts, put together.

import { say } from "../../../base/words.js";
import { face, name, spelled } from "./cards.js";
import * as many from "./choose.js";
import { example } from "./example.js";
import { flights, soloFlights } from "./flights.js";
import { hand } from "./groups.js";
import { middle } from "./middle.js";
import { tools } from "./order.js";
import { final, rows, soloRows } from "./scores.js";
import { own, seat } from "./seats.js";
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
function bar(t) {
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
  bar,
  seat,
  own: (t) => (solo(t) ? [] : own(t)),
  direction: () => 1,
  middle,
  hand: (t) => (solo(t) ? alone : { hand }).hand(t),
  pill: (t) => (solo(t) ? alone : many).pill(t),
  buttons: (t) => (solo(t) ? alone : many).buttons(t),
  tap: (t, card) => (solo(t) ? alone : many).tap(t, card),
  drop: (t, card, place) => (solo(t) ? alone : many).drop(t, card, place),
  stands: (t) => (solo(t) ? alone : many).stands(t),
  reorder: (t, card, to) => (solo(t) ? undefined : many.reorder(t, card, to)),
  typed: alone.typed,
  flights: (line, before, after) => ("solo" in after.view ? soloFlights : flights)(line, before, after),
  rows: (t) => (solo(t) ? soloRows : rows)(t),
  final: (t) => (solo(t) ? progress : final)(t),
  nobody: (t) => (solo(t) ? say("koenigs_romme.solo_lost", { count: finished(t) }) : null),
  spelled,
  tools: (t) => (solo(t) ? [] : tools(t)),
  whole: (t) => (solo(t) ? soloTable(t) : null),
  example,
};
