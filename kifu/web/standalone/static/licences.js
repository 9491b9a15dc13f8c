// The licences of what the page carries.

import { at } from "./assets.js";
import { el, replace } from "./dom.js";
import { p } from "./phrases.js";

export async function start(page) {
  const text = await (await fetch(at("licences.txt"))).text();
  replace(page.main, el("section", { class: "card" }, el("h1", { text: p("licencesTitle") }), el("p", { class: "note", text: p("licences") }), el("pre", { class: "licences", lang: "en", tabindex: "0", text })));
}
