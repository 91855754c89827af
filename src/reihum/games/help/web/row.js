// The row: always six places, so that one sees how near the clearing is. A Joker is given its place here, and a Switch
// the card that it takes.

import { h } from "../../../base/dom.js";
import { say } from "../../../base/words.js";
import { avatar } from "../../../table/avatar.js";
import { tableCard } from "../../../table/hand.js";
import * as deck from "./cards.js";
import { ghost, name } from "./cards.js";
import { chosen, fitsPlace, numberChosen, placeChosen, places, tapGhost, tapRow, tool } from "./choose.js";
import { marked } from "./last.js";

/**
 * @typedef {import("../../../table/types.d.ts").Table<import("./views.js").HelpView>} Table
 * @typedef {import("../../../base/dom.js").VNode} VNode
 */

const PLACES = 6;

/** @param {Table} t */
export function row(t) {
  const kind = tool(t);
  const cells = kind === "J" ? withGhosts(t) : kind === "S" ? forSwitch(t) : plain(t);
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
        class: ["help-row", zap, kind === "J" && "open", count > PLACES + 1 && "long"].filter(Boolean).join(" "),
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
function plain(t) {
  const { row } = t.view;
  const laid = t.view.phase === "play" && Number(t.staged[0]?.card) && chosen(t) ? t.staged[0].card : null;
  const cards = row.map((_, at) => cell(at, `c${at}`, card(t, at, t.view.values)));
  if (laid) cards.push(cell(row.length, "laid", tableCard(deck, laid, { class: "help-put", place: `hand:${laid}`, name: `${laid}: ${say("table.take_back")}`, press: () => t.unstageLast() })));
  return [...cards, ...empty(cards.length, PLACES - cards.length)];
}

/**
 * A card of the row, with the mark of who laid it if that was the last move.
 * @param {Table} t
 * @param {number} at
 * @param {number[]} values
 * @param {Parameters<typeof tableCard>[2]} [more]
 */
function card(t, at, values, more = {}) {
  const code = t.view.row[at];
  const mark = marked(t);
  const by = mark?.where === at ? mark.by : null;
  const turned = mark?.turned.includes(at) ? "turned" : "";
  const told = code === "J" ? say("help.joker_counts", { value: values[at] }) : name(code);
  return tableCard(
    deck,
    code,
    { place: `row:${at}`, look: code === "J" ? String(values[at]) : undefined, name: told, ...more, class: `${turned} ${more.class ?? ""}` },
    by !== null && h("span", { class: "by" }, avatar(t.names[by], by, { small: true })),
  );
}

/**
 * @param {number} at
 * @param {string} key
 * @param {...import("../../../base/dom.js").Child} inside
 */
function cell(at, key, ...inside) {
  return h("li", { class: "help-cell", key, "data-at": at }, inside);
}

/**
 * @param {number} from
 * @param {number} count
 */
function empty(from, count) {
  return Array.from({ length: Math.max(0, count) }, (_, number) => {
    const at = from + number;
    return h("li", { class: "help-cell", key: `e${at}`, "aria-hidden": "true" }, h("span", { class: "help-empty", "data-place": `row:${at}` }, String(at + 1)));
  });
}

// -- a Joker's place ----------------------------------------------------------------------------------

/**
 * The row, opened where the Joker can go; where it cannot, a cross that answers why.
 * @param {Table} t
 * @returns {VNode[]}
 */
function withGhosts(t) {
  const { row, values } = t.view;
  const picked = placeChosen(t);
  const free = new Set(t.canMove ? places(t) : picked ? [picked] : []);
  const cells = [];
  for (let place = 1; place <= row.length + 1; place++) {
    if (free.has(place)) cells.push(cell(place - 1, `g${place}`, oneGhost(t, place, place === picked)));
    const shut = t.canMove && !free.has(place) ? cross(t, place) : null;
    if (place <= row.length) cells.push(cell(place - 1, `c${place - 1}`, shut, card(t, place - 1, values)));
    else if (shut) cells.push(h("li", { class: "help-cell", key: "end" }, shut, h("span", { class: "help-empty", "aria-hidden": "true" }, String(place))));
  }
  return [...cells, ...empty(cells.length, PLACES - cells.length)];
}

/**
 * @param {Table} t
 * @param {number} place
 * @param {boolean} picked
 */
function oneGhost(t, place, picked) {
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
      on: { click: () => tapGhost(t, place) },
    },
    ghost(value),
  );
}

/**
 * @param {Table} t
 * @param {number} place
 */
function cross(t, place) {
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
 * The row, each card of which can be pointed at; the exchange is shown as it would be.
 * @param {Table} t
 * @returns {VNode[]}
 */
function forSwitch(t) {
  const { row, values, counts } = t.view;
  const move = chosen(t);
  const picked = placeChosen(t);
  const number = numberChosen(t)?.number;
  const then = (move && counts[move]) || values;
  const cells = row.map((code, at) => {
    const place = at + 1;
    const changes = code === "J" && then[at] !== values[at];
    const told = code === "J" ? say("help.joker_counts", { value: then[at] }) : name(code);
    const fits = fitsPlace(t, place);
    const state = place === picked ? "picked" : fits ? "ringed" : "dim";
    const taken = h(
      "button",
      {
        class: `help-take ${state}`,
        type: "button",
        key: "take",
        "aria-label": `${told}: ${say(fits ? "help.take_this" : "cannot")}`,
        "aria-pressed": String(place === picked),
        "data-letter": number ? String(place) : undefined,
        "data-drop": `card:${place}`,
        on: { click: () => tapRow(t, place) },
      },
      card(t, at, then, { class: `${changes ? "turned" : ""} ${state === "dim" ? "dim" : ""}`, silent: true }),
      place === picked && move && number && h("span", { class: "card help-in", key: "in" }, deck.face(number)),
    );
    return cell(at, `c${at}`, taken);
  });
  return [...cells, ...empty(row.length, PLACES - row.length)];
}
