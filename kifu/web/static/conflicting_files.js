// Conflicting files: records that were found in the place of a game's own. People have to compare them.

import { el, replace } from "./dom.js";
import { say, t } from "./words.js";

export function show_conflicting_files(element, kept = []) {
  const rows = kept.map((one) => el("li", {}, el("bdi", { class: "name", text: one.file }), ` — ${say(one.message)}`));
  element.hidden = !rows.length;
  replace(element, el("p", { class: "bad", text: t("kept") }), el("ul", { class: "list" }, rows));
}
