// The row: always six places, so that you see how soon it will be cleared. The place of a Joker and the card for a Switch
// are chosen here.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";
import { avatar } from "../../../table/avatar.js";
import { tableCard } from "../../../table/hand.js";
import * as deck from "./cards.js";
import { jokerGhost, name } from "./cards.js";
import { canExchangePlace, cardToPlace, chosenMove, chosenNumber, chosenPlace, jokerPlaces, tapJokerPlace, tapRowCard } from "./choose.js";
import { lastMark } from "./last_move.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").HelpView>} Table
 * @typedef {import("../../../base/dom.js").VNode} VNode
 */

const ROW_PLACES = 6;

/** @param {Table} t */
export function row(t) {
  const kind = cardToPlace(t);
  const cells = kind === "J" ? jokerCells(t) : kind === "S" ? switchCells(t) : plainCells(t);
  const label = say(kind === "J" ? "help.row_open" : "help.row");
  const count = cells.length;
  const zap = t.moves.includes("Z") ? (t.view.phase === "received" || t.staged[0]?.move === "Z" ? "zapping" : "zappable") : "";
  return h(
    "div",
    { class: "help-row-area", key: "row" },
    h("span", { class: "slot-label", "aria-hidden": "true" }, label),
    h(
      "ol",
      {
        class: ["help-row", zap, kind === "J" && "open", count > ROW_PLACES + 1 && "long"].filter(Boolean).join(" "),
        "aria-label": say("help.row_of", { count: t.view.row.length }),
        "data-drop": t.view.phase === "play" || t.view.phase === "received" ? "row" : undefined,
        "data-place": "row",
        vars: { "--count": count, "--half": Math.ceil(count / 2) },
      },
      cells,
    ),
  );
}

/**
 * @param {Table} t
 * @returns {VNode[]}
 */
function plainCells(t) {
  const { row } = t.view;
  const laid = t.view.phase === "play" && Number(t.staged[0]?.card) && chosenMove(t) ? t.staged[0].card : null;
  const cards = row.map((_, at) => rowCell(at, `c${at}`, rowCard(t, at, t.view.values)));
  if (laid) cards.push(rowCell(row.length, "laid", tableCard(deck, laid, { class: "help-put", place: `hand:${laid}`, name: `${laid}: ${say("table.take_back")}`, press: () => t.unstageLast() })));
  return [...cards, ...emptyCells(cards.length, ROW_PLACES - cards.length)];
}

/**
 * A card of the row, with the mark of its player if it is from the last move.
 * @param {Table} t
 * @param {number} at
 * @param {number[]} values
 * @param {Parameters<typeof tableCard>[2]} [more]
 */
function rowCard(t, at, values, more = {}) {
  const code = t.view.row[at];
  const mark = lastMark(t);
  const by = mark?.where === at ? mark.by : null;
  const turned = mark?.turned.includes(at) ? "turned" : "";
  const label = code === "J" ? say("help.joker_counts", { value: values[at] }) : name(code);
  return tableCard(
    deck,
    code,
    { place: `row:${at}`, look: code === "J" ? String(values[at]) : undefined, name: label, ...more, class: `${turned} ${more.class ?? ""}` },
    by !== null && h("span", { class: "by" }, avatar(t.names[by], by, { small: true })),
  );
}

/**
 * @param {number} at
 * @param {string} key
 * @param {...import("../../../base/dom.js").Child} inside
 */
function rowCell(at, key, ...inside) {
  return h("li", { class: "help-cell", key, "data-at": at }, inside);
}

/**
 * Places without a card; the last one says what the sixth card does.
 * @param {number} from
 * @param {number} count
 * @param {string} [last]
 */
function emptyCells(from, count, last = say("help.sixth")) {
  return Array.from({ length: Math.max(0, count) }, (_, number) => {
    const at = from + number;
    return h("li", { class: "help-cell", key: `e${at}`, "aria-hidden": "true" }, h("span", { class: "help-empty", "data-place": `row:${at}` }, at === ROW_PLACES - 1 && last));
  });
}

// -- a Joker's place ----------------------------------------------------------------------------------

/**
 * The row with gaps where the Joker can go; where it cannot, a cross that says why.
 * @param {Table} t
 * @returns {VNode[]}
 */
function jokerCells(t) {
  const { row, values } = t.view;
  const picked = chosenPlace(t);
  const free = new Set(t.canMove ? jokerPlaces(t) : picked ? [picked] : []);
  const cells = [];
  for (let place = 1; place <= row.length + 1; place++) {
    if (free.has(place)) cells.push(rowCell(place - 1, `g${place}`, jokerPlaceButton(t, place, place === picked)));
    const shut = t.canMove && !free.has(place) ? noPlaceButton(t, place) : null;
    if (place <= row.length) cells.push(rowCell(place - 1, `c${place - 1}`, shut, rowCard(t, place - 1, values)));
    else if (shut) cells.push(h("li", { class: "help-cell", key: "end" }, shut, h("span", { class: "help-empty", "aria-hidden": "true" })));
  }
  return [...cells, ...emptyCells(cells.length, ROW_PLACES - cells.length, "")];
}

/**
 * @param {Table} t
 * @param {number} place
 * @param {boolean} picked
 */
function jokerPlaceButton(t, place, picked) {
  const value = t.view.counts[`J@${place}`]?.[place - 1];
  return h(
    "button",
    {
      class: `card ghost help-ghost${picked ? " picked" : ""}`,
      type: "button",
      "aria-label": say("help.joker_place", { place, value: value ?? "" }),
      "aria-pressed": String(picked),
      "aria-keyshortcuts": String(place),
      "data-letter": String(place),
      "data-drop": `free:${place}`,
      on: { click: () => tapJokerPlace(t, place) },
    },
    jokerGhost(value),
  );
}

/**
 * @param {Table} t
 * @param {number} place
 */
function noPlaceButton(t, place) {
  return h(
    "button",
    {
      class: `help-cross${place > t.view.row.length ? " end" : ""}`,
      type: "button",
      key: "cross",
      "aria-label": say("help.no_place", { place }),
      "data-place": `cross:${place}`,
      on: { click: () => void t.askWhy(`J@${place}`, `cross:${place}`) },
    },
    h("span", { "aria-hidden": "true" }, "×"),
  );
}

// -- a Switch's exchange ------------------------------------------------------------------------------

/**
 * The row with each card as a button; the chosen exchange is shown as it would be.
 * @param {Table} t
 * @returns {VNode[]}
 */
function switchCells(t) {
  const { row, values, counts } = t.view;
  const move = chosenMove(t);
  const picked = chosenPlace(t);
  const number = chosenNumber(t)?.number;
  const valuesAfter = (move && counts[move]) || values;
  const cells = row.map((code, at) => {
    const place = at + 1;
    const changes = code === "J" && valuesAfter[at] !== values[at];
    const label = code === "J" ? say("help.joker_counts", { value: valuesAfter[at] }) : name(code);
    const fits = canExchangePlace(t, place);
    const state = place === picked ? "picked" : fits ? "ringed" : "dim";
    const taken = h(
      "button",
      {
        class: `help-take ${state}`,
        type: "button",
        key: "take",
        "aria-label": `${label}: ${say(fits ? "help.take_this" : "cannot")}`,
        "aria-pressed": String(place === picked),
        "data-letter": number ? String(place) : undefined,
        "data-drop": `card:${place}`,
        on: { click: () => tapRowCard(t, place) },
      },
      rowCard(t, at, valuesAfter, { class: `${changes ? "turned" : ""} ${state === "dim" ? "dim" : ""}`, silent: true }),
      place === picked && move && number && h("span", { class: "card help-in", key: "in" }, deck.face(number)),
    );
    return rowCell(at, `c${at}`, taken);
  });
  return [...cells, ...emptyCells(row.length, ROW_PLACES - row.length)];
}
