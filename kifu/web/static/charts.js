// The charts of a game, ply by ply: a measure of both sides, and the chances that a search gives. A click goes to a ply.

import { el, svg } from "./dom.js";
import { say, t } from "./words.js";

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [480, 170, 38, 10, 22];

// Returns the line through values; where one is missing it is broken off.
function path(values, place) {
  const known = (ply) => values[ply] !== null && values[ply] !== undefined;
  return values.map((value, ply) => (known(ply) ? `${known(ply - 1) ? "L" : "M"}${place(ply, value).map((part) => part.toFixed(1)).join(" ")}` : "")).join("");
}

// Returns a drawing over the plies of a game with a mark at `ply`, its `lines` [values, kind of line (style.css)] between `low` and `high`.
function chart(label, plies, ply, [low, high], lines, go) {
  const place = (at, value) => [LEFT + (at / Math.max(1, plies)) * (WIDTH - LEFT - 10), HEIGHT - BOTTOM - ((value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM)];
  const text = (x, y, words, anchor = "end") => {
    const made = svg("text", { x, y, "text-anchor": anchor });
    made.textContent = words;
    return made;
  };
  const [x] = place(ply, low);
  const [, zero] = place(0, Math.max(low, Math.min(high, 0)));
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img", "aria-label": label },
    svg("line", { x1: LEFT, x2: WIDTH - 10, y1: zero, y2: zero, class: "axis" }),
    svg("line", { x1: x, x2: x, y1: TOP, y2: HEIGHT - BOTTOM, class: "now" }),
    ...lines.map(([values, kind]) => svg("path", { d: path(values, place), class: kind })),
    text(LEFT - 4, TOP + 8, String(high)),
    text(LEFT - 4, HEIGHT - BOTTOM, String(low)),
    text(WIDTH - 10, HEIGHT - 6, String(plies)),
    text(LEFT, HEIGHT - 6, "0", "middle"),
  );
  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDTH;
    go(Math.round(((at - LEFT) / (WIDTH - LEFT - 10)) * plies));
  });
  return drawing;
}

// Returns the chart of a measure: the values of both sides.
export function timeline(measure, look, ply, go) {
  const all = [...measure.first, ...measure.second];
  const names = look.sides.map((side) => say(side.label));
  const now = [measure.first, measure.second].map((values) => values[ply] ?? "");
  const lines = [[measure.first, "first"], [measure.second, "second"]];
  const drawing = chart(`${say(measure.label)}: ${names[0]} ${now[0]}, ${names[1]} ${now[1]}`, measure.first.length - 1, ply, [Math.min(0, ...all), Math.max(1, ...all)], lines, go);
  return el("figure", { class: "figure" }, drawing, el("figcaption", { class: "note", text: `━ ${names[0]} ${now[0]}　╍ ${names[1]} ${now[1]}` }));
}

// Returns the chart of the first side's chances in percent; those that are not known yet are null.
export function chances_chart(chances, look, ply, go) {
  const percent = chances.map((chance) => (chance === null ? null : Math.round(chance * 100)));
  const label = `${t("chances")}: ${say(look.sides[0].label)} ${percent[ply] ?? "…"}%`;
  const drawing = chart(label, chances.length - 1, ply, [0, 100], [[percent, "first"], [chances.map(() => 50), "half"]], go);
  return el("figure", { class: "figure" }, drawing, el("figcaption", { class: "note", text: label }));
}
