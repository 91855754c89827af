// What a screen shows while it is being fetched, and if that fails.

import { errorText, RequestError } from "../base/api.js";
import { h } from "../base/dom.js";
import { say } from "../base/words.js";
import { bar } from "../table/bar.js";

/** @typedef {import("../base/dom.js").Child} Child */

/**
 * It takes a moment; for the first of it nothing is said, since most screens are there by then.
 * @param {string} [title]
 * @returns {Child[]}
 */
export function loadingView(title) {
  return [bar({ title }), h("main", { id: "main", class: "page loading", tabindex: "-1", key: "loading" }, h("p", { role: "status" }, h("i", { class: "spinner", "aria-hidden": "true" }), say("loading")))];
}

/**
 * What could not be fetched and why, with a way out: to try again, or home.
 * @param {unknown} error
 * @param {{title?: string, missing: string, retry: () => void}} about the heading if there is no such thing
 * @returns {Child[]}
 */
export function failedView(error, { title, missing, retry }) {
  const isMissing = error instanceof RequestError && error.status >= 400 && error.status < 500;
  return [
    bar({ title }),
    h(
      "main",
      { id: "main", class: "page narrow-page failed", tabindex: "-1", key: "failed" },
      h("h1", null, isMissing ? missing : say("lost.title")),
      h("p", { role: "alert" }, isOffline(error) ? say("lost.unreachable") : errorText(error)),
      h("div", { class: "failed-ways" },
        !isMissing && h("button", { class: "btn main", type: "button", on: { click: retry } }, say("lost.now")),
        h("a", { class: `btn${isMissing ? " main" : ""}`, href: "/" }, say("bar.home"))),
    ),
  ];
}

/** A module that cannot be fetched is a TypeError. @param {unknown} error */
function isOffline(error) {
  return error instanceof TypeError || (error instanceof RequestError && error.status === 0);
}
