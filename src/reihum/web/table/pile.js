// A pile of face-up cards: the last few, each a little askew, with the mark of whoever laid the top one.

import { h } from "../base/dom.js";
import { avatar } from "./avatar.js";
import { tableCard } from "./hand.js";

/**
 * @typedef {import("./types.d.ts").Table} Table
 * @typedef {import("./types.d.ts").Deck} Deck
 */

const VISIBLE_CARDS = 4; // the topmost cards, which are drawn

/**
 * @param {Table} t
 * @param {Deck} deck
 * @param {(string | number)[]} cards the top card last
 * @param {{place?: string, label?: import("../base/dom.js").Children, by?: number | null, press?: () => void, can?: boolean, tag?: import("../base/dom.js").Children, name?: string, empty?: string}} [more]
 */
export function pile(t, deck, cards, more = {}) {
  const place = more.place ?? "pile";
  const top = cards.slice(-VISIBLE_CARDS);
  const under = cards.length - top.length;
  const by = more.by ?? null;
  return h(
    "div",
    { class: "slot", key: place },
    h(
      "div",
      { class: `pile${more.can ? " can" : ""}`, "data-drop": place },
      top.map((card, number) => {
        const last = number === top.length - 1;
        return tableCard(
          deck,
          String(card),
          {
            key: `${under + number}-${card}`,
            class: `askew k${(under + number) % 5}`,
            place: last ? place : `${place}:${top.length - 1 - number}`,
            silent: !last,
            name: last ? (more.name ?? undefined) : undefined,
            press: last ? more.press : undefined,
          },
          last && by !== null && h("span", { class: "by" }, avatar(t.names[by], by, { small: true })),
        );
      }),
      !cards.length &&
        (more.press
          ? h("button", { class: "card ghost", type: "button", "data-place": place, "aria-label": more.name ?? more.empty ?? "", on: { click: more.press } })
          : h("div", { class: "card ghost", "data-place": place }, more.empty && h("span", { class: "ghost-text" }, more.empty))),
    ),
    more.tag && h("span", { class: "slot-tag" }, more.tag),
    more.label && h("span", { class: "slot-label" }, more.label),
  );
}
