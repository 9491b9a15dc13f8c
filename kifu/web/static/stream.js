// The stream of a game: the server sends the whole state now and after each event.

const AGAIN = 2000; // milliseconds before a stream that was refused is opened again

export class Stream {
  // `taken` gets each state; `refused` is called before a refused stream is opened again, and may return a promise.
  constructor(game, { taken, refused = () => {} }) {
    this.address = `/api/g/${game}/stream`;
    this.told = { taken, refused };
    this.source = null;
  }

  open() {
    this.close();
    const source = new EventSource(this.address);
    this.source = source;
    source.addEventListener("state", (event) => this.told.taken(JSON.parse(event.data)));
    source.addEventListener("error", () => {
      // The browser opens a stream that broke off again, but not one that the server has refused.
      if (source.readyState === EventSource.CLOSED && source === this.source) setTimeout(() => this.again(source), AGAIN);
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
