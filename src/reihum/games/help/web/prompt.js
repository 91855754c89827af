// The prompt of HELP!: who is to do what, or what the chosen move would do.

import { joinWithAnd, say } from "../../../base/words.js";
import { definiteName, indefiniteName, name } from "./cards.js";
import { callNumber, canPlay, cardToPlace, chosenNumber, chosenPlace, isStuck, jokerPlaces } from "./choose.js";

/** @typedef {import("../../../table/types.d.ts").Table<import("./views.js").HelpView>} Table */

/** @param {Table} t */
export function prompt(t) {
  const { view } = t;
  if (view.phase === "over") return say("table.over");
  if (!t.canMove) return waitingPrompt(t);
  const top = view.values.at(-1) ?? "";
  if (view.phase === "call") return say("help.call_now", { number: callNumber(t) ?? "" });
  if (view.phase === "give") return say(top ? "help.give_now" : "help.give_now_empty", { name: t.names[view.asker ?? 0], top });
  if (view.phase === "back") return say("help.back_now", { name: t.names[view.giver ?? 0], card: indefiniteName(view.received ?? "") });
  if (isStuck(t)) return view.helper === null ? say("help.stuck_alone") : say(top ? "help.stuck" : "help.stuck_empty", { top, name: t.names[view.helper] });
  const kind = cardToPlace(t);
  if (kind) return kind === "J" ? jokerPrompt(t) : switchPrompt(t);
  if (view.phase === "received") return say("help.play_received", { card: definiteName(view.received ?? ""), name: t.names[view.giver ?? 0] });
  const card = t.staged[0]?.card;
  if (card === "N") return say("help.would_no");
  if (card === "Z") return say("help.would_zap", { card: definiteName(view.row.at(-1) ?? "") });
  if (card) return say("help.would_lay", { card: definiteName(card) });
  return turnPrompt(t);
}

/** What can be played, and what it has to beat. @param {Table} t */
function turnPrompt(t) {
  const { view } = t;
  const cards = [...new Set(view.hand)].filter((card) => canPlay(t, card));
  if (!view.row.length) return say("help.your_turn_empty", { cards: joinWithOr(cards.map(name)) });
  const numbers = joinWithOr(cards.filter((card) => Number(card)));
  const specials = joinWithOr(cards.filter((card) => !Number(card)).map(definiteName));
  const key = !specials ? "help.your_turn" : numbers ? "help.your_turn_or" : "help.your_turn_special";
  return say(key, { top: view.values.at(-1) ?? "", cards: numbers, specials });
}

/** Things to choose from: 'a, b or c'. @param {string[]} things */
function joinWithOr(things) {
  return things.length < 2 ? things.join("") : `${things.slice(0, -1).join(", ")} ${say("help.or")} ${things.at(-1)}`;
}

/** @param {Table} t */
function jokerPrompt(t) {
  const place = chosenPlace(t);
  if (!place) return say("help.joker_where", { count: jokerPlaces(t).length });
  const value = t.view.counts[`J@${place}`]?.[place - 1];
  return say("help.joker_there", { value: value ?? "" });
}

/** @param {Table} t */
function switchPrompt(t) {
  const [place, number] = [chosenPlace(t), chosenNumber(t)?.number];
  const taken = place ? definiteName(t.view.row[place - 1]) : "";
  if (!place) return number ? say("help.switch_where", { number }) : say("help.switch_what");
  if (!number) return say("help.switch_which", { taken });
  const after = t.view.counts[`S${number}@${place}`] ?? [];
  const changed = t.view.row.flatMap((card, at) => (card === "J" && at >= place && after[at] !== t.view.values[at] ? [String(after[at])] : []));
  return say("help.switch_does", { number, taken }) + (changed.length ? say("help.switch_jokers", { count: changed.length, values: joinWithAnd(changed) }) : "");
}

/** @param {Table} t */
function waitingPrompt(t) {
  const { view, you } = t;
  const player = view.player;
  if (view.phase === "call") return callsPrompt(t);
  if (t.you !== null && view.owes.includes(t.you)) return say("table.sending");
  const facts = { asker: t.names[view.asker ?? 0], giver: t.names[view.giver ?? 0] };
  if (view.phase === "give") return say(you === view.asker ? "help.looks_for_you" : "help.looks_for", facts);
  if (view.phase === "back") return say(you === view.giver ? "help.gives_you_back" : "help.gives_back", facts);
  if (view.phase === "received") return say("help.plays_received", facts);
  return player === null ? "" : say("table.turn_of", { name: t.names[player] });
}

/** @param {Table} t */
function callsPrompt(t) {
  const { view, you } = t;
  const own = view.called[0]?.[1];
  const names = joinWithAnd(view.owes.filter((seat) => seat !== you).map((seat) => t.names[seat]));
  if (you !== null && view.owes.includes(you)) return say("table.sending");
  return own === undefined ? say("help.others_call", { names, count: view.owes.length }) : say("help.called_waiting", { own, names });
}
