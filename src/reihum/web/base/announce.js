// What is said without being asked: to a screen reader, and at the edge of the screen for everybody.

const TOAST_TIME = 5000; // milliseconds for which everybody reads it

/** @type {string[]} */
let waiting = [];
let timer = 0;

/**
 * Say something politely; what comes in quick succession becomes one announcement.
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
 * Say something at once: a refusal, a lost connection.
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
 * Say something to everybody, wherever they are.
 * @param {string} sentence
 */
export function toast(sentence) {
  const box = document.getElementById("toast");
  if (!box) return;
  box.textContent = sentence;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (box.textContent = ""), TOAST_TIME);
}
