// Python worker as the page sees it: started by the first request, ended when an answer takes too long.

import { at } from "./assets.js";

export class PythonWorker {
  // `told` gets what the worker says besides its answers: {step}. `limit` is the milliseconds that one answer may take.
  constructor(told, limit) {
    this.told = told;
    this.limit = limit;
    this.waiting = new Map();
    this.count = 0;
    this.worker = null;
  }

  begin() {
    if (this.worker) return;
    // The page that is one file begins its workers in its own way.
    this.worker = globalThis.kifuWorker?.() || new Worker(at("worker.js"), { type: "module" });
    this.ready = false;
    this.worker.addEventListener("message", (event) => this.heard(event.data));
    this.worker.addEventListener("error", (event) => this.lost(event.message || "worker"));
    this.worker.postMessage({ kind: "load" });
  }

  // Returns {status, text} or {status, file, type, name}; status 0: it failed, 408: it took too long and was ended.
  ask(question) {
    this.begin();
    return new Promise((resolve) => {
      const id = (this.count += 1);
      this.waiting.set(id, resolve);
      if (this.ready) this.watch();
      this.worker.postMessage({ id, ...question });
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

  lost(why) {
    this.told({ step: "failed", failed: why });
    this.end(0);
  }

  // Ends the worker. All that waits is answered with `status`; the next question begins another one.
  end(status) {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const resolve of waiting) resolve({ status });
  }
}
