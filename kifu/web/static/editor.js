// Changes a board by tapping: a unit is moved, taken away, or put on a square. The result is the text of a diagram.

import { Board } from "./board.js";
import { button, el, field, replace } from "./dom.js";
import { say, t } from "./words.js";

export class Editor {
  // `diagram` and `look` are as the server gives them; `seen_cells` are further texts of cells to choose from.
  constructor(look, diagram, { seen_cells = [], tokens_of = () => [] } = {}) {
    this.look = look;
    this.diagram = structuredClone(diagram);
    this.tokens_of = tokens_of;
    this.tool = "move";
    this.piece = null;
    this.held = null;
    this.text = null;
    this.seen_cells = [...new Set(seen_cells)];
    this.board = new Board(look, { tap: (square) => this.tap(square) });
    this.tools = el("div", { class: "row", role: "group", "aria-label": t("tools") });
    this.palette = el("div", { class: "palette", role: "group", "aria-label": t("put") });
    this.sums = el("p", { class: "note", "aria-live": "polite" });
    this.lines = el("div", { class: "fields" });
    this.area = el("textarea", { rows: "12", class: "diagram", "aria-label": t("byText") });
    this.as_text = el("details", { on: { toggle: () => this.toggle() } }, el("summary", { text: t("byText") }), this.area);
    this.element = el("div", { class: "editor" }, this.tools, this.board.element, this.sums, this.palette, this.lines, this.as_text);
    this.build();
  }

  // Opens or closes the editing as text; what was typed counts as long as it is open.
  toggle() {
    if (this.as_text.open) this.area.value = this.spelled();
  }

  // Returns the diagram as text.
  value() {
    return this.as_text.open ? this.area.value : this.spelled();
  }

  spelled() {
    const { head, rows, fields } = this.diagram;
    const line = (row) => row.parts.map((part, place) => part + (row.cells[place] ?? "")).join("");
    return [...head, ...rows.map(line), ...fields.map(([key, text]) => `${key}：${text}`)].join("\n");
  }

  build() {
    const tool = (name) =>
      button(t(name), () => this.use(name), { "aria-pressed": String(this.tool === name), class: this.tool === name ? "on" : "" });
    replace(this.tools, tool("move"), tool("erase"));
    const pieces = this.look.pieces.length
      ? this.look.pieces
      : this.seen_cells.map((cell) => ({ cell, side: "first", name: cell, cost: 0, line: "" }));
    replace(
      this.palette,
      pieces.map((piece) => {
        const label = piece.cost ? `${piece.cell} ${piece.cost}` : piece.cell;
        return button(label, () => this.take(piece), {
          "aria-pressed": String(this.piece?.cell === piece.cell),
          class: this.piece?.cell === piece.cell ? "on" : "",
          "data-cell": piece.cell,
        });
      }),
    );
    replace(
      this.lines,
      this.diagram.fields.map((line) =>
        field(line[0], (id) =>
          el("input", { id, value: line[1], "data-line": line[0], on: { input: (event) => this.set_line(line, event.target.value) } }),
        ),
      ),
    );
    this.draw();
  }

  set_line(line, text) {
    line[1] = text;
    this.count();
  }

  use(tool) {
    this.tool = tool;
    this.piece = null;
    this.held = null;
    this.build();
  }

  take(piece) {
    this.tool = "put";
    this.piece = piece;
    this.held = null;
    this.build();
  }

  cell(square) {
    for (const row of this.diagram.rows) {
      const place = row.squares.indexOf(square);
      if (place >= 0) return [row, place];
    }
    return [null, -1];
  }

  tap(square) {
    const [row, place] = this.cell(square);
    if (!row) return;
    const empty = this.diagram.empty;
    if (this.tool === "erase") row.cells[place] = empty;
    else if (this.tool === "put") row.cells[place] = row.cells[place] === this.piece.cell ? empty : this.piece.cell;
    else if (this.held === null) {
      if (row.cells[place] !== empty) this.held = square;
    } else {
      const [from, at] = this.cell(this.held);
      if (this.held !== square) {
        row.cells[place] = from.cells[at];
        from.cells[at] = empty;
      }
      this.held = null;
    }
    this.draw();
  }

  draw() {
    this.board.show({ tokens: this.tokens(), path: this.held ? [this.held] : [] });
    if (this.as_text.open) this.area.value = this.spelled();
    this.count();
  }

  // The units as they are drawn: known pieces in the form of their game, other cells as their text.
  tokens() {
    const known = new Map(this.look.pieces.map((piece) => [piece.cell, piece]));
    const forms = new Map(this.tokens_of().map((token) => [token.side + token.text, token.form]));
    const usual = this.tokens_of()[0]?.form || "disc";
    const found = [];
    for (const row of this.diagram.rows) {
      row.cells.forEach((cell, place) => {
        if (cell === this.diagram.empty) return;
        const piece = known.get(cell);
        const square = row.squares[place];
        if (piece) found.push({ square, side: piece.side, text: piece.name, form: forms.get(piece.side + piece.name) || usual });
        else found.push({ square, side: cell.includes("v") || cell.includes("△") ? "second" : "first", text: cell.replaceAll("・", ""), form: "disc" });
      });
    }
    return found;
  }

  // Shows what the set-up of each side costs, where units cost something. The server judges it.
  count() {
    if (this.look.budget === null) return;
    const texts = ["first", "second"].map((side, number) => {
      let sum = 0;
      for (const piece of this.look.pieces.filter((each) => each.side === side)) {
        let many = this.diagram.rows.reduce((count, row) => count + row.cells.filter((cell) => cell === piece.cell).length, 0);
        const line = this.diagram.fields.find(([key]) => key === piece.line);
        const there = line && new RegExp(`${piece.name}([0-9]*)`, "u").exec(line[1]);
        if (there) many += Number(there[1] || "1");
        sum += Math.max(0, many - piece.free) * piece.cost;
      }
      return `${say(this.look.sides[number].label)} ${t("total")} ${sum} / ${this.look.budget} ${t("cost")}`;
    });
    this.sums.textContent = texts.join("　");
  }
}
