// Choosing a move in Königs-Rommé: where to draw from, what to discard, whether to go out. The server says what is allowed
// and what would be left.

import { richText } from "../../../base/symbols.js";
import { say } from "../../../base/words.js";
import { shortName } from "./cards.js";
import { canGoOut, chosenDiscard, isLastTurn, OUT_PREFIX } from "./discard.js";
import { bestLaydown, hand } from "./groups.js";
import { moveCard } from "./order.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").KoenigsRommeView>} Table
 * @typedef {import("../../../table/types.d.ts").HandCard} HandCard
 * @typedef {import("../../../table/types.d.ts").Button} Button
 * @typedef {import("./discard.js").KeyedCard} KeyedCard
 */

/** @param {Table} t */
export function canPlayStaged(t) {
  return t.staged.every((step) => t.moves.includes(step.card));
}

// -- tapping and dragging ---------------------------------------------------------------------------

/**
 * @param {Table} t
 * @param {HandCard} handCard
 */
export function tap(t, { key, card }) {
  if (key.startsWith("table-")) return;
  if (!t.moves.includes(card)) return void t.askWhy(card, key);
  if (t.staged[0]?.key === key) t.unstageLast();
  else t.stageAll([{ key, card }]);
}

/**
 * @param {Table} t
 * @param {HandCard} handCard
 * @param {string} place
 */
export function drop(t, handCard, place) {
  if (place !== "pile" || handCard.key.startsWith("table-")) return;
  if (!t.moves.includes(handCard.card)) t.askWhy(handCard.card, handCard.key);
  else discardCard(t, handCard, canGoOut(t, handCard.card));
}

/**
 * @param {Table} t
 * @param {HandCard} card
 * @param {HandCard} to
 */
export function reorder(t, card, to) {
  if (!card.key.startsWith("table-")) moveCard(t, hand(t).flatMap((group) => group.cards), card, to);
}

/**
 * Discard a card; it stays raised until it flies.
 * @param {Table} t
 * @param {KeyedCard} pick
 * @param {boolean} out
 */
export function discardCard(t, { key, card }, out) {
  t.stageAll([{ key, card }]);
  t.play(out ? OUT_PREFIX + card : card);
}

// -- words and buttons ------------------------------------------------------------------------------

/** @param {Table} t */
export function prompt(t) {
  const { view } = t;
  if (view.phase === "over") return say("table.over");
  if (!t.canMove) return waitingPrompt(t);
  if (view.phase === "draw") return drawPrompt(t);
  const pick = chosenDiscard(t);
  if (pick && canGoOut(t, pick.card)) return say("koenigs_romme.can_go_out", { card: shortName(pick.card) });
  const last = isLastTurn(t);
  const best = bestLaydown(t, pick?.card ?? null);
  if (pick && !best) return say("koenigs_romme.discards", { card: shortName(pick.card) });
  if (pick && best) return say(last ? "koenigs_romme.will_throw_last" : "koenigs_romme.will_throw", { card: shortName(pick.card), ...laydownFacts(best) });
  if (last) return say("koenigs_romme.throw_last", { name: t.names[t.view.out_by ?? 0] });
  return best ? say("koenigs_romme.throw_counted", laydownFacts(best)) : say("koenigs_romme.throw");
}

/** @param {Table} t */
function waitingPrompt({ view, you, names }) {
  if (view.player === null) return "";
  if (view.player === you) return say("table.sending");
  const last = view.out_by !== null;
  return say(last ? "koenigs_romme.last_of" : "table.turn_of", { name: names[view.player] });
}

/** @param {Table} t */
function drawPrompt(t) {
  const top = t.view.pile.at(-1);
  if (t.staged[0]) return say(t.staged[0].card === "pile" && top ? "koenigs_romme.will_take" : "koenigs_romme.will_draw", { card: shortName(top ?? "") });
  if (!top) return say("koenigs_romme.draw_stock");
  return say(isLastTurn(t) ? "koenigs_romme.draw_last" : "koenigs_romme.draw", { card: shortName(top), name: t.names[t.view.out_by ?? 0] });
}

/**
 * How many cards can be laid, how many are left, and how many points these count.
 * @param {import("./laydowns.js").Best} best
 */
function laydownFacts({ laid, left, points }) {
  return { laid: laid.flat().length, left: left.length, points };
}

/**
 * @param {Table} t
 * @returns {Button[]}
 */
export function buttons(t) {
  if (!t.canMove) return [];
  if (t.view.phase === "draw") return drawButtons(t);
  const pick = chosenDiscard(t);
  if (!pick) return [{ key: "main", main: true, disabled: true, label: say("koenigs_romme.choose"), press: () => t.showNote(say("koenigs_romme.throw"), "K9") }];
  const { card } = pick;
  if (!canGoOut(t, card)) return [discardButton(t, pick, true)];
  return [
    discardButton(t, pick, false),
    { key: "main", main: true, icon: "i-crown", letter: "o", label: richSay("koenigs_romme.go_out", { card: shortName(card) }), press: () => discardCard(t, pick, true) },
  ];
}

/**
 * @param {Table} t
 * @param {KeyedCard} pick
 * @param {boolean} main
 * @returns {Button}
 */
function discardButton(t, pick, main) {
  const best = bestLaydown(t, pick.card);
  const words = !main ? "only_throw" : !best ? "throw_it" : isLastTurn(t) ? "throw_points" : "throw_stay";
  const points = best?.points ?? 0;
  return {
    key: main ? "main" : "only",
    main,
    label: richSay(`koenigs_romme.${words}`, { card: shortName(pick.card), points }),
    press: () => discardCard(t, pick, false),
  };
}

/**
 * @param {Table} t
 * @returns {Button[]}
 */
function drawButtons(t) {
  const top = t.view.pile.at(-1);
  const from = t.staged[0]?.card;
  if (from) return [{ key: "main", main: true, icon: "u-check", label: from === "pile" && top ? richSay("koenigs_romme.take", { card: shortName(top) }) : say("koenigs_romme.do_draw"), press: () => drawFrom(t, from) }];
  return [
    { key: "stock", letter: "s", label: say("koenigs_romme.from_stock"), disabled: !t.moves.includes("stock"), press: () => drawFrom(t, "stock") },
    {
      key: "pile",
      letter: "p",
      label: top ? richSay("koenigs_romme.take", { card: shortName(top) }) : say("koenigs_romme.pile_empty"),
      disabled: !t.moves.includes("pile"),
      press: () => drawFrom(t, "pile"),
    },
  ];
}

/**
 * @param {Table} t
 * @param {"stock" | "pile"} from
 */
export function drawFrom(t, from) {
  if (t.moves.includes(from)) t.play(from);
  else t.askWhy(from, from);
}

/**
 * A text with its suits drawn.
 * @param {string} key
 * @param {Record<string, string | number>} facts
 */
export function richSay(key, facts) {
  return richText(say(key, facts));
}
