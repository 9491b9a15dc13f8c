// Changes a board by tapping: a unit is moved, taken away, or put on a square. The result is the text of a diagram.

import { Board } from "./board.js";
import { button, el, field, replace } from "./dom.js";
import { dragged } from "./drag.js";
import { piece } from "./scenes.js";
import { say, t } from "./words.js";

export class Editor {
  // `diagram` and `look` are as the server gives them.
  constructor(look, diagram) {
    this.look = look;
    this.diagram = structuredClone(diagram);
    this.parts = 1 + Math.max(0, ...look.pieces.map((each) => each.part));
    const length = diagram.empty.length / this.parts;
    this.empty = Array.from({ length: this.parts }, (_, part) => diagram.empty.slice(part * length, (part + 1) * length));
    this.tool = "move";
    this.piece = null;
    this.held = null; // {square, part}: what is moved next; part null: all that stands there
    this.board = new Board(look, {
      tap: (square) => this.tap(square),
      drop: (from, to) => {
        this.held = { square: from, part: null };
        this.move(to);
        this.draw();
      },
    });
    this.tools = el("div", { class: "row", role: "group", "aria-label": t("tools") });
    this.palette = el("div", { class: "palette", role: "group", "aria-label": t("put") });
    dragged(this.palette, {
      begin: (target) => {
        const found = this.look.pieces.find((each) => each.cell === target.dataset.cell && String(each.part) === target.dataset.part);
        return found && [found, piece(this.look, [token_of(found)])];
      },
      drop: (what, square) => {
        this.put(what, square);
        this.draw();
      },
    });
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
    replace(
      this.palette,
      this.look.pieces.map((each) => {
        const chosen = this.piece === each;
        const side = say(this.look.sides[each.side === "first" ? 0 : 1].label);
        const made = button("", () => this.take(each), {
          "aria-label": `${side} ${each.name}${each.cost ? ` ${each.cost}` : ""}`,
          "aria-pressed": String(chosen),
          class: chosen ? "on" : "",
          "data-cell": each.cell,
          "data-part": each.part,
        });
        made.append(piece(this.look, [token_of(each)]), ...(each.cost ? [el("small", { text: each.cost })] : []));
        return made;
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

  take(chosen) {
    this.tool = "put";
    this.piece = chosen;
    this.held = null;
    this.build();
  }

  // Returns the parts of a cell, each as its text: the longest piece of the part that stands there, or nothing.
  parts_of(square) {
    const row = this.diagram.rows.find((each) => each.squares.includes(square));
    let rest = row?.cells[row.squares.indexOf(square)] ?? "";
    return this.empty.map((empty, part) => {
      const texts = [empty, ...this.look.pieces.filter((each) => each.part === part).map((each) => each.cell)];
      const found = texts.filter((text) => rest.startsWith(text)).sort((one, two) => two.length - one.length)[0];
      // A cell that nobody knows stays in one piece.
      const text = found ?? rest;
      rest = rest.slice(text.length);
      return text;
    });
  }

  set(square, parts) {
    const row = this.diagram.rows.find((each) => each.squares.includes(square));
    if (row) row.cells[row.squares.indexOf(square)] = parts.join("");
  }

  filled(square) {
    return this.parts_of(square).flatMap((text, part) => (text === this.empty[part] ? [] : [part]));
  }

  put(what, square) {
    const parts = this.parts_of(square);
    parts[what.part] = parts[what.part] === what.cell ? this.empty[what.part] : what.cell;
    this.set(square, parts);
  }

  tap(square) {
    if (this.tool === "erase") this.set(square, this.empty);
    else if (this.tool === "put") this.put(this.piece, square);
    else if (this.held === null) this.held = this.filled(square).length ? { square, part: null } : null;
    else if (this.held.square === square) this.next_part(square);
    else this.move(square);
    this.draw();
  }

  // The same square again: of two units one, then the other, then none.
  next_part(square) {
    const filled = this.filled(square);
    const next = this.held.part === null ? 0 : filled.indexOf(this.held.part) + 1;
    this.held = filled.length > 1 && next < filled.length ? { square, part: filled[next] } : null;
  }

  move(square) {
    const { square: from, part: only } = this.held;
    const [leaving, there] = [this.parts_of(from), this.parts_of(square)];
    for (const part of only === null ? this.filled(from) : [only]) {
      there[part] = leaving[part];
      leaving[part] = this.empty[part];
    }
    this.set(from, leaving);
    this.set(square, there);
    this.held = null;
  }

  draw() {
    const { held } = this;
    const tokens = this.tokens();
    this.board.show({ tokens: tokens.map((token) => (held?.square === token.square && held.part !== null && held.part !== token.part ? { ...token, unsent: true } : token)), path: held ? [held.square] : [] });
    if (this.as_text.open) this.area.value = this.spelled();
    this.count();
  }

  // The units as they are drawn: known pieces in the form of their game, other cells as their text.
  tokens() {
    return this.diagram.rows.flatMap((row) =>
      row.squares.flatMap((square) =>
        this.parts_of(square).flatMap((text, part) => {
          if (text === this.empty[part] || text === "") return [];
          const known = this.look.pieces.find((each) => each.part === part && each.cell === text);
          return [{ square, part, ...(known ? token_of(known) : { side: "first", text, form: "disc" }) }];
        }),
      ),
    );
  }

  // Shows what the set-up of each side costs, where units cost something. The server judges it.
  count() {
    if (this.look.budget === null) return;
    const texts = ["first", "second"].map((side, number) => {
      let sum = 0;
      for (const each of this.look.pieces.filter((one) => one.side === side)) {
        let many = this.diagram.rows.reduce((count, row) => count + row.cells.filter((cell) => cell === each.cell).length, 0);
        const line = this.diagram.fields.find(([key]) => key === each.line);
        const there = line && new RegExp(`${each.name}([0-9]*)`, "u").exec(line[1]);
        if (there) many += Number(there[1] || "1");
        sum += Math.max(0, many - each.free) * each.cost;
      }
      return `${say(this.look.sides[number].label)} ${t("total")} ${sum} / ${this.look.budget} ${t("cost")}`;
    });
    this.sums.textContent = texts.join("　");
  }
}

function token_of({ side, name, form }) {
  return { side, text: name, form };
}
