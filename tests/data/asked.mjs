// Asks the page's Python in node: node asked.mjs RUNTIME PAGE < questions, one JSON object a line: {path, value, file}.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [runtime, page] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")));
const library = join(mkdtempSync(join(tmpdir(), "kifu-")), "library.zip");
const unpacked = (name) => new Uint8Array(gunzipSync(readFileSync(join(page, name))));
writeFileSync(library, unpacked("library.zip.gz"));
const packages = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} };
const python = await loadPyodide({ indexURL: `${runtime}/`, stdLibURL: library, lockFileContents: packages });
python.unpackArchive(unpacked("kifu.zip.gz"), "zip", { extractDir: "/lib/python3.14/site-packages" });

const kept = new Map();
const store = {
  sizes: async () => [...kept].map(([name, data]) => [name, data.length]),
  size: async (name) => kept.get(name)?.length || 0,
  read: async (name) => kept.get(name) || new Uint8Array(0),
  append: async (name, at, data) => kept.set(name, new Uint8Array([...(kept.get(name) || []), ...data])),
  cut: async () => {},
};
const bridge = python.pyimport("kifu.web.standalone.page_router").Bridge(store);
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const { method = "POST", path, value, file } = JSON.parse(line);
  const answer = await bridge.handle(method, path, value === undefined ? "" : JSON.stringify(value), file && new Uint8Array(readFileSync(file)));
  const [status, text, data] = answer.toJs();
  console.log(JSON.stringify({ status, text, data: Buffer.from(data).toString("base64") }));
}
