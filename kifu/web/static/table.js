// The table: a game is recorded here while it is played.

import { Alarm } from "./alarm.js";
import { Bar } from "./bar.js";
import { Board } from "./board.js";
import { Clock, ending_text, side_name } from "./clock.js";
import { correct } from "./correction.js";
import { conflict, refusal } from "./dialogs.js";
import { el, replace } from "./dom.js";
import { Entry, moved_on, placing } from "./entry.js";
import { Frame } from "./frame.js";
import { Lead } from "./lead.js";
import { Match } from "./match.js";
import { fill_moves } from "./moves.js";
import { Panels, clock_tools } from "./panels.js";
import { Picker } from "./picker.js";
import { Players } from "./players.js";
import { Queue } from "./queue.js";
import { ask } from "./server.js";
import { store } from "./store.js";
import { Stream } from "./stream.js";
import { lang, say, setLang, t } from "./words.js";

class Table {
  constructor(page, look, state, kept) {
    const { game } = page;
    this.page = page;
    this.look = look;
    this.chosen = null; // the ply that comments go to; null: the last
    this.clock = new Clock(page);
    this.board = new Board(look, { tap: (square, event) => this.tap(square, event) });
    this.entry = new Entry((text) => this.move(text));
    this.queue = new Queue(game, kept, {
      changed: () => this.render(),
      stale: (now, item) => this.stale(now, item),
      taken: (answer) => this.taken(answer),
    });
    this.players = new Players(look);
    this.picker = new Picker(this.entry, { changed: () => this.render(), focus: (square) => this.by_key && this.board.focus(square) });
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
    replace(page.main, this.frame.elements);
    this.take(state);
    this.queue.load().then(() => {
      this.lead = new Lead(
        page,
        (leads) => this.leading(leads),
        (heard) => this.take(heard),
      );
      this.render();
    });
    const { signal } = page;
    document.addEventListener("keydown", (event) => this.key(event), { signal });
    window.addEventListener("online", () => this.queue.again(), { signal });
    window.addEventListener("beforeunload", (event) => this.queue.items.length && event.preventDefault(), { signal });
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
      match: this.match.element,
      panels: this.panels.elements,
    };
    return new Frame({ game: this.page.game, role: this.page.role, look: this.look }, parts, {
      undo: () => this.undo(),
      move: (text) => this.move(text),
      take_over: () => this.lead.take_over(),
      flip: () => {
        this.board.flip();
        this.render();
      },
      language: () => {
        this.board.build();
        this.board.show(this.board.shown);
        this.render();
      },
    });
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
    this.clock.show(state.clock);
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
    return this.queue.moves;
  }

  get given() {
    const { state } = this;
    const turn = this.pending.length % 2 ? (state.turn === "first" ? "second" : "first") : state.turn;
    const choices = state.mode === "practice" && state.choices && !this.queue.items.length ? state.choices : null;
    return { choices, tokens: moved_on(state.position.tokens, this.pending, state.turn), placing: placing(this.look, turn, state.position.hands), turn };
  }

  tap(square, event) {
    if (!this.can_play) return;
    this.by_key = event.detail === 0;
    this.entry.tap(square, this.given);
    this.render();
    if (this.by_key && this.entry.open) this.picker.focus();
  }

  get can_play() {
    const { state } = this;
    return this.writes && !state.closed && !this.people_ended;
  }

  // Whether people have ended the game; an end by the rules is for the reader to see, and the next move is still written.
  get people_ended() {
    return Boolean(this.state.ending) && this.state.ended_by_people !== false && !this.state.position.ending;
  }

  move(text) {
    if (!this.can_play) return;
    this.entry.clear();
    this.chosen = null;
    const spent = this.state.clock.running ? { device_ms: Math.round(performance.now() - this.turned) } : {};
    this.send({ kind: "move", ply: this.state.ply + this.pending.length + 1, text, ...spent });
    this.turned = performance.now();
    if (this.by_key) this.board.focus();
  }

  undo() {
    if (!this.writes) return;
    this.entry.clear();
    if (this.queue.items.length) {
      this.queue.drop_last();
      return;
    }
    this.send({ kind: "undo", ...(this.state.ply ? { ply: this.state.ply } : {}) });
  }

  key(event) {
    const writing = /^(INPUT|TEXTAREA|SELECT)$/u.test(event.target.tagName);
    if (document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      const back = this.entry.path[0];
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
    const clocked = this.writes && !state.closed && (state.clock.control || state.clock.running);
    this.frame.show(state, {
      writes: this.writes,
      looks_on: this.page.role === "recorder" && this.lead?.leads === false,
      clock: clocked ? clock_tools(state, (event) => this.send(event)) : null,
    });
    this.show_players(given.turn);
    this.draw(given);
    this.picker.show();
    this.say_status(given.turn);
    this.alarm.show(state, this.writes);
    this.match.show(state, this.writes);
    fill_moves(this.frame.list, state, { pending: this.pending, chosen: this.chosen ?? state.ply, choose: (ply) => this.choose(ply) });
    this.panels.show(state, { chosen: this.chosen, writes: this.writes });
    this.bar.show();
  }

  choose(ply) {
    this.chosen = ply === this.state.ply ? null : ply;
    this.render();
    this.frame.list.querySelector(`[data-ply="${ply}"]`)?.focus();
  }

  correct() {
    return correct(this.page.game, this.look, (event) => this.queue.add(event));
  }

  show_players(turn) {
    const { names, position, closed } = this.state;
    this.players.show({
      hands: position.hands,
      score: position.score,
      names,
      turn: closed ? null : turn,
      seen: this.board.seen,
      before: this.state.match?.before,
      faces: this.clock.faces,
    });
  }

  draw(given) {
    const last = this.pending.length ? null : this.last_square();
    this.board.show({ tokens: given.tokens, path: this.entry.path, targets: this.entry.targets(given), last });
  }

  // The square that the last move names last.
  last_square() {
    const text = this.state.moves.at(-1)?.text || "";
    return text.match(/[一二三四五六七八九十]+\d\d/gu)?.at(-1) || null;
  }

  say_status(turn) {
    const { state } = this;
    const texts = [];
    if (state.closed) texts.push(t("isClosed"));
    else if (state.ending) texts.push(t("hasEnded", ending_text(this.look, state.ending)));
    else texts.push(`${t("plyNext", state.ply + this.pending.length + 1)} ${t("turnOf", side_name(this.look, turn))}`);
    if (this.entry.note) texts.push(t(this.entry.note));
    if (this.entry.path.length) texts.push(this.entry.path.join("-"));
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
