// The stream of a game: the server sends the whole state now and after each event.

import { events } from "./server.js";

const AGAIN = 2000; // milliseconds before a stream that was refused is opened again
const CLOSED = 2; // the readyState of a stream that will not open again

export class Stream {
  // `taken` gets each state; `refused` is called before a refused stream is opened again, and may return a promise.
  constructor(page, { taken, refused = () => {} }) {
    this.address = `/api/g/${page.game}/stream`;
    this.told = { taken, refused };
    this.source = null;
    page.signal.addEventListener("abort", () => this.close());
  }

  open() {
    this.close();
    const source = events(this.address);
    this.source = source;
    source.addEventListener("state", (event) => this.told.taken(JSON.parse(event.data)));
    source.addEventListener("error", () => {
      // The browser opens a stream that broke off again, but not one that the server has refused.
      if (source.readyState === CLOSED && source === this.source) setTimeout(() => this.again(source), AGAIN);
    });
  }

  async again(source) {
    if (source !== this.source) return;
    await this.told.refused();
    if (source === this.source) this.open();
  }

  close() {
    this.source?.close();
    this.source = null;
  }
}
