// The other end of a one-time link: this browser becomes the same player.

import { errorText, get, post } from "../base/api.js";
import { h, render } from "../base/dom.js";
import { go } from "../base/router.js";
import { takeSettings } from "../base/settings.js";
import { say } from "../base/words.js";
import { bar } from "../table/bar.js";
import { forgetGames } from "./game_memory.js";

export class HandoverScreen {
  /**
   * @param {HTMLElement} root
   * @param {string} code
   */
  constructor(root, code) {
    this.root = root;
    this.code = code;
    this.error = "";
    this.unfinishedCount = 0;
    this.draw();
    void this.#countUnfinished();
  }

  async #countUnfinished() {
    try {
      const { tables } = await get("/api/mine");
      this.unfinishedCount = tables.filter((/** @type {any} */ table) => table.status !== "over").length;
    } catch {
      // then nothing can be lost here
    }
    this.draw();
  }

  async #accept() {
    try {
      const { carry } = await post(`/api/handover/${this.code}`);
      forgetGames(); // those of who we were before
      takeSettings(carry);
      go("/", true);
    } catch (error) {
      this.error = errorText(error);
      this.draw();
    }
  }

  onLanguageChange() {
    this.draw();
  }

  draw() {
    render(
      this.root,
      bar({}),
      h(
        "main",
        { class: "page narrow-page", id: "main", tabindex: "-1", key: "handover" },
        h("h1", null, say("handover.title")),
        h("p", null, say("handover.what")),
        this.unfinishedCount > 0 && h("p", { class: "wrong" }, say("handover.loses", { count: this.unfinishedCount })),
        this.error && h("p", { class: "wrong", role: "alert" }, this.error),
        h("button", { class: "btn main", type: "button", on: { click: () => void this.#accept() } }, say("handover.accept")),
        h("a", { class: "btn", href: "/" }, say("handover.no")),
      ),
    );
  }
}
