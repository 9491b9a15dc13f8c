// Photographs of score sheets become a draft, and a person makes a record of it: the ink beside the board, doubtful plies first.

import { button, el, field, languageButton, randomId, replace, select, svg } from "./dom.js";
import { base64, smaller } from "./photos.js";
import { w } from "./scan_words.js";
import { ask } from "./server.js";
import { drawn } from "./scenes.js";
import { lang, say, t } from "./words.js";

const UNWRITTEN = "〓";
const LOOK_MS = 1000; // between two questions about the queue

class Scan {
  constructor(page) {
    this.page = page;
    this.files = [[], []];
    this.start = null;
    this.game = "";
    this.hands = [];
    this.writers = ["", ""];
    this.catalogue = [];
    this.draft = null;
    this.more = false;
    this.status = el("p", { class: "status", role: "status" });
    this.left = el("div", {});
    this.wrong = el("p", { class: "bad", role: "alert" });
    this.offer = el("div", { class: "row" });
    this.result = el("div", {});
    this.taught = el("p", { class: "good", role: "status" });
    const photos = (number) => el("input", { type: "file", accept: "image/*", multiple: true, on: { change: (event) => (this.files[number] = [...event.target.files]) } });
    // They stay the same elements, so that what was chosen is not lost when the screen is worded anew.
    this.inputs = [photos(0), photos(1), el("input", { type: "file", accept: ".kif,.json,.txt", on: { change: (event) => (this.start = event.target.files[0] || null) } })];
    this.render();
    this.name_games();
    this.list_hands();
  }

  async name_games() {
    const { status, body } = await ask("GET", "/api/catalogue");
    if (status !== 200) return;
    this.catalogue = body.games;
    this.render();
  }

  async list_hands() {
    const { status, body } = await ask("GET", "/api/scan/handwritings");
    if (status === 200 && body.players.length) this.know_hands(body.players);
  }

  // Takes the names of the players whose handwriting is kept.
  know_hands(names) {
    this.hands = names;
    this.writers = this.writers.map((name) => (names.includes(name) ? name : ""));
    this.render();
  }

  render() {
    document.title = `${t("scan")} — kifu`;
    document.documentElement.lang = lang();
    const chosen = (label, input) => field(label, (id) => Object.assign(input, { id }));
    const start = chosen(w("start"), this.inputs[2]);
    const games = [["", w("byCode")], ...this.catalogue.map((game) => [game.id, say(game.name)])];
    const game = field(w("game"), (id) => select(id, games, this.game, (value) => (this.game = value)));
    const known = [["", w("nobody")], ...this.hands.map((name) => [name, name])];
    const writers = this.hands.length ? [0, 1].map((sheet) => field(w("writer", sheet + 1), (id) => select(id, known, this.writers[sheet], (value) => (this.writers[sheet] = value)))) : [];
    const forget = this.hands.length ? el("details", {}, el("summary", { text: w("hands") }), el("div", { class: "row" }, this.hands.map((name) => button(w("forget", name), () => this.forget(name), { class: "quiet" })))) : null;
    this.further = el("details", { open: this.more, on: { toggle: (event) => (this.more = event.target.open) } }, el("summary", { text: w("more") }), el("div", { class: "columns" }, game, start));
    this.reader = button(w("read"), () => this.read(), { class: "main", disabled: Boolean(this.ticket) });
    replace(
      this.page.main,
      el("header", { class: "top" }, el("h1", { text: t("scan") }), el("span", { class: "grow" }), el("nav", {}, el("a", { href: "/", text: t("toList") })), languageButton(this.page, () => this.render())),
      el(
        "section",
        { class: "card" },
        el("p", { class: "note", text: w("says") }),
        el("p", { class: "note", text: w("private") }),
        el("div", { class: "columns" }, chosen(w("sheet", 1), this.inputs[0]), chosen(w("second"), this.inputs[1])),
        el("div", { class: "columns" }, writers),
        this.further,
        forget,
        el("div", { class: "row" }, this.reader),
        this.status,
        this.left,
        this.wrong,
        this.offer,
      ),
      this.result,
    );
    this.show();
  }

  // Reads the sheets, or those of them that `files` names. One reading at a time.
  async read(files = this.files) {
    if (this.ticket) return;
    this.wrong.textContent = "";
    replace(this.offer);
    const chosen = files.filter((some) => some.length);
    if (!files[0].length) {
      this.wrong.textContent = w("noPhoto");
      return;
    }
    this.ticket = randomId();
    this.reader.disabled = true;
    this.draft = null;
    replace(this.result);
    try {
      const sheets = await this.shrink(chosen);
      const given = this.start ? { start: { name: this.start.name.slice(0, 100), data: await base64(this.start) } } : {};
      if (this.game) given.game = this.game;
      const players = files.map((some, sheet) => (some.length ? this.writers[this.files.indexOf(some)] || "" : null)).filter((name) => name !== null);
      this.sent = { sheets, ...given };
      this.watch(this.ticket);
      const { status, body } = await ask("POST", `/api/scan?ticket=${this.ticket}`, { ...this.sent, players });
      if (status === 200) await this.take(body);
      else this.refuse(body, files);
    } catch (failed) {
      this.wrong.textContent = w("notOpened", failed.message);
    }
    this.ticket = null;
    this.reader.disabled = false;
    replace(this.left);
    if (this.wrong.textContent) this.status.textContent = "";
  }

  async shrink(files) {
    const [all, sheets] = [files.flat().length, []];
    for (const some of files) {
      const sheet = [];
      for (const file of some) {
        this.status.textContent = w("shrinking", sheets.flat().length + sheet.length + 1, all);
        sheet.push(await smaller(file));
      }
      sheets.push(sheet);
    }
    this.status.textContent = w("sending");
    return sheets;
  }

  // Shows the place in the queue and the seconds that are left, for as long as a scan is read.
  async watch(ticket) {
    let whole = 0;
    while (this.ticket === ticket) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      const { status, body } = await ask("GET", `/api/scan/queue?ticket=${ticket}`);
      if (this.ticket !== ticket) return;
      if (status === 200 && body.before !== null) {
        const said = body.before ? w("queued", body.before) : w("reading");
        if (this.status.textContent !== said) this.status.textContent = said;
        whole = Math.max(whole, body.seconds);
        replace(this.left, el("progress", { max: whole, value: whole - body.seconds, "aria-label": said }), el("p", { class: "note", text: w("left", body.seconds) }));
      }
    }
  }

  // Says why nothing was read, and offers what helps.
  refuse(body, files) {
    this.wrong.textContent = say(body?.message) || t("failed");
    const again = (text, chosen) => button(text, () => this.read(chosen));
    if (body?.error === "page-unknown-game") {
      this.more = this.further.open = true;
      this.further.querySelector("select").focus();
    } else if (body?.error === "page-other-game" && this.game) replace(this.offer, button(w("asPrinted"), () => this.read_as_printed(files)));
    else if (["other-record", "same-photograph"].includes(body?.error)) replace(this.offer, [0, 1].map((sheet) => again(w("alone", sheet + 1), [files[sheet], []])));
    else if (body?.error === "busy" || !body) replace(this.offer, again(w("again"), files));
  }

  read_as_printed(files) {
    this.game = "";
    this.further.querySelector("select").value = "";
    this.read(files);
  }

  // Takes a draft; each of its plies has `done` once a person has decided about it.
  async take(draft) {
    this.pictures = await Promise.all(draft.pages.map(picture));
    this.draft = draft;
    this.plies = draft.plies.map((ply) => ({ ...ply, text: ply.text || UNWRITTEN, done: !ply.asked }));
    this.at = Math.max(0, this.plies.findIndex((ply) => !ply.done));
    this.saved = null;
    this.taught.textContent = "";
    this.show();
    this.result.scrollIntoView({ block: "start" });
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
    this.plies.splice(this.at, 0, { part: this.ply.part, text: UNWRITTEN, note: "", ink: [], aside: [], written: [], candidates: [], why: [], done: false });
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
    this.reviewed = { head: this.draft.head, plies: this.plies.map(({ part, text, note }) => ({ part, text, note })), ends: this.draft.ends };
    const { status, body } = await ask("POST", "/api/scan/record", { ...this.reviewed, confirmed });
    this.saved = status === 201 ? { ...body, confirmed } : null;
    this.wrong.textContent = status === 201 ? "" : say(body?.message) || t("failed");
    this.show();
  }

  // Sends the photographs again with the confirmed record, from which the server learns the hands of these writers.
  async learn(players) {
    this.wrong.textContent = "";
    this.taught.textContent = w("reading");
    const { status, body } = await ask("POST", "/api/scan/handwriting", { ...this.sent, ...this.reviewed, players });
    this.taught.textContent = status === 200 ? body.learned.map(({ player, boxes }) => w("learned", player, boxes)).join(" ") : "";
    if (status === 200) this.know_hands(body.players);
    else this.wrong.textContent = say(body?.message) || t("failed");
  }

  async forget(name) {
    const { status, body } = await ask("POST", "/api/scan/forget", { player: name });
    if (status === 200) this.know_hands(body.players);
    this.status.textContent = status === 200 ? w("forgotten", name) : say(body?.message) || t("failed");
  }

  show() {
    const { draft } = this;
    if (!draft) return;
    this.status.textContent = w("sum", this.plies.length, this.open);
    this.board = el("div", {});
    if (this.seen) replace(this.board, board_of(this.seen));
    const said = [...draft.off.filter(Boolean).map((ply) => w("off", ply)), ...draft.warnings.map(say)];
    const fitted = draft.sheets.map((sheet, at) => {
      const how = sheet.kept && sheet.fitted !== "player" ? "unlike" : sheet.fitted;
      return how === "plain" ? null : el("p", { class: "note", text: w(how, at + 1) });
    });
    replace(
      this.result,
      fitted,
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
    const further = (this.ply.aside?.[sheet] || []).flatMap((row) => [el("p", { class: "note", text: w("further", sheet + 1) }), this.cut(row, w("picture", sheet + 1))]);
    return el("div", {}, el("p", { text: w("written", sheet + 1, written ?? "—") }), this.cut(boxes, w("picture", sheet + 1)), further);
  }

  cut(boxes, label) {
    const cut = boxes.map(([page, x, y, width, height, best]) => {
      const canvas = el("canvas", { width: Math.ceil(width) + 8, height: Math.ceil(height) + 8, "aria-hidden": "true" });
      canvas.getContext("2d").drawImage(this.pictures[page], x - 4, y - 4, width + 8, height + 8, 0, 0, canvas.width, canvas.height);
      return el("figure", {}, canvas, el("figcaption", { text: best || "·" }));
    });
    return el("div", { class: "ink", role: "img", "aria-label": label }, cut);
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
      this.saved?.confirmed ? this.teach() : null,
    );
  }

  // Offers to keep the handwriting of a confirmed sheet.
  teach() {
    const names = this.draft.sheets.map((sheet, at) => field(w("handOf", at + 1), (id) => el("input", { id, value: sheet.player || "", maxlength: 60, required: this.draft.sheets.length === 1, autocomplete: "off" })));
    const learn = () => this.learn(names.map((name) => name.querySelector("input").value.trim()));
    return el("form", { on: { submit: (event) => (event.preventDefault(), learn()) } }, el("p", { class: "note", text: w("keepHand") }), el("div", { class: "columns" }, names), el("button", { type: "submit", text: w("learn") }), this.taught);
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
