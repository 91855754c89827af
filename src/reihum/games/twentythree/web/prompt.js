// The prompt of 23: who is to do what, or what the chosen move would do.

import { joinWithAnd, say } from "../../../base/words.js";
import { chosenForTray, chosenLay, COUNT_KEYS, placesLeft } from "./choose.js";

/** @typedef {import("../../../table/types.d.ts").Table<import("./views.js").TwentythreeView>} Table */

/** @param {Table} t */
export function prompt(t) {
  const { view, you } = t;
  if (view.phase === "over") return say("table.over");
  if (!t.canMove) return waitingPrompt(t);
  if (view.phase === "put") return putAwayPrompt(t);
  const [first] = t.staged;
  if (first?.act) return say(`twentythree.will_${first.act}`, { count: view.costs[first.act] ?? 0, next: t.names[nextInRound(t, you ?? 0)] });
  const lay = chosenLay(t);
  if (lay) return layPrompt(t, lay);
  if (view.forced) return say("twentythree.you_forced");
  const fits = t.moves.some((move) => /^\d/.test(move));
  return say(fits ? "twentythree.your_turn" : "twentythree.nothing_fits", { top: view.pile.at(-1) ?? "" });
}

/** What is missing before the cards can be put away. @param {Table} t */
function putAwayPrompt(t) {
  const missing = placesLeft(t);
  if (!t.staged.length) return say("twentythree.put", { count: missing });
  if (missing) return say("twentythree.put_also", { count: missing });
  const cards = chosenForTray(t);
  return say("twentythree.put_does", { cards: joinWithAnd(cards), count: cards.length });
}

/** @param {Table} t */
function waitingPrompt(t) {
  const { view } = t;
  if (t.you !== null && view.owes.includes(t.you)) return say("table.sending");
  if (view.phase === "put") return say("twentythree.others_put");
  const player = view.player;
  if (player === null) return "";
  return say(view.forced ? "twentythree.must" : "table.turn_of", { name: t.names[player] });
}

/**
 * What laying these cards would do and cost.
 * @param {Table} t
 * @param {import("./choose.js").LayOption} lay
 */
function layPrompt(t, lay) {
  const facts = { card: lay.card, top: t.view.pile.at(-1) ?? "", chips: lay.chips, cost: lay.cost };
  return [say(`twentythree.${COUNT_KEYS[lay.count]}_on`, facts), lay.chips ? say("twentythree.with_chips", facts) : "", lay.cost ? say("twentythree.at_cost", facts) : say("twentythree.at_no_cost")].join("");
}

/**
 * The next seat that is still in the round.
 * @param {Table} t
 * @param {number} seat
 */
function nextInRound(t, seat) {
  const { status } = t.view;
  for (let step = 1; step < status.length; step++) {
    const next = (seat + step) % status.length;
    if (status[next] === "in") return next;
  }
  return seat;
}
