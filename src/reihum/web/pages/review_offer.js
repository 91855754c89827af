// Before what was better is shown: one's own mistakes can be tried again first.

import { h } from "../base/dom.js";
import { say } from "../base/words.js";

/** @typedef {import("./review.js").ReviewScreen} Screen */

/** Where the mistakes of a game are exercises. @param {string} table */
function exercisesLink(table) {
  return `/train/${table}`;
}

/**
 * The offer to try one's own turning points: instead of what was better, or later, below the result.
 * @param {Screen} screen
 * @param {boolean} [later]
 */
export function tryFirst(screen, later = false) {
  const { ownMistakes: count } = screen;
  const isMine = screen.you !== null && screen.you === (screen.info.you ?? screen.info.reserved);
  const link = isMine && count ? exercisesLink(screen.id) : "";
  const train = link && h("a", { class: `btn${later ? "" : " main"}`, href: link, key: "train" }, say("review.train", { count }));
  if (later) return train || null;
  const show = () => ((screen.isHiding = false), screen.draw());
  return h("div", { class: "verdict-rows try-first", key: "verdict" },
    h("p", { key: "text" }, say("review.try_first", { count })),
    train,
    h("button", { class: `btn${link ? "" : " main"}`, type: "button", key: "show", on: { click: show } }, say("review.show")));
}
