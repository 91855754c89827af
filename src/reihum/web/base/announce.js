// Announcements: to a screen reader, and as a toast for everybody.

const TOAST_TIME = 5000; // milliseconds

/** @type {string[]} */
let waiting = [];
let timer = 0;

/**
 * Say something politely; sentences in quick succession become one announcement.
 * @param {string} sentence
 */
export function announce(sentence) {
  waiting.push(sentence);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const region = document.getElementById("said");
    if (region) region.textContent = waiting.join(" ");
    waiting = [];
  }, 250);
}

/**
 * Say something at once, such as a refusal or a lost connection.
 * @param {string} sentence
 */
export function alarm(sentence) {
  const region = document.getElementById("alarm");
  if (!region) return;
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = sentence));
}

let toastTimer = 0;

/**
 * Show a sentence for a few seconds, on any screen.
 * @param {string} sentence
 */
export function toast(sentence) {
  const box = document.getElementById("toast");
  if (!box) return;
  box.textContent = sentence;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (box.textContent = ""), TOAST_TIME);
}
