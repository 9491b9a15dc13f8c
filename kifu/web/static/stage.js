// The stage: the bar, the board and the hands of a screen, which share the window whatever stands above them (style.css).

import { button, el } from "./dom.js";
import { t } from "./words.js";

const LONG_HAND = 10; // the most kinds of units in hand that stand in one row

// Makes the page a stage for boards. `kinds` are further classes of the screen.
export function set_stage({ main, signal }, ...kinds) {
  main.classList.add("table", ...kinds);
  // What stands above the screen, such as the tabs of a page that holds it, takes its room.
  const measure = () => main.style.setProperty("--above", `${main.offsetTop}px`);
  const above = new ResizeObserver(measure);
  for (let each = main.previousElementSibling; each; each = each.previousElementSibling) above.observe(each);
  measure();
  signal.addEventListener("abort", () => {
    above.disconnect();
    main.classList.remove("table", "many", ...kinds);
  });
}

// Gives the stage the proportions of its board, and the rows that the hands of its game take.
export function fit_stage({ main }, { look, ratio }) {
  const rows = Math.min(2, Math.ceil(look.placing.first.length / LONG_HAND));
  main.classList.toggle("many", rows > 1);
  main.style.setProperty("--hand-rows", rows);
  main.style.setProperty("--ratio", ratio);
}

// Returns the bar above a board: the way back, the title with small words below it, what makes the board larger and what turns it.
export function top_bar({ home = "/", title, said, board, flip = null }) {
  return [
    home && el("a", { href: home, "aria-label": t("toList"), text: "‹" }),
    el("div", { class: "title" }, el("h1", { text: title }), said),
    board.zoom,
    flip && button("⟲", flip, { class: "quiet", "aria-label": t("flip"), title: t("flip") }),
  ];
}
