// Holds Python, and answers one question after another. The page has two of these: one for the games of this device, one
// for what may take long, which the page ends when it takes too long. The page hands it all that it needs: from a disk a worker
// may read no file, and in WebKit no Blob either.

import createPyodideModule from "./pyodide.asm.mjs";
import { loadPyodide } from "./pyodide.mjs";
import { journals } from "./journals.js";
import { scoped } from "./scope.js";

const NOWHERE = "https://kifu.invalid/"; // the runtime asks for its parts by addresses; they are answered from what the page handed over
const PARTS = { "pyodide.asm.wasm": ["pyodide.asm.wasm.gz", "application/wasm"], "python_stdlib.zip": ["library.zip.gz"] };
const PACKAGES = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} };

let bridge;
let keeps;
let queue = Promise.resolve();

function tell(message, moved = []) {
  self.postMessage(message, moved);
}

// Returns a part as an answer of fetch, unpacked. Some hosts have unpacked it already; its first bytes tell.
function unpacked(data, type = "application/octet-stream") {
  const packed = data[0] === 0x1f && data[1] === 0x8b;
  const whole = packed ? new Response(data).body.pipeThrough(new DecompressionStream("gzip")) : data;
  return new Response(whole, { headers: { "Content-Type": type } });
}

// `parts` are the bytes of files by name, `folder` is the address of the page's folder.
async function load({ parts, folder }) {
  self.kifuCarried = { "./": folder };
  const plain = self.fetch.bind(self);
  const kept = journals();
  const code = unpacked(parts["kifu.zip.gz"]).arrayBuffer();
  tell({ step: "runtime" });
  self.fetch = async (what, options) => {
    const address = String(what.url || what);
    const [name, type] = (address.startsWith(NOWHERE) && PARTS[address.slice(NOWHERE.length)]) || [];
    return name ? unpacked(parts[name], type) : plain(what, options);
  };
  const python = await loadPyodide({ indexURL: NOWHERE, createPyodideModule, lockFileContents: PACKAGES, stdin: () => null });
  self.fetch = plain;
  tell({ step: "program" });
  python.unpackArchive(new Uint8Array(await code), "zip", { extractDir: "/lib/python3.14/site-packages" });
  const { kind, store } = await kept;
  keeps = kind;
  bridge = python.pyimport("kifu.web.standalone.page_router").Bridge(store);
  tell({ step: "ready", keeps });
}

async function answer({ id, method, path, text, data }) {
  const answered = await bridge.handle(method, path, text, data);
  const [status, said, file, type, name, changed] = answered.toJs();
  answered.destroy();
  const bytes = name ? new Uint8Array(file) : null;
  tell({ id, status, text: said, file: bytes, type, name, changed }, bytes ? [bytes.buffer] : []);
}

// Of all tabs and workers one at a time reads and writes the journals. Those in memory are this worker's own.
function alone(act) {
  return navigator.locks && keeps !== "memory" ? navigator.locks.request(scoped("kifu-journals"), act) : act();
}

self.addEventListener("message", (event) => {
  const { data } = event;
  queue = queue.then(async () => {
    try {
      if (data.kind === "load") await load(data);
      else if (data.journals) await alone(() => answer(data));
      else await answer(data);
    } catch (error) {
      tell({ id: data.id, step: data.kind === "load" ? "failed" : undefined, failed: String(error?.message || error) });
    }
  });
});

// What nobody waits for raises no error on the page.
self.addEventListener("unhandledrejection", ({ reason }) => tell({ step: "failed", failed: String(reason?.message || reason) }));
