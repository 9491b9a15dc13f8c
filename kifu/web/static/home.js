// The games of the folder, and the form that opens a new one.

import { button, el, field, languageButton, replace, select, shortHash } from "./dom.js";
import { NewGame } from "./opening.js";
import { begin } from "./folder.js";
import { look_of, Thumbnail } from "./thumbnail.js";
import { result_of, result_text } from "./result.js";
import { ask } from "./server.js";
import { lang, say, t } from "./words.js";

const INTERVAL = 5000; // milliseconds after which the list is asked for again
const FILTERS = { all: () => true, going: (game) => !over(game), over };

function over(game) {
  return Boolean(game.error || game.closed || game.result);
}

class Home {
  constructor(page, games, catalogue, files) {
    this.page = page;
    this.games = games;
    this.catalogue = catalogue;
    this.wanted = "";
    this.filter = "all";
    this.boards = new Map(); // by id: {seq, element}
    this.list = el("ul", { class: "list games" });
    this.opening = page.role === "recorder" ? new NewGame(catalogue, files) : null;
    // A board is asked for when its row comes into sight.
    this.sight = new IntersectionObserver((seen) => seen.filter((each) => each.isIntersecting).forEach((each) => this.draw(each.target)), { rootMargin: "200px" });
    page.signal.addEventListener("abort", () => this.sight.disconnect());
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
    const search = (id) => el("input", {
      type: "search",
      id,
      value: this.wanted,
      on: {
        input: (event) => {
          this.wanted = event.target.value;
          this.fill();
        },
      },
    });
    const filters = [["all", t("allGames")], ["going", t("going")], ["over", t("ended")]];
    const filter = (id) => select(id, filters, this.filter, (value) => {
      this.filter = value;
      this.fill();
    });
    const recorder = this.page.role === "recorder";
    this.narrowing = el("div", { class: "fields" }, field(t("search"), search), field(t("whichGames"), filter));
    replace(
      this.page.main,
      el("header", { class: "top" }, el("h1", { text: `kifu — ${t("games")}` }), recorder ? null : el("span", { class: "note", text: t("spectator") }), el("span", { class: "grow" }), el("nav", {}, el("a", { href: "/hall", text: t("hall") }), " ", el("a", { href: "/explorer", text: t("explorer") }), " ", recorder ? [el("a", { href: "/compare", text: t("compare") }), " ", el("a", { href: "/scan", text: t("scan"), hidden: Boolean(this.page.kifu) })] : null), languageButton(this.page, () => this.render())),
      el(
        "div",
        { class: this.opening ? "columns" : "" },
        el("section", { class: "card", "aria-label": t("games") }, this.opening ? button(t("newGame"), () => this.opening.go_to(), { class: "main to-new" }) : null, this.narrowing, this.list),
        this.opening?.element,
      ),
    );
    this.boards.clear();
    this.fill();
    this.opening?.build();
  }

  name(id) {
    const found = this.catalogue.find((game) => game.id === id);
    return found ? say(found.name) : id;
  }

  fill() {
    const words = this.wanted.toLowerCase().split(/\s+/u).filter(Boolean);
    const texts = (game) => [game.id, game.file, this.name(game.game), game.names?.first, game.names?.second, game.mode && t(game.mode), result_text(game.result), ...Object.values(game.head || {})];
    const found = this.games.filter((game) => {
      const text = texts(game).join(" ").toLowerCase();
      return FILTERS[this.filter](game) && words.every((word) => text.includes(word));
    });
    // What is damaged comes first, then the newest games, then files that no table shows.
    const rank = (game) => (game.error ? (game.readonly ? 2 : 0) : 1);
    found.sort((one, other) => rank(one) - rank(other) || (other.opened || "").localeCompare(one.opened || ""));
    const rows = found.map((game) => this.row(game));
    if (!rows.length) rows.push(el("li", { class: "note", text: this.games.length ? t("nothingFound") : t("nothingYet") }));
    this.narrowing.hidden = !this.games.length;
    this.sight.disconnect();
    replace(this.list, rows);
    for (const holder of this.list.querySelectorAll("[data-game]")) this.sight.observe(holder);
  }

  row(game) {
    if (game.error) return game.readonly ? this.only_a_file(game) : this.damaged(game);
    const players = [game.names.first, game.names.second].filter(Boolean).join(" — ");
    const link = (href, text, kind = "link") => el("a", { class: kind, href, text });
    const writes = this.page.role === "recorder" && !game.readonly;
    return el(
      "li",
      { class: "game" },
      el("div", { class: "small" }, el("div", { "data-game": game.id, "data-seq": game.seq }, this.kept(game)), el("a", { href: `/g/${game.id}/view`, "aria-label": t("boardOf", players || this.name(game.game)) })),
      el(
        "div",
        {},
        el("div", { class: "name" }, el("strong", { text: this.name(game.game) }), " ", players),
        game.readonly ? file_name(game) : null,
        result_of(game.result),
        el(
          "div",
          { class: "row" },
          el("span", { class: "badge", text: t(game.mode) }),
          game.match ? el("span", { text: t(`${game.match.half}Half`) }) : null,
          el("span", { text: t("plies", game.ply) }),
          el("span", { class: "note", text: over(game) ? t(game.closed ? "closed" : "ended") : t("going") }),
          el("time", { class: "note", datetime: game.opened, text: date(game.opened) }),
          game.kept ? el("span", { class: "bad", text: t("kept") }) : null,
          game.hash && writes ? shortHash(game.hash) : null,
          el("span", { class: "grow" }),
          game.readonly ? record_file(game) : null,
          writes ? link(`/g/${game.id}`, t(game.closed ? "tableOf" : "toTable")) : null,
          link(`/g/${game.id}/view`, t("toViewer")),
        ),
      ),
    );
  }

  kept(game) {
    const kept = this.boards.get(game.id);
    return kept?.seq === String(game.seq) ? kept.element : null;
  }

  async draw(holder) {
    this.sight.unobserve(holder);
    const { game, seq } = holder.dataset;
    if (holder.firstChild) return;
    const { status, body } = await ask("GET", `/api/g/${game}/board`);
    const look = status === 200 ? await look_of(body.look, game) : null;
    if (!look) return;
    const mini = new Thumbnail(look);
    mini.show(body);
    this.boards.set(game, { seq, element: mini.element });
    replace(holder, mini.element);
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

function date(text) {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? "" : time.toLocaleString(lang(), { year: "numeric", month: "numeric", day: "numeric", hour: "2-digit", minute: "2-digit" });
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
