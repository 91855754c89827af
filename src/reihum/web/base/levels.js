// The five levels of bots, numbered from 1, the weakest.

import { gameEntry } from "./games.js";
import { changeSettings, settings } from "./settings.js";
import { say } from "./words.js";

/** The bots of the levels, as the server names them. */
export const LEVELS = ["novice", "casual", "regular", "strong", "master"];
/** The level of bots for which nobody has chosen one. */
export const USUAL_LEVEL = 3;
const FIRST_LEVEL = 1; // for somebody who has never played before

/**
 * The level of a bot; 0 if it has none.
 * @param {string | null} bot
 */
export function levelOf(bot) {
  return LEVELS.indexOf(bot ?? "") + 1;
}

/** @param {number} level */
export function levelName(level) {
  return say(`level.${LEVELS[level - 1]}.name`);
}

/** What to expect of a level, in a sentence. @param {number} level */
export function levelSentence(level) {
  return say(`level.${LEVELS[level - 1]}.more`);
}

/** A level in words: 'level 5, Master'. @param {number} level */
export function levelText(level) {
  return say("level.about", { number: level, name: levelName(level) });
}

/** The level against which a game is played. @param {string} slug */
export function chosenLevel(slug) {
  const kept = settings.levels[slug];
  if (LEVELS.some((_, at) => at + 1 === kept)) return kept;
  return settings.hasPlayed ? USUAL_LEVEL : FIRST_LEVEL;
}

/**
 * Keep the level that somebody has chosen for a game.
 * @param {string} slug
 * @param {number} level
 */
export function chooseLevel(slug, level) {
  changeSettings({ levels: { ...settings.levels, [slug]: level } });
}

/**
 * You and bots, with you on the seat that begins: nobody likes to wait.
 * @param {string} slug
 * @param {number} players
 * @param {string} bot
 */
export function seatsWithBots(slug, players, bot) {
  const seats = Array(players - 1).fill(`bot:${bot}`);
  seats.splice(gameEntry(slug).begins, 0, "me");
  return seats;
}
