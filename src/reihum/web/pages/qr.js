// A QR code, made by the server and drawn here.

import { post } from "../base/api.js";
import { h } from "../base/dom.js";
import { say } from "../base/words.js";

/** By text. @type {Map<string, {size: number, path: string} | null>} */
const known = new Map();

/**
 * A picture of an address; it appears when it has been made.
 * @param {string} text
 */
export function qr(text) {
  const found = known.get(text);
  if (found === undefined) {
    known.set(text, null);
    void post("/api/qr", { text }).then(
      (made) => {
        known.set(text, made);
        document.querySelectorAll("svg.qr").forEach((svg) => fill(svg, made));
      },
      () => known.delete(text),
    );
  }
  const size = found?.size ?? 33;
  return h("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": say("lobby.qr"), key: `qr${text}` }, h("path", { d: found?.path ?? "" }));
}

/**
 * @param {Element} svg
 * @param {{size: number, path: string}} made
 */
function fill(svg, made) {
  svg.setAttribute("viewBox", `0 0 ${made.size} ${made.size}`);
  svg.firstElementChild?.setAttribute("d", made.path);
}
