// Offers once to call somebody when it is their turn: when they leave a table with friends, or open one with days to think.

import { announce, toast } from "../base/announce.js";
import { errorText, get } from "../base/api.js";
import { createElement, h } from "../base/dom.js";
import { PushRefused, pushState, switchOn } from "../base/push.js";
import { changeSettings, settings } from "../base/settings.js";
import { say } from "../base/words.js";

/** @typedef {import("../table/types.d.ts").TableInfo} TableInfo */

/** Whether others wait for me at a table that I leave now. @param {TableInfo} info */
export function isWithFriends(info) {
  return info.status === "playing" && info.you !== null && info.seats.filter((seat) => seat.kind === "human").length > 1;
}

/** Offer it, unless that was done before, or would lead nowhere. */
export async function offerCalls() {
  if (settings.callsOffered || (await pushState()) !== "off") return;
  try {
    if (!(await get("/api/calls")).allowed.includes("push")) return;
  } catch {
    return; // another time
  }
  if (settings.callsOffered) return;
  changeSettings({ callsOffered: true });
  const close = () => {
    element.remove();
    document.getElementById("main")?.focus();
  };
  const element = createElement(view(close));
  document.body.append(element);
  announce(say("calls.offer"));
}

/** @param {() => void} close */
function view(close) {
  const accept = async () => {
    close();
    try {
      await switchOn();
      toast(say("calls.on"));
    } catch (error) {
      toast(error instanceof PushRefused ? say("calls.refused") : errorText(error));
    }
  };
  const later = () => {
    close();
    toast(say("calls.offer_later"));
  };
  return h(
    "aside",
    { class: "paper call-offer", "aria-label": say("calls.title") },
    h("p", null, say("calls.offer")),
    h("div", { class: "call-offer-buttons" },
      h("button", { class: "btn main", type: "button", on: { click: () => void accept() } }, say("calls.offer_yes")),
      h("button", { class: "btn", type: "button", on: { click: later } }, say("calls.offer_no"))),
  );
}
