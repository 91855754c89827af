// Taking back the last move: the button beside the hand, why it is not possible otherwise, and what is said afterwards.

import { h } from "../base/dom.js";
import { changeSettings, settings } from "../base/settings.js";
import { icon } from "../base/symbols.js";
import { joinWithAnd, say } from "../base/words.js";

/**
 * @typedef {import("./live.js").LiveTable} LiveTable
 * @typedef {import("./types.d.ts").Snapshot} Snapshot
 * @typedef {import("./types.d.ts").Deck} Deck
 */

/**
 * The button beside the hand; where nothing can be taken back, it says why not.
 * @param {LiveTable} live
 */
export function undoButton(live) {
  const back = live.shown?.back;
  if (live.you === null || !back) return null;
  const can = back === "may" || live.sending !== null; // a move on its way is taken back when it has arrived
  const reason = can ? "" : say(`undo.${back}`);
  return h(
    "button",
    {
      class: "btn undo-button",
      type: "button",
      key: "undo",
      "aria-label": say("undo.button"),
      "aria-description": reason || undefined,
      title: reason || say("table.undo"),
      "aria-disabled": can ? undefined : "true",
      "aria-busy": live.isTakingBack ? "true" : undefined,
      "aria-keyshortcuts": "Control+Z",
      on: { click: () => void live.undo() },
    },
    icon("u-undo"),
    h("span", { "aria-hidden": "true" }, say("undo.button")),
  );
}

/**
 * What is back in the hand, in a sentence.
 * @param {Deck} deck
 * @param {Snapshot} before
 * @param {Snapshot} after
 */
export function takenBackText(deck, before, after) {
  const had = [...(before.view?.hand ?? [])];
  const back = (after.view?.hand ?? []).filter((/** @type {any} */ card) => {
    const at = had.indexOf(card);
    if (at >= 0) had.splice(at, 1);
    return at < 0;
  });
  if (!back.length) return say("undo.done");
  return say("undo.back", { cards: joinWithAnd(back.map((/** @type {any} */ card) => deck.name(String(card)))), count: back.length });
}

/**
 * Once, after the first move taken back: the offer to confirm every card before it is laid.
 * @param {LiveTable} live
 */
export function confirmOffer(live) {
  if (!live.offersConfirming) return null;
  const close = () => {
    live.offersConfirming = false;
    live.redraw();
  };
  const accept = () => {
    changeSettings({ atOnce: false });
    close();
  };
  return h("div", { class: "missed paper", key: "confirm-offer", role: "status" }, say("undo.offer"),
    h("button", { class: "btn dark", type: "button", on: { click: accept } }, say("undo.confirm")),
    h("button", { class: "btn plain", type: "button", "data-escape": true, "aria-label": say("close"), on: { click: close } }, "×"));
}

/** Whether this was the first move ever taken back on this device, by somebody who lays cards at once. */
export function isFirstTakeBack() {
  if (settings.hasTakenBack) return false;
  changeSettings({ hasTakenBack: true });
  return settings.atOnce;
}
