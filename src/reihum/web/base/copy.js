// Copying text to the clipboard.

import { toast } from "./announce.js";
import { say } from "./words.js";

/**
 * Copy a text and say so; if the browser does not allow it, show the text instead.
 * @param {string} text
 */
export async function copyText(text) {
  const copied = navigator.clipboard ? await navigator.clipboard.writeText(text).then(() => true, () => false) : copyBySelection(text);
  toast(copied ? say("copied") : say("copy_this", { text }));
}

/**
 * The old way, for pages that were not loaded over https.
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
