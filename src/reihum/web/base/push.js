// Notifications of this browser by Web Push: whether there are any, switching them on and off, and what the server knows.

import { get, post } from "./api.js";
import { siteRoot } from "./base_url.js";
import { currentLanguage } from "./words.js";

/**
 * @typedef {"unsupported" | "insecure" | "install" | "blocked" | "off" | "on"} PushState
 * @typedef {import("./wire.d.ts").CallsShown} CallsShown
 */

/** The browser does not want to, or the person in front of it. */
export class PushRefused extends Error {}

/**
 * Whether this browser shows notifications of ours.
 * @returns {Promise<PushState>}
 */
export async function pushState() {
  if (needsInstalling()) return "install";
  if (!isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  return (await subscription()) ? "on" : "off";
}

/** Whether this is an iPhone or iPad, which only notifies for pages on its Home Screen. */
function needsInstalling() {
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);
  return isApple && !matchMedia("(display-mode: standalone)").matches;
}

/** @returns {Promise<PushSubscription | null>} */
async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Ask for permission, subscribe, and tell the server. The question comes first: browsers allow it only right after a tap.
 * @returns {Promise<CallsShown>}
 */
export async function switchOn() {
  if ((await Notification.requestPermission()) !== "granted") throw new PushRefused();
  const { key } = await get("/api/calls");
  const registration = (await navigator.serviceWorker.getRegistration()) ?? (await navigator.serviceWorker.register(`${siteRoot}/sw.js`));
  if (!registration || !key) throw new PushRefused();
  await navigator.serviceWorker.ready;
  let subscribed;
  try {
    subscribed = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch (error) {
    throw new PushRefused(String(error));
  }
  return tell(subscribed);
}

/**
 * Tell the server of a subscription, in the current language.
 * @param {PushSubscription} subscribed
 * @returns {Promise<CallsShown>}
 */
function tell(subscribed) {
  const { endpoint, keys } = subscribed.toJSON();
  return post("/api/calls/push", { endpoint, keys, lang: currentLanguage() });
}

/** @returns {Promise<CallsShown>} */
export async function switchOff() {
  const subscribed = await subscription();
  if (!subscribed) return get("/api/calls");
  await subscribed.unsubscribe();
  return post("/api/calls/push/off", { endpoint: subscribed.endpoint });
}

/**
 * What the server knows; if this browser is on, it is told again: the language, or the player, may be another one now.
 * @returns {Promise<CallsShown>}
 */
export async function refresh() {
  const subscribed = (await pushState()) === "on" ? await subscription() : null;
  return subscribed ? tell(subscribed) : get("/api/calls");
}
