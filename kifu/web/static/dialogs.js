// The questions that only a person can answer.

import { button, el } from "./dom.js";
import { say, t } from "./words.js";

function opened(title, ...content) {
  const dialog = el("dialog", { "aria-labelledby": "asked" }, el("h2", { id: "asked", text: title }), ...content);
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  return dialog;
}

// Asks yes or no; returns a promise.
export function sure(text) {
  return new Promise((resolve) => {
    const answer = (value) => () => {
      dialog.close();
      resolve(value);
    };
    const dialog = opened(
      text,
      el("div", { class: "row" }, button(t("yes"), answer(true), { class: "main" }), button(t("cancel"), answer(false))),
    );
    dialog.addEventListener("cancel", () => resolve(false));
  });
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

