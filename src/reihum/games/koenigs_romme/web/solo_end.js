// The end of the solo game: which hands are finished, and how near the others were.

import { h } from "../../../base/dom.js";
import { changeSettings, settings } from "../../../base/settings.js";
import { icon } from "../../../base/symbols.js";
import { say } from "../../../base/words.js";
import { laidCards } from "../../../table/round_sheet.js";
import { name, pluralName } from "./cards.js";
import { smallCard } from "./laid.js";
import { cachedLaydown } from "./laydowns.js";
import { WILDS } from "./scores.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").KoenigsRommeSoloView>} Table
 */

const BEST = "koenigs_romme.solo"; // under which the best result is remembered

/** How many hands are finished. @param {Table} t */
export function finishedCount(t) {
  return t.view.finished.filter(Boolean).length;
}

/** The headline. @param {Table} t */
export function soloTitle(t) {
  const count = finishedCount(t);
  return count === WILDS.length ? say("koenigs_romme.solo_won") : say("koenigs_romme.solo_lost", { count });
}

/** Why it is over, and the best result so far. @param {Table} t */
export function soloWhy(t) {
  const count = finishedCount(t);
  const why = count === WILDS.length ? say("koenigs_romme.solo_why_won", { count: t.view.in_stock }) : say("koenigs_romme.solo_why_lost");
  return t.you === null || t.info.lesson ? why : `${why} ${say("koenigs_romme.solo_best", { count: bestCount(count) })}`;
}

/** The best result of this player on this device, which may be this one. @param {number} count */
function bestCount(count) {
  const before = settings.bests[BEST] ?? 0;
  if (count > before) queueMicrotask(() => count > (settings.bests[BEST] ?? 0) && changeSettings({ bests: { ...settings.bests, [BEST]: count } }));
  return Math.max(count, before);
}

/** @param {Table} t */
export function soloEnd(t) {
  const open = WILDS.filter((_, number) => !t.view.finished[number]);
  return h(
    "div",
    { class: "solo-end", key: "solo-end" },
    h("ul", { class: "solo-tiles", "aria-label": say("koenigs_romme.hands_finished") }, WILDS.map((wild, number) =>
      t.view.finished[number] && h("li", { key: wild }, icon("u-check"), h("b", null, pluralName(wild)), h("small", null, say("koenigs_romme.solo_cards", { count: t.view.hands[number].length }))))),
    open.map((wild) => openHand(t, wild)),
    h("p", { class: "round-rule", key: "rule" }, h("b", { class: "rule-number" }, "K20"), say("koenigs_romme.solo_rule")),
  );
}

/**
 * A hand that is not finished: what can be laid, and what is left over.
 * @param {Table} t
 * @param {string} wild
 */
function openHand(t, wild) {
  const cards = t.view.hands[WILDS.indexOf(wild)];
  const best = cachedLaydown(t, cards, wild);
  const left = best?.left ?? cards;
  return h(
    "section",
    { class: "solo-open", key: wild, "aria-label": pluralName(wild) },
    h("h3", null, say("koenigs_romme.solo_hand", { all: pluralName(wild) }), " ", best && h("small", null, say("koenigs_romme.solo_over", { count: left.length }))),
    h("div", { class: "round-cards" },
      best?.laid.map((group, number) => laidCards(group.map((card, place) => smallCard(card, wild, place)), group.map(name).join(", "), number)),
      left.length > 0 && h("span", { class: "round-laid left-over", key: "left", role: "img", "aria-label": `${say("koenigs_romme.left")}: ${left.map(name).join(", ")}` }, left.map((card, place) => smallCard(card, wild, place)))),
  );
}
