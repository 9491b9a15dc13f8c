// The questions that only a person can answer.

import { side_name } from "./clock.js";
import { button, el } from "./dom.js";
import { other } from "./entry.js";
import { say, t } from "./words.js";

// Shows a dialog with a title.
export function opened(title, ...content) {
  const dialog = el("dialog", { "aria-labelledby": "asked" }, el("h2", { id: "asked", text: title }), ...content);
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  return dialog;
}

// Asks for one of some answers, each [its text, its value]; returns a promise of the value, or of null if it is called off.
function chosen(title, answers) {
  return new Promise((resolve) => {
    const answer = (value) => () => {
      dialog.close();
      resolve(value);
    };
    const buttons = answers.map(([text, value], place) => button(text, answer(value), place ? {} : { class: "main" }));
    const dialog = opened(title, el("div", { class: "row" }, buttons, button(t("cancel"), answer(null))));
    dialog.addEventListener("cancel", () => resolve(null));
  });
}

// Asks yes or no; returns a promise.
export async function sure(text) {
  return Boolean(await chosen(text, [[t("yes"), true]]));
}

// Asks which side resigns, the side to move first; returns a promise of the side or null.
export function resigning(look, turn) {
  return chosen(t("resignWho"), [turn, other(turn)].map((side) => [t("resigns", side_name(look, side)), side]));
}

function described(event) {
  if (event.kind === "move") return `${event.ply} ${event.text}`;
  return [event.kind, event.text, event.word, event.ply].filter((part) => part !== undefined && part !== "").join(" ");
}

// Shows an event that came too late beside what stands on the server, and lets a person decide.
export function conflict(item, state, queue) {
  const { event } = item;
  const ply = event.kind === "move" ? event.ply : state.ply;
  const theirs = state.moves.filter((move) => move.ply >= ply).map((move) => `${move.ply} ${move.text}`);
  const mine = queue.items.map((each) => described(each.event));
  const close = (act) => () => {
    dialog.close();
    act();
  };
  const choices = [button(t("keepTheirs"), close(() => queue.clear()), { class: "main" })];
  if (event.kind === "move" && event.ply <= state.ply) {
    const undo = [];
    for (let last = state.ply; last >= event.ply; last -= 1) undo.push({ kind: "undo", ply: last });
    choices.push(button(t("keepMine"), close(() => queue.resume(state.seq, undo))));
  } else choices.push(button(t("sendAnyway"), close(() => queue.resume(state.seq))));
  choices.push(button(t("later"), close(() => {})));
  const dialog = opened(
    t("conflict"),
    el("p", { class: "note", text: t("conflictSays") }),
    el(
      "div",
      { class: "two" },
      el("div", {}, el("strong", { text: t("theirs") }), el("p", { class: "text", text: theirs.join("\n") || t("nothingThere") })),
      el("div", {}, el("strong", { text: t("mine") }), el("p", { class: "text", text: mine.join("\n") })),
    ),
    el("div", { class: "row" }, ...choices),
  );
  return dialog;
}

// Says that the server does not take something.
export function refusal(message) {
  const dialog = opened(t("refused"), el("p", { class: "text", text: say(message) }), button(t("yes"), () => dialog.close()));
  return dialog;
}

