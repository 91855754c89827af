// The prompt of 23: who is to do what, or what the chosen move would do.

import { settings } from "../../../base/settings.js";
import { joinWithAnd, say } from "../../../base/words.js";
import { chosenForTray, chosenLay, COUNT_KEYS, layOptions, placesLeft } from "./choose.js";
import { forcedBy } from "./seats.js";

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
  return turnPrompt(t);
}

/** What can be laid and what it costs, with the reason: the card on top. @param {Table} t */
function turnPrompt(t) {
  const top = t.view.pile.at(-1) ?? "";
  const lead = turnLead(t);
  const lays = [...new Set(t.view.hand)].flatMap((card) => layOptions(t, String(card)).slice(0, 1));
  if (!lays.length) return say("twentythree.nothing_fits", { lead, top });
  const free = lays.filter((lay) => !lay.chips && !lay.cost).map((lay) => lay.card);
  const [cheapest] = lays.toSorted((a, b) => a.chips - b.chips || a.cost - b.cost || Number(b.card) - Number(a.card));
  if (cheapest.chips) return say("twentythree.needs_chips", { lead, top, card: cheapest.card, count: cheapest.chips });
  if (!settings.prices) return say("twentythree.lay_higher", { lead, top });
  if (free.length) return say("twentythree.is_free", { lead, top, cards: joinWithAnd(free), count: free.length });
  return say("twentythree.is_dear", { lead, top, card: cheapest.card, count: cheapest.cost });
}

/** Whose doing it is that you are asked. @param {Table} t */
function turnLead(t) {
  if (!t.view.forced || !t.moves.some((move) => /^\d/.test(move))) return say("twentythree.your_turn");
  const by = forcedBy(t);
  return by === null ? say("twentythree.you_forced") : say("twentythree.forced_by", { name: t.names[by] });
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
