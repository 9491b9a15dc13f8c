// The list of moves: what stands, what was taken back, boards that were corrected, and what is not sent yet.

import { button, el } from "./dom.js";
import { lang, say, t } from "./words.js";

export function seconds(number) {
  return `${Math.floor(number / 60)}:${String(number % 60).padStart(2, "0")}`;
}

function mark(move) {
  if (move.legal === false) return t("illegal");
  return move.legal === null ? t("unjudged") : "";
}

function entry(move, choose) {
  const said = mark(move);
  const made = button("", () => choose(move.ply), { class: said && move.legal === false ? "illegal" : "", "data-ply": move.ply });
  made.append(el("span", { class: "number", text: move.ply }), el("span", { class: "said", text: move.text }));
  if (said) made.append(el("small", { text: ` ✗ ${said}` }));
  if (move.seconds !== undefined) made.append(el("small", { text: ` ${seconds(move.seconds)}` }));
  const own = move.device_ms === undefined || move.seconds === undefined ? null : move.device_ms / 1000;
  // The clock of the server counts. Where the device has measured something else, people should see it.
  const differs = own !== null && Math.abs(own - move.seconds) > 2;
  if (differs) made.append(el("small", { text: ` (${t("device", seconds(Math.floor(own)))})` }));
  return el("li", { class: said || differs ? "wide" : "" }, made);
}

// Yields the rows of the list, each as what it depends on and what makes it.
function* rows_of(state, pending, choose) {
  const undone = new Map();
  for (const each of state.undone || []) if (each.kind === "move") undone.set(each.ply, [...(undone.get(each.ply) || []), each]);
  const boards = new Map();
  for (const { ply } of state.boards || []) boards.set(ply, (boards.get(ply) || 0) + 1);
  function* gone(ply) {
    for (const { text } of undone.get(ply) || []) yield [`gone ${ply} ${text}`, () => el("li", {}, el("s", { class: "gone", text: `${ply} ${text} (${t("takenBack")})` }))];
  }
  function* corrected(ply) {
    for (let count = boards.get(ply) || 0; count > 0; count -= 1) yield [`board ${ply}`, () => el("li", { class: "wide note", text: `— ${t("corrected")} —` })];
  }
  yield* corrected(0);
  for (const move of state.moves) {
    yield* gone(move.ply);
    yield [`move ${move.ply} ${move.seq} ${move.text} ${move.legal} ${move.seconds}`, () => entry(move, choose)];
    yield* corrected(move.ply);
    if (move.legal === false) yield [`why ${move.ply} ${move.seq}`, () => el("li", { class: "wide bad text", text: why(move) })];
  }
  yield* gone(state.moves.length + 1);
  for (const [place, text] of pending.entries()) {
    const said = `${state.moves.length + place + 1} ${text} (${t("unsent")})`;
    yield [`unsent ${said}`, () => el("li", { class: "wide bad" }, el("span", { class: "gone-not", text: said }))];
  }
}

const lists = new WeakMap(); // the rows of each list as they stand

// Fills `list` with the moves of a state. `pending` are the texts of moves that are not sent yet. Rows that are as before stay.
export function fill_moves(list, state, { pending = [], chosen = null, choose = () => {} } = {}) {
  const known = lists.get(list) || { rows: [], acts: {} };
  lists.set(list, known);
  known.acts.choose = choose;
  const rows = [...rows_of(state, pending, (ply) => known.acts.choose(ply))].map(([key, make]) => [`${lang()} ${key}`, make]);
  if (!rows.length) rows.push([`none ${lang()}`, () => el("li", { class: "wide note", text: t("noMoves") })]);
  let same = 0;
  while (same < rows.length && known.rows[same]?.key === rows[same][0]) same += 1;
  if (same < rows.length || same < known.rows.length) {
    const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 60;
    for (const { node } of known.rows.splice(same)) node.remove();
    for (const [key, make] of rows.slice(same)) {
      const node = make();
      known.rows.push({ key, node });
      list.append(node);
    }
    if (atEnd) list.scrollTop = list.scrollHeight;
  }
  const marked = list.querySelector("[aria-current]");
  if (marked?.dataset.ply === String(chosen)) return;
  marked?.removeAttribute("aria-current");
  list.querySelector(`[data-ply="${chosen}"]`)?.setAttribute("aria-current", "true");
}

// Returns why a move is illegal, with the number of its article.
export function why(move) {
  return [move.article ? `[${move.article}]` : "", say(move.message)].filter(Boolean).join(" ");
}
