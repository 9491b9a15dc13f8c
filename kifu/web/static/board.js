// The board: a drawing, and over it a button on each square. It can be worked by touch, by mouse and by keys.

import { button, el, replace, svg } from "./dom.js";
import { drawn, unit } from "./shapes.js";
import { say, t } from "./words.js";

const LEAST = 44; // pixels: the least width of a square that is tapped
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  // `tap` is called with the name of a square; without it the board is only looked at.
  constructor(look, { tap = null, seen = "first" } = {}) {
    this.look = look;
    this.tap = tap;
    this.seen = seen;
    this.shown = { tokens: [] };
    this.buttons = new Map();
    this.whole = false;
    this.drawing = svg("svg", { "aria-hidden": "true", focusable: "false" });
    this.squares = el("div", { class: "squares", role: "group" });
    this.inner = el("div", { class: "board" }, this.drawing, this.squares);
    this.zoom = button("", () => this.look_at(!this.whole), { class: "quiet zoom" });
    this.outer = el("div", { class: "around" }, this.inner);
    this.element = el("div", { class: "holder" }, this.outer, this.zoom);
    new ResizeObserver(() => this.fit()).observe(this.outer);
    this.build();
  }

  get view() {
    return this.look.views[this.seen];
  }

  flip() {
    this.seen = this.seen === "first" ? "second" : "first";
    this.build();
    this.show(this.shown);
  }

  // Builds what does not change from move to move.
  build() {
    const view = this.view;
    this.drawing.setAttribute("viewBox", `0 0 ${view.width} ${view.height}`);
    this.ground = svg("g", {}, ...view.ground.map((shape) => drawn(shape)));
    this.marks = svg("g", {});
    this.units = svg("g", {});
    replace(this.drawing, this.ground, this.marks, this.units);
    this.grid = new Map();
    this.places = new Map();
    const lefts = Object.values(view.places).map(([x]) => x);
    const tops = Object.values(view.places).map(([, y]) => y);
    const [left, top] = [Math.min(...lefts), Math.min(...tops)];
    for (const [name, [x, y]] of Object.entries(view.places)) {
      const place = [Math.round((x - left) / view.cell), Math.round((y - top) / view.cell)];
      this.grid.set(place.join(), name);
      this.places.set(name, place);
    }
    this.squares.setAttribute("aria-label", t("board"));
    if (this.tap) this.build_buttons();
    this.fit();
  }

  build_buttons() {
    const view = this.view;
    const focused = this.cursor;
    this.buttons.clear();
    const names = Object.keys(view.places).sort((one, other) => {
      const [a, b] = [this.places.get(one), this.places.get(other)];
      return a[1] - b[1] || a[0] - b[0];
    });
    for (const name of names) {
      const [x, y] = view.places[name];
      const made = button("", (event) => this.tap(name, event), { "data-square": name, tabindex: "-1", class: "square" });
      made.style.left = `${((x - view.cell / 2) / view.width) * 100}%`;
      made.style.top = `${((y - view.cell / 2) / view.height) * 100}%`;
      made.style.width = `${(view.cell / view.width) * 100}%`;
      made.style.height = `${(view.cell / view.height) * 100}%`;
      made.addEventListener("keydown", (event) => this.arrow(event, name));
      made.addEventListener("focus", () => this.point(name));
      this.buttons.set(name, made);
    }
    replace(this.squares, ...this.buttons.values());
    this.point(this.buttons.has(focused) ? focused : names[0]);
  }

  // Makes a square the one that Tab comes to.
  point(name) {
    this.buttons.get(this.cursor)?.setAttribute("tabindex", "-1");
    this.cursor = name;
    this.buttons.get(name)?.setAttribute("tabindex", "0");
  }

  focus(name = this.cursor) {
    this.buttons.get(name)?.focus();
  }

  arrow(event, name) {
    const step = ARROWS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    let [column, row] = this.places.get(name);
    for (let tries = 0; tries < Math.max(this.look.columns, this.look.rows); tries += 1) {
      column += step[0];
      row += step[1];
      const next = this.grid.get([column, row].join());
      if (next) {
        this.focus(next);
        return;
      }
    }
  }

  // Keeps squares wide enough for a finger: a large board is moved under the finger, or looked at as a whole.
  fit() {
    const view = this.view;
    const least = Math.ceil((LEAST * view.width) / view.cell);
    const room = this.outer.clientWidth;
    const large = this.tap !== null && room > 0 && least > room;
    this.zoom.hidden = !large;
    this.zoom.textContent = this.whole ? t("closer") : t("whole");
    this.inner.style.width = large && !this.whole ? `${least}px` : "100%";
    const widest = Math.max(least, Math.min(60 * (view.width / view.cell), 760));
    this.inner.style.maxWidth = large ? "none" : `${widest}px`;
    this.squares.classList.toggle("still", large && this.whole);
    if (large && this.whole) {
      if (!this.cover) {
        this.cover = button("", (event) => this.look_closer(event), { class: "cover" });
        this.inner.append(this.cover);
      }
      this.cover.setAttribute("aria-label", t("closer"));
    } else if (this.cover) {
      this.cover.remove();
      this.cover = null;
    }
  }

  look_at(whole) {
    this.whole = whole;
    this.fit();
  }

  look_closer(event) {
    const box = this.inner.getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    this.look_at(false);
    this.outer.scrollLeft = x * this.inner.scrollWidth - this.outer.clientWidth / 2;
    this.outer.scrollTop = y * this.inner.scrollHeight - this.outer.clientHeight / 2;
  }

  // Draws units and marks. `shown` may hold tokens, last, changed, path, targets, heat {square: 0…1} and cells {square: text}.
  show(shown) {
    this.shown = shown;
    const view = this.view;
    const at = (name) => view.places[name];
    const rings = new Set(shown.tokens.filter((token) => token.form === "ring").map((token) => token.square));
    replace(this.marks, ...this.marked(shown, at, view.cell));
    const units = shown.tokens.map((token) => {
      const group = unit(this.look, view, token, rings.has(token.square));
      const [x, y] = at(token.square);
      group.setAttribute("transform", `translate(${x} ${y})`);
      if (token.unsent) group.setAttribute("opacity", "0.55");
      return group;
    });
    const dots = (shown.targets || []).map((name) => {
      const [x, y] = at(name);
      return svg("circle", { cx: x, cy: y, r: view.cell * 0.16, class: "dot" });
    });
    replace(this.units, ...units, ...dots);
    this.label(shown);
  }

  *marked(shown, at, cell) {
    for (const [name, heat] of Object.entries(shown.heat || {})) {
      const [x, y] = at(name);
      const size = cell * 0.96;
      yield svg("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, class: "heat", opacity: heat });
    }
    const box = (name, kind) => {
      const [x, y] = at(name);
      const size = cell * 0.94;
      return svg("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, class: kind });
    };
    for (const name of shown.changed || []) if (name !== shown.last && at(name)) yield box(name, "changed");
    if (shown.last && at(shown.last)) yield box(shown.last, "last");
    for (const name of shown.path || []) yield box(name, "chosen");
  }

  // Gives each square its name for people who do not see it.
  label(shown) {
    if (!this.tap) return;
    const standing = new Map();
    for (const token of shown.tokens) {
      const side = say(this.look.sides[token.side === "first" ? 0 : 1].label);
      standing.set(token.square, [...(standing.get(token.square) || []), `${side} ${token.text}`]);
    }
    for (const [name, made] of this.buttons) {
      const parts = [name, ...(standing.get(name) || [t("empty")])];
      if ((shown.path || []).includes(name)) parts.push(t("chosen"));
      if ((shown.targets || []).includes(name)) parts.push(t("target"));
      made.setAttribute("aria-label", parts.join(" "));
      made.setAttribute("aria-pressed", String((shown.path || []).includes(name)));
    }
  }
}
