// The rulebooks by article, as they were packed: they need no Python.

import { at } from "./assets.js";
import { el, field, replace } from "./dom.js";
import { p } from "./phrases.js";
import { say } from "./words.js";

export async function start(page) {
  const { games } = page.about;
  const chosen = games.find((game) => game.id === page.book) || games[0];
  const answer = await fetch(at(`rules-${chosen.id}.json`));
  const book = await answer.json();
  if (page.signal.aborted) return;
  const articles = book.articles.map((article) => article_of(article));
  const search = (wanted) => {
    for (const [place, article] of book.articles.entries()) {
      const text = JSON.stringify([article.number, article.title, article.text]).toLowerCase();
      articles[place].hidden = !text.includes(wanted.trim().toLowerCase());
    }
  };
  replace(
    page.main,
    el("h1", { text: `${p("book")}: ${say(chosen.name)}` }),
    el("nav", { class: "row", "aria-label": p("book") }, games.map((game) => el("a", { class: "link", href: `#/rules/${game.id}`, text: say(game.name), "aria-current": game === chosen ? "page" : null }))),
    field(p("find"), (id) => el("input", { id, type: "search", value: page.wanted || "", on: { input: (event) => search((page.wanted = event.target.value)) } })),
    book.preface.map((part) => section(part)),
    articles,
    book.appendix.map((part) => section(part)),
  );
  if (page.wanted) search(page.wanted);
  page.reword = () => start(page);
  if (page.article) document.getElementById(`article-${page.article}`)?.scrollIntoView();
}

function section(part) {
  const items = (part.items || []).map((item) => el("li", { class: "text", text: say(item.text) }));
  return el("section", { class: "card" }, el("h2", { text: say(part.title) }), el("p", { class: "text", text: say(part.text) }), items.length ? el("ul", {}, items) : null);
}

function article_of(article) {
  const grounds = article.basis.map((ground) =>
    el(
      "div",
      { class: "quote" },
      el("p", { class: "note", text: ground.kind }),
      ground.quote.map((quote) => el("p", { class: "text", lang: "ja", text: quote })),
      ground.text ? el("p", { class: "text", text: say(ground.text) }) : null,
      ground.reason ? el("p", { class: "text", text: say(ground.reason) }) : null,
      ground.option ? options(ground.option) : null,
    ),
  );
  return el(
    "section",
    { class: "card", id: `article-${article.number}` },
    el("h2", { text: `${article.number} ${say(article.title)}` }),
    el("p", { class: "text", text: say(article.text) }),
    grounds.length ? el("details", {}, el("summary", { text: p("basis") }), grounds) : null,
  );
}

function options(option) {
  const rows = option.values.map((value) => el("li", { class: "text", text: `${option.name}=${value.value}: ${say(value.meaning)}` }));
  return el("div", {}, el("p", { text: p("option") }), el("ul", {}, rows));
}
