// The names under which this page keeps things in the browser: other pages of the same host, in other folders, have theirs.

import { at } from "./assets.js";

export function scoped(name) {
  return `${name}@${encodeURIComponent(new URL(at("./")).pathname)}`;
}

// Returns the text that is kept in localStorage under a name, or null. Earlier pages kept it under the bare name, for all folders.
export function stored(name) {
  return localStorage.getItem(scoped(name)) ?? localStorage.getItem(name);
}

// Returns the channel of a name between the tabs, or null: a browser that keeps nothing may refuse it.
export function channel(name) {
  try {
    return new BroadcastChannel(scoped(name));
  } catch {
    return null;
  }
}
