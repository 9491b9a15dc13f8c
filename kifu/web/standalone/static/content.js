// What the page carries to be tried at once: records, two sheets, puzzles, the openings of the reference games.

import { fetched } from "./assets.js";

const kept = new Map();

// Returns a promise of a part: "samples", "puzzles" or "explorer".
export function content(name) {
  if (!kept.has(name)) kept.set(name, read(`content-${name}.json.gz`));
  return kept.get(name);
}

// Reads a packed file of JSON. Some hosts have unpacked it already; its first bytes tell.
async function read(name) {
  const data = await fetched(name, () => {});
  const packed = data[0] === 0x1f && data[1] === 0x8b;
  return new Response(packed ? new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip")) : data).json();
}

// Returns the bytes of a text.
export function bytes_of(text) {
  return new TextEncoder().encode(text);
}
