// The rail next to the table: the moves in words, the scores, the rules, set phrases. On a phone it slides up from below.

import { h } from "../base/dom.js";
import { icon, richText } from "../base/symbols.js";
import { say } from "../base/words.js";
import { avatar } from "./avatar.js";
import { rulesPanel } from "./rules_panel.js";
import { firstSince } from "./since.js";

/**
 * @typedef {import("./types.d.ts").Line} Line
 * @typedef {import("./types.d.ts").Game} Game
 * @typedef {import("./types.d.ts").Table} Table
 * @typedef {{tab: "moves" | "rules" | "chat" | "scores", rule: string | null, open: boolean, search: string}} RailState
 */

const TABS = /** @type {const} */ (["moves", "scores", "rules", "chat"]);
/**
 * @param {Table & {phrases: import("./types.d.ts").Phrase[]}} t
 * @param {Game} game
 * @param {RailState} state
 * @param {{pickTab: (tab: any) => void, close: () => void, say: ((phrase: string) => void) | null, search: (text: string) => void}} actions
 * @param {string[]} phrases
 * @param {() => any} scores
 * @param {import("../base/dom.js").Child} [aim] what the game is about, above the log
 */
export function rail(t, game, state, actions, phrases, scores, aim) {
  const tabs = TABS.filter((tab) => tab !== "chat" || actions.say);
  return h(
    "aside",
    { class: `rail${state.open ? " open" : ""}`, key: "rail", "aria-label": say("rail.name"), "data-region": "rail" },
    h(
      "div",
      { class: "tabs" },
      h(
        "div",
        { class: "tab-list", role: "tablist", "aria-label": say("rail.name"), on: { keydown: (/** @type {KeyboardEvent} */ event) => switchTab(event, state.tab, tabs, actions.pickTab) } },
        tabs.map((tab) =>
          h("button", {
            class: "tab",
            type: "button",
            role: "tab",
            id: `tab-${tab}`,
            key: tab,
            "aria-selected": String(state.tab === tab),
            "aria-controls": "rail-panel",
            tabindex: state.tab === tab ? "0" : "-1",
            on: { click: () => actions.pickTab(tab) },
          }, say(`rail.${tab}`), tab === "chat" && unreadBadge(t.phrases)),
        ),
      ),
      h("button", { class: "rail-close", type: "button", key: "close", "aria-label": say("close"), on: { click: actions.close } }, "×"),
    ),
    h(
      "div",
      { class: `panel panel-${state.tab}`, id: "rail-panel", key: state.tab, role: "tabpanel", "aria-labelledby": `tab-${state.tab}`, tabindex: "0" },
      state.tab === "moves" && [aim, movesPanel(t)],
      state.tab === "scores" && scores(),
      state.tab === "rules" && rulesPanel(game, state.rule, state.search, actions.search),
      state.tab === "chat" && actions.say && chatPanel(t, phrases, actions.say),
    ),
  );
}

/**
 * How many phrases of others have not been in sight.
 * @param {import("./types.d.ts").Phrase[]} phrases
 */
export function unreadBadge(phrases) {
  const count = phrases.filter((phrase) => !phrase.isRead).length;
  return count > 0 && h("span", { class: "unread" }, h("span", { "aria-hidden": "true" }, String(count)), h("span", { class: "hidden" }, say("rail.unread", { count })));
}

/**
 * @param {KeyboardEvent} event
 * @param {string} now
 * @param {readonly string[]} tabs
 * @param {(tab: string) => void} pick
 */
function switchTab(event, now, tabs, pick) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const next = tabs[(tabs.indexOf(now) + step + tabs.length) % tabs.length];
  pick(next);
  requestAnimationFrame(() => document.getElementById(`tab-${next}`)?.focus());
  event.preventDefault();
}

/** @param {Table} t */
function movesPanel(t) {
  const lines = t.log.filter((line) => line.told.length);
  const first = firstSince(t);
  return h(
    "ol",
    { class: "log" },
    lines.flatMap((line, number) => [
      line.v === first && h("li", { class: "since-mark", key: "since" }, say("rail.since")),
      cachedLogLine(t, line, { newest: number === lines.length - 1, since: line.v >= first }),
    ]),
  );
}

/**
 * Lines that have been drawn already; a line does not change.
 * @type {WeakMap<Line, {look: string, names: string, node: import("../base/dom.js").VNode}>}
 */
const lineCache = new WeakMap();

/**
 * @param {Table} t
 * @param {Line} line
 * @param {{newest: boolean, since: boolean}} place whether it is the last one, and after your own last move
 */
function cachedLogLine(t, line, { newest, since }) {
  const names = t.names.join();
  const look = `line${newest ? " newest" : ""}${since ? " since" : ""}${line.isGone ? " gone" : ""}${line.by === null ? " news" : ""}`;
  const before = lineCache.get(line);
  if (before && before.look === look && before.names === names) return before.node;
  const node = logLine(t, line, look, newest);
  lineCache.set(line, { look, names, node });
  return node;
}

/**
 * @param {Table} t
 * @param {Line} line
 * @param {string} look its classes
 * @param {boolean} newest
 */
function logLine(t, line, look, newest) {
  const [move, ...more] = line.by === null ? ["", ...line.told] : line.told;
  return h(
    "li",
    { class: look, key: line.v, "aria-current": newest ? "true" : undefined },
    line.by !== null && h("span", { class: "line-head" }, avatar(t.names[line.by], line.by, { small: true }), line.stand_in && icon("u-bot")),
    h(
      "span",
      null,
      line.isGone && h("span", { class: "hidden" }, say("rail.gone")),
      move && h("span", { class: "move" }, richText(move, line.by === null ? [] : [t.names[line.by]])),
      more.map((sentence) => h("small", null, richText(sentence))),
    ),
  );
}

/**
 * @param {Table & {phrases: import("./types.d.ts").Phrase[]}} t
 * @param {string[]} phrases
 * @param {(phrase: string) => void} sayPhrase
 */
function chatPanel(t, phrases, sayPhrase) {
  return h(
    "div",
    { class: "chat" },
    h("ol", { class: "log" }, t.phrases.map(({ by, p, at }) =>
      h("li", { class: "line", key: `${at}-${by}` }, avatar(t.names[by], by, { small: true }), h("span", null, h("b", null, by === t.you ? say("you_name") : t.names[by]), " ", say(`phrase.${p}`))),
    )),
    h("div", { class: "phrases" }, phrases.map((phrase) =>
      h("button", { class: "phrase", type: "button", key: phrase, on: { click: () => sayPhrase(phrase) } }, say(`phrase.${phrase}`)),
    )),
  );
}

/**
 * On a phone: the last move in one line; pressing it opens the log.
 * @param {Table} t
 * @param {() => void} open
 */
export function lastLineButton(t, open) {
  const line = t.log.findLast((each) => each.told.length);
  return h(
    "button",
    { class: "last-line", type: "button", key: "last-line", on: { click: open } },
    h("span", { class: "hidden" }, `${say("rail.moves")}: `),
    line && line.by !== null && avatar(t.names[line.by], line.by, { small: true }),
    line?.stand_in && icon("u-bot", say("seat.bot")),
    h("span", null, line ? richText(line.told[0], line.by === null ? [] : [t.names[line.by]]) : ""),
    h("svg", { class: "icon", "aria-hidden": "true" }, h("use", { href: "#u-log" })),
  );
}
