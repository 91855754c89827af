// What this browser remembers about its user. None of it leaves the device, unless its user takes it to another one.

/**
 * @typedef {{
 *   lang: string, name: string, size: "s" | "m" | "l", marks: boolean, speed: "off" | "fast" | "calm",
 *   atOnce: boolean, prices: boolean, memory: boolean, aloud: "all" | "mine" | "off", sound: boolean, letters: boolean,
 *   players: Record<string, number>, options: Record<string, Record<string, boolean>>, sort: string,
 *   felt: "rich" | "plain", pace: "none" | "live" | "days", levels: Record<string, number>, hasPlayed: boolean,
 *   callsOffered: boolean,
 *   bests: Record<string, number>, hasTakenBack: boolean,
 *   known: Record<string, boolean>, aims: Record<string, string>,
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
  callsOffered: false,
  bests: {},
  hasTakenBack: false,
  known: {},
  aims: {},
};

const OF_THE_SCREEN = ["size", "marks", "felt"]; // each device has its own

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...storedSettings() };
/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {Partial<Settings>} */
function storedSettings() {
  try {
    return ofRightKind(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}"));
  } catch {
    return {}; // damaged or not allowed: the defaults will do
  }
}

/**
 * Those settings that we know, with values of the kind that they have.
 * @param {Record<string, unknown>} found
 * @returns {Partial<Settings>}
 */
function ofRightKind(found) {
  return Object.fromEntries(Object.entries(found).filter(([name, value]) => value !== null && typeof value === typeof DEFAULTS[/** @type {keyof Settings} */ (name)]));
}

/** What goes along to another device: everything but what depends on its screen. */
export function settingsToCarry() {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !OF_THE_SCREEN.includes(name)));
}

/**
 * Take settings over from another device; what does not make sense here, or depends on the screen, is left out.
 * @param {Record<string, unknown>} carried
 */
export function takeSettings(carried) {
  changeSettings(Object.fromEntries(Object.entries(ofRightKind(carried)).filter(([name]) => !OF_THE_SCREEN.includes(name))));
}

/** Forget everything about the user, but not how the screen and the language are. */
export function forgetSettings() {
  const kept = Object.fromEntries(Object.entries(settings).filter(([name]) => name === "lang" || OF_THE_SCREEN.includes(name)));
  changeSettings({ ...DEFAULTS, ...kept });
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
