// The list of moves: what stands, what was taken back, boards that were corrected, and what is not sent yet.

import { button, el, replace } from "./dom.js";
import { say, t } from "./words.js";

export function seconds(number) {
  return `${Math.floor(number / 60)}:${String(number % 60).padStart(2, "0")}`;
}

function mark(move) {
  if (move.legal === false) return t("illegal");
  return move.legal === null ? t("unjudged") : "";
}

function entry(move, chosen, choose) {
  const said = mark(move);
  const made = button(
    "",
    () => choose(move.ply),
    { class: said && move.legal === false ? "illegal" : "", "aria-current": move.ply === chosen ? "true" : null, "data-ply": move.ply },
  );
  made.append(el("span", { class: "number", text: move.ply }), el("span", { class: "said", text: move.text }));
  if (said) made.append(el("small", { text: ` ✗ ${said}` }));
  if (move.seconds !== undefined) made.append(el("small", { text: ` ${seconds(move.seconds)}` }));
  const own = move.device_ms === undefined || move.seconds === undefined ? null : move.device_ms / 1000;
  // The clock of the server counts. Where the device has measured something else, people should see it.
  const differs = own !== null && Math.abs(own - move.seconds) > 2;
  if (differs) made.append(el("small", { text: ` (${t("device", seconds(Math.floor(own)))})` }));
  return el("li", { class: said || differs ? "wide" : "" }, made);
}

// Fills `list` with the moves of a state. `pending` are the texts of moves that are not sent yet.
export function fill_moves(list, state, { pending = [], chosen = null, choose = () => {} } = {}) {
  const rows = [];
  const gone = (ply) =>
    (state.undone || [])
      .filter((undone) => undone.kind === "move" && undone.ply === ply)
      .map((undone) => el("li", {}, el("s", { class: "gone", text: `${undone.ply} ${undone.text} (${t("takenBack")})` })));
  const boards = (ply) =>
    (state.boards || []).filter((board) => board.ply === ply).map(() => el("li", { class: "wide note", text: `— ${t("corrected")} —` }));
  rows.push(...boards(0));
  for (const move of state.moves) {
    rows.push(...gone(move.ply), entry(move, chosen, choose), ...boards(move.ply));
    if (move.legal === false) rows.push(el("li", { class: "wide bad text", text: why(move) }));
  }
  rows.push(...gone(state.moves.length + 1));
  pending.forEach((text, place) => {
    rows.push(
      el("li", { class: "wide bad" }, el("span", { class: "gone-not", text: `${state.moves.length + place + 1} ${text} (${t("unsent")})` })),
    );
  });
  if (!rows.length) rows.push(el("li", { class: "wide note", text: t("noMoves") }));
  const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 60;
  replace(list, ...rows);
  if (atEnd) list.scrollTop = list.scrollHeight;
}

// Returns why a move is illegal, with the number of its article.
export function why(move) {
  return [move.article ? `[${move.article}]` : "", say(move.message)].filter(Boolean).join(" ");
}
