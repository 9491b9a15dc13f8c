// The names under which the screens keep things in the browser. A server has its origin to itself: they stand as they are.

export function scoped(name) {
  return name;
}

// Returns the text that is kept in localStorage under a name, or null. Throws where there is no storage.
export function stored(name) {
  return localStorage.getItem(name);
}

// Returns the channel of a name between the tabs, or null: a browser that keeps nothing may refuse it.
export function channel(name) {
  try {
    return new BroadcastChannel(scoped(name));
  } catch {
    return null;
  }
}
