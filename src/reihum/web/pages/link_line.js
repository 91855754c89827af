// A link to send to somebody, or to another device, with a button that copies it.

import { copyText } from "../base/copy.js";
import { h } from "../base/dom.js";
import { icon } from "../base/symbols.js";
import { say } from "../base/words.js";

/** @param {string} link */
export function linkLine(link) {
  return h(
    "div",
    { class: "link-line" },
    h("code", null, link.replace(/^https?:\/\//, "")),
    h("button", { class: "btn dark", type: "button", on: { click: () => void copyText(link) } }, icon("u-link"), h("span", null, say("lobby.copy"))),
  );
}
