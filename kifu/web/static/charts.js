// The timeline of a game: a measure of both sides, ply by ply. A click goes to a ply.

import { el, svg } from "./dom.js";
import { say } from "./words.js";

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [480, 170, 38, 10, 22];
const COLOURS = { first: "#1d1d1d", second: "#a3420e" };

function path(values, place) {
  return values.map((value, ply) => `${ply ? "L" : "M"}${place(ply, value).map((part) => part.toFixed(1)).join(" ")}`).join("");
}

// Returns the chart of a measure with a mark at `ply`.
export function timeline(measure, look, ply, go) {
  const all = [...measure.first, ...measure.second];
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const plies = Math.max(1, measure.first.length - 1);
  const place = (at, value) => [LEFT + (at / plies) * (WIDTH - LEFT - 10), HEIGHT - BOTTOM - ((value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM)];
  const line = (side, dash) => svg("path", { d: path(measure[side], place), fill: "none", stroke: COLOURS[side], "stroke-width": 2, "stroke-dasharray": dash });
  const text = (x, y, words, anchor = "end") => {
    const made = svg("text", { x, y, "text-anchor": anchor });
    made.textContent = words;
    return made;
  };
  const x = place(ply, low)[0];
  const names = look.sides.map((side) => say(side.label));
  const now = `${names[0]} ${measure.first[ply] ?? ""}, ${names[1]} ${measure.second[ply] ?? ""}`;
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img", "aria-label": `${say(measure.label)}: ${now}` },
    svg("line", { x1: LEFT, x2: WIDTH - 10, y1: place(0, 0)[1], y2: place(0, 0)[1], stroke: "#9b9384" }),
    svg("line", { x1: x, x2: x, y1: TOP, y2: HEIGHT - BOTTOM, stroke: "#1a4f8b", "stroke-width": 2 }),
    line("first", "none"),
    line("second", "6 3"),
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
  return el("figure", { class: "figure" }, drawing, el("figcaption", { class: "note", text: `━ ${names[0]} ${measure.first[ply] ?? ""}　╍ ${names[1]} ${measure.second[ply] ?? ""}` }));
}
