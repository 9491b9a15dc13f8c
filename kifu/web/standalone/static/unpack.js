// Loader of the page as one file: unpacks its parts, gives each an address, and begins the entry module.

// Returns an address for each part, by its name. A module stands behind those that it imports, whose addresses it gets.
async function addresses(parts) {
  const made = {};
  for (const [name, part] of parts) {
    const module = /\.m?js$/u.test(name);
    const named = (whole, before, quote, other) => (made[other] ? before + quote + made[other] + quote : whole);
    const text = module && (await part.text()).replace(/(\bfrom\s*|\bimport\s*\(?\s*)(["'])\.\/([\w.-]+)\2/gu, named);
    made[name] = URL.createObjectURL(module ? new Blob([text], { type: "text/javascript" }) : part);
  }
  return made;
}

// Returns the bytes that a text in base64 stands for.
function bytes(text) {
  const letters = atob(text);
  const made = new Uint8Array(letters.length);
  for (let place = 0; place < made.length; place += 1) made[place] = letters.charCodeAt(place);
  return made;
}

(async ({ entry }) => {
  const TYPES = { json: "application/json", pdf: "application/pdf" };
  const parts = [];
  for (const element of document.querySelectorAll("script[data-name]")) {
    const { name } = element.dataset;
    const packed = new Blob([bytes(element.textContent)]);
    element.remove();
    if (name.endsWith(".gz")) parts.push([name, packed]);
    else {
      const whole = await new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
      parts.push([name, new Blob([whole], { type: TYPES[name.split(".").pop()] || "" })]);
    }
  }
  globalThis.kifuCarried = { ...(await addresses(parts)), "./": new URL("./", document.baseURI).href };
  await import(globalThis.kifuCarried[entry]);
})(document.currentScript.dataset).catch((error) => {
  const [main] = document.getElementsByTagName("main");
  for (const line of main.getElementsByClassName("starting")) line.className = "bad";
  main.append(String(error));
});
