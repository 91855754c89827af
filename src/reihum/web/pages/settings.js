// Settings: how things look, move and sound; and continuing on another device.

import { fetchShareOrigin, isLocalOnly, shareOrigin } from "../base/address.js";
import { errorText, post } from "../base/api.js";
import { languageSwitch, toggle } from "../base/controls.js";
import { h, render } from "../base/dom.js";
import { cleanName, LONGEST_NAME, ownName } from "../base/names.js";
import { changeSettings, onSettingsChange, settings, settingsToCarry } from "../base/settings.js";
import { say } from "../base/words.js";
import { bar } from "../table/bar.js";
import { CallSettings } from "./calls.js";
import { ForgetMe } from "./forget.js";
import { linkLine } from "./link_line.js";
import { qrCode } from "./qr.js";
import { sampleCards } from "./tiles.js";

export class SettingsScreen {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {{link: string, until: number} | null} */
    this.handover = null;
    this.error = "";
    this.isNameCleaned = false;
    this.unsubscribe = onSettingsChange(() => this.draw());
    this.timer = setInterval(() => this.handover && this.draw(), 1000);
    this.isClosed = false;
    this.calls = new CallSettings(() => this.draw());
    this.forget = new ForgetMe(() => this.draw());
    this.draw();
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }

  close() {
    this.isClosed = true;
    clearInterval(this.timer);
    this.unsubscribe();
  }

  onLanguageChange() {
    this.calls.refresh();
    this.draw();
  }

  /** Create a one-time link with which another device becomes the same player. */
  async #createLink() {
    this.error = "";
    try {
      const { path, seconds } = await post("/api/handover", { carry: settingsToCarry() });
      await fetchShareOrigin();
      this.handover = { link: `${shareOrigin()}${path}`, until: Date.now() + seconds * 1000 };
    } catch (error) {
      this.error = errorText(error);
    }
    this.draw();
    this.root.querySelector(".invite")?.scrollIntoView({ block: "nearest" });
  }

  /**
   * Take a new name without what nobody can see, and say so.
   * @param {HTMLInputElement} field
   */
  #rename(field) {
    const name = cleanName(field.value);
    this.isNameCleaned = name !== field.value.trim().normalize("NFC");
    field.value = name; // even if it is the same as before
    changeSettings({ name });
  }

  draw() {
    if (this.isClosed) return;
    document.title = `${say("settings.title")} – Reihum`;
    render(
      this.root,
      bar({ title: say("settings.title") }),
      h(
        "main",
        { class: "page settings", id: "main", tabindex: "-1", key: "settings" },
        h("h1", { class: "hidden" }, say("settings.title")),
        h("div", { class: "settings-columns" },
          h("div", { class: "glass settings-list" }, this.#tableSettings(), this.#displaySettings(), this.#soundSettings(), this.calls.view(), this.#deviceSettings(), this.forget.view()),
          h("aside", { class: "glass looks", "aria-label": say("settings.looks") }, h("h2", null, say("settings.looks")),
            h("div", { class: "looks-cards" }, sampleCards()),
            h("p", null, say("settings.shapes")))),
        h("button", { class: "btn", type: "button", on: { click: () => history.back() } }, say("settings.back")),
      ),
    );
  }

  #tableSettings() {
    return h(
      "section",
      { id: "table" },
      h("h2", null, say("settings.table")),
      h("label", { class: "setting" }, h("span", null, say("start.name"), h("small", { role: "status" }, this.isNameCleaned && say("settings.name_cleaned"))), h("input", { type: "text", maxlength: LONGEST_NAME, autocomplete: "nickname", value: ownName(), on: { change: (/** @type {any} */ event) => this.#rename(event.target) } })),
      h("div", { class: "setting" }, h("span", null, say("settings.language")), languageSwitch()),
      choiceSetting("speed", ["off", "fast", "calm"]),
      toggle(say("settings.at_once"), settings.atOnce, (on) => changeSettings({ atOnce: on }), say("settings.at_once_more")),
      toggle(say("settings.prices"), settings.prices, (on) => changeSettings({ prices: on }), say("settings.prices_more")),
      toggle(say("settings.memory"), settings.memory, (on) => changeSettings({ memory: on }), say("settings.memory_more")),
    );
  }

  #displaySettings() {
    return h(
      "section",
      { id: "seeing" },
      h("h2", null, say("settings.seeing")),
      choiceSetting("size", ["s", "m", "l"]),
      choiceSetting("felt", ["rich", "plain"]),
      toggle(say("settings.marks"), settings.marks, (on) => changeSettings({ marks: on }), say("settings.marks_more")),
    );
  }

  #soundSettings() {
    return h(
      "section",
      { id: "sound" },
      h("h2", null, say("settings.hearing")),
      toggle(say("settings.sound"), settings.sound, (on) => changeSettings({ sound: on }), say("settings.sound_more")),
      choiceSetting("aloud", ["all", "mine", "off"]),
      toggle(say("settings.letters"), settings.letters, (on) => changeSettings({ letters: on }), say("settings.letters_more")),
      h("table", { class: "keys" }, h("caption", { class: "hidden" }, say("settings.keys")),
        h("tbody", null, ["arrows", "card", "enter", "esc", "undo", "space", "hint", "letters", "order", "f6", "rules"].map((key) =>
          h("tr", { key }, h("th", { scope: "row" }, say(`keys.${key}`)), h("td", null, say(`keys.${key}_does`)))))),
    );
  }

  #deviceSettings() {
    const secondsLeft = this.handover ? Math.ceil((this.handover.until - Date.now()) / 1000) : 0;
    return h(
      "section",
      { id: "device" },
      h("h2", null, say("settings.device")),
      h("p", null, say("settings.device_more")),
      this.error && h("p", { class: "wrong", role: "alert" }, this.error),
      this.handover && secondsLeft > 0
        ? h("div", { class: "paper invite handover" }, qrCode(this.handover.link), linkLine(this.handover.link), h("p", { class: "quiet" }, say("settings.device_left", { minutes: Math.ceil(secondsLeft / 60) })), isLocalOnly() && h("p", { class: "quiet" }, say("lobby.only_here")))
        : h("button", { class: "btn main", type: "button", on: { click: () => void this.#createLink() } }, say("settings.device_link")),
    );
  }
}

/**
 * A setting with a few values to choose from.
 * @param {"speed" | "size" | "aloud" | "felt"} name
 * @param {string[]} values
 */
function choiceSetting(name, values) {
  return h(
    "div",
    { class: "setting", key: name },
    h("span", { id: `set-${name}` }, say(`settings.${name}`), h("small", null, say(`settings.${name}_more`))),
    h("div", { class: "choices", role: "group", "aria-labelledby": `set-${name}` }, values.map((value) =>
      h("button", { class: "choice-button", type: "button", key: value, "aria-pressed": String(settings[name] === value), on: { click: () => changeSettings({ [name]: value }) } }, say(`settings.${name}_${value}`)))),
  );
}
