// The prompt of YoYo: who is to do what, or what the staged cards would do.

import { joinWithAnd, say } from "../../../base/words.js";
import { action, colour, number, shortName } from "./cards.js";
import { takeCount, takeTarget } from "./choose.js";
import { needsDirection, nextCards, stagedCards, stagedDirection } from "./series.js";

/** @typedef {import("./series.js").Table} Table */

const MOST_NAMED = 3; // of the cards that fit; of more, only what they have in common is said

/** @param {Table} t */
export function prompt(t) {
  if (t.view.phase === "over") return say("table.over");
  if (!t.canMove) return waitingPrompt(t);
  const [first] = t.staged;
  if (first?.act) return say(`yoyo.will_${first.act}`);
  if (first?.slide) return say("yoyo.will_pass", { card: shortName(first.slide), left: t.names[leftNeighbour(t)], right: t.names[rightNeighbour(t)] });
  if (stagedCards(t).length) return needsDirection(t) ? say("yoyo.name_of", { card: shortName(stagedCards(t)[0].card) }) + effectText(t) : layPrompt(t);
  return { play: playPrompt, series: seriesPrompt, drawn: drawnPrompt, take: takePrompt, slide: passPrompt }[t.view.phase](t);
}

/** The player on your left, who is next. @param {Table} t */
export function leftNeighbour(t) {
  return ((t.you ?? 0) + 1) % t.info.players;
}

/** The player on your right. @param {Table} t */
export function rightNeighbour(t) {
  return ((t.you ?? 0) + t.info.players - 1) % t.info.players;
}

/** @param {Table} t */
function waitingPrompt(t) {
  const { view, you } = t;
  if (view.phase === "slide") {
    const names = view.owes.filter((seat) => seat !== you).map((seat) => t.names[seat]);
    return view.owes.includes(you ?? -1) ? say("table.sending") : say("yoyo.wait_pass", { names: joinWithAnd(names), count: names.length });
  }
  if (view.player === null) return "";
  if (view.player === you) return say("table.sending");
  const facts = { name: t.names[view.player], count: view.pending };
  return say(view.phase === "series" ? "yoyo.lays_series" : view.phase === "take" ? "yoyo.is_hit" : view.phase === "drawn" ? "yoyo.has_drawn" : "table.turn_of", facts);
}

/** @param {Table} t */
function playPrompt(t) {
  const { view } = t;
  const card = view.pile.at(-1);
  if (!card) return say("yoyo.begin");
  if (view.top_by === t.you) return say("yoyo.own_top");
  const top = number(card);
  const fitting = [...new Set(t.moves.filter((move) => move !== "draw").map((move) => move.replace(/[\^v]$/, "")))];
  if (!fitting.length) return say(`yoyo.nothing_${view.direction}`, { top });
  if (fitting.length > MOST_NAMED) return say(`yoyo.turn_${view.direction}`, { top });
  return say(`yoyo.fits_${view.direction}`, { top, cards: joinWithAnd(fitting.map(shortName)), count: fitting.length });
}

/** @param {Table} t */
function seriesPrompt(t) {
  const [next] = nextCards(t);
  return say("yoyo.add_or_stop", { next: next ? number(next.card) : "" });
}

/** @param {Table} t */
function drawnPrompt(t) {
  return say("yoyo.drawn_fits", { card: shortName(t.view.drawn ?? "") });
}

/** @param {Table} t */
function takePrompt(t) {
  const from = takeTarget(t);
  const answers = [...new Set(t.moves.filter((move) => move.startsWith("y")).map((move) => parseInt(move.slice(1), 10)))];
  if (from === null) return say(answers.length ? "yoyo.choose_or_answer" : "yoyo.choose_seat", { at: t.view.taking.length + 1, all: takeCount(t) });
  const asked = say("yoyo.take_from", { name: t.names[from], at: t.view.taking.length + 1, all: takeCount(t) });
  return answers.length ? `${asked} ${say("yoyo.then_too_late", { card: joinWithAnd(answers.map((each) => shortName(`y${each}`))) })}` : asked;
}

/** @param {Table} t */
function passPrompt(t) {
  return say("yoyo.choose_pass", { left: t.names[leftNeighbour(t)], right: t.names[rightNeighbour(t)] });
}

/** What the staged cards would do. @param {Table} t */
function layPrompt(t) {
  const cards = stagedCards(t).map(({ card }) => card);
  const [next] = nextCards(t);
  const which = cards.length > 1 ? say("yoyo.from_to", { first: number(cards[0]), last: number(cards.at(-1) ?? "") }) : number(cards[0]);
  const mainText = next ? say("yoyo.add_or_lay", { next: number(next.card), which }) : say(cards.length > 1 ? "yoyo.the_series" : "yoyo.the_card", { card: shortName(cards[0]), which });
  return mainText + effectText(t);
}

/**
 * What happens after the last staged card, and to whom.
 * @param {Table} t
 */
function effectText(t) {
  const cards = stagedCards(t).map(({ card }) => card);
  const last = cards.at(-1) ?? "";
  if (cards.length === t.view.hand.length) return ` – ${say("yoyo.goes_out")}`;
  const lastAction = action(last);
  if (!lastAction) return ` – ${say(`yoyo.from_${stagedDirection(t) ?? (colour(last) === "r" ? "down" : "up")}`, { top: number(last) })}`;
  const count = t.view.pending + 1;
  const alone = lastAction === "skip" && t.info.players === 2;
  return ` – ${say(`yoyo.effect.${alone ? "again" : lastAction}`, { name: t.names[leftNeighbour(t)], count })}`;
}
