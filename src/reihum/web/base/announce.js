// What a screen reader says without being asked.

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
