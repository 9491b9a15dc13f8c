// The board: a drawing, and over it a button on each square. It can be worked by touch, by mouse and by keys.

import { button, el, replace, svg } from "./dom.js";
import { dragged } from "./drag.js";
import { drawn, piece, unit } from "./scenes.js";
import { say, t } from "./words.js";

const LEAST = 44; // pixels: the least width of a square that a finger taps
export const LEAST_OF_A_MOUSE = 24;
const DOT = 1 / 9; // the weight of a target that has none
const EDGE = 0.51; // the distance from the middle of a square to the edge of a narrow board, in squares
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  // `tap` is called with the name of a square; without it the board is only looked at. `drop` is called with two squares
  // when a mouse has drawn the units of one to the other, `sized` when the board has got other proportions. `least` is the least
  // width of a square; null: what taps it says.
  constructor(look, { tap = null, drop = null, sized = () => {}, seen = "first", least = null } = {}) {
    this.look = look;
    this.least = least;
    this.tap = tap;
    this.sized = sized;
    this.narrow = false;
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
    // In the next frame: what fits the board changes its holder, which a browser takes for a loop of the observer.
    new ResizeObserver(() => requestAnimationFrame(() => this.fit())).observe(this.outer);
    if (drop) dragged(this.squares, { begin: (target) => this.taken_up(target), drop });
    this.build();
  }

  get view() {
    return this.look.views[this.seen];
  }

  // The part of the drawing that is shown. Where a finger needs the room, it is the squares alone.
  get box() {
    const { width, height } = this.view;
    return this.narrow ? this.of_squares() : { x: 0, y: 0, width, height };
  }

  of_squares() {
    const { places, cell } = this.view;
    const [xs, ys] = [0, 1].map((part) => Object.values(places).map((place) => place[part]));
    const [x, y] = [Math.min(...xs) - cell * EDGE, Math.min(...ys) - cell * EDGE];
    return { x, y, width: Math.max(...xs) + cell * EDGE - x, height: Math.max(...ys) + cell * EDGE - y };
  }

  get ratio() {
    return this.box.width / this.box.height;
  }

  // What a mouse takes up: the square and its units as a drawing; null where nothing stands.
  taken_up(target) {
    const { square } = target.dataset;
    const standing = this.shown.tokens.filter((token) => token.square === square);
    return standing.length ? [square, piece(this.look, standing, this.seen)] : null;
  }

  flip() {
    this.seen = this.seen === "first" ? "second" : "first";
    this.build();
    this.show(this.shown);
  }

  // Builds what does not change from move to move.
  build() {
    const view = this.view;
    const { x: from, y: above, width, height } = this.box;
    this.drawing.setAttribute("viewBox", `${from} ${above} ${width} ${height}`);
    this.element.style.setProperty("--ratio", width / height);
    this.ground = svg("g", { class: "ground" }, ...view.ground.map((shape) => drawn(shape)));
    this.marks = svg("g", {});
    this.units = svg("g", {});
    this.dots = svg("g", {});
    this.standing = new Map();
    replace(this.drawing, this.ground, this.narrow ? this.names() : [], this.marks, this.units, this.dots);
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

  // The names of columns and rows in the squares of two edges, for a board that has no room for them outside.
  names() {
    const { cell, places } = this.view;
    const { x: left, y: top, width } = this.box;
    const made = Object.entries(places).flatMap(([name, [x, y]]) => {
      const [, column, row] = /^(\D+)(\d+)$/u.exec(name);
      const size = { "font-size": cell * 0.2, fill: "#5a5347" };
      const labels = [];
      if (y - top < cell) labels.push([column, svg("text", { x: x - cell * 0.48, y: y - cell * 0.3, ...size })]);
      if (left + width - x < cell) labels.push([row, svg("text", { x: x + cell * 0.48, y: y + cell * 0.46, "text-anchor": "end", ...size })]);
      return labels.map(([text, label]) => {
        label.textContent = text;
        return label;
      });
    });
    return svg("g", {}, ...made);
  }

  build_buttons() {
    const { view, box } = this;
    const focused = this.cursor;
    this.buttons.clear();
    const names = Object.keys(view.places).sort((one, other) => {
      const [a, b] = [this.places.get(one), this.places.get(other)];
      return a[1] - b[1] || a[0] - b[0];
    });
    for (const name of names) {
      const [x, y] = view.places[name];
      const made = button("", (event) => this.tap(name, event), { "data-square": name, tabindex: "-1", class: "square" });
      made.style.left = `${((x - view.cell / 2 - box.x) / box.width) * 100}%`;
      made.style.top = `${((y - view.cell / 2 - box.y) / box.height) * 100}%`;
      made.style.width = `${(view.cell / box.width) * 100}%`;
      made.style.height = `${(view.cell / box.height) * 100}%`;
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

  // Keeps squares wide enough for a finger: a board goes without its edges, and a large one is moved under the finger, or looked
  // at as a whole. The style sheet gives every other board the room that there is. A screen calls it when it has put the board up.
  fit() {
    const { clientWidth: wide, clientHeight: high } = this.outer;
    const finger = this.least ?? (matchMedia("(pointer: fine)").matches ? LEAST_OF_A_MOUSE : LEAST);
    const least = (box) => Math.ceil((finger * box.width) / this.view.cell);
    const fits = (box) => least(box) <= Math.min(wide, Math.max(high, 1) * (box.width / box.height));
    const tapped = this.tap !== null && wide > 0;
    const narrow = tapped && !fits(this.view) && least(this.of_squares()) <= wide;
    if (narrow !== this.narrow) {
      this.narrow = narrow;
      this.build();
      this.show(this.shown);
      this.sized();
      return;
    }
    const large = tapped && !narrow && !fits(this.box);
    this.zoom.hidden = !large;
    this.zoom.textContent = this.whole ? "⊕" : "⊖";
    this.zoom.setAttribute("aria-label", this.whole ? t("closer") : t("whole"));
    this.inner.style.width = large && !this.whole ? `${least(this.box)}px` : "";
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

  // Draws units and marks. `shown` may hold tokens, from and last (the ends of the last move), changed, path, targets,
  // heat {square: 0…1}, weights {square: 0…1} of the targets, and ways, the targets' [from, to, weight]. What stands as before stays as it is.
  show(shown) {
    this.shown = shown;
    const view = this.view;
    const at = (name) => view.places[name];
    const rings = new Set(shown.tokens.filter((token) => token.form === "ring").map((token) => token.square));
    replace(this.marks, ...this.marked(shown, at, view.cell));
    const now = new Map();
    for (const token of shown.tokens) {
      const key = [token.square, token.side, token.form, token.text, token.unsent, rings.has(token.square)].join(" ");
      now.set(key, this.standing.get(key) || this.placed(token, rings.has(token.square)));
    }
    for (const [key, group] of this.standing) if (!now.has(key)) group.remove();
    for (const [key, group] of now) {
      // A core lies on its ring, so it is drawn after it.
      if (this.standing.has(key)) continue;
      if (key.includes(" ring ")) this.units.prepend(group);
      else this.units.append(group);
    }
    this.standing = now;
    const ways = (shown.ways || []).map(([from, to, weight]) => {
      const [[x1, y1], [x2, y2]] = [at(from), at(to)];
      return svg("line", { x1, y1, x2, y2, class: "way", "stroke-width": view.cell * (0.03 + 0.12 * weight) });
    });
    const dots = (shown.targets || []).map((name) => {
      const [x, y] = at(name);
      const weight = shown.weights?.[name] ?? DOT;
      return svg("circle", { cx: x, cy: y, r: view.cell * (0.08 + 0.24 * Math.sqrt(weight)), class: "dot" });
    });
    replace(this.dots, ...ways, ...dots);
    this.label(shown);
  }

  placed(token, inside) {
    const group = unit(this.look, this.view, token, inside);
    const [x, y] = this.view.places[token.square];
    group.setAttribute("transform", `translate(${x} ${y})`);
    if (token.unsent) group.setAttribute("opacity", "0.55");
    return group;
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
    if (shown.from && at(shown.from) && shown.from !== shown.last) yield box(shown.from, "from");
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
      const chosen = (shown.path || []).includes(name);
      if (chosen) parts.push(t("chosen"));
      if ((shown.targets || []).includes(name)) parts.push(t("target"));
      const label = parts.join(" ");
      if (made.getAttribute("aria-label") !== label) made.setAttribute("aria-label", label);
      if (made.getAttribute("aria-pressed") !== String(chosen)) made.setAttribute("aria-pressed", String(chosen));
    }
  }
}
