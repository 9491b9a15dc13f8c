// Where the files of the page are: beside this module, or carried by the page that is one file.

// Returns the address of a file. The one file has made an address for each before any module runs.
export function at(name) {
  return globalThis.kifuCarried?.[name] || new URL(name, import.meta.url).href;
}

// Returns the bytes of a file; `heard` is called whenever some of them have come. An error begins with the name of the file.
export async function fetched(name, heard) {
  try {
    return await received(await fetch(at(name)), heard);
  } catch (error) {
    throw new Error(`${name}: ${error.message}`);
  }
}

async function received(answer, heard) {
  if (!answer.ok) throw new Error(answer.status);
  const chunks = [];
  const reader = answer.body.getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    heard();
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
