// What a host can decide about a guest: a sheet that opens at the seat, and asks once more before anything is done.

import { toast } from "../base/announce.js";
import { errorText, post } from "../base/api.js";
import { h } from "../base/dom.js";
import { icon } from "../base/symbols.js";
import { say } from "../base/words.js";

/** @typedef {import("./types.d.ts").TableInfo} TableInfo */

export class Guests {
  /**
   * @param {() => TableInfo} info the table as it is now
   * @param {() => void} draw
   */
  constructor(info, draw) {
    this.info = info;
    this.draw = draw;
    /** About whom the host decides. @type {number | null} */
    this.seat = null;
    /** What the host has said once. @type {"remove" | "host" | null} */
    this.sure = null;
  }

  /** Whether the host can decide something about who has this seat. @param {number} seat */
  canManage(seat) {
    const { host, status, lesson, you, seats } = this.info();
    return host && status !== "over" && !lesson && seat !== you && seats[seat]?.kind === "human";
  }

  /** @param {number} seat */
  open(seat) {
    this.seat = seat;
    this.sure = null;
    this.draw();
  }

  close() {
    this.seat = this.sure = null;
    this.draw();
  }

  /** @param {"remove" | "host"} what */
  #choose(what) {
    if (this.sure !== what) {
      this.sure = what;
      this.draw();
      return;
    }
    const seat = this.seat;
    this.close();
    void this.#ask(what, { seat });
  }

  /** Let a guest who was removed sit here again. @param {number} guest */
  readmit(guest) {
    void this.#ask("readmit", { guest });
  }

  /**
   * @param {string} path
   * @param {object} body
   */
  async #ask(path, body) {
    try {
      await post(`/api/tables/${this.info().table}/${path}`, body);
    } catch (error) {
      toast(errorText(error));
    }
  }

  /** The button at a seat. @param {number} seat @param {Record<string, any>} [more] */
  sign(seat, more = {}) {
    if (!this.canManage(seat)) return null;
    const name = this.info().seats[seat].name ?? "?";
    return h("button", { class: "guest-sign", type: "button", key: "guest", "aria-label": say("guest.menu", { name }), title: say("guest.menu", { name }), "aria-haspopup": "dialog", ...more, on: { click: () => this.open(seat) } }, h("span", { "aria-hidden": "true" }, "⋯"));
  }

  /** The sheet, if the host decides about somebody. */
  sheet() {
    const { seat, sure } = this;
    if (seat === null || !this.canManage(seat)) return null;
    const name = this.info().seats[seat].name ?? "?";
    const playing = this.info().status === "playing";
    return h(
      "dialog",
      { class: "guest-sheet paper", key: "guest-sheet", "aria-labelledby": "guest-title", on: { close: () => this.seat !== null && this.close(), click: closeOutside } },
      h(
        "div",
        { class: "guest-sheet-inside" },
        h("h2", { id: "guest-title" }, name),
        sure !== "remove" && h("button", { class: `btn${sure ? " main" : ""}`, type: "button", key: "host", on: { click: () => this.#choose("host") } }, sure ? say("guest.host_yes") : say("guest.host", { name })),
        sure !== "host" && h("button", { class: `btn${sure ? " main" : ""}`, type: "button", key: "remove", on: { click: () => this.#choose("remove") } }, sure ? say("guest.remove_yes", { name }) : say("guest.remove", { name })),
        h("p", { class: "quiet", key: "sure", role: "status" }, sure && say(sure === "host" ? "guest.host_sure" : playing ? "guest.remove_sure" : "guest.remove_sure_waiting", { name })),
        h("button", { class: "btn", type: "button", key: "no", on: { click: () => this.close() } }, say("guest.no")),
      ),
    );
  }

  /** In the menu of the table: those who were removed, to let them back. */
  entries() {
    return (this.info().removed ?? []).map(({ guest, name }) =>
      h("button", { type: "button", key: `guest-${guest}`, on: { click: () => this.readmit(guest) } }, icon("u-user"), say("guest.readmit", { name })));
  }
}

/** Show the sheet, if it has been drawn and is not shown yet. */
export function openGuestSheet() {
  /** @type {HTMLDialogElement | null} */ (document.querySelector(".guest-sheet:not([open])"))?.showModal();
}

/** A tap beside the sheet is one on the dialog itself. @param {MouseEvent} event */
function closeOutside({ target, currentTarget }) {
  if (target === currentTarget) /** @type {HTMLDialogElement} */ (currentTarget).close();
}
