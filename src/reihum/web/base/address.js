// The address at which others reach this server: on the machine itself the browser's own leads nowhere for them.

import { about } from "./about.js";

const HERE = ["localhost", "127.0.0.1", "[::1]"];
let known = location.origin;

/** The address for links that go to other devices. */
export function shareOrigin() {
  return known;
}

/** Whether only this machine reaches that address. */
export function onlyHere() {
  return HERE.includes(new URL(known).hostname);
}

/** Ask the server whether it can be reached in the network. */
export async function learnAddress() {
  if (HERE.includes(location.hostname)) known = (await about()).lan ?? location.origin;
}
