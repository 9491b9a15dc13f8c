// The explorer: the moves that many games played, which one clicks through. The same screen stands in the server, in the page
// without one, and in a file of its own.

import { Board, LEAST_OF_A_MOUSE } from "./board.js";
import { button, el, field, languageButton, replace, select } from "./dom.js";
import { squares_of } from "./entry.js";
import { x } from "./explorer_words.js";
import { Filter } from "./filter.js";
import { Graph } from "./graph.js";
import { Pattern } from "./pattern.js";
import { percent, Played } from "./played.js";
import { ask } from "./server.js";
import { fit_stage, set_stage, top_bar } from "./stage.js";
import { lang, say, setLang } from "./words.js";

const kept = { body: null, graphs: new Map() }; // the graphs that were read last, so that going back reads nothing again

function graph_of(body, number) {
  if (kept.body !== body) Object.assign(kept, { body, graphs: new Map() });
  if (!kept.graphs.has(number)) kept.graphs.set(number, new Graph(body.graphs[number]));
  return kept.graphs.get(number);
}

class Explorer {
  // `body` is the JSON of the graphs; `above` an element of the screen that this one stands in, or what makes it.
  constructor(page, body, above = null) {
    this.page = page;
    this.body = body;
    this.above = above;
    this.order = "games";
    this.base = page.base || "#/";
    window.addEventListener("popstate", () => this.read(), { signal: page.signal });
    document.addEventListener("keydown", (event) => this.key(event), { signal: page.signal });
    set_stage(page, "explorer");
    this.read();
  }

  // The address of a place: the number of the graph, then the start, then the moves.
  get address() {
    return `${this.base}${[this.number, this.start, ...this.texts].map(encodeURIComponent).join("/")}`;
  }

  read() {
    const given = window.location.hash.startsWith(this.base) ? window.location.hash.slice(this.base.length) : "";
    const [number = "0", start = "0", ...texts] = given.split("/").filter(Boolean).map(decoded);
    this.choose(this.body.graphs[number] ? Number(number) : 0);
    this.go(this.graph.starts[start] === undefined ? 0 : Number(start), texts);
  }

  choose(number) {
    if (number === this.number) return;
    this.number = number;
    this.graph = graph_of(this.body, number);
    this.look = this.graph.data.look;
    this.graph.count(() => true);
    // The moves stand in a list too, for fingers: the board is there as a whole.
    this.board = new Board(this.look, { tap: (square) => this.tap(square), sized: () => fit_stage(this.page, this.board), least: LEAST_OF_A_MOUSE });
    this.board.look_at(true);
    fit_stage(this.page, this.board);
    this.filter = new Filter(this.graph, () => this.show());
    this.played = new Played(this.graph, this.look, { go: (move) => this.play(move.text), follow: (game, plies) => this.follow(game, plies), order: (value) => this.sort(value) });
    this.pattern = new Pattern(this.graph, this.look, (node) => this.go_to(node));
    this.built = false;
  }

  go(start, texts) {
    this.start = start;
    this.way = this.graph.way(this.graph.starts[start], texts);
    this.ahead = this.ahead && texts.every((text, ply) => this.ahead[ply] === text) ? this.ahead : this.texts;
    this.square = null;
    this.show();
  }

  get texts() {
    return this.way.slice(1).map((place) => place.text);
  }

  get place() {
    return this.way.at(-1);
  }

  // Goes somewhere and keeps it in the history of the browser.
  move(start, texts) {
    this.go(start, texts);
    window.history.pushState(null, "", this.address);
    this.board.element.scrollIntoView({ block: "nearest" });
  }

  play(text) {
    this.move(this.start, [...this.texts, text]);
  }

  follow(game, plies) {
    const way = this.graph.way_of(game, plies);
    this.move(this.graph.starts.indexOf(way[0].node), way.slice(1).map((place) => place.text));
  }

  go_to(node) {
    const { start, texts } = this.graph.way_to(node);
    this.move(start, texts);
    this.page.main.querySelector(".rest").scrollTop = 0; // to the moves that are played there
  }

  sort(value) {
    this.order = value;
    this.show();
  }

  back() {
    if (this.way.length > 1) this.move(this.start, this.texts.slice(0, -1));
  }

  forward() {
    const next = this.ahead?.[this.texts.length];
    if (next) this.move(this.start, [...this.texts, next]);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || /^(INPUT|SELECT|TEXTAREA)$/u.test(event.target.tagName)) return;
    if (event.key === "ArrowLeft") this.back();
    else if (event.key === "ArrowRight") this.forward();
    else return;
    event.preventDefault();
  }

  // A tap plays the only move that ends on a square; of several it shows those.
  tap(square) {
    const moves = this.graph.images(this.place).filter((move) => squares_of(move.text).at(-1) === square);
    const texts = new Set(moves.map((move) => move.text));
    if (texts.size === 1) {
      this.play(moves[0].text);
      return;
    }
    this.square = this.square === square ? null : square;
    this.show();
  }

  build() {
    this.built = true;
    document.documentElement.lang = lang();
    document.title = `${x("title")} — kifu`;
    const { graphs } = this.body;
    const kinds = graphs.map((graph, number) => [String(number), x("kindOf", say(graph.look.name), [graph.rules, ...Object.values(graph.head)].join(" "), graph.games.source.length)]);
    const kind = select(null, kinds, String(this.number), (value) => {
      this.choose(Number(value));
      this.move(0, []);
    });
    kind.setAttribute("aria-label", x("kind"));
    this.crumbs = el("ol", { class: "crumbs" });
    this.said = el("p", { class: "note status", role: "status" });
    this.results = el("p", { class: "note" });
    this.beside = el("p", { class: "note" });
    this.link = el("a", { class: "link", text: x("link") });
    this.back_button = button("‹", () => this.back(), { "aria-label": x("back"), title: x("back") });
    this.forward_button = button("›", () => this.forward(), { "aria-label": x("forward"), title: x("forward") });
    const { data } = this.graph;
    const notes = [x("deep", data.plies), this.graph.exchanges.some(Boolean) ? x("exchanged") : "", x("leftOut", data.copies, this.body.rejected), x("dates"), x("few"), x("multiple")];
    replace(
      this.page.main,
      el("header", { class: "top" }, top_bar({ home: this.page.home ?? null, title: x("title"), said: this.said, board: this.board }), kind),
      el("div", { class: "stage" }, this.board.element),
      el("div", { class: "acts" }, this.back_button, this.forward_button, el("nav", { "aria-label": x("way") }, this.crumbs), button(x("toPattern"), () => this.pattern.open(), { "aria-label": x("pattern") })),
      el(
        "div",
        { class: "rest" },
        this.played.build(this.order),
        this.results,
        this.beside,
        this.link,
        el("section", { class: "card" }, this.filter.build()),
        this.pattern.build(),
        typeof this.above === "function" ? this.above() : this.above,
        el("p", { class: "note", text: notes.join("") }),
        languageButton(this.page, () => this.turn_language()),
      ),
    );
    this.board.fit();
  }

  turn_language() {
    this.built = false;
    this.show();
  }

  show() {
    if (!this.built) this.build();
    const { graph, place, look } = this;
    const board = graph.board(place);
    const [last, from] = squares_of(place.text).reverse();
    const images = graph.images(place);
    const tally = graph.of_node(place);
    this.board.show({ tokens: board.tokens, last, from, path: this.square ? [this.square] : [], ...weighed(images, tally.games) });
    const side = say(look.sides[board.turn === "first" ? 0 : 1].label);
    const here = tally.games === 1 ? x("oneHere") : x("here", tally.games);
    this.said.textContent = [x("toMove", side), here].join(" · ");
    this.results.textContent = [tally.games ? x("results", tally.won, tally.drawn, tally.lost, tally.unfinished) : "", tally.finished ? x("share", percent(tally.share), percent(tally.low), percent(tally.high)) : ""].filter(Boolean).join(" · ");
    const beside = ["first", "second"].flatMap((each, number) => (board.beside[each] ? [`${say(look.sides[number].label)}: ${say(board.beside[each])}`] : []));
    this.beside.textContent = beside.join(" / ");
    this.link.setAttribute("href", this.address);
    this.back_button.disabled = this.way.length < 2;
    this.forward_button.disabled = !this.ahead?.[this.texts.length];
    const crumb = (text, ply) => el("li", {}, button(text, () => this.move(this.start, this.texts.slice(0, ply)), { class: "quiet", "aria-current": ply === this.texts.length ? "step" : null }));
    replace(this.crumbs, crumb(x("start"), 0), this.texts.map((text, number) => crumb(`${number + 1} ${text}`, number + 1)));
    this.crumbs.lastElementChild.scrollIntoView?.({ block: "nearest", inline: "end" });
    const all = this.square ? images.filter((move) => squares_of(move.text).includes(this.square)) : graph.moves(place);
    this.played.show(place, all, { order: this.order, square: this.square, clear: () => this.tap(this.square), start: this.starts() });
  }

  // The other starts, where games began from set-ups.
  starts() {
    const { starts } = this.graph;
    if (starts.length < 2 || this.way.length > 1) return null;
    const rows = starts.map((node, number) => [String(number), `${number + 1}: ${this.graph.of_node({ node, frame: 0 }).games}`]);
    return field(x("start"), (id) => select(id, rows, String(this.start), (value) => this.move(Number(value), [])));
  }
}

// Returns what the board shows of moves: the squares on which they end, by their share of the games, and the ways to those.
function weighed(moves, games) {
  const weights = {};
  const ways = [];
  for (const [text, { tally }] of new Map(moves.map((move) => [move.text, move]))) {
    const squares = squares_of(text);
    const [from, to] = [squares[0], squares.at(-1)];
    if (!to) continue;
    weights[to] = Math.min(1, (weights[to] || 0) + tally.games / games);
    if (from !== to) ways.push([from, to, tally.games / games]);
  }
  return { targets: Object.keys(weights), weights, ways };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// Shows graphs; `above` stands over them.
export function explore(page, body, above) {
  if (body?.graphs?.length) return new Explorer(page, body, above);
  replace(page.main, el("h1", { text: x("title") }), typeof above === "function" ? above() : above, el("p", { class: "note", text: x("none") }));
  return null;
}

export async function start(page) {
  setLang(lang());
  page.home = "/";
  const { status, body } = await ask("GET", "/api/explorer");
  if (!page.signal.aborted) explore(page, status === 200 ? body : null, status === 200 ? null : el("p", { class: "bad", text: say(body?.message) }));
}
