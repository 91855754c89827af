// How one chooses in Königs-Rommé: where to draw from, what to throw away, whether to go out. Which of it is allowed
// the server has said, and how much would stay it has counted.

import { richText } from "../../../base/symbols.js";
import { say } from "../../../base/words.js";
import { short } from "./cards.js";
import { bestOf, hand } from "./groups.js";
import { moveCard } from "./order.js";
import { canGoOut, chosen, isLastTurn, OUT } from "./pick.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").KoenigsRommeView>} Table
 * @typedef {import("../../../table/types.d.ts").HandCard} HandCard
 * @typedef {import("../../../table/types.d.ts").Button} Button
 * @typedef {import("./pick.js").Pick} Pick
 */

/** @param {Table} t */
export function canPlayStaged(t) {
  return t.staged.every((step) => t.moves.includes(step.card));
}

// -- tapping and dragging ---------------------------------------------------------------------------

/**
 * @param {Table} t
 * @param {HandCard} of
 */
export function tap(t, { key, card }) {
  if (key.startsWith("table-")) return;
  if (!t.moves.includes(card)) return void t.askWhy(card, key);
  if (t.staged[0]?.key === key) t.unstageLast();
  else t.stageAll([{ key, card }]);
}

/**
 * @param {Table} t
 * @param {HandCard} of
 * @param {string} place
 */
export function drop(t, of, place) {
  if (place !== "pile" || of.key.startsWith("table-")) return;
  if (!t.moves.includes(of.card)) t.askWhy(of.card, of.key);
  else throwAway(t, of, canGoOut(t, of.card));
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
 * Send it; it stays raised until it flies.
 * @param {Table} t
 * @param {Pick} pick
 * @param {boolean} out
 */
export function throwAway(t, { key, card }, out) {
  t.stageAll([{ key, card }]);
  t.play(out ? OUT + card : card);
}

// -- words and buttons ------------------------------------------------------------------------------

/** @param {Table} t */
export function prompt(t) {
  const { view } = t;
  if (view.phase === "over") return say("table.over");
  if (!t.canMove) return waiting(t);
  if (view.phase === "draw") return drawing(t);
  const pick = chosen(t);
  if (pick && canGoOut(t, pick.card)) return say("koenigs_romme.can_go_out", { card: short(pick.card) });
  const last = isLastTurn(t);
  if (pick) return say(last ? "koenigs_romme.will_throw_last" : "koenigs_romme.will_throw", facts(t, pick.card));
  if (last) return say("koenigs_romme.throw_last");
  return bestOf(t, null) ? say("koenigs_romme.throw_counted", facts(t, null)) : say("koenigs_romme.throw");
}

/** @param {Table} t */
function waiting({ view, you, names }) {
  if (view.player === null) return "";
  if (view.player === you) return say("table.sending");
  const last = view.out_by !== null;
  return say(last ? "koenigs_romme.last_of" : "table.turn_of", { name: names[view.player] });
}

/** @param {Table} t */
function drawing(t) {
  const top = t.view.pile.at(-1);
  if (!top) return say("koenigs_romme.draw_stock");
  return say(isLastTurn(t) ? "koenigs_romme.draw_last" : "koenigs_romme.draw", { card: short(top) });
}

/**
 * How many cards fit, how many are left, and what these count.
 * @param {Table} t
 * @param {string | null} card
 */
function facts(t, card) {
  const best = bestOf(t, card);
  return { card: card ? short(card) : "", laid: best?.laid.flat().length ?? 0, left: best?.left.length ?? 0, points: best?.points ?? "?" };
}

/**
 * @param {Table} t
 * @returns {Button[]}
 */
export function buttons(t) {
  if (!t.canMove) return [];
  if (t.view.phase === "draw") return drawButtons(t);
  const pick = chosen(t);
  if (!pick) return [{ key: "main", main: true, disabled: true, label: say("koenigs_romme.choose"), press: () => t.showNote(say("koenigs_romme.throw"), "K9") }];
  const { card } = pick;
  if (!canGoOut(t, card)) return [throwButton(t, pick, true)];
  return [
    throwButton(t, pick, false),
    { key: "main", main: true, icon: "i-crown", letter: "o", label: worded("koenigs_romme.go_out", { card: short(card) }), press: () => throwAway(t, pick, true) },
  ];
}

/**
 * @param {Table} t
 * @param {Pick} pick
 * @param {boolean} main
 * @returns {Button}
 */
function throwButton(t, pick, main) {
  const best = bestOf(t, pick.card);
  const words = !main ? "only_throw" : !best ? "throw_it" : isLastTurn(t) ? "throw_points" : "throw_stay";
  const points = best?.points ?? 0;
  return {
    key: main ? "main" : "only",
    main,
    label: worded(`koenigs_romme.${words}`, { card: short(pick.card), points }),
    press: () => throwAway(t, pick, false),
  };
}

/**
 * @param {Table} t
 * @returns {Button[]}
 */
function drawButtons(t) {
  const top = t.view.pile.at(-1);
  return [
    { key: "stock", letter: "s", label: say("koenigs_romme.from_stock"), disabled: !t.moves.includes("stock"), press: () => draw(t, "stock") },
    {
      key: "pile",
      letter: "p",
      label: top ? worded("koenigs_romme.take", { card: short(top) }) : say("koenigs_romme.pile_empty"),
      disabled: !t.moves.includes("pile"),
      press: () => draw(t, "pile"),
    },
  ];
}

/**
 * @param {Table} t
 * @param {"stock" | "pile"} from
 */
export function draw(t, from) {
  if (t.moves.includes(from)) t.play(from);
  else t.askWhy(from, from);
}

/**
 * A sentence with drawn suits.
 * @param {string} key
 * @param {Record<string, string | number>} facts
 */
export function worded(key, facts) {
  return richText(say(key, facts));
}
