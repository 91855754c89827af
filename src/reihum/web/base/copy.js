// A text for somebody to paste elsewhere.

import { toast } from "./announce.js";
import { say } from "./words.js";

/**
 * Copy it, and say so; where a browser does not let us, show it.
 * @param {string} text
 */
export async function copyText(text) {
  const copied = navigator.clipboard ? await navigator.clipboard.writeText(text).then(() => true, () => false) : copyBySelection(text);
  toast(copied ? say("copied") : say("copy_this", { text }));
}

/**
 * The old way, for pages that did not come over https.
 * @param {string} text
 */
function copyBySelection(text) {
  const field = document.createElement("textarea");
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  field.value = text;
  field.className = "hidden";
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  before?.focus({ preventScroll: true });
  return copied;
}
