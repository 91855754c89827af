// Your own hand: a list to choose from by tapping, by dragging, or with the arrow keys. Also cards outside the hand.

import { h } from "../base/dom.js";
import { icon } from "../base/symbols.js";
import { say } from "../base/words.js";

/**
 * @typedef {import("./types.d.ts").Table} Table
 * @typedef {import("./types.d.ts").Deck} Deck
 * @typedef {import("./types.d.ts").Game} Game
 * @typedef {import("./types.d.ts").HandCard} HandCard
 * @typedef {import("../base/dom.js").VNode} VNode
 */

/**
 * @param {Table} t
 * @param {Game} game
 * @param {string | null} focusedCard the key of the card that Tab leads to
 * @param {import("./note.js").Note | null} note says which card cannot be played, and by which rule
 * @param {import("./coach.js").Coach | null} [coach] says which cards are meant now
 * @param {Map<string, import("./hint_view.js").Mark> | null} [marks] says which cards a hint means
 */
export function hand(t, game, focusedCard, note, coach = null, marks = null) {
  const groups = game.hand(t);
  const cards = groups.flatMap((group) => group.cards);
  if (!cards.length) return h("div", { class: "hand empty", key: "hand", "data-place": "hand" });
  const tabStop = cards.some((card) => card.key === focusedCard && !card.empty) ? focusedCard : cards.find((card) => !card.empty)?.key;
  const size = Math.max(cards.length, game.handSize?.(t) ?? 0);
  const place = new Map(cards.map((card, number) => [card.key, number]));
  const drawOption = (/** @type {HandCard} */ card) => handOption(game, card.key === note?.near ? asRefused(card, note.rule) : asMarked(card, marks?.get(`card:${card.key}`) ?? marks?.get(`hand:${card.card}`)), card.key === tabStop, coach?.mark(card) ?? "", { "--i": place.get(card.key) ?? 0, "--cards": cards.length });
  return h(
    "div",
    {
      class: `hand ${groups.length > 1 || groups[0]?.frame ? "grouped" : "fan"} ${size > 14 ? "most" : ""} ${size > 5 ? "many" : "few"}`,
      key: "hand",
      role: "listbox",
      "aria-label": say("table.your_hand"),
      "aria-multiselectable": "true",
      "aria-orientation": "horizontal",
      "data-place": "hand",
      "data-region": "hand",
      vars: { "--cards": size, "--groups": groups.length, "--in-two": Math.ceil(size / 2), "--in-three": Math.ceil(size / 3) },
    },
    groups.map((group) =>
      group.frame || groups.length > 1
        ? h(
            "div",
            { class: `group${group.frame ? " framed" : ""}`, role: "group", key: group.key, "data-group": group.key, "aria-label": labelText(group.label) },
            h("div", { class: "group-cards", role: "presentation" }, group.cards.map(drawOption)),
            group.label && h("div", { class: "group-label", "aria-hidden": "true" }, group.label),
          )
        : group.cards.map(drawOption),
    ).flat(),
  );
}

/**
 * A card that the player has just tried and cannot play.
 * @param {HandCard} card
 * @param {string | null} rule
 * @returns {HandCard}
 */
function asRefused(card, rule) {
  return rule ? { ...card, refused: true, name: `${card.name}, ${rule}`, tag: `✗ ${rule}`, tagClass: "no" } : { ...card, refused: true };
}

/**
 * A card that a hint means: its tag has a lamp, or what the card is worth.
 * @param {HandCard} card
 * @param {import("./hint_view.js").Mark} [mark]
 * @returns {HandCard}
 */
function asMarked(card, mark) {
  if (!mark) return card;
  const worth = card.tag === undefined ? mark.percent : "";
  const name = [card.name, say("hint.mark"), worth].filter(Boolean).join(", ");
  // The chance is drawn by the style sheet: it must not come between the words on the card and its name.
  const tag = h("span", { class: "hint-tag", "data-worth": worth || undefined }, worth ? mark.best && icon("p-star") : icon("u-lamp"), card.tag);
  return { ...card, name, tag, tagClass: "hinting" };
}

/** @param {import("../base/dom.js").Child} label @returns {string | undefined} */
function labelText(label) {
  if (typeof label === "string") return label;
  if (label && typeof label === "object") {
    return String(label.props["aria-label"] ?? label.children.map((child) => labelText(child) ?? "").join(" ")).trim() || undefined;
  }
  return undefined;
}

/**
 * @param {Game} game
 * @param {HandCard} card
 * @param {boolean} isTabStop
 * @param {string} mark a class of its own in a lesson
 * @param {Record<string, number>} vars its place in the hand, and how many there are
 */
function handOption(game, card, isTabStop, mark, vars) {
  if (card.empty !== undefined) {
    return h("div", { class: "card ghost", key: card.key, role: "presentation", vars }, h("span", { class: "ghost-text" }, card.empty));
  }
  return h(
    "div",
    {
      class: `card ${card.state === "plain" ? "" : card.state} ${card.look ?? ""}${card.refused ? " refused" : ""}${mark && ` ${mark}`}`,
      key: card.key,
      role: "option",
      id: `hand-${card.key}`,
      tabindex: isTabStop ? "0" : "-1",
      "aria-selected": String(card.state === "sel"),
      "aria-disabled": card.state === "dim" ? "true" : undefined,
      "aria-label": card.name,
      "data-card": card.key,
      "data-place": `hand:${card.card}`,
      "data-says": card.dropText,
      vars,
    },
    game.face(card.card, card.look),
    card.tag !== undefined && " ", // keeps its text apart from that of the face
    card.tag !== undefined && h("span", { class: `tag ${card.tagClass ?? ""}`, "aria-hidden": "true" }, card.tag),
  );
}

/**
 * A card that is not in the hand.
 * @param {Deck} deck
 * @param {string} card
 * @param {{key?: string, class?: string, place?: string, look?: string, name?: string, silent?: boolean, press?: () => void, drop?: string, vars?: Record<string, string | number>}} [more]
 * @param {...import("../base/dom.js").Child} extra
 * @returns {VNode}
 */
export function tableCard(deck, card, more = {}, ...extra) {
  const props = {
    key: more.key,
    class: `card ${more.class ?? ""}`,
    "data-place": more.place,
    "data-drop": more.drop,
    vars: more.vars ?? {},
  };
  if (more.press) {
    return h("button", { ...props, type: "button", "aria-label": more.name ?? deck.name(card), on: { click: more.press } }, deck.face(card, more.look), ...extra);
  }
  const aria = more.silent ? { "aria-hidden": "true" } : { role: "img", "aria-label": more.name ?? deck.name(card) };
  return h("div", { ...props, ...aria }, deck.face(card, more.look), ...extra);
}

/**
 * A face-down pile of cards with a label below; a button if cards can be drawn from it.
 * @param {{count: number, label: import("../base/dom.js").Children, place: string, key?: string, press?: () => void, can?: boolean, tag?: import("../base/dom.js").Children, name?: string}} stack
 */
export function stock(stack) {
  const pile = { class: `card back deck${stack.can ? " can" : ""}${stack.count ? "" : " none"}`, "data-place": stack.place, key: "cards" };
  const name = stack.name ?? String(stack.label);
  return h(
    "div",
    { class: "slot", key: stack.key ?? stack.place },
    stack.press
      ? h("button", { ...pile, type: "button", "aria-label": name, on: { click: stack.press } })
      : h("div", { ...pile, role: "img", "aria-label": name }),
    stack.tag && h("span", { class: "slot-tag" }, stack.tag),
    h("span", { class: "slot-label", "aria-hidden": "true" }, stack.label),
  );
}
