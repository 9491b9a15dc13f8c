// Two sheets of one game beside each other. A person decides row by row what is put right; each correction is an event.

import { refusal, sure } from "./dialogs.js";
import { button, el, field, languageButton, keep, randomId, replace, select, svg } from "./dom.js";
import { begin } from "./folder.js";
import { base64 } from "./photos.js";
import { ask } from "./server.js";
import { drawn } from "./scenes.js";
import { lang, say, t } from "./words.js";

const LETTERS = ["a", "b"];
const EQUAL = new Set(["same", "same-meaning"]); // the classes of rows in which the sheets say the same
const FILE = "file";
const LARGEST = 45_000; // bytes of a file; a request holds 64 kB with the file in base64

class Compare {
  constructor(page, games, catalogue) {
    this.page = page;
    this.games = games.filter((game) => !game.error || game.readonly);
    this.catalogue = catalogue;
    const asked = new URLSearchParams(window.location.search);
    this.chosen = Object.fromEntries(LETTERS.map((letter) => [letter, this.known(asked.get(letter)) || this.games[0]?.id || FILE]));
    this.files = {};
    this.places = {};
    this.reading_files = {};
    this.all = false;
    this.reading = null;
    this.render();
    if (LETTERS.every((letter) => this.known(asked.get(letter)))) this.compare();
  }

  known(id) {
    return this.games.some((game) => game.id === id) ? id : null;
  }

  label(game) {
    const kind = this.catalogue.find((each) => each.id === game.game);
    const players = [game.names?.first, game.names?.second].filter(Boolean).join(" — ");
    const plies = game.ply === undefined ? "" : t("plies", game.ply);
    return [kind ? say(kind.name) : "", players, plies, game.file || game.id.slice(0, 8)].filter(Boolean).join(" · ");
  }

  render() {
    document.documentElement.lang = lang();
    document.title = `${t("compare")} — kifu`;
    this.wrong = el("p", { class: "bad text", role: "alert" });
    this.answer = el("div", {});
    replace(
      this.page.main,
      el("header", { class: "top" }, el("h1", { text: t("compare") }), el("span", { class: "grow" }), el("nav", {}, el("a", { href: "/", text: t("toList") })), languageButton(this.page, () => this.render())),
      el(
        "section",
        { class: "card" },
        el("div", { class: "fields" }, LETTERS.map((letter) => this.chooser(letter))),
        el("div", { class: "row" }, button(t("compare"), () => this.compare(), { class: "main" }), button(t("makeDossier"), () => this.dossier()), this.page.sample ? button(t("trySample"), () => this.sample(), { class: "quiet" }) : null),
        this.wrong,
      ),
      this.answer,
    );
    this.show();
  }

  // Returns the place of a sheet: a file of this device, or a recorded game. Who takes the one leaves the other.
  chooser(letter) {
    const sheet = letter.toUpperCase();
    const options = [...this.games.map((game) => [game.id, this.label(game)]).reverse(), [FILE, t("ownFile")]];
    const named = el("bdi", { class: "name" });
    const file = field(`${t("ownFile")} ${sheet}`, (id) =>
      el("input", { id, type: "file", accept: ".kif,.kifu,.txt,.csa,.json,text/plain", on: { change: (event) => event.target.files[0] && this.take(letter, event.target.files[0]) } }),
    );
    const games = this.games.length ? field(`${t("sheet")} ${sheet}`, (id) => select(id, options, this.chosen[letter], (value) => this.choose(letter, value))) : null;
    this.places[letter] = { named, games: games?.querySelector("select") };
    const made = el("div", { class: "sheet" }, file, named, games);
    this.choose(letter, this.chosen[letter]);
    return made;
  }

  choose(letter, value) {
    this.chosen[letter] = value;
    const { named, games } = this.places[letter];
    if (games) games.value = value;
    named.textContent = (value === FILE && this.files[letter]?.name) || "";
  }

  // Reads a file; who asks meanwhile waits for it.
  take(letter, file) {
    this.reading_files[letter] = this.read(letter, file);
    return this.reading_files[letter];
  }

  async read(letter, file) {
    this.wrong.textContent = "";
    this.files[letter] = null;
    if (file.size > LARGEST) this.wrong.textContent = t("tooLarge", LARGEST);
    else this.files[letter] = { name: file.name.slice(0, 100), data: await base64(file) };
    this.choose(letter, FILE);
  }

  // Compares the two sheets that the page carries.
  async sample() {
    const sheets = await this.page.sample();
    for (const letter of LETTERS) await this.take(letter, new File([sheets[letter].text], sheets[letter].name));
    await this.compare();
  }

  // Returns the sheets that are asked for; null if a file has still to be chosen.
  async asked() {
    await Promise.all(Object.values(this.reading_files));
    const asked = {};
    for (const letter of LETTERS) {
      const id = this.chosen[letter];
      asked[letter] = id === FILE ? this.files[letter] : { id };
      if (!asked[letter]) {
        this.wrong.textContent = t("noFile", letter.toUpperCase());
        return null;
      }
    }
    this.wrong.textContent = "";
    return asked;
  }

  async compare() {
    const asked = await this.asked();
    if (!asked) return;
    this.answer.setAttribute("aria-busy", "true");
    const { status, body } = await ask("POST", "/api/compare", asked);
    this.answer.removeAttribute("aria-busy");
    this.reading = status === 200 ? body : null;
    this.wrong.textContent = status === 200 ? "" : say(body?.message) || t("failed");
    this.show();
  }

  // Makes the dossier of both sheets, or of one game that is chosen twice, and keeps it as a file.
  async dossier() {
    const asked = await this.asked();
    if (!asked) return;
    if (asked.a.id && asked.a.id === asked.b.id) delete asked.b;
    this.wrong.textContent = t("makingDossier");
    const { status, body, file, name } = await ask("POST", "/api/dossier", asked);
    this.wrong.textContent = status === 200 ? "" : say(body?.message) || t("failed");
    if (file) keep(file, name);
  }

  show() {
    const { reading } = this;
    if (!reading) {
      replace(this.answer);
      return;
    }
    const equal = reading.rows.filter((row) => EQUAL.has(row.class)).length;
    const written = reading.rows.filter((row) => row.class === "same").length;
    const fields = reading.fields.filter((field) => field.class !== "same");
    const differs = written < reading.rows.length;
    const head = ["ply", "sheetA", "sheetB", "class", "joint"].map((key) => el("th", { scope: "col", text: t(key) }));
    replace(
      this.answer,
      el(
        "section",
        { class: "card", "aria-live": "polite" },
        el("h2", { text: say(reading.label) }),
        LETTERS.map((letter) => this.sheet(letter)),
        reading.cost === null ? null : el("p", { class: "note", text: t("slips", reading.cost) }),
        reading.games.length > 1 ? el("p", { class: "note", text: t("severalGames", reading.games.length) }) : null,
        reading.notes.map((note) => el("p", { class: "text", text: say(note) })),
        this.difference(),
      ),
      el(
        "section",
        { class: "card" },
        el("div", { class: "row" }, el("span", { text: t("equalRows", equal) }), this.toggle()),
        differs || this.all
          ? el(
              "div",
              { class: "around", tabindex: "0", role: "region", "aria-label": t("rowsOf") },
              el("table", { class: "rows" }, el("thead", {}, el("tr", {}, head)), el("tbody", {}, this.rows())),
            )
          : fields.length
            ? null
            : el("p", { class: "good", text: t("noDifference") }),
      ),
      fields.length ? this.fields(fields) : null,
    );
  }

  // Returns the place of the first difference, and those behind it, with the board before each and the arrows of both sheets.
  difference() {
    const { difference, further } = this.reading;
    if (!difference) return null;
    const places = [[t("firstDifference", say(difference.where)), difference], ...further.map((place) => [t("furtherDifference", say(place.where)), place])];
    const shown = places.map(([where, { board }]) => [el("p", { text: where }), board ? board_of(board) : null]);
    return el("div", {}, difference.board ? el("p", { class: "note", text: t("boardsBefore") }) : null, shown.flat());
  }

  // Returns what the sheets do not write alike besides their moves: result, head, times.
  fields(fields) {
    const head = ["field", "sheetA", "sheetB", "class", "joint"].map((key) => el("th", { scope: "col", text: t(key) }));
    const cell = (field, letter) => {
      const said = field.class !== "same-meaning" && field[`says_${letter}`];
      if (field[letter] === null) return el("td", {}, el("span", { class: "note", text: t("nothingThere") }));
      return el("td", { text: field[letter] + (said && field.a === field.b ? ` (${say(said)})` : "") });
    };
    const rows = fields.map((field) =>
      el(
        "tr",
        { class: EQUAL.has(field.class) ? "" : "alarm" },
        el("th", { scope: "row", text: say(field.label) }),
        cell(field, "a"),
        cell(field, "b"),
        el("td", { text: say(field.class_label) }),
        el("td", {}, field.joint === null ? "" : el("strong", { text: field.joint })),
      ),
    );
    return el(
      "section",
      { class: "card" },
      el("h2", { text: t("fieldsOf") }),
      el(
        "div",
        { class: "around", tabindex: "0", role: "region", "aria-label": t("fieldsOf") },
        el("table", { class: "rows" }, el("tr", {}, head), rows),
      ),
    );
  }

  // Returns the rows of the table; those in which the sheets are written the same are folded away, and counted, unless all are asked for.
  rows() {
    const made = [];
    let equal = 0;
    const fold = () => {
      if (equal) made.push(el("tr", {}, el("td", { colspan: "5", class: "note", text: t("folded", equal) })));
      equal = 0;
    };
    for (const row of this.reading.rows) {
      if (!this.all && row.class === "same") {
        equal += 1;
      } else {
        fold();
        made.push(...this.row(row));
      }
    }
    fold();
    return made;
  }

  toggle() {
    return button(
      this.all ? t("onlyDifferent") : t("allRows"),
      () => {
        this.all = !this.all;
        this.show();
      },
      { class: "quiet" },
    );
  }

  sheet(letter) {
    const found = this.reading[letter];
    const game = this.games.find((each) => each.id === found.id);
    const why = found.fault ? `${t("plyNext", found.fault.ply)}: ${found.fault.article ? `[${found.fault.article}] ` : ""}${say(found.fault.message)}` : "";
    return el(
      "p",
      { class: "text" },
      el("strong", { text: `${letter.toUpperCase()}: ` }),
      `${game ? this.label(game) : found.name} — ${say(found.label)}${found.suspicion ? `: ${say(found.suspicion)}` : ""}`,
      why ? el("span", { class: "bad", text: ` ${why}` }) : null,
      game && !game.error ? el("a", { class: "link", href: `/g/${game.id}/view`, text: t("toViewer") }) : null,
    );
  }

  row(row) {
    const legal = (value) => (value === false ? ` ✗ ${t("illegal")}` : "");
    const cell = (number, text, value) => el("td", { class: value === false ? "bad" : "" }, text === null ? el("span", { class: "note", text: t("nothingThere") }) : `${number} ${text}`, legal(value));
    const ply = row.part ? `${row.part}:${row.ply}` : row.ply;
    const made = el(
      "tr",
      { class: EQUAL.has(row.class) ? "" : "alarm" },
      el("th", { scope: "row", text: ply }),
      cell(row.ply_a, row.a, row.legal_a),
      cell(row.ply_b, row.b, row.legal_b),
      el("td", { text: say(row.label) }),
      el("td", {}, row.joint === null ? "" : el("strong", { text: row.joint })),
    );
    const fixes = LETTERS.flatMap((letter) => row.fixes[letter].map((event) => this.fix(letter, event)));
    return fixes.length ? [made, el("tr", {}, el("td", { colspan: "5" }, el("div", { class: "row" }, fixes)))] : [made];
  }

  fix(letter, event) {
    const sheet = letter.toUpperCase();
    const words = event.text && event.was ? t("fixWrite", sheet, event.ply, event.was, event.text) : event.text ? t("fixAdd", sheet, event.ply, event.text) : t("fixDrop", sheet, event.ply, event.was);
    return button(words, () => this.accept(letter, event, words));
  }

  async accept(letter, event, words) {
    if (!(await sure(`${words}. ${t("fixSure")}`))) return;
    const { id, seq } = this.reading[letter];
    const { status, body } = await ask("POST", `/api/g/${id}/events`, { base: seq, event: { id: randomId(), ...event } });
    if (status !== 200) refusal(body?.message || { ja: t("failed"), en: t("failed") });
    await this.compare();
  }
}

// Returns a board with what both sheets say below it.
function board_of(board) {
  return el(
    "figure",
    { class: "figure" },
    svg("svg", { viewBox: `0 0 ${board.width} ${board.height}`, role: "img", "aria-label": say(board.said) }, ...board.shapes.map((shape) => drawn(shape))),
    el("figcaption", { class: "text", text: say(board.said) }),
  );
}

export function start(page) {
  return begin(page, (games, catalogue) => new Compare(page, games, catalogue));
}
