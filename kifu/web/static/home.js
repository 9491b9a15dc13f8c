// The games of the folder, and the form that opens a new one.

import { el, field, languageButton, replace, shortHash } from "./dom.js";
import { NewGame } from "./opening.js";
import { begin } from "./folder.js";
import { ask } from "./server.js";
import { lang, say, t } from "./words.js";

const INTERVAL = 5000; // milliseconds after which the list is asked for again

class Home {
  constructor(page, games, catalogue, files) {
    this.page = page;
    this.games = games;
    this.catalogue = catalogue;
    this.wanted = "";
    this.list = el("ul", { class: "list" });
    this.opening = page.role === "recorder" ? new NewGame(catalogue, files) : null;
    this.render();
    page.every(INTERVAL, () => this.refresh());
  }

  async refresh() {
    const { status, body } = await ask("GET", "/api/games");
    // A list that has not changed stays as it is, and so does the place of the keyboard in it.
    if (status !== 200 || JSON.stringify(body.games) === JSON.stringify(this.games)) return;
    this.games = body.games;
    this.fill();
  }

  render() {
    document.documentElement.lang = lang();
    document.title = `${t("games")} — kifu`;
    const search = el("input", {
      type: "search",
      id: "search",
      value: this.wanted,
      on: {
        input: (event) => {
          this.wanted = event.target.value;
          this.fill();
        },
      },
    });
    replace(
      this.page.main,
      el("header", { class: "top" }, el("h1", { text: `kifu — ${t("games")}` }), el("span", { class: "grow" }), this.page.role === "recorder" ? el("nav", {}, el("a", { href: "/compare", text: t("compare") })) : null, languageButton(() => this.render())),
      el(
        "div",
        { class: "columns" },
        el("section", { class: "card", "aria-label": t("games") }, field(t("search"), (id) => {
          search.id = id;
          return search;
        }), this.list),
        this.opening?.element,
      ),
    );
    this.fill();
    this.opening?.build();
  }

  name(id) {
    const found = this.catalogue.find((game) => game.id === id);
    return found ? say(found.name) : id;
  }

  fill() {
    const words = this.wanted.toLowerCase().split(/\s+/u).filter(Boolean);
    const texts = (game) => [game.id, game.file, this.name(game.game), game.names?.first, game.names?.second, game.mode && t(game.mode), ...Object.values(game.head || {})];
    const found = this.games.filter((game) => {
      const text = texts(game).join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const rows = found.reverse().map((game) => this.row(game));
    if (!rows.length) rows.push(el("li", { class: "note", text: this.games.length ? t("nothingFound") : t("nothingYet") }));
    replace(this.list, rows);
  }

  row(game) {
    if (game.error) return game.readonly ? this.only_a_file(game) : this.damaged(game);
    const players = [game.names.first, game.names.second].filter(Boolean).join(" — ");
    const ended = game.closed ? t("closed") : game.ended ? t("ended") : "";
    return el(
      "li",
      {},
      el("div", {}, el("strong", { text: this.name(game.game) }), " ", el("span", { text: players })),
      game.readonly ? file_name(game) : null,
      el(
        "div",
        { class: "row" },
        el("span", { class: "badge", text: t(game.mode) }),
        game.match ? el("span", { text: t(`${game.match.half}Half`) }) : null,
        el("span", { text: t("plies", game.ply) }),
        ended ? el("span", { class: "note", text: ended }) : null,
        game.kept ? el("span", { class: "bad", text: t("kept") }) : null,
        game.hash ? shortHash(game.hash) : null,
        el("span", { class: "grow" }),
        game.readonly ? record_file(game) : el("a", { class: "link", href: `/g/${game.id}`, text: t("toTable") }),
        el("a", { class: "link", href: `/g/${game.id}/view`, text: t("toViewer") }),
      ),
    );
  }

  damaged(game) {
    return el("li", {}, el("span", { class: "bad", text: `${t("damaged")}: ${game.id} — ${say(game.message)}` }));
  }

  // A record without a journal that no table can show: it is there as the file that it is.
  only_a_file(game) {
    return el(
      "li",
      {},
      file_name(game),
      el("p", { class: "note text", text: `${t("fileOnly")}: ${say(game.message)}` }),
      el("div", { class: "row" }, el("span", { class: "grow" }), record_file(game)),
    );
  }
}

// The name of a file may hold anything. It is set apart, so that what it holds turns nothing round it.
function file_name(game) {
  return el("div", {}, el("span", { class: "note", text: `${t("fileNamed")} ` }), el("bdi", { class: "name", text: game.file }));
}

function record_file(game) {
  return el("a", { class: "link", href: `/g/${game.id}.kif`, text: t("file") });
}

export function start(page) {
  return begin(page, (games, catalogue, files) => new Home(page, games, catalogue, files));
}
