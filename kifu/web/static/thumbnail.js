// Thumbnail of a board, and the drawing data that thumbnails share.

import { replace, svg } from "./dom.js";
import { ask } from "./server.js";
import { drawn, unit } from "./scenes.js";

const looks = new Map(); // by the names that the server gives them

// Returns the look with a name, a promise; `game` is one that is drawn with it. Null if the server does not give it.
export function look_of(name, game) {
  if (!looks.has(name)) {
    const asked = ask("GET", `/api/g/${game}/look`).then(({ status, body }) => {
      if (status === 200) return body;
      looks.delete(name);
      return null;
    });
    looks.set(name, asked);
  }
  return looks.get(name);
}

export class Thumbnail {
  constructor(look) {
    this.look = look;
    this.view = look.views.first;
    this.marks = svg("g", {});
    this.units = svg("g", {});
    const ground = svg("g", { class: "ground" }, ...this.view.ground.map((shape) => drawn(shape)));
    this.element = svg("svg", { viewBox: `0 0 ${this.view.width} ${this.view.height}`, class: "mini", "aria-hidden": "true", focusable: "false" }, ground, this.marks, this.units);
  }

  show({ tokens, last }) {
    const { places, cell } = this.view;
    const rings = new Set(tokens.filter((token) => token.form === "ring").map((token) => token.square));
    const put = (token) => {
      const group = unit(this.look, this.view, token, rings.has(token.square));
      group.setAttribute("transform", `translate(${places[token.square].join(" ")})`);
      return group;
    };
    // A core lies on its ring, so it is drawn after it.
    const ordered = [...tokens].sort((one, other) => (other.form === "ring") - (one.form === "ring"));
    replace(this.units, ordered.map(put));
    const [x, y] = places[last] || [];
    const size = cell * 0.94;
    replace(this.marks, last && x !== undefined ? svg("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, class: "last" }) : null);
  }
}
