// What lies on the table of HELP!: the call, then the row, the two piles, and the card you were given.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";
import { avatar } from "../../../table/avatar.js";
import { stock, tableCard } from "../../../table/hand.js";
import { pile } from "../../../table/pile.js";
import * as deck from "./cards.js";
import { largeNumber, name } from "./cards.js";
import { callNumber, cardToPlace, tapReceived } from "./choose.js";
import { lastMark } from "./last_move.js";
import { row } from "./row.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").HelpView>} Table
 */

/** @param {Table} t */
export function middle(t) {
  if (t.view.phase === "call") return [callArea(t)];
  const received = t.view.received !== null && t.you === t.view.asker && receivedCard(t, t.view.received);
  return [h("div", { class: `help-board${received ? " helped" : ""}`, key: "board" }, row(t), received, piles(t))];
}

/** @param {Table} t */
function piles(t) {
  const { view } = t;
  const mark = lastMark(t);
  const top = view.discard.at(-1);
  return h(
    "div",
    { class: "help-piles", key: "piles" },
    stock({ count: view.in_stock, label: say("help.left", { count: view.in_stock }), place: "stock", name: say("help.stock", { count: view.in_stock }) }),
    pile(t, deck, view.discard, {
      place: "discard",
      label: say("help.discards", { count: view.discard.length }),
      name: top && say("help.discard_top", { card: name(top), count: view.discard.length }),
      by: mark?.where === "discard" ? mark.by : null,
    }),
  );
}

/**
 * The card you were given, large next to the row.
 * @param {Table} t
 * @param {string} card
 */
function receivedCard(t, card) {
  const can = t.view.phase === "received" && (t.moves.includes(card) || cardToPlace(t) !== null);
  return h(
    "div",
    { class: "help-gift slot", key: "gift" },
    tableCard(deck, card, {
      class: can ? "can" : "",
      place: "received",
      name: say("help.gift_name", { card: name(card), name: t.names[t.view.giver ?? 0] }),
      press: can && t.moves.includes(card) ? () => tapReceived(t) : undefined,
    }),
    h("span", { class: "slot-label", "aria-hidden": "true" }, say("help.gift", { name: t.names[t.view.giver ?? 0] })),
  );
}

// -- the call -----------------------------------------------------------------------------------------

/** @param {Table} t */
function callArea(t) {
  const number = callNumber(t);
  const { owes, callers } = t.view;
  return h(
    "div",
    { class: "help-call", key: "call" },
    number !== null
      ? h(
          "button",
          {
            class: "help-button",
            type: "button",
            key: "button",
            "data-main": true,
            "data-focus": true,
            "data-letter": "c",
            "aria-keyshortcuts": "Space Enter C",
            "aria-label": say("help.call", { number }),
            on: { click: () => t.play(`call ${number}`) },
          },
          callerRing(callers.map((seat) => !owes.includes(seat))),
          h("span", { class: "help-button-face", "aria-hidden": "true" }, h("b", null, say("help.call_word")), largeNumber(number)),
        )
      : callerList(t),
  );
}

/**
 * A ring with a part for each caller, bright for those who have called.
 * @param {boolean[]} done
 */
function callerRing(done) {
  const part = 360 / done.length;
  const gap = done.length > 1 ? 8 : 0;
  return h(
    "svg",
    { class: "help-ring-of-callers", viewBox: "-100 -100 200 200", "aria-hidden": "true" },
    done.map((called, number) =>
      h("circle", { class: called ? "done" : undefined, r: 94, pathLength: 360, "stroke-dasharray": `${part - gap} ${360 - part + gap}`, transform: `rotate(${number * part - 90 + gap / 2})` }),
    ),
  );
}

/**
 * Who still has to call and who has called, for those who need not call any more.
 * @param {Table} t
 */
function callerList(t) {
  const { owes, callers, called } = t.view;
  const own = called[0]?.[1];
  return h(
    "div",
    { class: "help-callers", key: "callers" },
    own !== undefined && h("div", { class: "help-called", role: "img", "aria-label": say("help.you_called", { number: own }) }, h("b", { "aria-hidden": "true" }, say("help.called_word")), largeNumber(String(own))),
    h(
      "ul",
      { class: "glass" },
      callers.map((seat) =>
        h(
          "li",
          { key: seat, class: owes.includes(seat) ? undefined : "done" },
          avatar(t.names[seat], seat, { small: true }),
          h("b", null, seat === t.you ? say("you_name") : t.names[seat]),
          h("span", null, say(owes.includes(seat) ? "help.calls" : "help.has_called")),
        ),
      ),
    ),
  );
}
