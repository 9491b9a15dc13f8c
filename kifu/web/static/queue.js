// Sends events to the server one by one, in their order. Nothing is put on another base by itself: the first event that the
// server does not take stops the queue, and a person decides.

import { randomId } from "./dom.js";
import { ask } from "./server.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
const MOST_TAKEN = 20;

export class Queue {
  // `changed` is called when something has changed; `stale` with the state of the server, `taken` with its answer.
  constructor(game, kept, { changed, stale, taken }) {
    this.path = `/api/g/${game}/events`;
    this.game = game;
    this.kept = kept;
    this.told = { changed, stale, taken };
    this.items = [];
    this.leads = false;
    this.stopped = false; // by a conflict
    this.failing = false; // the last attempt has not reached the disk of the server
    this.reason = null;
    this.wait = FIRST_WAIT;
    this.seq = 0;
    this.promises = new Map();
    this.taken = []; // what was taken last, with the number that it got
  }

  async load() {
    try {
      this.items = await this.kept.read(this.game);
    } catch {
      this.items = [];
    }
    this.told.changed();
  }

  // The moves that a state does not have yet: what is not taken, and what was taken after it.
  moves_after(state) {
    const taken = this.taken.filter(({ seq }) => seq > state.seq).map(({ item }) => item);
    return [...taken, ...this.items].filter(({ event }) => event.kind === "move" && event.ply > state.ply).map(({ event }) => event.text);
  }

  // Adds an event. The promise resolves with the answer, and is refused with the message of a server that never takes it.
  add(event) {
    const item = { event: { id: randomId(), ...event }, base: this.items.length ? null : this.seq };
    this.items.push(item);
    const answer = new Promise((resolve, reject) => this.promises.set(item.event.id, { resolve, reject }));
    answer.catch(() => {});
    this.save();
    this.told.changed();
    this.pump();
    return answer;
  }

  async save() {
    try {
      await this.kept.write(this.game, this.items);
    } catch {
      // What cannot be kept is still in memory, and the red bar is shown until it is sent.
    }
  }

  // Takes the last event away again, unless it is under way.
  drop_last() {
    if (!this.items.length || (this.items.length === 1 && this.busy)) return false;
    this.items.pop();
    this.save();
    this.told.changed();
    return true;
  }

  clear() {
    for (const item of this.items) this.promises.get(item.event.id)?.reject(null);
    this.items = [];
    this.stopped = false;
    this.failing = false;
    this.save();
    this.told.changed();
  }

  // A person has decided: the events go on from `seq`. Those of `before` come first.
  resume(seq, before = []) {
    this.items = [...before.map((event) => ({ event: { id: randomId(), ...event }, base: null })), ...this.items];
    this.items.forEach((item, place) => {
      item.base = place ? null : seq;
    });
    this.stopped = false;
    this.save();
    this.pump();
  }

  // Tries again at once, for the network is back.
  again() {
    this.wait = FIRST_WAIT;
    this.pump();
  }

  async pump() {
    if (this.busy || this.stopped || !this.leads || !this.items.length) return;
    this.busy = true;
    clearTimeout(this.timer);
    const item = this.items[0];
    item.base ??= this.seq;
    const { status, body } = await ask("POST", this.path, { base: item.base, event: item.event });
    this.busy = false;
    if (status === 200) this.took(item, body);
    else if (status === 409) this.stop(body);
    else if (status === 429) this.later(1000);
    else if ([403, 404, 413, 415, 422].includes(status)) this.refuse(item, body);
    else {
      this.failing = true;
      this.reason = body?.message || null;
      this.later(this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    }
    this.told.changed();
  }

  later(milliseconds) {
    this.timer = setTimeout(() => this.pump(), milliseconds);
  }

  async took(item, answer) {
    const base = item.base;
    this.items.shift();
    this.taken = [...this.taken.slice(-MOST_TAKEN), { item, seq: answer.seq }];
    this.failing = false;
    this.reason = null;
    this.wait = FIRST_WAIT;
    if (answer.seq > this.seq) this.seq = answer.seq;
    // After a confirmation the others stay on their old base: the server compares each with what stands there.
    if (answer.status === "agree" && this.items.length) this.items[0].base = base;
    await this.save();
    this.promises.get(item.event.id)?.resolve(answer);
    this.promises.delete(item.event.id);
    await this.told.taken(answer, item);
    this.pump();
  }

  stop(body) {
    this.stopped = true;
    this.failing = false;
    this.told.stale(body.state, this.items[0]);
  }

  refuse(item, body) {
    this.items.shift();
    this.save();
    this.promises.get(item.event.id)?.reject(body?.message || null);
    this.promises.delete(item.event.id);
    if (this.items.length) this.items[0].base = item.base;
    this.pump();
  }
}
