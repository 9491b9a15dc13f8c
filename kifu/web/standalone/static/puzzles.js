// Puzzles with one solution, asked one by one. What was solved comes back later, what was not comes back soon; when, is kept in
// this browser.

import { Board } from "./board.js";
import { bytes_of, content } from "./content.js";
import { button, el, field, replace } from "./dom.js";
import { Entry, placing, squares_of } from "./entry.js";
import { p } from "./phrases.js";
import { Picker } from "./picker.js";
import { Players } from "./players.js";
import { scoped, stored } from "./scope.js";
import { fit_stage, set_stage, top_bar } from "./stage.js";
import { lang, names_of, say } from "./words.js";

const STORED = "kifu-puzzles"; // by the id of a puzzle: [step, when it is asked again]
const FILE = "kifu-puzzles-file"; // {name, data} of a file, or {game} of those that the page carries
const GAME = "six"; // the game whose puzzles are asked first
const GAMES = new Set(["six", "ace", "king", "master"]); // those that can be solved
const LARGEST = 1 << 20; // bytes of a file that is kept
const DAYS = [0, 1, 3, 7, 16, 35, 90]; // after so many days a puzzle is asked again that was solved so often in a row
const DAY = 86_400_000;

function read(name, otherwise) {
  try {
    return JSON.parse(stored(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(name, value) {
  try {
    localStorage.setItem(scoped(name), JSON.stringify(value));
  } catch {
    // Without storage the steps last as long as the page.
  }
}

// Returns when a puzzle comes back: [step, time]. One that was missed begins anew.
export function scheduled([step] = [0], right, now) {
  const next = right ? Math.min(step + 1, DAYS.length - 1) : 0;
  return [next, now + DAYS[next] * DAY];
}

// Returns the puzzle to ask: of those that are due the one that was due first, else one that was never asked; null for none.
export function due(puzzles, steps, now) {
  const asked = puzzles.filter(({ id }) => steps[id] && steps[id][1] <= now).sort((one, other) => steps[one.id][1] - steps[other.id][1]);
  return asked[0] || puzzles.find(({ id }) => !steps[id]) || null;
}

export function start(page) {
  return new Puzzles(page);
}

class Puzzles {
  constructor(page) {
    this.page = page;
    this.kifu = page.kifu;
    this.steps = read(STORED, {});
    this.found = null;
    this.entry = new Entry((text) => this.answer(text));
    this.said = el("p", { class: "status", role: "status" });
    this.choice = el("section", { class: "card drop" });
    this.offered = () => [];
    this.turn = 0; // of the files that are asked for: who chooses another one meanwhile gets that
    page.reword = () => this.reword();
    this.choose_from();
    replace(page.main, el("h1", { text: p("puzzles") }), this.choice, this.said);
    const kept = read(FILE, null) || { game: GAME };
    if (kept.game) this.carried(kept.game);
    else this.take(kept.name, Uint8Array.from(atob(kept.data), (letter) => letter.charCodeAt(0)));
  }

  // Says all anew in place.
  reword() {
    this.choose_from();
    if (!this.board) this.page.main.querySelector("h1").textContent = p("puzzles");
    else {
      const { ply } = this;
      this.put_up();
      this.go(ply);
    }
    this.said.textContent = this.saying?.() ?? p("working");
  }

  choose_from() {
    const input = (id) => el("input", { id, type: "file", on: { change: (event) => this.chosen(event.target) } });
    const games = this.page.about.games.filter(({ id }) => GAMES.has(id));
    replace(
      this.choice,
      el("p", { class: "note", text: p("puzzlesSay") }),
      el("div", { class: "row" }, games.map(({ id, name }) => button(say(name), () => this.carried(id), { "aria-pressed": String(this.game === id) }))),
      el("p", { class: "note", text: p("notSolved", names_of(this.page.about.games.filter(({ id }) => !GAMES.has(id)))) }),
      field(p("choose"), input),
    );
  }

  // Asks the puzzles of a game that the page carries.
  async carried(game) {
    this.said.textContent = p("working");
    const turn = (this.turn += 1);
    const texts = await content("puzzles").catch(() => ({}));
    if (turn !== this.turn) return;
    if (!texts[game]) this.said.textContent = p("noPuzzles");
    else if (await this.take(game, bytes_of(texts[game]))) {
      this.game = game;
      this.choose_from();
      write(FILE, { game });
    }
  }

  async chosen(input) {
    const [file] = input.files;
    input.value = "";
    if (!file) return;
    this.turn += 1;
    this.said.textContent = p("working");
    const data = new Uint8Array(await file.arrayBuffer());
    if (!(await this.take(file.name, data))) return;
    this.game = null;
    this.choose_from();
    write(FILE, data.length < LARGEST ? { name: file.name, data: btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join("")) } : null);
  }

  async take(name, data) {
    this.said.textContent = p("working");
    const turn = (this.turn += 1);
    const { status, body } = await this.kifu.ask("POST", "/api/puzzles", { name }, data);
    if (this.page.signal.aborted || turn !== this.turn) return false;
    if (status !== 200) {
      this.said.textContent = say(body?.message) || p("noAnswer");
      return false;
    }
    this.found = body;
    if (!this.board) set_stage(this.page, "puzzle");
    this.next();
    return true;
  }

  next(anyway = false) {
    const { puzzles } = this.found;
    const soonest = () => [...puzzles].sort((one, other) => this.steps[one.id][1] - this.steps[other.id][1])[0];
    const asked = due(puzzles, this.steps, Date.now());
    this.now = asked || { ...soonest(), over: !anyway };
    this.missed = this.solved = false;
    this.offered = () => [];
    this.entry.clear();
    this.put_up();
    if (!this.over) {
      const left = puzzles.filter(({ id }) => !this.steps[id] || this.steps[id][1] <= Date.now()).length;
      this.say(() => [p("asks", this.side, this.now.solution.length), p("puzzlesLeft", left, puzzles.length)]);
      this.offer(() => [button(p("showAnswer"), () => this.give_up())]);
      return;
    }
    this.say(() => [p("allDone", puzzles.length, new Date(this.steps[this.now.id][1]).toLocaleDateString(lang()))]);
    this.offer(() => [button(p("anyway"), () => this.next(true))]);
  }

  // Puts the board of the puzzle up, as at a table.
  put_up() {
    const { page } = this;
    this.look = this.found.looks[this.now.look];
    this.ply = 0;
    this.board = new Board(this.look, { tap: (square) => this.tap(square), sized: () => fit_stage(page, this.board), seen: this.shown.turn });
    this.picker = new Picker(this.look, this.entry, this.board, { changed: () => this.draw(), focus: (square) => this.board.focus(square) });
    this.players = new Players(this.look, { hold: (behind) => this.hold(behind), drop: (behind, square) => this.place(behind, square) });
    this.acts = el("div", { class: "acts" });
    this.line = el("p", { class: "text", text: this.solved ? this.now.solution.join(" ") : "" });
    replace(this.acts, this.said, this.offered());
    fit_stage(page, this.board);
    replace(
      page.main,
      el("header", { class: "top" }, top_bar({ home: null, title: p("puzzles"), said: el("p", { class: "note", text: this.now.title }), board: this.board })),
      this.players.upper,
      el("div", { class: "stage" }, this.board.element, this.picker.element),
      this.players.lower,
      this.acts,
      el("div", { class: "rest" }, this.line, this.choice),
    );
    this.board.fit();
    this.draw();
  }

  // Offers what `made` returns, in the language of the moment.
  offer(made) {
    this.offered = made;
    replace(this.acts, this.said, made());
  }

  get shown() {
    return this.now.boards[this.ply];
  }

  get side() {
    return say(this.look.sides[this.shown.turn === "first" ? 0 : 1].label);
  }

  get given() {
    const { tokens, turn, held } = this.shown;
    return { choices: this.now.choices, tokens, placing: placing(this.look, turn, held), joins: this.look.joins, turn, asks: true };
  }

  // Says the texts that `made` returns, in the language of the moment.
  say(made) {
    this.saying = () => made().filter(Boolean).join(" · ");
    this.said.textContent = this.saying();
  }

  draw() {
    const asking = !this.over;
    const last = squares_of(this.ply ? this.now.solution[this.ply - 1] : "").at(-1);
    this.board.show({ tokens: this.shown.tokens, last, path: asking ? this.entry.path : [], targets: asking ? this.entry.targets(this.given) : [] });
    this.picker.show(false, this.shown.turn);
    this.players.show({ ...this.shown, names: { first: "", second: "" }, seen: this.board.seen, placing: asking ? placing(this.look, this.shown.turn, this.shown.held) : null, chosen: this.entry.held });
  }

  get over() {
    return this.now.over === true;
  }

  tap(square) {
    if (this.over) return;
    this.entry.tap(square, this.given);
    this.draw();
  }

  hold(behind) {
    this.entry.hold(behind);
    this.draw();
  }

  place(behind, square) {
    if (this.entry.held !== behind) this.hold(behind);
    this.tap(square);
  }

  answer(text) {
    if (text === this.now.solution[0]) this.end(!this.missed, () => p("right", text));
    else {
      if (!this.missed) this.note(false);
      this.missed = true;
      this.say(() => [p("wrong", text)]);
    }
    this.draw();
  }

  give_up() {
    this.missed = true;
    this.end(false, () => p("answerIs", this.now.solution[0]));
    this.draw();
  }

  note(right) {
    this.steps[this.now.id] = scheduled(this.steps[this.now.id], right, Date.now());
    write(STORED, this.steps);
  }

  // Shows the solution, which can be gone through.
  end(right, text) {
    if (right || !this.steps[this.now.id] || !this.missed) this.note(right);
    this.now = { ...this.now, over: true };
    const when = this.steps[this.now.id][1];
    this.say(() => [text(), right ? p("comesBack", new Date(when).toLocaleDateString(lang())) : p("comesBackSoon")]);
    this.solved = true;
    this.go(1);
    this.line.textContent = this.now.solution.join(" ");
    this.offer(() => [
      button("‹", () => this.go(this.ply - 1), { "aria-label": p("stepBack") }),
      button("›", () => this.go(this.ply + 1), { "aria-label": p("step") }),
      button(p("nextPuzzle"), () => this.next(), { class: "main" }),
    ]);
  }

  go(ply) {
    this.ply = Math.max(0, Math.min(ply, this.now.solution.length));
    this.draw();
  }
}
