// What this browser remembers about its user. None of it leaves the device.

/**
 * @typedef {{
 *   lang: string, name: string, size: "s" | "m" | "l", marks: boolean, speed: "off" | "fast" | "calm",
 *   atOnce: boolean, prices: boolean, memory: boolean, aloud: "all" | "mine" | "off", sound: boolean, letters: boolean,
 *   players: Record<string, number>, options: Record<string, Record<string, boolean>>, sort: string,
 *   felt: "rich" | "plain", pace: "none" | "live" | "days", levels: Record<string, number>, hasPlayed: boolean, known: Record<string, boolean>, aims: Record<string, string>,
 * }} Settings
 */

const STORAGE_KEY = "reihum.settings";
/** @type {Settings} */
const DEFAULTS = {
  lang: "",
  name: "",
  size: "m",
  marks: false,
  speed: "calm",
  atOnce: true,
  prices: true,
  memory: false,
  aloud: "all",
  sound: true,
  letters: true,
  players: {},
  options: {},
  sort: "best",
  felt: "rich",
  pace: "none",
  levels: {},
  hasPlayed: false,
  known: {},
  aims: {},
};

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...storedSettings() };
/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {Partial<Settings>} */
function storedSettings() {
  try {
    const found = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}");
    return Object.fromEntries(Object.entries(found).filter(([name, value]) => typeof value === typeof DEFAULTS[/** @type {keyof Settings} */ (name)]));
  } catch {
    return {}; // damaged or not allowed: the defaults will do
  }
}

/**
 * Change settings, and call all listeners.
 * @param {Partial<Settings>} changes
 */
export function changeSettings(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settings));
  } catch {
    // a browser that stores nothing can still play
  }
  applySettings();
  for (const listener of listeners) listener();
}

/**
 * Call a listener after every change, until the returned function is called.
 * @param {() => void} listener
 */
export function onSettingsChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Pass on to the style sheets what they need. */
export function applySettings() {
  const root = document.documentElement;
  root.dataset.size = settings.size;
  root.dataset.marks = settings.marks ? "big" : "usual";
  root.dataset.felt = settings.felt;
  root.dataset.speed = isMotionOff() ? "off" : settings.speed;
}

/** Whether nothing should move. */
export function isMotionOff() {
  return settings.speed === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How long a card flies, in milliseconds. */
export function flightTime() {
  return isMotionOff() ? 0 : settings.speed === "fast" ? 220 : 420;
}

/** How fast bots shall answer: as fast as cards fly. */
export function botPace() {
  return { off: "instant", fast: "brisk", calm: "calm" }[settings.speed];
}
