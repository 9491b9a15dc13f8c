// The table: a game is recorded here while it is played.

import { IllegalMoveNotice } from "./illegal_move_notice.js";
import { UnsavedBanner } from "./unsaved_banner.js";
import { Board } from "./board.js";
import { Clock, ending_text, side_name } from "./clock.js";
import { correct } from "./correction.js";
import { conflict } from "./dialogs.js";
import { el, replace } from "./dom.js";
import { moved_on, other, squares_of } from "./entry.js";
import { Frame } from "./frame.js";
import { LeaderTab } from "./leader_tab.js";
import { Match } from "./match.js";
import { fill_moves } from "./moves.js";
import { Panels, clock_tools } from "./panels.js";
import { Picker } from "./picker.js";
import { Players } from "./players.js";
import { Playing } from "./playing.js";
import { Queue } from "./queue.js";
import { result_text } from "./result.js";
import { Review } from "./review.js";
import { ask } from "./server.js";
import { fit_stage, set_stage } from "./stage.js";
import { store } from "./store.js";
import { Stream } from "./stream.js";
import { lang, setLang, t } from "./words.js";

class Table {
  constructor(page, look, state, kept) {
    const { game } = page;
    this.page = page;
    this.look = look;
    this.clock = new Clock(page);
    this.queue = new Queue(game, kept, {
      changed: () => this.render(),
      stale: (now, item) => this.stale(now, item),
      taken: (answer) => this.taken(answer),
    });
    const send = (event) => this.playing.send(event);
    this.review = new Review(game, look, { add: send, changed: () => this.render(), begun: () => this.playing.entry.clear() });
    this.playing = new Playing(this, look, this.queue, this.review, {
      changed: () => this.render(),
      open: () => this.picker.focus(),
      done: () => this.board.focus(),
    });
    const { playing } = this;
    this.board = new Board(look, {
      tap: (square, event) => playing.tap(square, event.detail === 0),
      drop: (from, to) => playing.draw(from, to),
      sized: () => fit_stage(page, this.board),
    });
    this.players = new Players(look, {
      hold: (behind, event) => playing.hold(behind, event.detail === 0),
      drop: (behind, square) => playing.place(behind, square),
    });
    this.picker = new Picker(look, playing.entry, this.board, {
      changed: () => this.render(),
      focus: (square) => playing.by_key && this.board.focus(square),
    });
    this.alarm = new IllegalMoveNotice(look, {
      undo: () => playing.undo(),
      foul: (side, ply) => send({ kind: "foul", side, ply }),
      correct: () => this.correct(),
    });
    this.match = new Match(game, look, send);
    this.bar = new UnsavedBanner(page, this.queue, {
      asked: () => Boolean(this.asking?.open),
      decide: () => this.stale(this.state, this.queue.items[0]),
    });
    this.panels = new Panels(game, look, {
      add: send,
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
    this.set_up();
    this.take(state);
    this.queue.load().then(() => {
      this.lead = new LeaderTab(
        page,
        (leads) => this.leading(leads),
        (heard) => this.take(heard),
      );
      this.render();
    });
  }

  // Puts the frame on the page, and listens to what is no part of it.
  set_up() {
    const { main, signal } = this.page;
    set_stage(this.page);
    fit_stage(this.page, this.board);
    replace(main, this.frame.elements);
    this.board.fit();
    const of = (target, name, act) => target.addEventListener(name, act, { signal });
    of(document, "keydown", (event) => this.key(event));
    of(window, "online", () => this.queue.again());
    of(window, "resize", () => this.playing.entry.open && this.render());
    of(window, "beforeunload", (event) => this.queue.items.length && event.preventDefault());
    // What stands on the board is kept when the page goes out of sight.
    of(document, "visibilitychange", () => document.visibilityState === "hidden" && this.playing.accept());
  }

  get writes() {
    return this.page.role === "recorder" && this.lead?.leads !== false;
  }

  framed() {
    const { playing } = this;
    const parts = {
      bar: this.bar.element,
      players: this.players,
      board: this.board,
      clock: this.clock.note,
      picker: this.picker.element,
      alarm: this.alarm.element,
      review: this.review.element,
      match: this.match.element,
      panels: this.panels.elements,
      notice: this.page.notice,
    };
    return new Frame({ game: this.page.game, role: this.page.role, look: this.look, screen: this.page }, parts, {
      undo: () => playing.undo(),
      move: (text) => playing.move(text),
      start: () => playing.send({ kind: "clock", action: "start" }),
      resign: () => playing.resign(),
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
    this.playing.take(state, this.state);
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

  key(event) {
    const { entry } = this.playing;
    const writing = /^(INPUT|TEXTAREA|SELECT)$/u.test(event.target.tagName);
    if (document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      const back = entry.path[0];
      if (!entry.path.length && entry.held === null) this.review.close();
      entry.clear();
      this.render();
      if (writing || this.picker.element.contains(event.target) || event.target === document.body) this.board.focus(back);
    } else if (writing) return;
    else if (event.key === "u") this.playing.undo();
    else if (event.key === "t" || event.key === "/") {
      event.preventDefault();
      this.frame.typed.focus();
    }
  }

  render() {
    const { state, playing } = this;
    if (!state) return;
    const { given, pending } = playing;
    const plays = this.writes && !state.closed && !state.ending;
    const clocked = this.writes && !state.closed && (state.clock.control || state.clock.running);
    this.frame.show(state, {
      writes: this.writes,
      plays: plays && !this.review.open,
      looks_on: this.page.role === "recorder" && this.lead?.leads === false,
      stands: plays && this.clock.stands,
      clock: clocked ? clock_tools(state, (event) => playing.send(event)) : null,
    });
    playing.hurry();
    this.draw(given, pending);
    this.frame.say(this.status(given.turn, pending).join(" · "));
    this.alarm.show(state, this.writes && !this.review.open);
    this.review.show(state, this.writes);
    this.match.show(state, this.writes);
    fill_moves(this.frame.list, state, { pending, chosen: this.review.ply ?? state.ply, choose: (ply) => this.choose(ply) });
    this.panels.show(state, { chosen: this.review.ply, writes: this.writes });
    this.bar.show();
    this.picker.show(Boolean(playing.holding), given.turn);
  }

  choose(ply) {
    this.playing.accept();
    this.playing.entry.clear();
    this.review.look_at(ply === this.review.ply ? null : ply, this.state.seq);
    window.scrollTo(0, 0);
    this.render();
  }

  correct() {
    return correct(this.page.game, this.look, (event) => this.queue.add(event));
  }

  // Draws the board and the players: of the game, or of the ply that is looked at; with the usual text of what is tapped.
  draw(given, pending) {
    const { state, look, playing, review } = this;
    const { entry } = playing;
    const shown = review.open && review.board ? review.board : null;
    const { names, position } = state;
    const { hands, held, beside, score } = shown || position;
    const open = entry.usual === null ? [] : [entry.usual];
    // Who taps a hand while a text is left open has gone on to the next move.
    const turn = open.length ? other(given.turn) : shown?.turn ?? given.turn;
    const units = open.length ? playing.placing(turn, false) : given.placing;
    this.players.show({
      hands,
      held,
      beside,
      score,
      names,
      turn: (state.closed || state.ending) && !shown ? null : turn,
      seen: this.board.seen,
      before: state.match?.before,
      faces: this.clock.faces,
      placing: playing.can_play ? units : null,
      chosen: entry.held,
    });
    const tokens = moved_on(shown ? shown.tokens : given.tokens, open, given.turn, look);
    const of_shown = review.act ? review.line.at(-1) : state.moves[review.ply - 1]?.text;
    const ends = squares_of((shown ? of_shown : (pending.at(-1) ?? state.moves.at(-1)?.text)) || "");
    this.board.show({ tokens, path: entry.path, targets: entry.targets(given), from: ends[0], last: ends.at(-1) ?? null });
  }

  // Returns what is said in words of the game and of what is tapped.
  status(turn, pending) {
    const { state, review } = this;
    const { entry } = this.playing;
    const ply = review.open ? review.ply + review.line.length : state.ply + pending.length + 1;
    if (review.open && !review.act) return [t("lookingBack")];
    if (entry.usual !== null) return [t("usualNext", entry.usual)];
    const texts = [];
    if (state.closed) texts.push(...[result_text(state.result), t("isClosed")].filter(Boolean));
    else if (state.ending) texts.push(t("hasEnded", ending_text(this.look, state.ending)));
    else {
      const last = review.open ? undefined : (pending.at(-1) ?? state.moves.at(-1)?.text);
      if (last && !entry.note && !entry.path.length) texts.push(t("lastMove", ply - 1, last));
      texts.push(`${t("plyNext", ply)} ${t("turnOf", side_name(this.look, turn))}`);
    }
    if (entry.note) texts.push(t(entry.note));
    else if (entry.path.length) texts.push(entry.path.join("-"));
    else if (state.clock.control && !state.clock.running && !state.ply && !pending.length) texts.push(t("clockBegins"));
    return texts;
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
