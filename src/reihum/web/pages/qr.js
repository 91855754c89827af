// A QR code, made by the server and drawn here.

import { post } from "../base/api.js";
import { h } from "../base/dom.js";
import { say } from "../base/words.js";

/** The codes made so far, by text; null while one is being made. @type {Map<string, {size: number, path: string} | null>} */
const codes = new Map();

/**
 * The QR code of a text; it appears once the server has made it.
 * @param {string} text
 */
export function qrCode(text) {
  const found = codes.get(text);
  if (found === undefined) {
    codes.set(text, null);
    void post("/api/qr", { text }).then(
      (made) => {
        codes.set(text, made);
        document.querySelectorAll("svg.qr").forEach((svg) => drawCode(svg, made));
      },
      () => codes.delete(text),
    );
  }
  const size = found?.size ?? 33;
  return h("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": say("lobby.qr"), key: `qr${text}` }, h("path", { d: found?.path ?? "" }));
}

/**
 * @param {Element} svg
 * @param {{size: number, path: string}} made
 */
function drawCode(svg, made) {
  svg.setAttribute("viewBox", `0 0 ${made.size} ${made.size}`);
  svg.firstElementChild?.setAttribute("d", made.path);
}
