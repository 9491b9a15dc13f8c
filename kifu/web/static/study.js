// Moves that are tried on the board of the viewer. They are nobody's but the reader's, until they are kept: as a branch of the
// record by a recorder while the game is open, on this device by everybody else.

import { refusal } from "./dialogs.js";
import { button, el, field, randomId, replace } from "./dom.js";
import { Entry, placing } from "./entry.js";
import { boards_of } from "./patch.js";
import { Picker } from "./picker.js";
import { scoped, stored } from "./scope.js";
import { ask } from "./server.js";
import { say, t } from "./words.js";

const MOST_KEPT = 20;

// Returns the lines beside the game: the branches of the record, and those of this device.
export function lines_of(course, boards, own) {
  const branches = (course.branches || []).map(({ ply, moves, steps, message }) => ({
    ply: ply - 1, moves: steps ? moves.slice(0, steps.length) : moves, boards: steps ? boards_of(steps, null, boards[ply - 1]) : null, message,
  }));
  return course.silent ? [] : [...branches.filter((line) => line.boards?.length), ...own.filter((line) => line.ply < boards.length)];
}

export class Study {
  // `tried` shows a line, `changed` draws anew, `kept` is called when a line is kept here, `here` returns {ply, moves, board}.
  constructor(page, look, board, { tried, changed, kept, here }) {
    this.page = page;
    this.look = look;
    this.told = { tried, changed, kept, here };
    this.entry = new Entry((text) => this.play(text));
    this.picker = new Picker(look, this.entry, board, { changed, focus: (square) => board.focus(square) });
    this.asked = new Map(); // by ply and moves: the promise of what the server says, so that taps stay in their order
    this.known = new Map(); // by ply and moves: what the server says of the board there
    this.element = el("section", { class: "card tried", hidden: true });
    this.stored = `kifu-study-${page.game}`;
    this.own = this.read();
  }

  build() {
    this.label = el("strong", { class: "text" });
    this.note = el("p", { class: "bad text", role: "alert" });
    this.keep_button = button("", () => this.keep());
    replace(this.element, el("div", { class: "row" }, this.label, el("span", { class: "grow" }), button(t("mainLine"), () => this.back()), this.keep_button), this.note);
  }

  read() {
    try {
      return JSON.parse(stored(this.stored) || "[]");
    } catch {
      return [];
    }
  }

  // Forgets the squares that were tapped.
  clear(drawn = false) {
    this.entry.clear();
    if (drawn) this.told.changed();
  }

  // Asks what stands after moves behind a ply of the game, and what may follow.
  async ask({ ply, moves }) {
    const key = JSON.stringify([ply, moves]);
    if (!this.asked.has(key)) this.asked.set(key, this.answer(key, { ply, moves }));
    return this.asked.get(key);
  }

  async answer(key, line) {
    const { status, body } = await ask("POST", `/api/g/${this.page.game}/try`, line);
    if (status === 200) {
      this.known.set(key, body);
      return body;
    }
    this.asked.delete(key);
    if (body?.message) refusal(body.message);
    return null;
  }

  get given() {
    const { ply, moves, board } = this.told.here();
    const choices = this.known.get(JSON.stringify([ply, moves]))?.choices;
    const { joins } = this.look;
    return choices && { choices, tokens: board.tokens, placing: placing(this.look, board.turn, board.held), joins, turn: board.turn, asks: true };
  }

  get targets() {
    return this.given ? this.entry.targets(this.given) : [];
  }

  // Waits until it is known what may follow on the board that is shown; false if another one is shown by then.
  async ready() {
    const here = this.told.here();
    const known = await this.ask(here);
    const now = this.told.here();
    return Boolean(known) && now.ply === here.ply && now.moves.join() === here.moves.join();
  }

  // What of the hand can be tapped, and what is taken up; nothing in official mode.
  get hand() {
    const { board } = this.told.here();
    return board.held ? { placing: placing(this.look, board.turn, board.held), chosen: this.entry.held } : {};
  }

  async tap(square, by_key = false) {
    if (!(await this.ready())) return;
    this.entry.tap(square, this.given);
    this.told.changed();
    if (by_key && this.entry.open) this.picker.focus();
  }

  // A unit is drawn to another square.
  async drop(from, to) {
    if (!(await this.ready())) return;
    this.entry.clear();
    for (const square of [from, to]) this.entry.tap(square, this.given);
    this.told.changed();
  }

  // A unit of the hand is taken up, or brought to a square.
  async hold(behind, square = null) {
    if (!(await this.ready())) return;
    if (square === null || this.entry.held !== behind) this.entry.hold(behind);
    if (square !== null) this.entry.tap(square, this.given);
    this.told.changed();
  }

  play(text) {
    const { ply, moves } = this.told.here();
    this.open({ ply, moves: [...moves, text] });
  }

  // Shows a line at its end.
  async open(line) {
    this.entry.clear();
    const answer = await this.ask(line);
    if (!answer) return;
    this.told.tried({ ...line, moves: line.moves.slice(0, answer.steps.length), from: answer });
  }

  back() {
    const { ply } = this.told.here();
    this.told.tried({ ply, moves: [] });
  }

  get in_record() {
    return this.page.role === "recorder" && !this.course.closed;
  }

  async keep() {
    const { line } = this;
    if (this.in_record) {
      const event = { id: randomId(), kind: "branch", ply: line.ply + 1, moves: line.moves };
      const { status, body } = await ask("POST", `/api/g/${this.page.game}/events`, { base: this.course.seq, event });
      if (status !== 200) refusal(body?.message || { ja: t("failed"), en: t("failed") });
      return;
    }
    this.own = [...this.own.filter((each) => each.ply !== line.ply || each.moves.join() !== line.moves.join()), { ply: line.ply, moves: line.moves, own: true }].slice(-MOST_KEPT);
    try {
      localStorage.setItem(scoped(this.stored), JSON.stringify(this.own));
    } catch {
      // Without storage the line lasts as long as the page.
    }
    this.told.kept();
  }

  show(line, course) {
    this.picker.show(false, this.told.here().board.turn);
    this.line = line;
    this.course = course;
    this.element.hidden = !line;
    if (!line) return;
    this.label.textContent = `${t("tried")}: ${line.ply + 1} ${line.moves.join(" ")}`;
    this.keep_button.textContent = t(this.in_record ? "keepInRecord" : "keepHere");
    this.note.textContent = say(line.from?.message) || say(line.message) || "";
  }

  // The arbiter of an official game sees the verdict on his own device.
  arbiter() {
    const pin = el("input", { inputmode: "numeric", autocomplete: "off", maxlength: "8" });
    const send = async (event) => {
      event.preventDefault();
      const { status, body } = await ask("POST", `/api/g/${this.page.game}/pin`, { pin: pin.value });
      if (status !== 200) refusal(body?.message || { ja: t("failed"), en: t("failed") });
    };
    return el("form", { class: "card", on: { submit: send } }, field(t("pin"), (id) => {
      pin.id = id;
      return pin;
    }), el("button", { type: "submit", text: t("givePin") }));
  }
}
