// The address at which others reach this server. On the server's own machine, the browser's address is useless to them.

import { fetchAbout } from "./about.js";
import { siteRoot } from "./base_url.js";

const LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"];
let reachableOrigin = location.origin + siteRoot;

/** What comes before the path in links to other devices. */
export function shareOrigin() {
  return reachableOrigin;
}

/** Whether that address works on this machine only. */
export function isLocalOnly() {
  return LOOPBACK_HOSTS.includes(new URL(reachableOrigin).hostname);
}

/** Ask the server for its address in the local network. */
export async function fetchShareOrigin() {
  if (LOOPBACK_HOSTS.includes(location.hostname)) reachableOrigin = (await fetchAbout()).lan ?? location.origin + siteRoot;
}
