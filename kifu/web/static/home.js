// The games of the folder, and the form that opens a new one.

import { Editor } from "./editor.js";
import { ask, button, el, field, languageButton, replace, select, shortHash } from "./dom.js";
import { lang, say, setLang, t } from "./words.js";

const { role } = document.body.dataset;
const main = document.getElementById("main");
const MODES = ["practice", "record", "official"];

class Home {
  constructor(games, catalogue) {
    this.games = games;
    this.catalogue = catalogue;
    this.wanted = "";
    this.opening = { game: "six", mode: "record", names: {}, options: {}, head: {}, clock: "none", minutes: 10, more: 30 };
    this.list = el("ul", { class: "list" });
    this.form = el("section", { class: "card", "aria-labelledby": "new" });
    this.render();
    setInterval(() => this.refresh(), 5000);
  }

  async refresh() {
    const { status, body } = await ask("/api/games");
    if (status !== 200) return;
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
      main,
      el("header", { class: "top" }, el("h1", { text: `kifu — ${t("games")}` }), el("span", { class: "grow" }), role === "recorder" ? el("nav", {}, el("a", { href: "/compare", text: t("compare") })) : null, languageButton(() => this.render())),
      el(
        "div",
        { class: "columns" },
        el("section", { class: "card", "aria-label": t("games") }, field(t("search"), (id) => {
          search.id = id;
          return search;
        }), this.list),
        role === "recorder" ? this.form : null,
      ),
    );
    this.fill();
    if (role === "recorder") this.build_form();
  }

  name(id) {
    const found = this.catalogue.find((game) => game.id === id);
    return found ? say(found.name) : id;
  }

  fill() {
    const words = this.wanted.toLowerCase().split(/\s+/u).filter(Boolean);
    const texts = (game) => [game.id, this.name(game.game), game.names?.first, game.names?.second, game.mode && t(game.mode), ...Object.values(game.head || {})];
    const found = this.games.filter((game) => {
      const text = texts(game).join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const rows = found.reverse().map((game) => this.row(game));
    if (!rows.length) rows.push(el("li", { class: "note", text: this.games.length ? t("nothingFound") : t("nothingYet") }));
    replace(this.list, rows);
  }

  row(game) {
    if (game.error) {
      return el("li", {}, el("span", { class: "bad", text: `${t("damaged")}: ${game.id} — ${say(game.message)}` }));
    }
    const players = [game.names.first, game.names.second].filter(Boolean).join(" — ");
    const ended = game.closed ? t("closed") : game.ended ? t("ended") : "";
    return el(
      "li",
      {},
      el("div", {}, el("strong", { text: this.name(game.game) }), " ", el("span", { text: players })),
      el(
        "div",
        { class: "row" },
        el("span", { class: "badge", text: t(game.mode) }),
        el("span", { text: t("plies", game.ply) }),
        ended ? el("span", { class: "note", text: ended }) : null,
        game.hash ? shortHash(game.hash) : null,
        el("span", { class: "grow" }),
        el("a", { class: "link", href: `/g/${game.id}`, text: t("toTable") }),
        el("a", { class: "link", href: `/g/${game.id}/view`, text: t("toViewer") }),
      ),
    );
  }

  get chosen() {
    return this.catalogue.find((game) => game.id === this.opening.game);
  }

  build_form() {
    const { opening, chosen } = this;
    const text = (label, holder, key) =>
      field(label, (id) => el("input", { id, value: holder[key] || "", autocomplete: "off", maxlength: "100", on: { input: (event) => (holder[key] = event.target.value) } }));
    const number = (label, key) =>
      field(label, (id) => el("input", { id, type: "number", min: "0", max: "1440", value: opening[key], on: { input: (event) => (opening[key] = Number(event.target.value)) } }));
    const modes = MODES.map((mode) =>
      el(
        "label",
        {},
        el("input", { type: "radio", name: "mode", value: mode, checked: opening.mode === mode, on: { change: () => (opening.mode = mode) } }),
        el("span", {}, el("strong", { text: t(mode) }), ` ${t(`${mode}Says`)}`),
      ),
    );
    const clocks = ["none", "sudden", "byoyomi", "fischer"].map((kind) => [kind, t(kind)]);
    this.wrong = el("p", { class: "bad text", role: "alert" });
    this.setup_holder = el("div", {});
    const games = this.catalogue.map((game) => [game.id, say(game.name)]);
    const change = (act) => (value) => {
      act(value);
      this.editor = null;
      this.build_form();
    };
    const sides = chosen.sides.map((side) => `${side.mark} ${say(side.label)}`);
    replace(
      this.form,
      el("h2", { id: "new", text: t("newGame") }),
      field(t("game"), (id) => select(id, games, opening.game, change((value) => {
        opening.game = value;
        opening.options = {};
        opening.head = {};
      }))),
      el("fieldset", {}, el("legend", { text: t("mode") }), modes),
      el("div", { class: "fields" }, text(sides[0], opening.names, "first"), text(sides[1], opening.names, "second")),
      Object.entries(chosen.head).map(([key, values]) =>
        field(key, (id) => select(id, values.map((value) => [value, value]), opening.head[key] || chosen.given[key], change((value) => (opening.head[key] = value)))),
      ),
      this.options(),
      el(
        "div",
        { class: "fields" },
        field(t("clockKind"), (id) => select(id, clocks, opening.clock, (value) => {
          opening.clock = value;
          this.build_form();
        })),
        opening.clock === "none" ? null : number(t("minutes"), "minutes"),
        ["byoyomi", "fischer"].includes(opening.clock) ? number(t("seconds"), "more") : null,
      ),
      el("div", { class: "fields" }, text(t("event"), opening.head, "棋戦"), text(t("place"), opening.head, "場所")),
      el("h2", { text: t("setup") }),
      this.setup_holder,
      this.wrong,
      button(t("open"), () => this.open(), { class: "main" }),
    );
    if (this.editor) this.show_editor();
    else if (chosen.budget) this.edit();
    else replace(this.setup_holder, button(t("setupOwn"), () => this.edit()));
  }

  options() {
    const { opening, chosen } = this;
    if (!chosen.options.length) return null;
    const rows = chosen.options.map((option) =>
      field(`${option.name} [${option.article}]`, (id) => {
        const now = opening.options[option.name] || option.values[0];
        const change = (value) => {
          opening.options[option.name] = value;
          this.editor = null;
          if (chosen.budget) this.edit();
        };
        if (option.number) return el("input", { id, value: now, autocomplete: "off", on: { change: (event) => change(event.target.value) } });
        return select(id, option.values.map((value, place) => [value, place ? value : `${value} (${t("asItIs")})`]), now, change);
      }),
    );
    return el("details", {}, el("summary", { text: t("rules") }), el("div", { class: "fields" }, rows));
  }

  // The rule set with the options that differ from their default.
  get rules() {
    const { opening, chosen } = this;
    const named = chosen.options
      .filter((option) => opening.options[option.name] && opening.options[option.name] !== option.values[0])
      .map((option) => `${option.name}=${opening.options[option.name]}`);
    return [chosen.rules.split(" ")[0], ...named].join(" ");
  }

  get head() {
    const given = { ...this.chosen.given, ...this.opening.head };
    return Object.fromEntries(Object.entries(given).filter(([, value]) => value));
  }

  async edit(setup) {
    const { status, body } = await ask("/api/setup", { game: this.opening.game, rules: this.rules, head: this.head, ...(setup ? { setup } : {}) });
    if (status !== 200) {
      this.wrong.textContent = say(body?.message) || t("failed");
      return;
    }
    const seen_cells = body.diagram.rows.flatMap((row) => row.cells).filter((cell) => cell !== body.diagram.empty);
    this.editor = new Editor(body.look, body.diagram, { seen_cells, tokens_of: () => body.tokens });
    this.show_editor();
  }

  show_editor() {
    this.judged = el("p", { class: "good", role: "status" });
    replace(this.setup_holder, this.editor.element, button(t("check"), () => this.check()), this.judged);
  }

  async check() {
    const { status, body } = await ask("/api/setup", { game: this.opening.game, rules: this.rules, head: this.head, names: this.names, setup: this.editor.value() });
    this.wrong.textContent = status === 200 ? "" : say(body?.message) || t("failed");
    this.judged.textContent = status === 200 ? t("allowed") : "";
  }

  get names() {
    return Object.fromEntries(Object.entries(this.opening.names).filter(([, value]) => value));
  }

  get clock() {
    const { clock, minutes, more } = this.opening;
    if (clock === "none") return undefined;
    return { kind: clock, main: Math.round(minutes * 60), ...(clock === "byoyomi" ? { byoyomi: more } : {}), ...(clock === "fischer" ? { increment: more } : {}) };
  }

  async open() {
    const { opening } = this;
    const { status, body } = await ask("/api/games", {
      game: opening.game,
      mode: opening.mode,
      rules: this.rules,
      names: this.names,
      head: this.head,
      ...(this.clock ? { clock: this.clock } : {}),
      ...(this.editor ? { setup: this.editor.value() } : {}),
    });
    if (status === 201) window.location.assign(`/g/${body.id}`);
    else this.wrong.textContent = say(body?.message) || t("failed");
  }
}

async function begin() {
  setLang(lang());
  const [games, catalogue] = await Promise.all([ask("/api/games"), ask("/api/catalogue")]);
  if (games.status !== 200 || catalogue.status !== 200) {
    replace(main, el("h1", { text: "kifu" }), el("p", { text: t("failed") }));
    return;
  }
  new Home(games.body.games, catalogue.body.games);
}

begin();
