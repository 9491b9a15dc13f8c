// Python worker as the page sees it: started by the first request, ended when an answer takes too long.

import { at, fetched } from "./assets.js";

const STALLED = 20_000; // milliseconds without a step after which the page says that something is wrong
const PARTS = ["pyodide.asm.wasm.gz", "library.zip.gz", "kifu.zip.gz"];
const heard = new Set(); // called whenever something of the parts has come
let parts = null;

// Returns the bytes of the parts by name; they are fetched once for all workers.
function fetchedParts() {
  const tell = () => heard.forEach((each) => each());
  parts ??= Promise.all(PARTS.map(async (name) => [name, await fetched(name, tell)])).then(Object.fromEntries);
  parts.catch(() => {
    parts = null;
  });
  return parts;
}

export class PythonWorker {
  // `told` gets what the worker says besides its answers: {step}, which is "stalled" if nothing happens for long and "failed", with
  // the reason, if it cannot begin. `limit` is the milliseconds that one answer may take.
  constructor(told, limit) {
    this.told = told;
    this.limit = limit;
    this.waiting = new Map();
    this.count = 0;
    this.worker = null;
  }

  begin() {
    if (this.worker) return;
    let worker;
    try {
      worker = new Worker(at("worker.js"));
    } catch (error) {
      this.told({ step: "failed", failed: error.message });
      return;
    }
    this.worker = worker;
    this.ready = false;
    worker.addEventListener("message", (event) => this.heard(event.data));
    worker.addEventListener("error", (event) => this.lost(worker, event.message || "worker.js"));
    heard.add(this.moved);
    this.moved();
    this.loading = fetchedParts().then((parts) => worker.postMessage({ kind: "load", parts, folder: at("./") }));
    this.loading.catch((error) => this.lost(worker, error.message));
  }

  // Waits for what comes next, if the worker cannot answer yet.
  moved = () => {
    clearTimeout(this.watchdog);
    if (this.worker && !this.ready) this.watchdog = setTimeout(() => this.told({ step: "stalled" }), STALLED);
  };

  // Returns {status, text} or {status, file, type, name}; status 0: it failed, 408: it took too long and was ended.
  ask(question) {
    this.begin();
    const { worker } = this;
    if (!worker) return Promise.resolve({ status: 0 });
    return new Promise((resolve) => {
      const id = (this.count += 1);
      this.waiting.set(id, resolve);
      if (this.ready) this.watch();
      this.loading.then(() => worker.postMessage({ id, ...question })).catch(() => {});
    });
  }

  // One answer at a time is made: the time runs from the answer before.
  watch() {
    clearTimeout(this.timer);
    if (this.limit && this.waiting.size) this.timer = setTimeout(() => this.end(408), this.limit);
  }

  heard(data) {
    if (data.step) {
      this.ready = data.step === "ready";
      this.moved();
      this.told(data);
      if (data.step === "failed") this.end(0);
    } else {
      this.waiting.get(data.id)?.(data.failed ? { status: 0, failed: data.failed } : data);
      this.waiting.delete(data.id);
      // Nothing raises but what nobody has thought of, such as memory that is used up: a new worker is sound again.
      if (data.failed) this.end(0);
    }
    if (this.ready) this.watch();
  }

  lost(worker, why) {
    if (this.worker !== worker) return;
    this.told({ step: "failed", failed: why });
    this.end(0);
  }

  // Ends the worker. All that waits is answered with `status`; the next question begins another one.
  end(status) {
    clearTimeout(this.timer);
    clearTimeout(this.watchdog);
    heard.delete(this.moved);
    this.worker?.terminate();
    this.worker = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const resolve of waiting) resolve({ status });
  }
}
