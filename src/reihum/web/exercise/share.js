// A puzzle that was solved, as text for others: when, which game, how it went, where to find it. Never what the solution is.

import { shareOrigin } from "../base/address.js";
import { gameEntry } from "../base/games.js";
import { say } from "../base/words.js";

/** @typedef {import("./session.js").Outcome} Outcome */

const SIGNS = { first: "🟩", second: "⬜🟩", missed: "⬜⬜" };

/**
 * @param {{id: string, day: string | null, number: number, table: {game: string}}} puzzle
 * @param {Outcome} outcome
 */
export function shareText({ id, day, number, table }, outcome) {
  const how = outcome ?? "missed";
  const game = say(`${gameEntry(table.game).folder}.title`);
  const head = say("puzzle.share", { what: day ?? `#${number}`, game, how: say(`puzzle.${how}`) });
  return `${head} ${SIGNS[how]}\n${shareOrigin()}/puzzle/${day ?? id}`;
}
