// The table: a game is recorded here while it is played.

import { Board } from "./board.js";
import { Clock, ending_text, side_name } from "./clock.js";
import { conflict, refusal } from "./dialogs.js";
import { ask, button, el, languageButton, replace, shortHash } from "./dom.js";
import { Editor } from "./editor.js";
import { Entry, moved_on } from "./entry.js";
import { Lead } from "./lead.js";
import { fill_moves, why } from "./moves.js";
import { arbiter, branches, clock_tools, comments, endings, panel } from "./panels.js";
import { Queue } from "./queue.js";
import { store } from "./store.js";
import { lang, say, setLang, t } from "./words.js";

const PATIENCE = 400; // milliseconds before the red bar is shown for an event that is under way
const { id: game, role } = document.body.dataset;
const main = document.getElementById("main");

class Table {
  constructor(look, state, kept) {
    this.look = look;
    this.chosen = null; // the ply that comments go to; null: the last
    this.lastDrawn = "";
    this.clock = new Clock();
    this.board = new Board(look, { tap: (square, event) => this.tap(square, event) });
    this.entry = new Entry((text) => this.move(text));
    this.queue = new Queue(game, kept, {
      changed: () => this.render(),
      stale: (now, item) => this.stale(now, item),
      taken: (answer) => this.taken(answer),
    });
    this.parts();
    this.take(state);
    this.queue.load().then(() => {
      this.lead = new Lead(
        game,
        (leads) => this.leading(leads),
        (heard) => this.take(heard),
      );
      this.render();
    });
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("online", () => this.queue.again());
    window.addEventListener("beforeunload", (event) => this.queue.items.length && event.preventDefault());
    setInterval(() => this.bars(), 200);
  }

  get writes() {
    return role === "recorder" && this.lead?.leads !== false;
  }

  parts() {
    this.bar = el("div", { class: "bar", role: "alert", hidden: true });
    this.top = el("header", { class: "top" });
    this.looks_on = el("div", { class: "card alarm", hidden: true });
    this.upper = el("div", { class: "player" });
    this.lower = el("div", { class: "player" });
    this.picker = el("div", { class: "card picker", role: "group", hidden: true });
    this.alarm = el("section", { class: "card alarm", hidden: true });
    this.status = el("p", { class: "status", role: "status" });
    this.typed = el("input", { autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send", id: "typed" });
    this.entry_row = el("form", { class: "row", on: { submit: (event) => this.type(event) } });
    this.clock_row = el("div", {});
    this.list = el("ol", { class: "moves", tabindex: "0" });
    this.moves_card = el("section", { class: "card" });
    this.hand_card = el("div", {});
    this.comments = panel(() => t("comments"));
    this.branches = panel(() => t("branches"));
    this.ending = panel(() => t("ending"));
    this.more = panel(() => t("tools"));
    this.hint = el("div", { class: "note" });
    replace(
      main,
      this.top,
      this.bar,
      this.looks_on,
      el(
        "div",
        { class: "columns" },
        el(
          "div",
          {},
          this.upper,
          this.board.element,
          this.lower,
          this.clock.note,
          this.status,
          this.picker,
          this.alarm,
          this.entry_row,
          this.clock_row,
          this.hint,
        ),
        el("div", {}, this.moves_card, this.comments, this.branches, this.ending, this.more),
      ),
    );
    this.build_top();
  }

  // Builds what changes with the language alone.
  build_top() {
    document.documentElement.lang = lang();
    document.title = `${say(this.look.name)} — kifu`;
    this.mode = el("span", { class: "badge" });
    this.head = el("span", {});
    replace(
      this.top,
      el("h1", { text: say(this.look.name) }),
      this.mode,
      el("span", { class: "note", text: role === "recorder" ? t("recorder") : t("spectator") }),
      this.head,
      el("span", { class: "grow" }),
      el("nav", {}, el("a", { href: "/", text: t("toList") }), " ", el("a", { href: `/g/${game}/view`, text: t("toViewer") })),
      languageButton(() => {
        this.build_top();
        this.board.build();
        this.board.show(this.board.shown);
        this.render();
      }),
    );
    this.typed.setAttribute("placeholder", t("typed"));
    this.typed.setAttribute("aria-label", t("typed"));
    this.list.setAttribute("aria-label", t("moves"));
    replace(
      this.entry_row,
      this.typed,
      el("button", { type: "submit", class: "main", text: t("send") }),
      button(t("undo"), () => this.undo()),
      button(t("pass"), () => this.move("パス")),
      button(t("flip"), () => {
        this.board.flip();
        this.render();
      }),
    );
    replace(this.moves_card, el("h2", { text: t("moves") }), this.list);
    replace(this.hint, el("p", { class: "keys", text: t("keys") }), el("p", { text: t("offlineNote") }));
    replace(this.looks_on, el("p", { text: t("looksOn") }), button(t("takeOver"), () => this.lead.take_over(), { class: "main" }));
    this.more_made = false;
  }

  leading(leads) {
    this.queue.leads = leads && role === "recorder";
    if (leads) {
      this.open_stream();
      this.queue.load().then(() => this.queue.pump());
    } else this.stream?.close();
    this.render();
  }

  open_stream() {
    this.stream?.close();
    this.stream = new EventSource(`/api/g/${game}/stream`);
    this.stream.addEventListener("state", (event) => {
      this.take(JSON.parse(event.data));
      this.queue.again();
    });
    this.stream.addEventListener("error", () => {
      // A stream that the server has refused is not opened again by the browser.
      if (this.stream.readyState === EventSource.CLOSED) setTimeout(() => this.refresh().then(() => this.open_stream()), 2000);
    });
  }

  async refresh() {
    const { status, body } = await ask(`/api/g/${game}/state`);
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
    return { choices, tokens: moved_on(state.position.tokens, this.pending, state.turn), placing: this.placing(turn), turn };
  }

  // What the side to move may write behind a square; what is in its hand comes first.
  placing(turn) {
    const all = this.look.placing[turn];
    const label = say({ ja: this.look.sides[turn === "first" ? 0 : 1].label.ja });
    const labels = [label, turn === "first" ? "先手" : "後手"];
    const hands = (this.state.position.hands || []).filter(([key]) => labels.some((each) => key.startsWith(each)));
    const held = hands.map(([, text]) => text).join(" ");
    const name = (text) => text.replace(/打.*$/u, "");
    return [...all].sort((one, other) => held.includes(name(other)) - held.includes(name(one)));
  }

  tap(square, event) {
    if (!this.can_play) return;
    this.by_key = event.detail === 0;
    this.entry.tap(square, this.given);
    this.render();
    if (this.by_key && this.entry.open) this.picker.querySelector("button")?.focus();
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

  type(event) {
    event.preventDefault();
    const text = this.typed.value.trim();
    if (!text) return;
    this.typed.value = "";
    this.move(text);
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
      if (writing || this.picker.contains(event.target) || event.target === document.body) this.board.focus(back);
    } else if (writing) return;
    else if (event.key === "u") this.undo();
    else if (event.key === "t" || event.key === "/") {
      event.preventDefault();
      this.typed.focus();
    }
  }

  render() {
    const { state } = this;
    if (!state) return;
    const { given } = this;
    this.mode.textContent = t(state.mode);
    replace(this.head, `${t("hash")} `, shortHash(state.head));
    this.looks_on.hidden = !(role === "recorder" && this.lead && !this.lead.leads);
    this.players(given.turn);
    this.draw(given);
    this.pick();
    this.say_status(given.turn);
    this.warn();
    this.entry_row.hidden = !this.writes || Boolean(state.closed);
    replace(this.clock_row, this.writes && !state.closed && (state.clock.control || state.clock.running) ? clock_tools(state, (event) => this.send(event)) : null);
    fill_moves(this.list, state, { pending: this.pending, chosen: this.chosen ?? state.ply, choose: (ply) => this.choose(ply) });
    this.fill_panels();
    this.bars();
  }

  choose(ply) {
    this.chosen = ply === this.state.ply ? null : ply;
    this.render();
    this.list.querySelector(`[data-ply="${ply}"]`)?.focus();
  }

  players(turn) {
    const { state, look } = this;
    const upper = this.board.seen === "first" ? "second" : "first";
    const lower = upper === "first" ? "second" : "first";
    for (const [holder, side] of [[this.upper, upper], [this.lower, lower]]) {
      const number = side === "first" ? 0 : 1;
      const label = look.sides[number].label.ja;
      const hands = (state.position.hands || []).filter(([key]) => key.startsWith(label));
      const score = state.position.score ? ` ${state.position.score[number]}` : "";
      holder.classList.toggle("turn", turn === side && !state.closed);
      replace(
        holder,
        el("span", { text: `${look.sides[number].mark} ${side_name(look, side)} ${state.names[side]}` }),
        score ? el("span", { class: "note", text: `${t("tally")}${score}` }) : null,
        this.clock.faces[side],
        hands.map(([key, text]) => el("span", { class: "hand", text: `${key}：${text}` })),
      );
    }
    const others = (state.position.hands || []).filter(([key]) => key !== "手番" && !look.sides.some((side) => key.startsWith(side.label.ja)));
    for (const [key, text] of others) this.lower.append(el("span", { class: "hand", text: `${key}：${text}` }));
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

  pick() {
    const { entry } = this;
    this.picker.hidden = !entry.open;
    if (!entry.open) {
      this.picked = "";
      return;
    }
    const now = JSON.stringify([entry.options, entry.continues, lang()]);
    if (this.picked === now) return;
    this.picked = now;
    this.picker.setAttribute("aria-label", t("pick"));
    replace(
      this.picker,
      el("h2", { text: t("pick") }),
      el(
        "div",
        { class: "row" },
        entry.options.map((text) => button(text, () => entry.choose(text), { "data-text": text })),
        entry.continues
          ? button(t("goOn"), () => {
              entry.go_on();
              this.render();
              this.board.focus(entry.path.at(-1));
            }, { class: "quiet" })
          : null,
        button(t("cancel"), () => {
          entry.clear();
          this.render();
        }, { class: "quiet" }),
      ),
    );
  }

  say_status(turn) {
    const { state } = this;
    const texts = [];
    if (state.closed) texts.push(t("isClosed"));
    else if (state.ending) texts.push(t("hasEnded", ending_text(this.look, state.ending)));
    else texts.push(`${t("plyNext", state.ply + this.pending.length + 1)} ${t("turnOf", side_name(this.look, turn))}`);
    if (this.entry.note) texts.push(t(this.entry.note));
    if (this.entry.path.length) texts.push(this.entry.path.join("-"));
    const text = texts.join(" · ");
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  // After an illegal move: what is done about it. Nothing of it is known in official mode.
  warn() {
    const { state } = this;
    const wrong = state.moves.findLast((move) => move.legal === false);
    const asks = Boolean(state.standing) && wrong && !state.closed && !state.ending && this.writes && this.left !== wrong.seq;
    this.alarm.hidden = !asks;
    if (!asks) {
      this.warned = "";
      return;
    }
    const now = `${wrong.seq} ${state.seq} ${lang()}`;
    if (this.warned === now) return;
    this.warned = now;
    const side = (state.moves.length - wrong.ply) % 2 ? state.turn : state.turn === "first" ? "second" : "first";
    replace(
      this.alarm,
      el("h2", { class: "bad", text: `${t("illegalTitle")}: ${wrong.ply} ${wrong.text}` }),
      el("p", { class: "text", text: why(wrong) }),
      el("p", { class: "note", text: t("illegalWhat") }),
      el(
        "div",
        { class: "row" },
        button(t("undo"), () => this.undo(), { class: "main" }),
        button(t("foulOf", side_name(this.look, side)), () => this.send({ kind: "foul", side, ply: wrong.ply })),
        button(t("stands"), () => this.correct()),
        button(t("leave"), () => {
          this.left = wrong.seq;
          this.render();
        }),
      ),
    );
  }

  // Opens the board for correction. Its diagram becomes the board from which the record goes on.
  async correct() {
    const { status, body } = await ask(`/api/g/${game}/course`);
    if (status !== 200) {
      refusal(body?.message || { ja: t("failed"), en: t("failed") });
      return;
    }
    const tokens = body.boards.flatMap((board) => board.tokens);
    const editor = new Editor(this.look, body.diagram, { seen_cells: body.cells || [], tokens_of: () => tokens });
    const wrong = el("p", { class: "bad text", role: "alert" });
    const dialog = el(
      "dialog",
      { "aria-labelledby": "correcting" },
      el("h2", { id: "correcting", text: t("correct") }),
      el("p", { class: "note", text: t("correctSays") }),
      editor.element,
      wrong,
      el(
        "div",
        { class: "row" },
        button(t("confirmBoard"), async () => {
          try {
            await this.queue.add({ kind: "board", diagram: editor.value() });
            dialog.close();
          } catch (message) {
            wrong.textContent = say(message);
          }
        }, { class: "main" }),
        button(t("cancel"), () => dialog.close()),
      ),
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  fill_panels() {
    const { state } = this;
    const now = JSON.stringify([state.seq, this.chosen, this.writes, lang(), state.closed, state.turn]);
    if (this.filled === now || this.writing_in_panel()) return;
    this.filled = now;
    const ply = this.chosen ?? state.ply;
    const add = (event) => this.send(event);
    this.comments.fill(...comments(state, ply, add, this.writes));
    this.branches.fill(...branches(state, ply, add, this.writes && !state.closed));
    this.ending.hidden = !this.writes;
    this.ending.fill(...(this.writes ? endings(this.look, state, add) : []));
    this.fill_more();
  }

  // Whether somebody types in a panel just now; it is then left alone.
  writing_in_panel() {
    const active = document.activeElement;
    return Boolean(active?.closest?.("details.card") && /^(INPUT|TEXTAREA)$/u.test(active.tagName) && active.value);
  }

  fill_more() {
    const { state } = this;
    const official = state.mode === "official" && !state.closed;
    this.more.fill(
      el("p", {}, el("a", { class: "link", href: `/g/${game}.kif`, text: t("file") }), " ", el("a", { class: "link", href: `/g/${game}.html`, text: "HTML" }), " ", el("a", { class: "link", href: `/g/${game}.pdf?lang=${lang()}`, text: "PDF" })),
      this.writes && !state.closed ? button(t("correct"), () => this.correct()) : null,
      official ? arbiter(game, () => this.refresh().then(() => this.open_stream())) : null,
      el("p", { class: "note", text: `${t(state.mode)}: ${t(`${state.mode}Says`)}` }),
    );
  }

  // The red bar: it stands as long as something is not on the disk of the server.
  bars() {
    const count = this.queue.items.length;
    if (!count) this.since = null;
    else this.since ??= performance.now();
    const late = count > 0 && (this.queue.failing || this.queue.stopped || performance.now() - this.since > PATIENCE);
    const now = late ? JSON.stringify([count, this.queue.stopped, this.queue.reason, lang(), Boolean(this.asking?.open)]) : "";
    if (this.barred === now) return;
    this.barred = now;
    this.bar.hidden = !late;
    if (!late) {
      replace(this.bar);
      return;
    }
    const again = this.queue.stopped && !this.asking?.open;
    replace(
      this.bar,
      t("notRecorded"),
      el("small", { text: this.queue.stopped ? t("conflict") : `${t("waiting", count)}。${t("noReload")}` }),
      this.queue.reason ? el("small", { text: say(this.queue.reason) }) : null,
      again ? button(t("decide"), () => this.stale(this.state, this.queue.items[0])) : null,
    );
  }
}

async function begin() {
  setLang(lang());
  const [look, state] = await Promise.all([ask(`/api/g/${game}/look`), ask(`/api/g/${game}/state`)]);
  if (look.status !== 200 || state.status !== 200) {
    replace(main, el("h1", { text: "kifu" }), el("p", { text: t(look.status === 404 ? "noGame" : "failed") }), el("a", { href: "/", text: t("toList") }));
    return;
  }
  new Table(look.body, state.body, await store());
}

begin();
