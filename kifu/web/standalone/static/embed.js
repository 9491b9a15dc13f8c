// Shows a record in another page: <script type="module" src="…/embed.js" data-record="game.kif"></script>

import { load } from "./kifu.js";

const kifu = load();
for (const script of document.querySelectorAll("script[data-record]")) {
  if (script.src !== import.meta.url || script.dataset.shown) continue;
  script.dataset.shown = "1";
  show(script);
}

async function show(script) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "");
  frame.title = script.dataset.title || script.dataset.record;
  frame.style.cssText = "width: 100%; height: 40rem; border: 0";
  script.after(frame);
  try {
    const address = new URL(script.dataset.record, document.baseURI);
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${script.dataset.record}: ${answer.status}`);
    const language = (script.dataset.language || document.documentElement.lang || navigator.language).startsWith("ja") ? "ja" : "en";
    frame.srcdoc = await (await kifu).page(await answer.arrayBuffer(), { name: address.pathname.split("/").pop(), language });
  } catch (error) {
    frame.replaceWith(Object.assign(document.createElement("p"), { textContent: `kifu: ${error.message}` }));
  }
}
