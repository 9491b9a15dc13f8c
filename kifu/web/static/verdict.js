// What the referee says of a game, with the sentence of its article and what that rests on; and how a match stands.

import { ending_text, side_name } from "./clock.js";
import { el } from "./dom.js";
import { players_of } from "./match.js";
import { say, t } from "./words.js";

// Returns the card of the verdict; in official mode it says that there is none yet.
export function judged(look, { verdict, silent }) {
  if (silent) return el("p", { class: "card", text: t("silentNote") });
  const outcome = verdict.outcome || verdict.recorded;
  const parts = [el("h2", { text: t("verdict") }), el("p", {}, el("strong", { text: say(verdict.label) }))];
  if (outcome) parts.push(el("p", { text: ending_text(look, outcome) }));
  if (verdict.fault) parts.push(el("p", { class: "bad text", text: `${t("plyNext", verdict.fault.ply)}: ${say(verdict.fault.message)}` }));
  if (verdict.article) parts.push(...article_of(verdict.article));
  return el("section", { class: "card" }, parts);
}

function article_of(article) {
  const parts = [el("h2", { text: `${article.number} ${say(article.title)}` }), el("p", { class: "text", text: say(article.text) })];
  for (const ground of article.basis) {
    parts.push(
      el(
        "div",
        { class: "quote" },
        el("strong", { text: `${t("basis")}: ${say(ground.kind)}` }),
        ground.quote.map((line) => el("p", { lang: "ja", text: `「${line}」` })),
        ground.text ? el("p", { class: "text", text: say(ground.text) }) : null,
        ground.reason ? el("p", { class: "text note", text: say(ground.reason) }) : null,
      ),
    );
  }
  if (article.data.length) parts.push(el("p", { class: "note", text: t("dataNote", article.data.map(say).join(", ")) }));
  return parts;
}

// Returns the card that leads to the other game of a match, and says how the match stands; null for a game of its own.
export function match_card(look, { match, names }) {
  if (!match) return null;
  const to = match.half === "first" ? [`/g/${match.second}/view`, "matchSecond"] : [`/g/${match.first}/view`, "matchFirst"];
  const other = el("a", { class: "link", href: to[0], text: t(to[1]) });
  if (!match.label) return el("section", { class: "card" }, el("h2", { text: `${t("match")}: ${t(`${match.half}Half`)}` }), other);
  const sides = ["first", "second"].map((side, number) => `${side_name(look, side)} ${names[side]} ${match.points?.[number] ?? ""}`);
  // The outcome of a match is said by the sides of its first game.
  const [first, second] = players_of(look, names);
  const winner = { first, second }[match.outcome?.winner];
  return el(
    "section",
    { class: "card" },
    el("h2", { text: t("match") }),
    el("p", {}, el("strong", { text: say(match.label) })),
    el("p", { class: "text", text: sides.join(" — ") }),
    match.outcome ? el("p", { text: winner === undefined ? t("drawn") : t("wins", winner) }) : null,
    other,
  );
}
