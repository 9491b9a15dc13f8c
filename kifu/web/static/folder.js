// The screens of a folder begin alike: with its games, and with what can be played.

import { el, replace } from "./dom.js";
import { ask } from "./server.js";
import { lang, setLang, t } from "./words.js";

// Calls `show` with the games of the folder, the games that can be opened and the variant files; says so if the server gives neither.
export async function begin(page, show) {
  setLang(lang());
  const [games, catalogue] = await Promise.all([ask("GET", "/api/games"), ask("GET", "/api/catalogue")]);
  if (games.status === 200 && catalogue.status === 200) show(games.body.games, catalogue.body.games, catalogue.body.files);
  else replace(page.main, el("h1", { text: "kifu" }), el("p", { text: t("failed") }));
}
