// Moves are played on the board of a table: taps become the text of a move, and that goes into the queue.

import { waits, written } from "./preferences.js";
import { refusal, resigning } from "./dialogs.js";
import { Entry, moved_on, other, placing } from "./entry.js";

const HOLD = 4000; // milliseconds after which the usual text of a move stands

export class Playing {
  // `table` has the state of the game and whether it is written here; `told` is {changed, open, done}: something is
  // to be drawn anew; the keyboard has something to choose; the keyboard goes back to the board.
  constructor(table, look, queue, review, told) {
    this.table = table;
    this.look = look;
    this.queue = queue;
    this.review = review;
    this.told = told;
    this.entry = new Entry((text) => this.move(text));
    this.by_key = false; // whether the last tap was by the keyboard
    this.turned = performance.now();
  }

  // The device measures the time of a move too. It is kept beside that of the server.
  take(state, before) {
    if (!before || before.ply !== state.ply || before.clock.running !== state.clock.running) this.turned = performance.now();
  }

  // The moves that are not in the state yet.
  get pending() {
    return this.queue.moves_after(this.table.state);
  }

  // What a tap goes by: the board of the game, or that of the ply that is looked at.
  get given() {
    const { look, pending, review } = this;
    const { state } = this.table;
    const silent = state.mode === "official";
    if (review.writes) {
      const { tokens, turn, held } = review.board;
      // What was written wrongly is not put right by a text that nobody has chosen.
      return { choices: null, tokens, turn, silent, asks: review.act === "correct", joins: look.joins, placing: placing(look, turn, held) };
    }
    const turn = pending.length % 2 ? other(state.turn) : state.turn;
    const choices = state.mode === "practice" && state.choices && !this.queue.items.length && !pending.length ? state.choices : null;
    return {
      choices,
      tokens: moved_on(state.position.tokens, pending, state.turn, look),
      turn,
      silent,
      joins: look.joins,
      placing: this.placing(turn, pending.length > 0),
    };
  }

  // What a side can bring to the board. Moves that are not in the state yet have changed its hands, so all is offered then.
  placing(turn, unsure) {
    const { state } = this.table;
    const texts = this.look.places_once ? [...state.moves.map((move) => move.text), ...this.pending] : [];
    return placing(this.look, turn, unsure ? null : state.position.held, texts);
  }

  get can_play() {
    const { state, writes } = this.table;
    if (this.review.open) return writes && this.review.writes;
    return writes && !state.closed && !this.people_ended;
  }

  // Whether people have ended the game; an end by the rules is for the reader to see, and the next move is still written.
  get people_ended() {
    const { state } = this.table;
    return Boolean(state.ending) && state.ended_by_people !== false && !state.position.ending;
  }

  tap(square, by_key = false) {
    if (!this.can_play) return;
    if (this.entry.moves_on(square, this.given)) this.accept();
    this.by_key = by_key;
    this.entry.tap(square, this.given);
    this.told.changed();
    if (by_key && this.entry.open) this.told.open();
  }

  // The units of a square are drawn to another one.
  draw(from, to) {
    this.entry.clear();
    this.tap(from);
    if (to !== from) this.tap(to);
  }

  // Takes up a unit of the hand, or lays it back.
  hold(behind, by_key = false) {
    if (!this.can_play) return;
    this.accept();
    this.by_key = by_key;
    this.entry.hold(behind);
    this.told.changed();
    if (by_key) this.told.done();
  }

  place(behind, square) {
    if (this.entry.held !== behind) this.hold(behind);
    this.tap(square);
  }

  // The usual text of the squares that are tapped stands.
  accept() {
    if (this.entry.usual !== null) this.entry.choose(this.entry.usual);
  }

  // The usual text stands by itself after a while, if a finger or a mouse has tapped it.
  hurry() {
    const { usual, continues } = this.entry;
    const now = usual !== null && !continues && !this.by_key && !waits() ? usual : null;
    if (now === this.hurried) return;
    this.hurried = now;
    clearTimeout(this.holding);
    this.holding = now === null ? null : setTimeout(() => this.accept(), HOLD);
  }

  // Plays a move as it is written; returns whether there is a place for it.
  move(text) {
    const { state } = this.table;
    if (!this.can_play) return false;
    this.entry.clear();
    if (this.review.writes) {
      this.review.write(text, state.moves[this.review.ply - 1]?.text);
      return true;
    }
    const begins = state.clock.control && !state.clock.running && !state.ply && !this.pending.length;
    const spent = state.clock.running ? { device_ms: Math.round(performance.now() - this.turned) } : {};
    this.send({ kind: "move", ply: state.ply + this.pending.length + 1, text, ...spent });
    if (begins) this.send({ kind: "clock", action: "start", side: other(state.turn) });
    written();
    this.turned = performance.now();
    if (this.by_key) this.told.done();
    return true;
  }

  undo() {
    const { state, writes } = this.table;
    if (!writes) return;
    const tapped = this.entry.open || this.entry.path.length > 0;
    this.entry.clear();
    if (tapped) this.told.changed();
    else if (this.queue.items.length) this.queue.drop_last();
    else this.send({ kind: "undo", ...(state.ply ? { ply: state.ply } : {}) });
  }

  async resign() {
    this.accept();
    const side = await resigning(this.look, this.given.turn);
    if (side) this.send({ kind: "special", word: "投了", side });
  }

  // Sends an event; what the server never takes is shown.
  send(event) {
    return this.queue.add(event).catch((message) => message && refusal(message));
  }
}
