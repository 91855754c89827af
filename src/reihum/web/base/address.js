// The address at which others reach this server: on the machine itself the browser's own leads nowhere for them.

import { fetchAbout } from "./about.js";

const LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"];
let reachableOrigin = location.origin;

/** The address for links that go to other devices. */
export function shareOrigin() {
  return reachableOrigin;
}

/** Whether only this machine reaches that address. */
export function isLocalOnly() {
  return LOOPBACK_HOSTS.includes(new URL(reachableOrigin).hostname);
}

/** Ask the server whether it can be reached in the network. */
export async function fetchShareOrigin() {
  if (LOOPBACK_HOSTS.includes(location.hostname)) reachableOrigin = (await fetchAbout()).lan ?? location.origin;
}
