// Begins the page that is one file: unpacks what it carries, gives each part an address, and begins the shell.
(async () => {
  const TYPES = { js: "text/javascript", mjs: "text/javascript", json: "application/json", pdf: "application/pdf" };
  const carried = (globalThis.kifuCarried = {});
  for (const element of document.querySelectorAll("script[data-name]")) {
    const { name } = element.dataset;
    const ending = name.split(".").pop();
    let part = new Blob([Uint8Array.from(atob(element.textContent), (letter) => letter.charCodeAt(0))]);
    element.remove();
    if (ending in TYPES) {
      const unpacked = new Response(part.stream().pipeThrough(new DecompressionStream("gzip")));
      if (TYPES[ending] === "text/javascript") {
        // The modules that it imports stand before it, and have their addresses.
        const text = (await unpacked.text()).replace(/(\bfrom\s*|\bimport\s*\(?\s*)(["'])\.\/([\w.-]+)\2/gu, (whole, before, quote, other) => (carried[other] ? `${before}${quote}${carried[other]}${quote}` : whole));
        part = new Blob([text], { type: "text/javascript" });
      } else part = new Blob([await unpacked.arrayBuffer()], { type: TYPES[ending] });
    }
    carried[name] = URL.createObjectURL(part);
  }
  await import(carried["shell.js"]);
})();
