// The empty score sheets that the page carries.

import { at } from "./assets.js";
import { el, keep, button, replace } from "./dom.js";
import { p } from "./phrases.js";
import { lang, say } from "./words.js";

export async function start(page) {
  const { games, sheets } = page.about;
  const give = async (name) => keep(await (await fetch(at(name))).blob(), name);
  const rows = games.map((game) => {
    const name = `sheet-${game.id}.${lang()}.pdf`;
    return sheets.includes(name) ? el("li", {}, button(`${say(game.name)} (PDF)`, () => give(name))) : null;
  });
  const there = rows.some(Boolean);
  replace(page.main, el("section", { class: "card" }, el("h1", { text: p("sheets") }), el("p", { class: "note", text: p(there ? "sheetsSays" : "noSheets") }), el("ul", { class: "list" }, rows), el("p", { class: "note", text: p("noScan") })));
}
