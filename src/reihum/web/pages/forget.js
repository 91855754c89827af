// 'Forget me' in the settings: what goes, what stays, and asked once more.

import { del, errorText, RequestError } from "../base/api.js";
import { h } from "../base/dom.js";
import { switchOff } from "../base/push.js";
import { forgetSettings } from "../base/settings.js";
import { say } from "../base/words.js";
import { forgetNoted } from "../fair/noted.js";
import { forgetPuzzles } from "../exercise/memory.js";
import { forgetGames } from "./game_memory.js";

export class ForgetMe {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    /** @type {"" | "asking" | "busy" | "done"} */
    this.state = "";
    this.error = "";
  }

  ask() {
    this.state = "asking";
    this.error = "";
    this.draw();
    document.getElementById("forget-sure")?.focus({ preventScroll: true });
    document.getElementById("forget")?.scrollIntoView({ block: "start" });
  }

  stop() {
    this.state = "";
    this.draw();
    document.getElementById("forget-me")?.focus();
  }

  async #forget() {
    if (this.state === "busy") return;
    this.state = "busy";
    this.draw();
    try {
      await switchOff().catch(() => null); // the server forgets this browser anyway
      await del("/api/me");
    } catch (error) {
      const unknown = error instanceof RequestError && error.code === "nobody";
      if (!unknown) {
        this.state = "asking";
        this.error = errorText(error);
        this.draw();
        return;
      }
    }
    forgetGames();
    forgetPuzzles();
    forgetNoted();
    this.state = "done";
    forgetSettings(); // which draws everything again
    document.getElementById("forget-done")?.focus();
  }

  view() {
    return h("section", { id: "forget" }, h("h2", null, say("forget.title")), this.#inside());
  }

  #inside() {
    if (this.state === "done") return h("p", { id: "forget-done", key: "done", tabindex: "-1", role: "status" }, say("forget.done"));
    if (!this.state) {
      return h("div", { class: "forget", key: "offer" }, h("p", null, say("forget.what")), h("button", { class: "btn", id: "forget-me", type: "button", on: { click: () => this.ask() } }, say("forget.ask")));
    }
    return h(
      "div",
      { class: "forget", key: "asking", on: { keydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && this.stop() } },
      h("h3", { id: "forget-sure", tabindex: "-1" }, say("forget.sure")),
      h("p", null, say("forget.goes")),
      h("ul", null, ["names", "figures", "calls", "devices", "browser"].map((each) => h("li", { key: each }, say(`forget.goes_${each}`)))),
      h("p", null, say("forget.stays")),
      h("ul", null, ["games", "running", "copies"].map((each) => h("li", { key: each }, say(`forget.stays_${each}`)))),
      this.error && h("p", { class: "wrong", role: "alert" }, this.error),
      h(
        "div",
        { class: "forget-acts" },
        h("button", { class: "btn main", type: "button", "aria-disabled": this.state === "busy" ? "true" : undefined, on: { click: () => void this.#forget() } }, say("forget.yes")),
        h("button", { class: "btn", type: "button", on: { click: () => this.stop() } }, say("forget.no")),
      ),
    );
  }
}
