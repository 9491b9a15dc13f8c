// The table: a game is recorded here while it is played.

import { Alarm } from "./alarm.js";
import { Bar } from "./bar.js";
import { Board } from "./board.js";
import { Clock, ending_text, side_name } from "./clock.js";
import { correct } from "./correction.js";
import { waits, written } from "./device.js";
import { conflict, refusal, resigning } from "./dialogs.js";
import { el, replace } from "./dom.js";
import { Entry, moved_on, other, placing, squares_of } from "./entry.js";
import { Frame } from "./frame.js";
import { Lead } from "./lead.js";
import { Match } from "./match.js";
import { fill_moves } from "./moves.js";
import { Panels, clock_tools } from "./panels.js";
import { Picker } from "./picker.js";
import { Players } from "./players.js";
import { Queue } from "./queue.js";
import { Review } from "./review.js";
import { ask } from "./server.js";
import { store } from "./store.js";
import { Stream } from "./stream.js";
import { lang, say, setLang, t } from "./words.js";

const HOLD = 3000; // milliseconds after which the usual reading of a move stands

class Table {
  constructor(page, look, state, kept) {
    const { game } = page;
    this.page = page;
    this.look = look;
    this.clock = new Clock(page);
    this.entry = new Entry((text) => this.move(text));
    this.board = new Board(look, {
      tap: (square, event) => this.tap(square, event.detail === 0),
      sized: () => this.proportion(),
      drop: (from, to) => {
        this.entry.clear();
        this.tap(from);
        if (to !== from) this.tap(to);
      },
    });
    this.queue = new Queue(game, kept, {
      changed: () => this.render(),
      stale: (now, item) => this.stale(now, item),
      taken: (answer) => this.taken(answer),
    });
    this.players = new Players(look, {
      hold: (behind, event) => this.hold(behind, event.detail === 0),
      drop: (behind, square) => {
        if (this.entry.held !== behind) this.hold(behind);
        this.tap(square);
      },
    });
    this.picker = new Picker(look, this.entry, this.board, {
      changed: () => this.render(),
      focus: (square) => this.by_key && this.board.focus(square),
    });
    this.review = new Review(game, look, { add: (event) => this.send(event), changed: () => this.render() });
    this.alarm = new Alarm(look, {
      undo: () => this.undo(),
      foul: (side, ply) => this.send({ kind: "foul", side, ply }),
      correct: () => this.correct(),
    });
    this.match = new Match(game, look, (event) => this.send(event));
    this.bar = new Bar(page, this.queue, {
      asked: () => Boolean(this.asking?.open),
      decide: () => this.stale(this.state, this.queue.items[0]),
    });
    this.panels = new Panels(game, look, {
      add: (event) => this.send(event),
      correct: () => this.correct(),
      trusted: () => this.refresh().then(() => this.stream.open()),
    });
    this.stream = new Stream(page, {
      taken: (now) => {
        this.take(now);
        this.queue.again();
      },
      refused: () => this.refresh(),
    });
    this.frame = this.framed();
    page.main.classList.add("table");
    const rows = Math.min(2, Math.ceil(look.placing.first.length / 10));
    page.main.style.setProperty("--hand-rows", rows);
    page.main.classList.toggle("many", rows > 1);
    page.signal.addEventListener("abort", () => page.main.classList.remove("table"));
    replace(page.main, this.frame.elements);
    this.proportion();
    this.take(state);
    this.queue.load().then(() => {
      this.lead = new Lead(
        page,
        (leads) => this.leading(leads),
        (heard) => this.take(heard),
      );
      this.render();
    });
    this.listen(page.signal);
  }

  listen(signal) {
    const of = (target, name, act) => target.addEventListener(name, act, { signal });
    of(document, "keydown", (event) => this.key(event));
    of(window, "online", () => this.queue.again());
    of(window, "resize", () => this.entry.open && this.render());
    of(window, "beforeunload", (event) => this.queue.items.length && event.preventDefault());
    // What stands on the board is kept when the page goes out of sight.
    of(document, "visibilitychange", () => document.visibilityState === "hidden" && this.accept());
  }

  get writes() {
    return this.page.role === "recorder" && this.lead?.leads !== false;
  }

  framed() {
    const parts = {
      bar: this.bar.element,
      players: this.players,
      board: this.board.element,
      clock: this.clock.note,
      picker: this.picker.element,
      alarm: this.alarm.element,
      review: this.review.element,
      match: this.match.element,
      panels: this.panels.elements,
    };
    return new Frame({ game: this.page.game, role: this.page.role, look: this.look }, parts, {
      undo: () => this.undo(),
      move: (text) => this.move(text),
      start: () => this.send({ kind: "clock", action: "start" }),
      resign: () => this.resign(),
      take_over: () => this.lead.take_over(),
      flip: () => {
        this.board.flip();
        this.proportion();
        this.render();
      },
      language: () => {
        this.board.build();
        this.board.show(this.board.shown);
        this.render();
      },
    });
  }

  proportion() {
    this.page.main.style.setProperty("--ratio", this.board?.ratio ?? 1);
  }

  leading(leads) {
    this.queue.leads = leads && this.page.role === "recorder";
    if (leads) {
      this.stream.open();
      this.queue.load().then(() => this.queue.pump());
    } else this.stream.close();
    this.render();
  }

  async refresh() {
    const { status, body } = await ask("GET", `/api/g/${this.page.game}/state`);
    if (status === 200) this.take(body);
  }

  take(state) {
    if (this.state && state.seq < this.state.seq) return;
    // The device measures the time of a move too. It is kept beside that of the server.
    const same = this.state && this.state.ply === state.ply && this.state.clock.running === state.clock.running;
    if (!same) this.turned = performance.now();
    this.state = state;
    this.queue.seq = Math.max(this.queue.seq, state.seq);
    this.clock.show(state.clock, state.ply > 0 && !state.closed && !state.ending);
    this.lead?.leads && this.lead.tell(state);
    this.render();
  }

  async taken(answer) {
    if (this.state.seq < answer.seq) await this.refresh();
  }

  stale(state, item) {
    this.take(state);
    this.asking = conflict(item, state, this.queue);
    this.asking.addEventListener("close", () => this.render());
  }

  // Sends an event; what the server never takes is shown.
  send(event) {
    return this.queue.add(event).catch((message) => message && refusal(message));
  }

  // The squares and units as they are with the moves that are not sent yet.
  get pending() {
    return this.queue.moves_after(this.state.ply);
  }

  // What a tap goes by: the board of the game, or that of the ply that is looked at.
  get given() {
    const { state, look, pending } = this;
    if (this.review.writes) {
      const { tokens, turn, held } = this.review.board;
      return { choices: null, tokens, turn, joins: look.joins, placing: placing(look, turn, held) };
    }
    const turn = pending.length % 2 ? other(state.turn) : state.turn;
    const choices = state.mode === "practice" && state.choices && !this.queue.items.length ? state.choices : null;
    const texts = [...state.moves.map((move) => move.text), ...pending];
    return {
      choices,
      tokens: moved_on(state.position.tokens, pending, state.turn, look),
      turn,
      joins: look.joins,
      placing: placing(look, turn, pending.length ? null : state.position.held, texts),
    };
  }

  tap(square, by_key = false) {
    if (!this.can_play) return;
    if (this.entry.moves_on(square, this.given)) this.accept();
    this.by_key = by_key;
    this.entry.tap(square, this.given);
    this.render();
    if (by_key && this.entry.open) this.picker.focus();
  }

  hold(behind, by_key = false) {
    if (!this.can_play) return;
    this.accept();
    this.by_key = by_key;
    this.entry.hold(behind);
    this.render();
    if (by_key) this.board.focus();
  }

  // The usual reading of the squares that are tapped stands.
  accept() {
    if (this.entry.usual !== null) this.entry.choose(this.entry.usual);
  }

  get can_play() {
    const { state } = this;
    if (this.review.open) return this.writes && this.review.writes;
    return this.writes && !state.closed && !this.people_ended;
  }

  // Whether people have ended the game; an end by the rules is for the reader to see, and the next move is still written.
  get people_ended() {
    return Boolean(this.state.ending) && this.state.ended_by_people !== false && !this.state.position.ending;
  }

  move(text) {
    const { state } = this;
    if (!this.can_play && !this.review.writes) return;
    this.entry.clear();
    if (this.review.writes) {
      this.review.write(text, state.moves[this.review.ply - 1]?.text);
      return;
    }
    const begins = state.clock.control && !state.clock.running && !state.ply && !this.pending.length;
    const spent = state.clock.running ? { device_ms: Math.round(performance.now() - this.turned) } : {};
    this.send({ kind: "move", ply: state.ply + this.pending.length + 1, text, ...spent });
    if (begins) this.send({ kind: "clock", action: "start", side: other(state.turn) });
    written();
    this.turned = performance.now();
    if (this.by_key) this.board.focus();
  }

  undo() {
    if (!this.writes) return;
    const tapped = this.entry.open || this.entry.path.length > 0;
    this.entry.clear();
    if (tapped) this.render();
    else if (this.queue.items.length) this.queue.drop_last();
    else this.send({ kind: "undo", ...(this.state.ply ? { ply: this.state.ply } : {}) });
  }

  async resign() {
    this.accept();
    const side = await resigning(this.look, this.given.turn);
    if (side) this.send({ kind: "special", word: "投了", side });
  }

  key(event) {
    const writing = /^(INPUT|TEXTAREA|SELECT)$/u.test(event.target.tagName);
    if (document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      const back = this.entry.path[0];
      if (!this.entry.path.length && this.entry.held === null) this.review.close();
      this.entry.clear();
      this.render();
      if (writing || this.picker.element.contains(event.target) || event.target === document.body) this.board.focus(back);
    } else if (writing) return;
    else if (event.key === "u") this.undo();
    else if (event.key === "t" || event.key === "/") {
      event.preventDefault();
      this.frame.typed.focus();
    }
  }

  render() {
    const { state } = this;
    if (!state) return;
    const { given } = this;
    const plays = this.writes && !state.closed && !state.ending;
    const clocked = this.writes && !state.closed && (state.clock.control || state.clock.running);
    this.frame.show(state, {
      writes: this.writes,
      plays: plays && !this.review.open,
      looks_on: this.page.role === "recorder" && this.lead?.leads === false,
      stands: plays && this.clock.stands,
      clock: clocked ? clock_tools(state, (event) => this.send(event)) : null,
    });
    this.hurry();
    this.draw(given);
    this.say_status(given.turn);
    this.alarm.show(state, this.writes && !this.review.open);
    this.review.show(state, this.writes);
    this.match.show(state, this.writes);
    fill_moves(this.frame.list, state, { pending: this.pending, chosen: this.review.ply ?? state.ply, choose: (ply) => this.choose(ply) });
    this.panels.show(state, { chosen: this.review.ply, writes: this.writes });
    this.bar.show();
    this.picker.show(Boolean(this.holding), given.turn);
  }

  // The usual reading stands by itself after a while, if a finger or a mouse has tapped it.
  hurry() {
    const { usual, continues } = this.entry;
    const now = usual !== null && !continues && !this.by_key && !waits() ? usual : null;
    if (now === this.hurried) return;
    this.hurried = now;
    clearTimeout(this.holding);
    this.holding = now === null ? null : setTimeout(() => this.accept(), HOLD);
  }

  choose(ply) {
    this.accept();
    this.entry.clear();
    this.review.look_at(ply === this.review.ply ? null : ply, this.state.seq);
    window.scrollTo(0, 0);
    this.render();
  }

  correct() {
    return correct(this.page.game, this.look, (event) => this.queue.add(event));
  }

  draw(given) {
    const { state, entry, review } = this;
    const shown = review.open && review.board ? review.board : null;
    const { names, position, closed } = state;
    const counted = shown || position;
    const { tokens, last } = this.drawn(given, shown);
    // Who taps a hand while a reading is left open has gone on to the next move.
    const turn = entry.usual === null ? given.turn : other(given.turn);
    const units = entry.usual === null ? given.placing : placing(this.look, turn, position.held, []);
    this.players.show({
      hands: counted.hands,
      held: counted.held,
      beside: counted.beside,
      score: counted.score,
      names,
      turn: closed ? null : turn,
      seen: this.board.seen,
      before: state.match?.before,
      faces: this.clock.faces,
      placing: this.can_play ? units : null,
      chosen: entry.held,
    });
    this.board.show({ tokens, path: entry.path, targets: entry.targets(given), from: last[0], last: last.at(-1) ?? null });
  }

  // The units as they are shown: with the usual reading of what is tapped. And the squares of the last move.
  drawn(given, shown) {
    const { state, entry, review, pending } = this;
    const tokens = shown ? shown.tokens : given.tokens;
    const text = shown ? (review.act ? review.line.at(-1) : state.moves[review.ply - 1]?.text) : pending.at(-1) ?? state.moves.at(-1)?.text;
    const usual = entry.usual === null ? tokens : moved_on(tokens, [entry.usual], given.turn, this.look);
    return { tokens: usual, last: squares_of(text || "") };
  }

  say_status(turn) {
    const { state, entry, review } = this;
    const texts = [];
    if (review.open && !review.act) texts.push(t("lookingBack"));
    else if (entry.usual !== null) texts.push(t("usualNext", entry.usual));
    else if (state.closed) texts.push(t("isClosed"));
    else if (state.ending) texts.push(t("hasEnded", ending_text(this.look, state.ending)));
    else texts.push(`${t("plyNext", review.open ? review.ply + review.line.length : state.ply + this.pending.length + 1)} ${t("turnOf", side_name(this.look, turn))}`);
    if (entry.note) texts.push(t(entry.note));
    else if (entry.path.length && entry.usual === null) texts.push(entry.path.join("-"));
    else if (state.clock.control && !state.clock.running && !state.ply && !this.pending.length) texts.push(t("clockBegins"));
    this.frame.say(texts.join(" · "));
  }
}

export async function start(page) {
  const { game } = page;
  setLang(lang());
  const [look, state] = await Promise.all([ask("GET", `/api/g/${game}/look`), ask("GET", `/api/g/${game}/state`)]);
  if (look.status !== 200 || state.status !== 200) {
    replace(page.main, el("h1", { text: "kifu" }), el("p", { text: t(look.status === 404 ? "noGame" : "failed") }), el("a", { href: "/", text: t("toList") }));
    return;
  }
  new Table(page, look.body, state.body, await store());
}
