// What was played from a place: its moves as a table, and the games that came there.

import { button, el, field, replace, select } from "./dom.js";
import { x } from "./explorer_words.js";
import { say } from "./words.js";

const FEW = 10; // fewer games than this are grey
const SHOWN = 20; // games that are listed
const MOVES = 15; // moves that are shown before one asks for all

const ORDERS = {
  games: ({ tally }) => tally.games,
  share: ({ tally }) => tally.share ?? -1,
  low: ({ tally }) => (tally.finished ? tally.low : -1),
};

export function percent(share) {
  return `${Math.round(100 * share)}%`;
}

// Shows the rest of a row, or folds it away; where there is room for it (style.css), it stands there anyway.
function opened(knob, row) {
  knob.setAttribute("aria-expanded", String(row.classList.toggle("open")));
}

export class Played {
  // `acts`: go(move), follow(game, plies), order(value).
  constructor(graph, look, acts) {
    Object.assign(this, { graph, look, acts });
  }

  build(order) {
    this.moves = el("div", {});
    this.games = el("details", { class: "card", on: { toggle: () => this.list() } });
    const orders = [["games", x("byGames")], ["share", x("byShare")], ["low", x("byLow")]];
    const choice = field(x("sort"), (id) => select(id, orders, order, (value) => this.acts.order(value)));
    const key = ["won", "drawn", "lost"].map((kind) => [el("span", { class: `key ${kind}` }), x(kind), " "]);
    return el("div", {}, el("section", { class: "card" }, this.moves, el("p", { class: "note bars-key" }, x("bySide"), key.flat()), choice), this.games);
  }

  // `square`: only moves of one square are shown; `clear` shows all again.
  show(place, moves, { order, square, clear, start }) {
    this.place = place;
    const rank = ORDERS[order];
    const rows = [...moves].sort((one, other) => rank(other) - rank(one) || other.tally.games - one.tally.games || (one.text < other.text ? -1 : 1));
    const asked = this.asked === place.node; // all moves of this node were asked for
    const first = asked ? rows : rows.slice(0, MOVES);
    const all = () => {
      this.asked = place.node;
      this.show(place, moves, { order, square, clear, start });
    };
    const head = ["move", "games", "wdl", "points", "rest"].map((name) => el("th", { scope: "col", text: x(name) }));
    replace(
      this.moves,
      square ? el("p", { class: "row" }, el("span", { text: x("atSquare", square) }), button(x("all"), clear)) : null,
      rows.length ? el("table", { class: "rows played" }, el("caption", { class: "sr", text: x("played") }), el("thead", {}, el("tr", {}, head)), first.map((move) => this.row(move))) : this.end(),
      first.length < rows.length ? button(x("allMoves", rows.length), all) : null,
      start,
    );
    replace(this.games, el("summary", { text: x("gamesHere") }));
    this.list();
  }

  row(move) {
    const { tally } = move;
    const parts = [tally.won, tally.drawn, tally.lost].map((part, number) => {
      const bar = el("span", { class: ["won", "drawn", "lost"][number] });
      bar.style.flexGrow = part;
      return bar;
    });
    const wdl = [tally.finished ? `${tally.won}–${tally.drawn}–${tally.lost}` : "—", tally.unfinished ? x("unfinished", tally.unfinished) : ""].filter(Boolean).join(" ");
    const points = tally.share === null ? "—" : `${percent(tally.share)} ${percent(tally.low)}–${percent(tally.high)}`;
    const made = el(
      "tbody",
      { class: tally.games < FEW ? "few" : "" },
      el(
        "tr",
        {},
        el("td", {}, this.button(move)),
        el("td", { class: "number", text: String(tally.games) }),
        el("td", {}, el("span", { class: "figures", text: wdl }), el("span", { class: "bars", "aria-hidden": "true" }, parts)),
        el("td", { class: "figures", text: points }),
        el("td", {}, button("⋯", (event) => opened(event.currentTarget, made), { class: "quiet", "aria-expanded": "false", "aria-label": `${x("rest")}: ${move.text}` })),
      ),
      el(
        "tr",
        { class: "more" },
        el("td", { colspan: "5" }, el("p", { class: "of-phones", text: `${x("wdl")} ${wdl} · ${x("points")} ${points}` }), move.novelty ? el("strong", { title: x("noveltySays"), text: x("novelty") }) : null, " ", `${x("firstGame")}: `, this.name(move.first), move.said ? el("div", { text: this.value(move.said) }) : null),
      ),
    );
    return made;
  }

  // What the engine says of a move, for the side that moves.
  value({ value, proven, nodes }) {
    const sign = value > 0 ? "+" : "";
    const proof = proven === null ? "" : x(proven >= 0 ? "provenWin" : "provenLoss", Math.abs(proven));
    return [value === null || proof ? "" : x("value", `${sign}${value}`, nodes.toLocaleString()), proof].filter(Boolean).join(" · ");
  }

  button(move) {
    const made = button("", () => this.acts.go(move), { class: "move" });
    made.append(el("span", { class: "mark", text: this.look.sides[this.graph.side(this.place)].mark }), move.text);
    return made;
  }

  // What a game is called: its date, its players, its file. What people have written is text and never markup.
  name(number) {
    const game = this.graph.game(number);
    const players = game.players.filter(Boolean).join(" — ") || x("unnamed");
    const text = [game.date, players, game.event].filter(Boolean).join(" ");
    const named = el("bdi", { class: "name", text });
    return el("span", {}, game.address ? el("a", { href: game.address }, named) : named, " ", el("bdi", { class: "note name", text: game.source }));
  }

  result(number) {
    const { winner, plies } = this.graph.game(number);
    const outcome = ["", "first", "second", "draw"][winner];
    return `${outcome ? say(this.look.outcomes[outcome]) : x("none_")} · ${x("plies", plies)}`;
  }

  // Where no move is drawn: one game goes on alone, or games have ended.
  end() {
    const found = this.graph.games_at([this.place.node]);
    if (found.length !== 1) return el("p", { class: "note", text: found.length ? x("ended") : x("noMoves") });
    const tail = this.graph.tail(found[0], this.place);
    return el("div", {}, el("p", {}, this.name(found[0]), " ", this.result(found[0])), tail.length ? el("p", { class: "text", text: `${x("tail")}: ${tail.join(" ")}` }) : el("p", { class: "note", text: x("ended") }));
  }

  list() {
    if (!this.games.open || this.games.children.length > 1) return;
    const found = this.graph.games_at([this.place.node]);
    const rows = found.slice(0, SHOWN).map((game) => {
      const ply = this.graph.leaves(game);
      const leave = ply === null ? el("span", { class: "note", text: x("leavesNot") }) : button(x("leaves", ply), () => this.acts.follow(game, ply));
      return el("li", {}, this.name(game), " ", el("span", { text: this.result(game) }), el("div", { class: "row" }, leave, button(x("follow"), () => this.acts.follow(game))));
    });
    this.games.append(el("ul", { class: "list" }, rows), found.length > SHOWN ? el("p", { class: "note", text: x("more", found.length - SHOWN) }) : "");
  }
}
