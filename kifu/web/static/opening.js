// The form that opens a new game.

import { Editor } from "./editor.js";
import { button, el, field, replace, select } from "./dom.js";
import { ask, go } from "./server.js";
import { say, t } from "./words.js";

const MODES = ["practice", "record", "official"];

export class NewGame {
  // `files` are the names of the variant files that lie in the folder.
  constructor(catalogue, files) {
    this.catalogue = catalogue;
    this.files = files;
    this.opening = { game: "six", mode: "record", names: {}, options: {}, head: {}, file: "", text: null, clock: "none", minutes: 10, more: 30 };
    this.element = el("section", { class: "card", "aria-labelledby": "new" });
  }

  // Brings the form into sight.
  go_to() {
    this.element.scrollIntoView();
    this.element.querySelector("select").focus({ preventScroll: true });
  }

  get chosen() {
    return this.catalogue.find((game) => game.id === this.opening.game);
  }

  build() {
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
      this.build();
    };
    const sides = chosen.sides.map((side) => say(side.label));
    replace(
      this.element,
      el("h2", { id: "new", text: t("newGame") }),
      field(t("game"), (id) => select(id, games, opening.game, change((value) => {
        opening.game = value;
        opening.options = {};
        opening.head = {};
        opening.file = "";
        opening.text = null;
      }))),
      el("fieldset", {}, el("legend", { text: t("mode") }), modes),
      el("div", { class: "fields" }, text(sides[0], opening.names, "first"), text(sides[1], opening.names, "second")),
      Object.entries(chosen.head).map(([key, values]) =>
        field(key, (id) => select(id, values.map((value) => [value, value]), opening.head[key] || chosen.given[key], change((value) => (opening.head[key] = value)))),
      ),
      this.options(),
      chosen.variants ? this.variant(change) : null,
      el(
        "div",
        { class: "fields" },
        field(t("clockKind"), (id) => select(id, clocks, opening.clock, (value) => {
          opening.clock = value;
          this.build();
        })),
        opening.clock === "none" ? null : number(t("minutes"), "minutes"),
        ["byoyomi", "fischer"].includes(opening.clock) ? number(t("seconds"), "more") : null,
      ),
      el("div", { class: "fields" }, text(t("event"), opening.head, "棋戦"), text(t("place"), opening.head, "場所")),
      el("h2", { text: t("setup") }),
      this.setup_holder,
      this.wrong,
      button(t("open"), () => this.open(), { class: "main at-hand" }),
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

  // The variant file: one of the folder, or one that this device has.
  variant(change) {
    const { opening } = this;
    const there = opening.text === null ? this.files : [opening.file, ...this.files];
    const use = change(([name, text]) => {
      opening.file = name;
      opening.text = text;
    });
    const sent = async (event) => {
      const [file] = event.target.files;
      if (file) use([file.name.replace(/(\.toml)?$/iu, ".toml"), await file.text()]);
    };
    return el(
      "details",
      { open: Boolean(opening.file) },
      el("summary", { text: t("variant") }),
      el(
        "div",
        { class: "fields" },
        field(t("variantThere"), (id) => select(id, [["", t("asItIs")], ...there.map((name) => [name, name])], opening.file, (name) => use([name, null]))),
        field(t("variantSent"), (id) => el("input", { id, type: "file", accept: ".toml", on: { change: sent } })),
      ),
    );
  }

  // The rule set or the variant file, with the options that differ from their default.
  get rules() {
    const { opening, chosen } = this;
    const named = chosen.options
      .filter((option) => opening.options[option.name] && opening.options[option.name] !== option.values[0])
      .map((option) => `${option.name}=${opening.options[option.name]}`);
    return [opening.file || chosen.rules.split(" ")[0], ...named].join(" ");
  }

  // What the server needs to know the game under its rules.
  get settled() {
    const { opening } = this;
    return { game: opening.game, rules: this.rules, head: this.head, ...(opening.text === null ? {} : { variant: opening.text }) };
  }

  get head() {
    const given = { ...this.chosen.given, ...this.opening.head };
    return Object.fromEntries(Object.entries(given).filter(([, value]) => value));
  }

  async edit(setup) {
    const { status, body } = await ask("POST", "/api/setup", { ...this.settled, ...(setup ? { setup } : {}) });
    if (status !== 200) {
      this.wrong.textContent = say(body?.message) || t("failed");
      return;
    }
    this.editor = new Editor(body.look, body.diagram);
    this.show_editor();
  }

  show_editor() {
    this.judged = el("p", { class: "good", role: "status" });
    replace(this.setup_holder, this.editor.element, button(t("check"), () => this.check()), this.judged);
  }

  async check() {
    const { status, body } = await ask("POST", "/api/setup", { ...this.settled, names: this.names, setup: this.editor.value() });
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
    const { status, body } = await ask("POST", "/api/games", {
      ...this.settled,
      mode: opening.mode,
      names: this.names,
      ...(this.clock ? { clock: this.clock } : {}),
      ...(this.editor ? { setup: this.editor.value() } : {}),
    });
    if (status === 201) go(`/g/${body.id}`);
    else this.wrong.textContent = say(body?.message) || t("failed");
  }
}
