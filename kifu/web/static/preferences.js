// Preferences of this device: sound, vibration, and whether the usual text of a move is filled in.

import { el } from "./dom.js";
import { scoped, stored } from "./scope.js";
import { t } from "./words.js";

const STORED = "kifu-device";
const TONE = { frequency: 660, seconds: 0.05, volume: 0.12 };

function remembered() {
  try {
    return JSON.parse(stored(STORED) || "{}");
  } catch {
    return {};
  }
}

const chosen = { sound: false, shakes: false, waits: false, ...remembered() };
let audio = null;

export function waits() {
  return chosen.waits;
}

// A move is written: as loud, and as long, whatever move it is.
export function written() {
  if (chosen.shakes) navigator.vibrate?.(20);
  if (!chosen.sound || !("AudioContext" in window)) return;
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = TONE.frequency;
  volume.gain.value = TONE.volume;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + TONE.seconds);
}

// Returns the switches.
export function switches() {
  return Object.keys(chosen).map((name) => {
    const change = (event) => {
      chosen[name] = event.target.checked;
      try {
        localStorage.setItem(scoped(STORED), JSON.stringify(chosen));
      } catch {
        // Without storage the choice lasts as long as the page.
      }
    };
    return el("label", { class: "link" }, el("input", { type: "checkbox", checked: chosen[name], on: { change } }), t(name));
  });
}
