// The viewer: a game ply by ply, live, with its clocks, comments, branches and verdict; and a board on which moves can be tried.

import { Board } from "./board.js";
import { Clock, side_name } from "./clock.js";
import { button, el, languageButton, replace, shortHash } from "./dom.js";
import { Engine } from "./engine.js";
import { Figures } from "./figures.js";
import { show_conflicting_files } from "./conflicting_files.js";
import { fill_moves } from "./moves.js";
import { boards_of } from "./patch.js";
import { Players } from "./players.js";
import { result_of, result_text } from "./result.js";
import { ask } from "./server.js";
import { fit_stage, set_stage, top_bar } from "./stage.js";
import { Stream } from "./stream.js";
import { Study, lines_of } from "./study.js";
import { times_at } from "./times.js";
import { judged, match_card } from "./verdict.js";
import { lang, say, setLang, t } from "./words.js";

const STEP = 900; // milliseconds of a ply while it plays

class View {
  constructor(page, look, course) {
    this.page = page;
    this.look = look;
    this.boards = boards_of(course.steps);
    this.ply = this.last;
    this.line = null; // {ply, moves, boards}: a branch, or moves that are tried; they follow a ply of the game
    this.at = 0; // the number of its moves that are played
    this.board = new Board(look, { tap: (square, event) => this.tap(square, event), drop: (from, to) => this.study.drop(from, to), sized: () => fit_stage(page, this.board) });
    this.clock = new Clock(page);
    this.take(course);
    this.players = new Players(look, { hold: (behind) => this.study.hold(behind), drop: (behind, square) => this.study.hold(behind, square) });
    this.study = new Study(page, look, this.board, { tried: (line) => this.show_line(line), changed: () => this.show(), kept: () => this.renew(this.course), here: () => this.here });
    this.figures = new Figures(page, look, { go: (ply) => this.go(ply), changed: () => this.show() });
    this.engine = new Engine(page, look, { go: (ply) => this.go(ply), changed: () => this.show() });
    this.past = Object.fromEntries(["first", "second"].map((side) => [side, el("span", { class: "time past" })]));
    this.faces = Object.fromEntries(["first", "second"].map((side) => [side, el("span", { class: "faces" }, this.clock.faces[side], this.past[side])]));
    set_stage(page, "viewer");
    this.build();
    document.addEventListener("keydown", (event) => this.key(event), { signal: page.signal });
    page.signal.addEventListener("abort", () => this.timer && this.toggle());
    new Stream(page, { taken: (now) => this.renew(now), path: `/api/g/${page.game}/stream?course=1`, document: course }).open();
  }

  take(course) {
    this.boards = boards_of(course.steps, this.course && { steps: this.course.steps, boards: this.boards });
    this.course = course;
    this.clock.show(course.clock, course.ply > 0 && !course.closed && !course.ending);
  }

  get last() {
    return this.boards.length - 1;
  }

  // What is on the board: the ply of the game, and the moves behind it that are not of the game.
  get here() {
    const { line, at, ply } = this;
    return line ? { ply: line.ply, moves: line.moves.slice(0, at), board: at ? line.boards[at - 1] : this.boards[line.ply] } : { ply, moves: [], board: this.boards[ply] };
  }

  // The server tells something new: who looks at the last ply goes on with the game, who looks elsewhere stays there.
  renew(course) {
    const follows = !this.line && this.ply === this.last;
    this.take(course);
    if (follows || this.ply > this.last) this.ply = this.last;
    if (this.line && this.line.ply > this.last) this.line = null;
    this.fill();
    this.show();
  }

  // Builds what changes with the language alone.
  build() {
    const { page, look } = this;
    document.documentElement.lang = lang();
    document.title = `${t("viewer")} — ${say(look.name)}`;
    this.caption = el("p", { class: "status", role: "status" });
    this.range = el("input", { type: "range", min: "0", "aria-label": t("moves"), on: { input: (event) => this.go(Number(event.target.value)) } });
    this.player = button("", () => this.toggle());
    this.small = el("p", { class: "note" });
    this.list = el("ol", { class: "moves", tabindex: "0", "aria-label": t("moves") });
    this.result = el("div", {});
    this.kept = el("div", { class: "card alarm", hidden: true });
    this.said = el("section", { class: "card" });
    this.branches = el("section", { class: "card" });
    this.verdict = el("div", {});
    const icon = (text, name, act) => button(text, act, { "aria-label": name, title: name });
    replace(
      page.main,
      el("header", { class: "top" }, top_bar({ home: page.home, title: say(look.name), said: this.small, board: this.board, flip: () => this.flip() })),
      this.players.upper,
      el("div", { class: "stage" }, this.board.element, this.study.picker.element),
      this.players.lower,
      el("div", { class: "acts" }, icon("|◀", t("first_"), () => this.go(0)), icon("◀", t("back"), () => this.step(-1)), icon("▶", t("next"), () => this.step(1)), icon("▶|", t("last_"), () => this.go(this.last)), this.caption),
      el(
        "div",
        { class: "rest" },
        page.notice,
        this.result,
        this.study.element,
        this.range,
        this.kept,
        el("section", { class: "card" }, el("div", { class: "row" }, el("h2", { text: t("moves") }), el("span", { class: "grow" }), this.player), this.list),
        this.said,
        this.branches,
        this.engine.element,
        this.verdict,
        this.figures.element,
        (this.keys = this.help()),
        this.links(),
      ),
    );
    fit_stage(page, this.board);
    this.board.fit();
    this.study.build();
    this.engine.build();
    this.fill();
    this.show();
  }

  help() {
    const rows = t("viewerKeysList").split("\n").map((row) => row.split(" = "));
    return el("details", { class: "card" }, el("summary", { text: t("viewerHelp") }), el("p", { class: "text", text: t("viewerTry") }), el("dl", { class: "keylist" }, rows.flatMap(([key, what]) => [el("dt", { text: key }), el("dd", { text: what })])));
  }

  links() {
    const { game, role } = this.page;
    const link = (href, text) => el("a", { class: "link", href, text });
    return el(
      "nav",
      { class: "row" },
      link("/", t("toList")),
      link("/hall", t("hall")),
      role === "recorder" ? link(`/g/${game}`, t("toTable")) : el("span", { class: "note", text: t("spectator") }),
      link(`/g/${game}.kif`, t("file")),
      link(`/g/${game}.pdf?lang=${lang()}`, "PDF"),
      el("span", { class: "grow" }),
      languageButton(this.page, () => {
        this.board.build();
        this.build();
      }),
    );
  }

  // Fills what changes with the game, not with the ply that is looked at.
  fill() {
    const { course, look } = this;
    replace(this.small, course.head ? [el("span", { class: "badge", text: t(course.mode) }), " ", shortHash(course.head)] : null); // a file has neither
    this.range.max = String(this.last);
    replace(this.result, result_of(course.result));
    show_conflicting_files(this.kept, course.kept);
    replace(this.verdict, judged(look, course), match_card(look, course), course.silent ? this.study.arbiter() : null);
    this.figures.build(course);
    this.engine.take(course);
    fill_moves(this.list, course, { choose: (ply) => this.go(ply) });
    this.lines = lines_of(course, this.boards, this.study.own);
  }

  // After a tap the arrows are for plies; who has come to the square by keys goes on from it.
  tap(square, event) {
    if (event.detail) event.target.blur();
    this.study.tap(square, !event.detail);
  }

  flip() {
    this.board.flip();
    fit_stage(this.page, this.board);
    this.show();
  }

  go(ply) {
    this.line = null;
    this.ply = Math.max(0, Math.min(this.last, ply));
    this.study.clear();
    this.show();
  }

  step(by) {
    const { line } = this;
    if (!line) return this.go(this.ply + by);
    const at = this.at + by;
    if (at < 0) return this.go(line.ply - 1);
    this.at = Math.min(at, line.moves.length);
    this.study.clear();
    return this.show();
  }

  // Shows the end of a line, or, where it says what was played, the ply of the game.
  show_line(line) {
    if (line.moves.every((text, place) => this.course.moves[line.ply + place]?.text === text)) return this.go(line.ply + line.moves.length);
    this.line = { ...line, boards: line.from ? boards_of(line.from.steps, null, this.boards[line.ply]) : line.boards };
    this.at = line.moves.length;
    this.ply = line.ply;
    return this.show();
  }

  toggle() {
    if (this.timer) {
      clearInterval(this.timer);
      this.timer = null;
    } else {
      if (!this.line && this.ply === this.last) this.ply = 0;
      this.timer = setInterval(() => {
        if (this.line ? this.at === this.line.moves.length : this.ply === this.last) this.toggle();
        else this.step(1);
      }, STEP);
    }
    this.show();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/u.test(event.target.tagName)) return;
    const on_board = event.target.classList?.contains("square");
    const acts = {
      ArrowLeft: () => !on_board && this.step(-1), ArrowRight: () => !on_board && this.step(1),
      ArrowUp: () => !on_board && this.go(0), ArrowDown: () => !on_board && this.go(this.last),
      Home: () => this.go(0), End: () => this.go(this.last),
      "?": () => this.keys.querySelector("summary").click(),
      f: () => this.flip(), l: () => this.engine.toggle(), Escape: () => (this.study.entry.path.length ? this.study.clear(true) : this.go(this.here.ply)),
    };
    const act = acts[event.key];
    if (act) act();
    else if (event.key === " " && event.target.tagName !== "BUTTON") this.toggle();
    else return;
    event.preventDefault();
  }

  show() {
    const { course, here, look } = this;
    const { board } = here;
    const live = !this.line && this.ply === this.last && !course.closed && !course.ending;
    const past = times_at(course, this.boards, here.ply);
    for (const side of ["first", "second"]) {
      this.clock.faces[side].hidden = !live;
      this.past[side].hidden = live;
      this.past[side].textContent = past[side];
    }
    this.board.show({ tokens: board.tokens, last: board.last, changed: board.changed, heat: this.line ? {} : this.figures.squares, path: this.study.entry.path, targets: this.study.targets });
    this.players.show({ ...board, names: course.names, turn: course.result && here.ply === this.last && !this.line ? null : board.turn, seen: this.board.seen, before: course.match?.before, faces: this.faces, ...this.study.hand });
    this.say(here, look);
    this.range.value = String(here.ply);
    this.range.setAttribute("aria-valuetext", t("atPly", here.ply, this.last));
    this.player.textContent = this.timer ? t("pause") : t("play");
    this.mark(this.line ? null : this.ply);
    this.comment(here.ply);
    this.list_lines();
    this.study.show(this.line, course);
    this.figures.show(course, this.boards, here.ply);
    this.engine.show(here);
  }

  say({ ply, moves, board }, look) {
    const text = moves.length ? `${t("tried")} ${ply + moves.length} ${moves.at(-1)}` : [t("atPly", ply, this.last), this.course.moves[ply - 1]?.text, ply === this.last && this.course.result ? result_text(this.course.result) : t("turnOf", side_name(look, board.turn))].filter(Boolean).join(" ");
    if (this.caption.textContent !== text) this.caption.textContent = text;
  }

  mark(ply) {
    for (const each of this.list.querySelectorAll("[data-ply]")) {
      if (Number(each.dataset.ply) === ply) {
        each.setAttribute("aria-current", "true");
        this.list.scrollTop += each.getBoundingClientRect().top - this.list.getBoundingClientRect().top - this.list.clientHeight / 2;
      } else each.removeAttribute("aria-current");
    }
  }

  comment(ply) {
    const here = this.course.comments.filter((comment) => comment.ply === ply);
    this.said.hidden = !here.length;
    replace(this.said, el("h2", { text: t("comments") }), here.map((comment) => el("p", {}, comment.bookmark ? el("strong", { text: `${t("bookmark")} ` }) : null, el("span", { class: "text", text: comment.text }))));
  }

  list_lines() {
    const { lines, line } = this;
    this.branches.hidden = !lines.length;
    if (!lines.length) return;
    const open = (each) => button(`${each.ply + 1}: ${each.moves.join(" ")}${each.own ? ` (${t("onThisDevice")})` : ""}`, () => this.study.open(each), { "aria-pressed": String(line?.ply === each.ply && line.moves.join() === each.moves.join()) });
    replace(this.branches, el("h2", { text: t("branches") }), el("div", { class: "row" }, button(t("mainLine"), () => this.go(this.here.ply), { "aria-pressed": String(!line) }), lines.map(open)));
  }
}

export async function start(page) {
  setLang(lang());
  const [look, course] = await Promise.all(["look", "course"].map((part) => ask("GET", `/api/g/${page.game}/${part}`)));
  if (look.status === 200 && course.status === 200) new View(page, look.body, course.body);
  else replace(page.main, el("h1", { text: "kifu" }), el("p", { text: t(course.status === 404 ? "noGame" : "failed") }), el("a", { href: "/", text: t("toList") }));
}
