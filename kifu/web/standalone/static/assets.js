// Where the files of the page are: beside this module, or carried by the page that is one file.

// Returns the address of a file. The one file has made an address for each before any module runs.
export function at(name) {
  return globalThis.kifuCarried?.[name] || new URL(name, import.meta.url).href;
}

// Returns a file as an answer of fetch, unpacked. Some hosts have unpacked it already; its first bytes tell.
export async function unpacked(name, type = "application/octet-stream") {
  const answer = await fetch(at(name));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const data = new Uint8Array(await answer.arrayBuffer());
  const packed = data[0] === 0x1f && data[1] === 0x8b;
  const stream = new Blob([data]).stream();
  return new Response(packed ? stream.pipeThrough(new DecompressionStream("gzip")) : stream, { headers: { "Content-Type": type } });
}
