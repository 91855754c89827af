// 'What if': a finished game is played on from a move against bots, at a table of its own.

import { toast } from "../base/announce.js";
import { errorText, post } from "../base/api.js";
import { h } from "../base/dom.js";
import { chooseLevel, chosenLevel, levelName, LEVELS } from "../base/levels.js";
import { ownName } from "../base/names.js";
import { go } from "../base/router.js";
import { say } from "../base/words.js";

/**
 * @typedef {import("../base/dom.js").Child} Child
 * @typedef {{info: import("../table/types.d.ts").TableInfo, names: string[], you: number | null, playOnFrom: number | null}} Moment
 *   `playOnFrom`: how many moves stand; null if there is nothing left to play
 */

export class PlayOn {
  /**
   * @param {string} id of the table at which the game was played
   * @param {() => void} draw
   */
  constructor(id, draw) {
    this.id = id;
    this.draw = draw;
    this.isOpen = false;
    this.isBusy = false;
    /** The seat that is chosen; null: the one whose eyes these are. @type {number | null} */
    this.seat = null;
  }

  toggle() {
    this.isOpen = !this.isOpen;
    this.draw();
    if (this.isOpen) document.querySelector(/** @type {any} */ ("[data-play-on]"))?.focus();
  }

  /**
   * The button that opens the question.
   * @param {Moment} moment
   * @returns {Child}
   */
  button(moment) {
    const over = moment.playOnFrom === null;
    const press = () => (over ? toast(say("play_on.over")) : this.toggle());
    return h("button", { class: "btn play-on-button", type: "button", key: "play-on", "aria-expanded": String(this.isOpen && !over), "aria-controls": "play-on", "aria-disabled": over ? "true" : undefined, on: { click: press } }, say("play_on.button"));
  }

  /**
   * Against whom, and at which seat.
   * @param {Moment} moment
   * @returns {Child}
   */
  sheet(moment) {
    if (!this.isOpen || moment.playOnFrom === null) return null;
    const { info } = moment;
    const seat = this.seat ?? moment.you ?? 0;
    const level = chosenLevel(info.game);
    const options = moment.names.map((name, number) => h("option", { value: String(number), selected: number === seat, key: number }, name));
    return h(
      "section",
      { class: "play-on paper", id: "play-on", key: "play-on-sheet", "aria-labelledby": "play-on-title" },
      h("h2", { id: "play-on-title" }, say("play_on.title", { v: moment.playOnFrom })),
      h("p", null, say(info.players > 1 ? "play_on.about" : "play_on.about_alone")),
      h("div", { class: "play-on-choice" },
        info.players > 1 && h("label", { key: "seat" }, h("span", null, say("play_on.seat")), h("select", { on: { change: (/** @type {any} */ event) => ((this.seat = Number(event.target.value)), this.draw()) } }, options)),
        info.players > 1 && h("label", { key: "level" }, h("span", null, say("play_on.level")), h("select", { on: { change: (/** @type {any} */ event) => (chooseLevel(info.game, Number(event.target.value)), this.draw()) } },
          LEVELS.map((_, at) => h("option", { value: String(at + 1), selected: at + 1 === level, key: at }, `${at + 1} ${levelName(at + 1)}`))))),
      h("div", { class: "play-on-acts" },
        h("button", { class: "btn main", type: "button", "data-play-on": true, "aria-disabled": this.isBusy ? "true" : undefined, on: { click: () => void this.#open(moment, seat, LEVELS[level - 1]) } }, say("play_on.start")),
        h("button", { class: "btn dark", type: "button", on: { click: () => this.toggle() } }, say("play_on.cancel"))),
    );
  }

  /**
   * @param {Moment} moment
   * @param {number} seat
   * @param {string} bot
   */
  async #open({ playOnFrom }, seat, bot) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.draw();
    try {
      const { table } = await post(`/api/tables/${this.id}/branch`, { v: playOnFrom, seat, bot, name: ownName() || say("start.nameless") });
      go(`/t/${table}`);
    } catch (error) {
      toast(errorText(error));
      this.isBusy = false;
      this.draw();
    }
  }
}
