// Settings: being called when it is my turn, by this browser's notifications and at a webhook.

import { announce } from "../base/announce.js";
import { errorText, post } from "../base/api.js";
import { toggle } from "../base/controls.js";
import { h } from "../base/dom.js";
import { PushRefused, pushState, refresh, switchOff, switchOn } from "../base/push.js";
import { currentLanguage, joinWithAnd, say } from "../base/words.js";

/**
 * @typedef {import("../base/wire.d.ts").CallsShown} CallsShown
 * @typedef {{ok: boolean, text: string} | null} Outcome what there is to say after a change, if anything
 */

const KINDS = ["ntfy", "discord", "slack", "matrix", "other"];

export class CallSettings {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    /** @type {CallsShown | null} */
    this.shown = null;
    /** @type {import("../base/push.js").PushState | null} */
    this.push = null;
    this.kind = KINDS[0];
    /** What is being done: one thing after another. */
    this.work = Promise.resolve();
    /** @type {Outcome} */
    this.outcome = null;
    this.refresh();
  }

  /** Ask the server again, and tell it in which language to call. */
  refresh() {
    this.#do(async () => this.#show(await refresh()));
  }

  /** @param {() => Promise<Outcome>} work */
  #do(work) {
    this.work = this.work.then(() => this.#doNow(work));
  }

  /**
   * Do something, and say what came of it.
   * @param {() => Promise<Outcome>} work
   */
  async #doNow(work) {
    try {
      this.outcome = await work();
    } catch (error) {
      this.outcome = { ok: false, text: error instanceof PushRefused ? say("calls.refused") : errorText(error) };
    }
    this.push = await pushState();
    if (this.outcome) announce(this.outcome.text);
    const hadFocus = document.activeElement?.closest("#calls");
    this.draw();
    if (hadFocus && !document.activeElement?.closest("#calls")) /** @type {HTMLElement | null} */ (document.querySelector("#calls :is(input[name=url], .webhook-remove)"))?.focus();
  }

  /**
   * @param {CallsShown} shown
   * @param {string} [text]
   * @returns {Outcome}
   */
  #show(shown, text = "") {
    this.shown = shown;
    return text ? { ok: true, text } : null;
  }

  /** @param {boolean} on */
  #setPush(on) {
    this.#do(async () => this.#show(await (on ? switchOn() : switchOff()), say(on ? "calls.on" : "calls.off")));
  }

  /** @param {string | null} url */
  #setWebhook(url) {
    const body = { url, kind: this.kind, lang: currentLanguage() };
    this.#do(async () => this.#show(await post("/api/calls/webhook", body), say(url ? "calls.webhook_saved" : "calls.webhook_removed")));
  }

  /** Call me in every way, and say which of them worked. */
  #try() {
    this.#do(async () => {
      if (!this.#isOn) return { ok: false, text: say("calls.nothing_on") };
      const { reached, failed } = await post("/api/calls/test");
      this.#show(await refresh());
      if (failed.length) return { ok: false, text: say("calls.test_failed", { names: kindNames(failed) }) };
      return { ok: true, text: say("calls.test_sent", { names: kindNames(reached) }) };
    });
  }

  get #isOn() {
    return this.shown !== null && (this.shown.browsers > 0 || this.shown.webhook !== null);
  }

  view() {
    const allowed = this.shown?.allowed ?? [];
    return h(
      "section",
      { id: "calls" },
      h("h2", null, say("calls.title")),
      h("p", null, say("calls.what")),
      !this.shown && this.outcome && h("p", { class: "quiet", key: "failed" }, this.outcome.text),
      this.shown && !allowed.length && h("p", { class: "quiet", key: "none" }, say("calls.none")),
      allowed.includes("push") && [this.#pushView(), this.#webhookView(allowed.includes("webhook")), this.#testView()],
    );
  }

  #pushView() {
    if (this.push === "on" || this.push === "off") {
      return toggle(say("calls.push"), this.push === "on", (on) => this.#setPush(on), say("calls.push_more"));
    }
    return h("div", { class: "setting", key: "push" }, h("span", null, say("calls.push"), h("small", null, say(`calls.push_${this.push ?? "unsupported"}`))));
  }

  /** @param {boolean} isAllowed */
  #webhookView(isAllowed) {
    const webhook = this.shown?.webhook;
    if (!isAllowed) return h("div", { class: "setting", key: "webhook" }, h("span", null, say("calls.webhook"), h("small", null, say("calls.no_webhooks"))));
    if (!webhook) return this.#webhookForm();
    const text = say(webhook.failed ? "calls.webhook_failed" : "calls.webhook_on", { kind: say(`calls.kind_${webhook.kind}`), host: webhook.host });
    return h(
      "div",
      { class: "setting", key: "webhook-on" },
      h("span", null, say("calls.webhook"), h("small", null, text)),
      h("button", { class: "btn webhook-remove", type: "button", on: { click: () => this.#setWebhook(null) } }, say("calls.webhook_remove")),
    );
  }

  #webhookForm() {
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const url = new FormData(/** @type {HTMLFormElement} */ (event.target)).get("url");
      this.#setWebhook(String(url).trim() || null);
    };
    return h(
      "form",
      { class: "calls-webhook", key: "webhook-off", on: { submit } },
      h(
        "div",
        { class: "setting" },
        h("span", { id: "set-webhook" }, say("calls.webhook"), h("small", null, say(`calls.about_${this.kind}`))),
        h("div", { class: "choices", role: "group", "aria-labelledby": "set-webhook" }, KINDS.map((kind) =>
          h("button", { class: "choice-button", type: "button", key: kind, "aria-pressed": String(kind === this.kind), on: { click: () => this.#choose(kind) } }, say(`calls.kind_${kind}`)))),
      ),
      h(
        "div",
        { class: "calls-address" },
        h("input", { type: "text", inputmode: "url", name: "url", required: true, maxlength: 1000, placeholder: "https://…", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-label": say("calls.address") }),
        h("button", { class: "btn", type: "submit" }, say("calls.webhook_save")),
      ),
    );
  }

  #testView() {
    return h(
      "div",
      { class: "calls-test", key: "test" },
      h("button", { class: "btn", type: "button", "aria-disabled": this.#isOn ? undefined : "true", on: { click: () => this.#try() } }, say("calls.test")),
      this.outcome && h("p", { class: this.outcome.ok ? "quiet" : "wrong" }, this.outcome.text),
    );
  }

  /** @param {string} kind */
  #choose(kind) {
    this.kind = kind;
    this.draw();
  }
}

/** @param {string[]} kinds */
function kindNames(kinds) {
  return joinWithAnd(kinds.map((kind) => say(`calls.kind_${kind}`)));
}
