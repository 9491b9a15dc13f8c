// A stream of the server: the whole document now, and what changes in it after each event.

import { patched } from "./patch.js";
import { events } from "./server.js";

const AGAIN = 2000; // milliseconds before a stream that was refused is opened again
const CLOSED = 2; // the readyState of a stream that will not open again

export class Stream {
  // `taken` gets each document; `refused` is called before a refused stream is opened again, and may return a promise. `path` is
  // the stream, by default that of the state of the page's game; `document` is what is there already, with its version.
  constructor(page, { taken, refused = () => {}, path = `/api/g/${page.game}/stream?delta=1`, document = null }) {
    this.path = path;
    this.told = { taken, refused };
    this.document = document;
    this.version = document?.version;
    this.source = null;
    page.signal.addEventListener("abort", () => this.close());
  }

  open() {
    this.close();
    const since = this.version ? `${this.path.includes("?") ? "&" : "?"}since=${this.version}` : "";
    const source = events(this.path + since);
    this.source = source;
    source.addEventListener("state", (event) => this.take(event, JSON.parse(event.data)));
    source.addEventListener("delta", (event) => this.take(event, patched(this.document, JSON.parse(event.data))));
    source.addEventListener("error", () => {
      // The browser opens a stream that broke off again, but not one that the server has refused.
      if (source.readyState === CLOSED && source === this.source) setTimeout(() => this.again(source), AGAIN);
    });
  }

  take(event, document) {
    this.document = document;
    this.version = event.lastEventId;
    this.told.taken(document);
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
