// Photographs of score sheets become a draft, and a person makes a record of it: the ink beside the board, doubtful plies first.

import { button, el, field, languageButton, replace, svg } from "./dom.js";
import { base64, smaller } from "./photos.js";
import { w } from "./scan_words.js";
import { ask } from "./server.js";
import { drawn } from "./shapes.js";
import { lang, say, t } from "./words.js";

const UNWRITTEN = "〓";

class Scan {
  constructor(page) {
    this.page = page;
    this.files = [[], []];
    this.start = null;
    this.draft = null;
    this.status = el("p", { class: "status", role: "status" });
    this.wrong = el("p", { class: "bad", role: "alert" });
    this.result = el("div", {});
    this.render();
  }

  render() {
    document.title = `${t("scan")} — kifu`;
    document.documentElement.lang = lang();
    const photos = (number, label) => field(label, (id) => el("input", { id, type: "file", accept: "image/*", multiple: true, on: { change: (event) => (this.files[number] = [...event.target.files]) } }));
    const start = field(w("start"), (id) => el("input", { id, type: "file", accept: ".kif,.json,.txt", on: { change: (event) => (this.start = event.target.files[0] || null) } }));
    replace(
      this.page.main,
      el("header", { class: "top" }, el("h1", { text: t("scan") }), el("span", { class: "grow" }), el("nav", {}, el("a", { href: "/", text: t("toList") })), languageButton(this.page, () => this.render())),
      el(
        "section",
        { class: "card" },
        el("p", { class: "note", text: w("says") }),
        el("p", { class: "note", text: w("private") }),
        el("div", { class: "fields" }, photos(0, w("sheet", 1)), photos(1, w("second")), start),
        el("div", { class: "row" }, button(w("read"), () => this.read(), { class: "main" })),
        this.status,
        this.wrong,
      ),
      this.result,
    );
    this.show();
  }

  async read() {
    this.wrong.textContent = "";
    if (!this.files[0].length) {
      this.wrong.textContent = w("noPhoto");
      return;
    }
    this.status.textContent = w("reading");
    try {
      const sheets = await Promise.all(this.files.filter((some) => some.length).map((some) => Promise.all(some.map(smaller))));
      const start = this.start ? { start: { name: this.start.name.slice(0, 100), data: await base64(this.start) } } : {};
      const { status, body } = await ask("POST", "/api/scan", { sheets, ...start });
      if (status === 200) await this.take(body);
      else this.wrong.textContent = say(body?.message) || t("failed");
    } catch (failed) {
      this.wrong.textContent = w("notOpened", failed.message);
    }
    if (this.wrong.textContent) this.status.textContent = "";
  }

  // Takes a draft; each of its plies has `done` once a person has decided about it.
  async take(draft) {
    this.pictures = await Promise.all(draft.pages.map(picture));
    this.draft = draft;
    this.plies = draft.plies.map((ply) => ({ ...ply, text: ply.text || UNWRITTEN, done: !ply.asked }));
    this.at = Math.max(0, this.plies.findIndex((ply) => !ply.done));
    this.saved = null;
    this.show();
    await this.look();
  }

  get ply() {
    return this.plies[this.at];
  }

  get open() {
    return this.plies.filter((ply) => !ply.done).length;
  }

  number(at) {
    return this.plies.slice(0, at).filter((ply) => ply.part === this.plies[at].part).length + 1;
  }

  go(at) {
    this.at = at;
    this.show();
    this.look();
  }

  next() {
    const later = this.plies.findIndex((ply, at) => at > this.at && !ply.done);
    const any = later < 0 ? this.plies.findIndex((ply) => !ply.done) : later;
    if (any < 0) this.go(this.at);
    else this.go(any);
  }

  decide(text) {
    Object.assign(this.ply, { text: text.trim() || UNWRITTEN, done: text.trim() !== "" && text.trim() !== UNWRITTEN });
    this.next();
  }

  insert() {
    this.plies.splice(this.at, 0, { part: this.ply.part, text: UNWRITTEN, note: "", ink: [], written: [], candidates: [], why: [], done: false });
    this.go(this.at);
  }

  remove() {
    if (this.plies.length < 2) return;
    this.plies.splice(this.at, 1);
    this.go(Math.min(this.at, this.plies.length - 1));
  }

  // Asks for the board behind the ply that is looked at. An answer that comes after the next question is dropped.
  async look() {
    const asked = (this.asked = {});
    const { part } = this.ply;
    const texts = this.plies.slice(0, this.at + 1).filter((ply) => ply.part === part);
    const { status, body } = await ask("POST", "/api/scan/board", { head: this.draft.head, texts: texts.map((ply) => ply.text) });
    if (this.asked !== asked) return;
    this.seen = status === 200 ? body : null;
    this.wrong.textContent = status === 200 ? "" : say(body?.message) || t("failed");
    replace(this.board, this.seen ? board_of(this.seen) : null);
  }

  async keep(confirmed) {
    const plies = this.plies.map(({ part, text, note }) => ({ part, text, note }));
    const { status, body } = await ask("POST", "/api/scan/record", { head: this.draft.head, plies, ends: this.draft.ends, confirmed });
    this.saved = status === 201 ? body : null;
    this.wrong.textContent = status === 201 ? "" : say(body?.message) || t("failed");
    this.show();
  }

  show() {
    const { draft } = this;
    if (!draft) return;
    this.status.textContent = w("sum", this.plies.length, this.open);
    this.board = el("div", {});
    if (this.seen) replace(this.board, board_of(this.seen));
    const said = [...draft.off.filter(Boolean).map((ply) => w("off", ply)), ...draft.warnings.map(say)];
    replace(
      this.result,
      said.length ? el("section", { class: "card alarm" }, said.map((text) => el("p", { text }))) : null,
      el("div", { class: "columns" }, this.one(), el("section", { class: "card" }, this.board)),
      this.ends(),
      el("section", { class: "card" }, this.list("doubtful", (ply) => !ply.done || ply.asked), this.list("all", () => true)),
    );
  }

  // The ply that is looked at: its ink, its candidates, and a field for anything else.
  one() {
    const { ply } = this;
    const candidates = ply.candidates.map((one, at) =>
      el("span", {}, button(one.text, () => this.decide(one.text), { class: one.text === ply.text ? "main" : "" }), one.article ? el("span", { class: "bad", text: ` ✗ ${one.article} ${say(ply.why[at])}` }) : null),
    );
    const input = field(w("move"), (id) => el("input", { id, value: ply.text === UNWRITTEN ? "" : ply.text, autocomplete: "off", spellcheck: "false" }));
    const text = () => input.querySelector("input").value;
    const form = el("form", { on: { submit: (event) => (event.preventDefault(), this.decide(text())) } }, input, el("div", { class: "row" }, el("button", { type: "submit", class: "main", text: w("keepMove") }), button(w("next"), () => this.next())));
    return el(
      "section",
      { class: `card${ply.done ? "" : " alarm"}`, "aria-live": "polite" },
      el("h2", { text: w("ply", this.number(this.at)) }),
      ply.ink.map((boxes, sheet) => this.ink(boxes, sheet)),
      candidates.length ? el("p", { class: "note", text: w("candidates") }) : null,
      el("div", { class: "row" }, candidates),
      form,
      el("div", { class: "row" }, button(w("insert"), () => this.insert(), { class: "quiet" }), button(w("remove"), () => this.remove(), { class: "quiet" })),
    );
  }

  // The boxes of a ply on one sheet, cut out of the photograph, each with what was read of it.
  ink(boxes, sheet) {
    const written = this.ply.written[sheet];
    if (!boxes.length) return el("p", { class: "note", text: w("missing", sheet + 1) });
    const cut = boxes.map(([page, x, y, width, height, best]) => {
      const canvas = el("canvas", { width: Math.ceil(width) + 8, height: Math.ceil(height) + 8, "aria-hidden": "true" });
      canvas.getContext("2d").drawImage(this.pictures[page], x - 4, y - 4, width + 8, height + 8, 0, 0, canvas.width, canvas.height);
      return el("figure", {}, canvas, el("figcaption", { text: best || "·" }));
    });
    return el("div", {}, el("p", { text: w("written", sheet + 1, written ?? "—") }), el("div", { class: "ink", role: "img", "aria-label": w("picture", sheet + 1) }, cut));
  }

  ends() {
    const { draft } = this;
    const unread = this.plies.some((ply) => ply.text === UNWRITTEN);
    const ends = draft.ends.map((end, part) => field(w("end"), (id) => el("input", { id, value: end, placeholder: w("endSays"), on: { change: (event) => (draft.ends[part] = event.target.value) } })));
    return el(
      "section",
      { class: "card" },
      ends,
      el("div", { class: "row" }, button(w("confirm"), () => this.keep(true), { class: "main", disabled: this.open > 0 || unread }), button(w("asDraft"), () => this.keep(false))),
      this.open ? el("p", { class: "note", text: unread ? w("unread") : w("open", this.open) }) : null,
      this.saved ? el("p", { class: "good" }, w("kept", this.saved.file), " ", el("a", { class: "link", href: `/g/${this.saved.id}/view`, text: w("view") })) : null,
    );
  }

  list(title, wanted) {
    const rows = this.plies.map((ply, at) =>
      wanted(ply) ? el("li", {}, button("", () => this.go(at), { "aria-current": at === this.at ? "true" : null }, )) : null,
    );
    rows.forEach((row, at) => {
      if (!row) return;
      const ply = this.plies[at];
      row.firstChild.append(el("span", { class: "number", text: this.number(at) }), el("span", { class: ply.foul && !ply.done ? "illegal" : "", text: `${ply.text}${ply.done ? (ply.asked ? " ✓" : "") : " ?"}` }));
    });
    const some = rows.filter(Boolean);
    return some.length ? el("div", {}, el("h2", { text: w(title) }), el("ol", { class: "moves", tabindex: "0", "aria-label": w(title) }, some)) : null;
  }
}

function picture(data) {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = reject;
    image.src = `data:image/jpeg;base64,${data}`;
  });
}

function board_of({ plies, board, wrong }) {
  const said = wrong ? w("stops", wrong.ply, wrong.words[0] ? `[${wrong.words[0]}]` : "", say(wrong.words[1])) : "";
  return el(
    "figure",
    { class: "figure" },
    svg("svg", { viewBox: `0 0 ${board.width} ${board.height}`, role: "img", "aria-label": w("board", plies) }, ...board.shapes.map((shape) => drawn(shape))),
    el("figcaption", { class: "text" }, w("board", plies), said ? el("span", { class: "bad", text: ` ${said}` }) : null),
  );
}

export function start(page) {
  return new Scan(page);
}
