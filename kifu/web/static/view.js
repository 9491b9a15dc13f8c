// The viewer: a game ply by ply, with its comments, branches, timeline, heatmaps and verdict.

import { Board } from "./board.js";
import { timeline } from "./charts.js";
import { ending_text, side_name } from "./clock.js";
import { button, el, field, languageButton, replace, select, shortHash } from "./dom.js";
import { fill_moves } from "./moves.js";
import { players_of } from "./match.js";
import { Players } from "./players.js";
import { ask } from "./server.js";
import { Stream } from "./stream.js";
import { lang, say, setLang, t } from "./words.js";

const STEP = 900; // milliseconds of a ply while it plays

class View {
  constructor(page, look, state, course) {
    this.page = page;
    this.look = look;
    this.state = state;
    this.course = course;
    this.ply = course.boards.length - 1;
    this.branch = null; // {branch, at}: a branch that is looked at, and the number of its moves that are played
    this.measure = 0;
    this.heat = "";
    this.board = new Board(look);
    this.parts();
    document.addEventListener("keydown", (event) => this.key(event), { signal: page.signal });
    page.signal.addEventListener("abort", () => this.timer && this.toggle());
    new Stream(page, { taken: (now) => this.renew(now) }).open();
  }

  async renew(state) {
    if (state.seq === this.state.seq) return;
    const { status, body } = await ask("GET", `/api/g/${this.page.game}/course`);
    if (status !== 200) return;
    const last = this.ply === this.course.boards.length - 1;
    this.state = state;
    this.course = body;
    this.branch = null;
    if (last || this.ply >= body.boards.length) this.ply = body.boards.length - 1;
    this.parts();
  }

  parts() {
    document.documentElement.lang = lang();
    document.title = `${t("viewer")} — ${say(this.look.name)}`;
    const { state } = this;
    const { game } = this.page;
    this.caption = el("p", { class: "status", role: "status" });
    this.range = el("input", {
      type: "range", min: "0", max: String(this.course.boards.length - 1), "aria-label": t("moves"),
      on: { input: (event) => this.go(Number(event.target.value)) },
    });
    this.player = button("", () => this.toggle());
    this.players = new Players(this.look);
    this.list = el("ol", { class: "moves", tabindex: "0", "aria-label": t("moves") });
    this.said = el("ul", { class: "list" });
    this.branches = el("div", { class: "row" });
    this.chart = el("div", {});
    replace(
      this.page.main,
      el(
        "header",
        { class: "top" },
        el("h1", { text: say(this.look.name) }),
        el("span", { class: "badge", text: t(state.mode) }),
        el("span", {}, `${t("hash")} `, shortHash(state.head)),
        el("span", { class: "grow" }),
        el("nav", {}, el("a", { href: "/", text: t("toList") }), " ", el("a", { href: `/g/${game}`, text: t("toTable") }), " ", el("a", { href: `/g/${game}.kif`, text: t("file") }), " ", el("a", { href: `/g/${game}.pdf?lang=${lang()}`, text: "PDF" })),
        languageButton(() => {
          this.board.build();
          this.parts();
        }),
      ),
      el(
        "div",
        { class: "columns" },
        el(
          "div",
          {},
          this.players.upper,
          this.board.element,
          this.players.lower,
          this.caption,
          this.range,
          el(
            "div",
            { class: "row" },
            button(t("first_"), () => this.go(0)),
            button(t("back"), () => this.step(-1)),
            this.player,
            button(t("next"), () => this.step(1)),
            button(t("last_"), () => this.go(this.course.boards.length - 1)),
            button(t("flip"), () => {
              this.board.flip();
              this.show();
            }),
          ),
          el("p", { class: "note keys", text: t("viewerKeys") }),
          el("section", { class: "card" }, el("h2", { text: t("comments") }), this.said),
        ),
        el(
          "div",
          {},
          el("section", { class: "card" }, el("h2", { text: t("moves") }), this.list),
          state.branches.length ? el("section", { class: "card" }, el("h2", { text: t("branches") }), this.branches) : null,
          this.judged(),
          this.match(),
          this.figures(),
        ),
      ),
    );
    this.show();
  }

  judged() {
    const { verdict, silent } = this.course;
    if (silent) return el("p", { class: "card", text: t("silentNote") });
    const outcome = verdict.outcome || verdict.recorded;
    const parts = [el("h2", { text: t("verdict") }), el("p", {}, el("strong", { text: say(verdict.label) }))];
    if (outcome) parts.push(el("p", { text: ending_text(this.look, outcome) }));
    if (verdict.fault) parts.push(el("p", { class: "bad text", text: `${t("plyNext", verdict.fault.ply)}: ${say(verdict.fault.message)}` }));
    const { article } = verdict;
    if (article) {
      parts.push(el("h2", { text: `${article.number} ${say(article.title)}` }), el("p", { class: "text", text: say(article.text) }));
      for (const ground of article.basis) {
        parts.push(
          el(
            "div",
            { class: "quote" },
            el("strong", { text: `${t("basis")}: ${say(ground.kind)}` }),
            ground.quote.map((line) => el("p", { lang: "ja", text: `「${line}」` })),
            ground.text ? el("p", { class: "text", text: say(ground.text) }) : null,
            ground.reason ? el("p", { class: "text note", text: say(ground.reason) }) : null,
          ),
        );
      }
      if (article.data.length) parts.push(el("p", { class: "note", text: t("dataNote", article.data.map(say).join(", ")) }));
    }
    return el("section", { class: "card" }, parts);
  }

  // How the match stands of which this is the second game.
  match() {
    const { match } = this.course;
    if (!match) return null;
    const { names } = this.state;
    const sides = ["first", "second"].map((side, number) => `${side_name(this.look, side)} ${names[side]} ${match.points?.[number] ?? ""}`);
    // The outcome of a match is said by the sides of its first game.
    const [first, second] = players_of(this.look, names);
    const winner = { first, second }[match.outcome?.winner];
    return el(
      "section",
      { class: "card" },
      el("h2", { text: t("match") }),
      el("p", {}, el("strong", { text: say(match.label) })),
      el("p", { class: "text", text: sides.join(" — ") }),
      match.outcome ? el("p", { text: winner === undefined ? t("drawn") : t("wins", winner) }) : null,
    );
  }

  figures() {
    const { timeline: lines, heat } = this.course;
    if (!lines) return null;
    const measures = lines.map((measure, place) => [String(place), say(measure.label)]);
    const heats = [["", t("none")], ...heat.flatMap((kind) => ["both", "first", "second"].map((side) => [`${kind.key} ${side}`, `${say(kind.label)} — ${side === "both" ? t("both") : side_name(this.look, side)}`]))];
    return el(
      "section",
      { class: "card" },
      field(t("timeline"), (id) => select(id, measures, String(this.measure), (value) => {
        this.measure = Number(value);
        this.show();
      })),
      this.chart,
      field(t("heat"), (id) => select(id, heats, this.heat, (value) => {
        this.heat = value;
        this.show();
      })),
    );
  }

  go(ply) {
    this.branch = null;
    this.ply = Math.max(0, Math.min(this.course.boards.length - 1, ply));
    this.show();
  }

  step(by) {
    if (this.branch) {
      const at = this.branch.at + by;
      if (at < 0) this.go(this.branch.branch.ply - 1);
      else if (at <= this.branch.branch.boards.length) this.branch.at = at;
      this.show();
    } else this.go(this.ply + by);
  }

  toggle() {
    if (this.timer) {
      clearInterval(this.timer);
      this.timer = null;
    } else {
      if (this.ply === this.course.boards.length - 1) this.ply = 0;
      this.timer = setInterval(() => {
        if (this.ply === this.course.boards.length - 1) this.toggle();
        else this.step(1);
      }, STEP);
    }
    this.show();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/u.test(event.target.tagName)) return;
    const act = { ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.go(0), End: () => this.go(Infinity) }[event.key];
    if (act) act();
    else if (event.key === " " && event.target.tagName !== "BUTTON") this.toggle();
    else return;
    event.preventDefault();
  }

  heat_on_squares() {
    const [key, side] = this.heat.split(" ");
    const kind = this.course.heat?.find((each) => each.key === key);
    if (!kind) return {};
    const counted = {};
    for (const each of side === "both" ? ["first", "second"] : [side]) {
      for (const [square, number] of Object.entries(kind[each])) counted[square] = (counted[square] || 0) + number;
    }
    const most = Math.max(1, ...Object.values(counted));
    return Object.fromEntries(Object.entries(counted).map(([square, number]) => [square, 0.1 + (0.65 * number) / most]));
  }

  get shown() {
    const { branch } = this;
    if (branch) return branch.at ? branch.branch.boards[branch.at - 1] : this.course.boards[branch.branch.ply - 1];
    return this.course.boards[this.ply];
  }

  show() {
    const { shown, state, course } = this;
    this.board.show({ tokens: shown.tokens, last: shown.last, changed: shown.changed, heat: this.heat_on_squares() });
    this.players.show({ hands: shown.hands, score: shown.score, names: state.names, turn: shown.turn, seen: this.board.seen, before: state.match?.before });
    const text = this.branch ? `${t("branchAt", this.branch.branch.ply)} ${this.branch.branch.moves[this.branch.at - 1] || ""}` : state.moves[this.ply - 1]?.text || "";
    this.caption.textContent = `${t("atPly", this.ply, course.boards.length - 1)} ${text}`;
    this.range.value = String(this.ply);
    this.player.textContent = this.timer ? t("pause") : t("play");
    fill_moves(this.list, state, { chosen: this.branch ? null : this.ply, choose: (ply) => this.go(ply) });
    const chosen = this.list.querySelector("[aria-current]");
    if (chosen) this.list.scrollTop = chosen.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
    const here = state.comments.filter((comment) => comment.ply === this.ply);
    replace(this.said, here.map((comment) => el("li", {}, comment.bookmark ? el("strong", { text: `${t("bookmark")} ` }) : null, el("span", { class: "text", text: comment.text }))));
    if (!here.length) replace(this.said, el("li", { class: "note", text: t("none") }));
    replace(
      this.branches,
      button(t("mainLine"), () => this.go(this.ply), { "aria-pressed": String(!this.branch) }),
      (course.branches || []).map((branch) =>
        button(`${branch.ply}: ${branch.moves.join(" ")}`, () => {
          this.branch = { branch, at: branch.boards.length };
          this.ply = branch.ply - 1;
          this.show();
        }, { "aria-pressed": String(this.branch?.branch === branch) }),
      ),
    );
    if (course.timeline) replace(this.chart, timeline(course.timeline[this.measure], this.look, this.ply, (ply) => this.go(ply)));
  }
}

export async function start(page) {
  setLang(lang());
  const [look, state, course] = await Promise.all(["look", "state", "course"].map((part) => ask("GET", `/api/g/${page.game}/${part}`)));
  if ([look, state, course].some((answer) => answer.status !== 200)) {
    replace(page.main, el("h1", { text: "kifu" }), el("p", { text: t("failed") }), el("a", { href: "/", text: t("toList") }));
    return;
  }
  new View(page, look.body, state.body, course.body);
}
