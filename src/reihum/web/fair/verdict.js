// What a check has found, below it what that shows and what not, and what it takes to check it without this page.

import { h } from "../base/dom.js";
import { say } from "../base/words.js";

/**
 * @typedef {import("./noted.js").Noted} Noted
 * @typedef {{ok: boolean, text: string, notes?: string[], noted?: {deal: number, game: string} & Noted}} Verdict
 */

/** @param {Verdict} verdict */
export function verdictView({ ok, text, notes, noted }) {
  return h(
    "div",
    { class: `verdict ${ok ? "good" : "bad"}`, key: "verdict" },
    h("div", { role: "status" }, h("p", null, text), notes?.length ? h("ul", null, notes.map((note) => h("li", null, note))) : null),
    noted?.answered.includes(noted.deal) && byHand(noted),
  );
}

/** The command that checks the same, with what this browser noted. @param {{deal: number, game: string} & Noted} noted */
function byHand({ deal, game, nonces, lists, nameless }) {
  const command = ["reihum verify", `reihum-${game}.txt`, `--nonce ${nonces[deal]}`, "--promises reihum-promises.json", nameless && `--digest ${nameless}`];
  const file = `data:application/json,${encodeURIComponent(JSON.stringify(Object.values(lists)))}`;
  return h(
    "details",
    { key: "by-hand" },
    h("summary", null, say("fair.by_hand")),
    h("p", null, say("fair.command")),
    h("code", null, command.filter(Boolean).join(" ")),
    h("p", null, h("a", { href: file, download: "reihum-promises.json" }, say("fair.lists"))),
  );
}
