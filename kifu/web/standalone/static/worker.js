// Holds Python, and answers one question after another. The page has two of these: one for the games of this device, one
// for what may take long, which the page ends when it takes too long.

import createPyodideModule from "./pyodide.asm.mjs";
import { loadPyodide } from "./pyodide.mjs";
import { unpacked } from "./assets.js";
import { journals } from "./journals.js";
import { scoped } from "./scope.js";

const NOWHERE = "https://kifu.invalid/"; // the runtime asks for its parts by addresses; they are answered from the page's own files
const PARTS = { "pyodide.asm.wasm": ["pyodide.asm.wasm.gz", "application/wasm"], "python_stdlib.zip": ["library.zip.gz"] };
const LOCK = scoped("kifu-journals");
const PACKAGES = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} };

let bridge;
let queue = Promise.resolve();

function tell(message, moved = []) {
  self.postMessage(message, moved);
}

async function load() {
  const plain = self.fetch.bind(self);
  const kept = journals();
  const code = unpacked("kifu.zip.gz").then((answer) => answer.arrayBuffer());
  tell({ step: "runtime" });
  self.fetch = (what, options) => {
    const address = String(what.url || what);
    const part = address.startsWith(NOWHERE) && PARTS[address.slice(NOWHERE.length)];
    return part ? unpacked(...part) : plain(what, options);
  };
  const python = await loadPyodide({ indexURL: NOWHERE, createPyodideModule, lockFileContents: PACKAGES, stdin: () => null });
  self.fetch = plain;
  tell({ step: "program" });
  python.unpackArchive(new Uint8Array(await code), "zip", { extractDir: "/lib/python3.14/site-packages" });
  const { kind, store } = await kept;
  bridge = python.pyimport("kifu.web.standalone.js_bridge").Bridge(store);
  tell({ step: "ready", keeps: kind });
}

async function answer({ id, method, path, text, data }) {
  const answered = await bridge.handle(method, path, text, data);
  const [status, said, file, type, name, changed] = answered.toJs();
  answered.destroy();
  const bytes = name ? new Uint8Array(file) : null;
  tell({ id, status, text: said, file: bytes, type, name, changed }, bytes ? [bytes.buffer] : []);
}

// Of all tabs and workers one at a time reads and writes the journals.
function alone(act) {
  return navigator.locks ? navigator.locks.request(LOCK, act) : act();
}

self.addEventListener("message", (event) => {
  const { data } = event;
  queue = queue.then(async () => {
    try {
      if (data.kind === "load") await load();
      else if (data.journals) await alone(() => answer(data));
      else await answer(data);
    } catch (error) {
      tell({ id: data.id, step: data.kind === "load" ? "failed" : undefined, failed: String(error?.message || error) });
    }
  });
});
