// Draws the shapes that the server gives (kifu/render/shapes_and_svg.py) as SVG elements.

import { svg } from "./dom.js";

const BASELINE = 0.36;

function paint(shape) {
  const attributes = { fill: shape.fill || "none" };
  if (shape.stroke) {
    attributes.stroke = shape.stroke;
    attributes["stroke-width"] = shape.line;
  }
  return attributes;
}

function points(shape) {
  return shape.points.map(([x, y]) => `${x},${y}`).join(" ");
}

function round(x, y, radius) {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
}

// Returns the element of a shape. `text` stands in place of the glyph of a body.
export function drawn(shape, glyph, text) {
  switch (shape.kind) {
    case "line":
      return svg("polyline", { points: points(shape), "stroke-linecap": "round", ...paint(shape) });
    case "polygon":
      return svg("polygon", { points: points(shape), "stroke-linejoin": "round", ...paint(shape) });
    case "rectangle":
      return svg("rect", { x: shape.x, y: shape.y, width: shape.width, height: shape.height, rx: shape.radius, ...paint(shape) });
    case "circle":
      return svg("circle", { cx: shape.x, cy: shape.y, r: shape.radius, ...paint(shape) });
    case "ring": {
      const outline = round(shape.x, shape.y, shape.radius) + round(shape.x, shape.hole_y, shape.hole);
      return svg("path", { d: outline, "fill-rule": "evenodd", ...paint(shape) });
    }
    default: {
      const made = svg("text", {
        x: shape.x,
        y: shape.y + BASELINE * shape.size,
        "font-size": shape.size,
        "text-anchor": shape.anchor,
        fill: shape.fill,
        ...(shape.bold ? { "font-weight": "bold" } : {}),
      });
      made.textContent = shape.text === glyph && text !== undefined ? text : shape.text;
      return made;
    }
  }
}

// Returns a unit about (0, 0) of its view: a group of shapes.
export function unit(look, view, token, inside) {
  const core = token.form === "core" && inside;
  const body = view.bodies.find((each) => each.form === token.form && each.side === token.side && each.inside === core);
  const group = svg("g", {});
  for (const shape of body.shapes) {
    const size = shape.kind === "text" && token.text.length > 2 ? { ...shape, size: (shape.size * 2) / token.text.length } : shape;
    group.append(drawn(size, look.glyph, token.text));
  }
  return group;
}

// Returns a drawing of the units of one square, for a button or a row of text. `seen` is the side that sits below.
export function piece(look, tokens, seen = "first") {
  const view = look.views[seen];
  const size = view.cell;
  const ring = tokens.some((token) => token.form === "ring");
  const order = [...tokens].sort((one, other) => (one.form === "core") - (other.form === "core"));
  return svg(
    "svg",
    { class: "piece", viewBox: `${-size / 2} ${-size / 2} ${size} ${size}`, "aria-hidden": "true", focusable: "false" },
    ...order.map((token) => unit(look, view, token, ring)),
  );
}
