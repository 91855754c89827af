// One's own mistakes as exercises: what is due, all of them, how often they come back, and the ways to take or delete them.

import { announce, toast } from "../base/announce.js";
import { errorText, post } from "../base/api.js";
import { h } from "../base/dom.js";
import { icon } from "../base/symbols.js";
import { currentLocale, say } from "../base/words.js";
import { gameName } from "../exercise/view.js";
import { FetchedScreen } from "./fetched_screen.js";
import { thumb } from "./game_rows.js";

/** @typedef {import("../base/wire.js").Exercises} Exercises */
/** @typedef {import("../base/wire.js").ExerciseListed} ExerciseListed */

const DROPPED = -1; // the box of an exercise that was put away

/** @extends {FetchedScreen<Exercises>} */
export class TrainScreen extends FetchedScreen {
  /** Whether it is asked if all shall be deleted. */
  isAsking = false;

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, "/api/exercises", { title: "train.title", missing: "exercise.none_such" });
  }

  /**
   * Put one away, or delete all.
   * @param {object} what
   * @param {string} said
   */
  async #drop(what, said) {
    this.isAsking = false;
    try {
      this.found = await post("/api/exercises/drop", what);
      announce(said);
      toast(said);
    } catch (error) {
      toast(errorText(error));
    }
    this.draw();
    this.root.querySelector("main")?.focus();
  }

  /**
   * @override
   * @param {string} title
   * @param {Exercises} found
   */
  main(title, found) {
    return h(
      "main",
      { class: "page narrow-page train-page", id: "main", tabindex: "-1", key: "train" },
      h("h1", null, title),
      h("p", { class: "lead" }, say("train.lead")),
      found.exercises.length ? this.#overview(found) : this.#empty(),
      this.#rule(found),
    );
  }

  #empty() {
    return h("div", { class: "glass train-empty", key: "empty" }, h("p", null, say("train.empty")), h("div", { class: "failed-ways" }, h("a", { class: "btn main", href: "/" }, say("train.play")), h("a", { class: "btn", href: "/games" }, say("games.title"))));
  }

  /** @param {Exercises} found */
  #overview(found) {
    const listed = found.exercises.filter(({ box }) => box !== DROPPED);
    const next = listed.map(({ due }) => due ?? "").filter((due) => due > found.today).sort()[0];
    const figure = (/** @type {"due" | "waiting" | "known"} */ name) => h("div", { key: name }, h("dt", null, say(`train.${name}`)), h("dd", null, String(found[name])));
    return [
      h("dl", { class: "glass train-figures", key: "figures" }, figure("due"), figure("waiting"), figure("known")),
      found.due > 0
        ? h("a", { class: "btn main train-start", href: "/train/today", key: "start", "data-main": true }, icon("u-play"), say("train.start", { count: found.due }))
        : h("p", { key: "next" }, say("exercise.none_due"), next && ` ${say("train.next_day", { day: dayText(next) })}`),
      h("section", { key: "list", "aria-labelledby": "train-list" }, h("h2", { id: "train-list" }, say("train.list")),
        h("ol", { class: "glass train-list" }, listed.map((each) => this.#row(each, found.today)))),
      h("div", { class: "train-ways", key: "ways" },
        h("a", { class: "btn", href: "/api/exercises/export", download: "reihum-exercises.json" }, icon("u-download"), say("train.export")),
        h("button", { class: "btn", type: "button", key: "delete", "aria-expanded": String(this.isAsking), on: { click: () => ((this.isAsking = !this.isAsking), this.draw()) } }, say("train.delete")),
        this.isAsking && h("div", { class: "game-question", key: "question", role: "group", "aria-labelledby": "delete-sure" }, h("p", { id: "delete-sure" }, say("train.delete_sure")),
          h("button", { class: "btn", type: "button", on: { click: () => void this.#drop({}, say("train.deleted")) } }, say("train.delete")),
          h("button", { class: "btn plain", type: "button", on: { click: () => ((this.isAsking = false), this.draw()) } }, say("games.no")))),
    ];
  }

  /**
   * @param {ExerciseListed} exercise
   * @param {string} today
   */
  #row({ table, number, game, players, at, box, due }, today) {
    const title = `${gameName(game, players)}, ${dayText(new Date(at * 1000))}`;
    const when = due === null ? say("train.is_known") : due <= today ? say("train.due_now") : say("train.due_on", { day: dayText(due) });
    return h("li", { class: "train-row", key: `${table}/${number}` }, thumb(game),
      h("span", { class: "who" }, h("b", null, title), h("small", null, say("train.solved_row", { count: Math.max(0, box) }))),
      h("span", { class: "train-when" }, when),
      due !== null && h("button", { class: "bar-button", type: "button", key: "away", "aria-label": `${say("train.put_away")}: ${title}`, title: say("train.put_away"), on: { click: () => void this.#drop({ table, number }, say("train.away")) } }, icon("u-close")));
  }

  /** @param {Exercises} found */
  #rule({ days: [first, second, third] }) {
    return h("section", { class: "train-rule", key: "rule" }, h("h2", null, say("train.rule")), h("p", null, say("train.rule_text", { first, second, third })));
  }
}

/** @param {string | Date} day */
function dayText(day) {
  const date = typeof day === "string" ? new Date(`${day}T12:00:00Z`) : day;
  return date.toLocaleDateString(currentLocale(), { weekday: "short", day: "numeric", month: "long" });
}
