// The page of a screen: where it is drawn, whose it is, and what ends with it.

export class Page {
  // `given` is {game, role, device}: the id of the game or "", what the device may do, and the name it has.
  constructor(main, given) {
    Object.assign(this, given, { main });
    this.ending = new AbortController();
  }

  // Listeners that are added with this signal end with the page.
  get signal() {
    return this.ending.signal;
  }

  every(milliseconds, act) {
    const timer = setInterval(act, milliseconds);
    this.signal.addEventListener("abort", () => clearInterval(timer));
  }

  close() {
    this.ending.abort();
  }
}
