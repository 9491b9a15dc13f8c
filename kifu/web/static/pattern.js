// Patterns: partial boards, which the explorer looks for among its positions.

import { button, el, field, replace, select } from "./dom.js";
import { x } from "./explorer_words.js";
import { areas, matching } from "./matching.js";
import { Thumbnail } from "./thumbnail.js";
import { say } from "./words.js";

const SHOWN = 24; // positions that are drawn
const ANY = "any";
const EMPTY = "empty";
const PRESETS = {
  six: [
    { name: "sevenFirst", clauses: [{ unit: "first 占", least: "7", most: "7" }], exchanged: true },
    { name: "cornersFirst", clauses: [{ unit: "first 占", area: "corners", least: "3" }], exchanged: true },
  ],
  other: [
    { name: "cornersFull", clauses: [{ unit: ANY, area: "corners", least: "4" }] },
    { name: "rimEmpty", clauses: [{ unit: EMPTY, area: "rim", least: "20" }] },
  ],
};

export class Pattern {
  // `go` is called with a node.
  constructor(graph, look, go) {
    Object.assign(this, { graph, look, go });
    this.areas = areas(graph.data.squares, look.columns);
    this.clauses = [this.blank()];
    this.ways = { turned: true, exchanged: false, near: "0" };
  }

  get units() {
    const names = new Set(this.graph.data.contents.flat().map(({ side, text }) => `${side} ${text}`));
    return [...names].sort();
  }

  blank() {
    return { unit: this.units[0] || ANY, squares: "", least: "1", most: "" };
  }

  // What is found stands directly below the buttons that find it.
  build() {
    const { open = false } = this.form || {};
    this.form = el("details", { class: "card", open });
    this.found = el("div", { role: "status" });
    this.element = el("section", { "aria-label": x("pattern") }, this.presets(), this.found, this.form);
    this.draw();
    if (this.nodes) this.list(this.nodes);
    return this.element;
  }

  // Returns the buttons of patterns that are often asked for; each finds its positions at once.
  presets() {
    const presets = (PRESETS[this.graph.data.game] || PRESETS.other).filter(({ clauses }) => clauses.every(({ unit }) => [ANY, EMPTY, ...this.units].includes(unit)));
    const find = ({ clauses, exchanged = false }) => {
      this.clauses = clauses.map((clause) => ({ squares: "", least: "1", most: "", ...clause, squares: clause.area ? x(clause.area) : "" }));
      this.ways = { turned: true, exchanged: exchanged && this.graph.exchanges.some(Boolean), near: "0" };
      this.draw();
      this.search();
    };
    return el("div", { class: "row" }, presets.map((preset) => button(x(preset.name), () => find(preset))));
  }

  // Opens the form, and brings it into sight with the patterns that are often asked for.
  open() {
    this.form.open = true;
    this.element.scrollIntoView({ block: "nearest" });
    this.form.querySelector("summary").focus({ preventScroll: true });
  }

  draw() {
    const { exchanges } = this.graph;
    const check = (name) => el("label", {}, el("input", { type: "checkbox", checked: this.ways[name], on: { change: (event) => (this.ways[name] = event.target.checked) } }), x(name === "exchanged" ? "exchanged_" : name));
    const near = (id) => el("input", { id, type: "number", min: "0", max: "9", value: this.ways.near, on: { change: (event) => (this.ways.near = event.target.value) } });
    replace(
      this.form,
      el("summary", { text: x("pattern") }),
      el("p", { class: "note", text: x("patternSays") }),
      this.clauses.map((clause, number) => this.row(clause, number)),
      el("div", { class: "row" }, button(x("addClause"), () => this.more()), this.clauses.length > 1 ? button(x("dropClause"), () => this.fewer()) : null),
      el("fieldset", {}, el("legend", { text: x("ways") }), check("turned"), exchanges.some(Boolean) ? check("exchanged") : null, field(x("near"), near)),
      button(x("look"), () => this.search(), { class: "main" }),
    );
  }

  row(clause, number) {
    const sides = { first: 0, second: 1 };
    const named = (unit) => {
      const [side, text] = unit.split(" ");
      return `${say(this.look.sides[sides[side]].label)} ${text}`;
    };
    const units = [...this.units.map((unit) => [unit, named(unit)]), [ANY, x("anyUnit")], [EMPTY, x("emptySquares")]];
    const text = (name, more) => (id) => el("input", { id, value: clause[name], autocomplete: "off", ...more, on: { change: (event) => (clause[name] = event.target.value) } });
    return el(
      "fieldset",
      {},
      el("legend", { text: x("clause", number + 1) }),
      el(
        "div",
        { class: "fields" },
        field(x("unit"), (id) => select(id, units, clause.unit, (value) => (clause.unit = value))),
        field(x("squares"), text("squares", { placeholder: x("squaresLike") })),
        field(x("least"), text("least", { type: "number", min: "0" })),
        field(x("most"), text("most", { type: "number", min: "0" })),
      ),
    );
  }

  more() {
    this.clauses.push(this.blank());
    this.draw();
  }

  fewer() {
    this.clauses.pop();
    this.draw();
  }

  // Returns what a clause asks for, or the word that is not understood.
  read({ unit, squares, least, most }) {
    const words = squares.split(/[\s,、・]+/u).filter(Boolean);
    const names = { [x("rim")]: "rim", [x("corners")]: "corners", [x("inside")]: "inside", [x("whole")]: "board" };
    const of_word = (word) => (names[word] ? this.areas[names[word]] : [this.graph.data.squares.indexOf(word)]);
    const wrong = words.find((word) => of_word(word)[0] < 0);
    const [side, text] = unit.split(" ");
    const holds = this.graph.data.contents.map((tokens) => {
      if (unit === EMPTY) return Number(!tokens.length);
      return unit === ANY ? tokens.length : tokens.filter((token) => token.side === side && token.text === text).length;
    });
    return { wrong, holds, squares: words.length ? [...new Set(words.flatMap(of_word))] : this.areas.board, least: least === "" ? 0 : Number(least), most: most === "" ? Infinity : Number(most) };
  }

  search() {
    const clauses = this.clauses.map((clause) => this.read(clause));
    const wrong = clauses.find((clause) => clause.wrong !== undefined)?.wrong;
    if (wrong !== undefined) {
      replace(this.found, el("p", { class: "bad", text: x("noSquare", wrong) }));
      return;
    }
    const { graph } = this;
    const games = (node) => graph.of_node({ node, frame: 0 }).games;
    const found = matching(graph, { clauses, ...this.ways, near: Number(this.ways.near) });
    found.sort((one, other) => games(other) - games(one) || one - other);
    this.list(found);
    this.element.scrollIntoView({ block: "nearest" });
  }

  list(found) {
    const { graph } = this;
    this.nodes = found;
    replace(this.found, el("p", { text: x("positionsFound", found.length, graph.games_at(found).length) }), el("ul", { class: "cards" }, found.slice(0, SHOWN).map((node) => this.card(node))), found.length > SHOWN ? el("p", { class: "note", text: x("morePositions", found.length - SHOWN) }) : null);
  }

  card(node) {
    const mini = new Thumbnail(this.look);
    mini.show(this.graph.board({ node, frame: 0 }));
    const { games, share } = this.graph.of_node({ node, frame: 0 });
    const said = `${games === 1 ? x("oneGame") : x("gamesShort", games)}${share === null ? "" : ` · ${Math.round(100 * share)}%`}`;
    return el("li", {}, el("button", { type: "button", class: "found", on: { click: () => this.go(node) } }, mini.element, el("span", { text: said })));
  }
}
