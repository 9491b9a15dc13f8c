// kifu for other pages: `const kifu = await load()`, then `await kifu.verify(bytes)`. See docs/page.md.

import { PythonWorker } from "./python_worker.js";
import { channel } from "./scope.js";

const LONG = 120_000; // milliseconds that an answer about a file may take
const SHARED = /^\/api\/(?:link|share)/u; // what is quick: the worker that is there answers it
const DESK = /^\/(?:api\/(?:games|hall|catalogue|setup|g\/(?!file-))|g\/(?!file-))/u;
const TOO_LONG = { error: "too-long", message: { ja: "時間がかかりすぎるので止めました", en: "it took too long and was ended" } };
const MAX_LINK = 70_000; // characters: longer ones are not looked at
const TOO_LARGE = { error: "link-too-large", message: { ja: "リンクが長すぎます。ファイルで受け取ってください", en: "the link is too long; have the record sent as a file" } };
const CHANGED = "kifu-changed";
// WebKit gives a page from a disk a base that ends with the browser, and does not tell.
const ENDS = globalThis.location?.protocol === "file:" && navigator.vendor?.startsWith("Apple");

export class Kifu {
  constructor(told = () => {}) {
    this.told = told;
    this.keeps = null; // where games are kept: "files", "base" or "memory"; null before it is known
    this.listeners = new Set();
    this.channel = channel(CHANGED);
    this.channel?.addEventListener("message", (event) => this.changed(event.data));
    this.desk = new PythonWorker((data) => this.heard(data), 0);
    this.study = new PythonWorker((data) => this.heard(data), LONG);
  }

  heard(data) {
    if (data.keeps) this.keeps = data.keeps = ENDS ? "memory" : data.keeps;
    this.told(data);
  }

  changed(game) {
    for (const listener of this.listeners) listener(game);
  }

  // Asks as a request to `kifu serve` would. Returns {status, body}, or {status, file, name} for a file. `data` are the bytes of a
  // file that goes with the body.
  async ask(method, path, body, data) {
    // Journals that only one worker has are asked for there.
    const desk = DESK.test(path) || (SHARED.test(path) && this.desk.ready && !this.study.ready) || (this.keeps === "memory" && /^\/api\/(?:compare|dossier)$/u.test(path));
    const journals = desk || /^\/api\/(?:compare|dossier)$/u.test(path);
    const text = body === undefined ? "" : JSON.stringify(body);
    const found = await (desk ? this.desk : this.study).ask({ method, path, text, data, journals });
    if (found.changed) {
      this.changed(found.changed);
      this.channel?.postMessage(found.changed);
    }
    if (found.name && found.status === 200) return { status: 200, file: new Blob([found.file], { type: found.type }), name: found.name };
    if (found.failed) console.error(found.failed);
    if (found.status === 408) return { status: 408, body: TOO_LONG };
    return { status: found.status, body: found.text ? JSON.parse(found.text) : null };
  }

  // Returns the verdicts on the records of a file: the objects that `kifu verify --format json` prints. `more` may have `name`,
  // `rules` and `beside`, the texts of variant files by their names.
  verify(bytes, more = {}) {
    return this.told_of("/api/verify", bytes, more);
  }

  repair(bytes, more = {}) {
    return this.told_of("/api/repair", bytes, more);
  }

  readings(bytes, more = {}) {
    return this.told_of("/api/readings", bytes, more);
  }

  async told_of(path, bytes, more) {
    const { status, body } = await this.ask("POST", path, more, new Uint8Array(bytes));
    if (status !== 200) throw Object.assign(new Error(body?.message?.en || "kifu does not answer"), { status, body });
    return body;
  }

  // Returns the page of a file, as `kifu export` writes it. `more` may also have `language`: "ja" or "en".
  async page(bytes, more = {}) {
    const { status, body, file } = await this.ask("POST", "/api/page", more, new Uint8Array(bytes));
    if (status !== 200) throw Object.assign(new Error(body?.message?.en || "kifu does not answer"), { status, body });
    return file.text();
  }

  // Returns the fragment of a link that carries a file: `#r=…`, for the address of any copy of the page.
  async link(bytes) {
    return (await this.told_of("/api/link", bytes, {})).link;
  }

  // Returns the bytes of the file that a link carries.
  async linked(link) {
    if (link.length > MAX_LINK) throw Object.assign(new Error("link too large"), { status: 422, body: TOO_LARGE });
    const { data } = await this.told_of("/api/link/record", [], { link });
    return Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  }

  // Calls `listener` with the id of each game that changes, in this tab or another. Returns what ends that.
  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close() {
    this.desk.end(0);
    this.study.end(0);
    this.channel?.close();
  }
}

// Returns kifu when it can judge. `told` gets {step}: "runtime", "program", "ready".
export async function load(told) {
  const kifu = new Kifu(told);
  const { status } = await kifu.ask("GET", "/api/rules/-");
  if (!status) throw new Error("kifu cannot be loaded");
  return kifu;
}
