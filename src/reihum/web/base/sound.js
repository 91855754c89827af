// Short sounds made by the browser itself: a card, your turn, a refusal. Never music.

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

/** What sounds are played with; null until the user has touched the page, because browsers forbid sound before that. */
function audioContext() {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/**
 * Play a tone that fades.
 * @param {number} pitch hertz
 * @param {number} after seconds
 * @param {number} length seconds
 * @param {number} volume
 */
function playTone(pitch, after, length, volume) {
  const audio = audioContext();
  if (!audio) return;
  const start = audio.currentTime + after;
  const oscillator = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

/** A card touches the table: a short burst of noise. */
export function playCardSound() {
  const audio = audioContext();
  if (!audio) return;
  const length = Math.floor(audio.sampleRate * 0.06);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: 1900, Q: 0.8 });
  source.connect(filter).connect(new GainNode(audio, { gain: 0.25 })).connect(audio.destination);
  source.start();
}

/** It is your turn. */
export function playTurnSound() {
  playTone(660, 0, 0.18, 0.08);
  playTone(880, 0.12, 0.25, 0.08);
}

/** That is not allowed. */
export function playRefusalSound() {
  playTone(180, 0, 0.14, 0.09);
}
