// The panels beside the board: comments, branches, the end of the game, the clock, the arbiter's PIN.

import { button, el, field, replace, select } from "./dom.js";
import { refusal, sure } from "./dialogs.js";
import { side_name } from "./clock.js";
import { switches } from "./preferences.js";
import { ask } from "./server.js";
import { lang, t } from "./words.js";

export class Panels {
  // `add` sends an event, `correct` opens the board for correction, `trusted` is called when the PIN was taken.
  constructor(game, look, { add, correct, trusted }) {
    this.game = game;
    this.look = look;
    this.acts = { add, correct, trusted };
    this.comments = panel(() => t("comments"));
    this.branches = panel(() => t("branches"));
    this.ending = panel(() => t("ending"));
    this.more = panel(() => t("tools"));
    this.elements = [this.comments, this.branches, this.ending, this.more];
  }

  // `chosen` is the ply that comments go to; null: the last.
  show(state, { chosen, writes }) {
    const now = JSON.stringify([state.seq, chosen, writes, lang(), state.closed, state.turn]);
    if (this.filled === now || this.writing) return;
    this.filled = now;
    const ply = chosen ?? state.ply;
    const { add } = this.acts;
    this.comments.fill(...comments(state, ply, add, writes));
    this.branches.fill(...branches(state));
    this.ending.hidden = !writes;
    this.ending.fill(...(writes ? endings(this.look, state, add) : []));
    this.more.fill(...this.tools(state, writes));
  }

  // Whether somebody types in a panel just now; it is then left alone.
  get writing() {
    const active = document.activeElement;
    return Boolean(active?.closest?.("details.card") && /^(INPUT|TEXTAREA)$/u.test(active.tagName) && active.value);
  }

  tools(state, writes) {
    const { game, acts } = this;
    const official = state.mode === "official" && !state.closed;
    return [
      el("p", {}, el("a", { class: "link", href: `/g/${game}.kif`, text: t("file") }), " ", el("a", { class: "link", href: `/g/${game}.html`, text: "HTML" }), " ", el("a", { class: "link", href: `/g/${game}.pdf?lang=${lang()}`, text: "PDF" })),
      writes && !state.closed ? button(t("correct"), () => acts.correct()) : null,
      official ? arbiter(game, acts.trusted) : null,
      writes ? el("div", { role: "group", "aria-label": t("thisDevice") }, switches()) : null,
      el("p", { class: "note", text: `${t(state.mode)}: ${t(`${state.mode}Says`)}` }),
    ];
  }
}

// Returns a panel that opens and closes; it stays as it is when its content is made anew.
function panel(title, open = false) {
  const body = el("div", {});
  const head = el("summary", {});
  const made = el("details", { class: "card", open }, head, body);
  made.fill = (...children) => {
    head.textContent = title();
    replace(body, ...children);
  };
  return made;
}

function form(submit, ...children) {
  return el(
    "form",
    {
      on: {
        submit: (event) => {
          event.preventDefault();
          submit(event.target);
        },
      },
    },
    ...children,
  );
}

function comments(state, ply, add, writes) {
  const said = state.comments.map((comment) =>
    el(
      "li",
      {},
      el("strong", { text: `${comment.ply}${comment.bookmark ? ` ${t("bookmark")}` : ""} ` }),
      el("span", { class: "text", text: comment.text }),
    ),
  );
  const parts = [el("ul", { class: "list" }, ...said)];
  if (writes) {
    const text = el("textarea", { rows: "2" });
    const bookmark = el("input", { type: "checkbox", id: "bookmark" });
    parts.push(
      form(
        () => {
          if (!text.value.trim()) return;
          add({ kind: "comment", ply, text: text.value, bookmark: bookmark.checked });
          text.value = "";
        },
        field(`${t("comment")} — ${t("commentAt", ply)}`, (id) => {
          text.id = id;
          return text;
        }),
        el(
          "div",
          { class: "row" },
          el("label", { class: "link", for: "bookmark" }, bookmark, t("bookmark")),
          el("button", { type: "submit", text: t("send") }),
        ),
      ),
    );
  }
  return parts;
}

function branches(state) {
  return [
    el(
      "ul",
      { class: "list" },
      ...state.branches.map((branch) =>
        el(
          "li",
          {},
          el("strong", { text: `${t("branchAt", branch.ply)}: ` }),
          el("span", { text: branch.moves.join(" ") }),
          branch.text ? el("p", { class: "text note", text: branch.text }) : null,
        ),
      ),
    ),
    el("p", { class: "note", text: t("branchSays") }),
  ];
}

function endings(look, state, add) {
  if (state.closed) return [el("p", { text: t("isClosed") })];
  let [word, side, fouling] = [look.words[0], "", state.turn];
  const detail = el("input", { autocomplete: "off" });
  const sides = ["first", "second"].map((name) => [name, side_name(look, name)]);
  const close = async () => {
    if (await sure(t("closeSure"))) add({ kind: "close" });
  };
  return [
    form(
      () => add({ kind: "special", word, detail: detail.value, ...(side ? { side } : {}) }),
      field(t("word"), (id) => select(id, look.words.map((each) => [each, each]), word, (value) => (word = value))),
      field(t("side"), (id) => select(id, [["", t("turnOf", side_name(look, state.turn))], ...sides], side, (value) => (side = value))),
      field(t("detail"), (id) => {
        detail.id = id;
        return detail;
      }),
      el("button", { type: "submit", text: t("record_") }),
    ),
    form(
      () => add({ kind: "foul", side: fouling, ply: state.ply || undefined }),
      field(t("foul"), (id) =>
        select(id, sides.map(([name, label]) => [name, t("foulOf", label)]), fouling, (value) => (fouling = value)),
      ),
      el("button", { type: "submit", text: t("record_") }),
    ),
    el("div", { class: "row" }, button(t("closeGame"), close)),
  ];
}

export function clock_tools(state, add) {
  const running = state.clock.running;
  return el(
    "div",
    { class: "row", role: "group", "aria-label": t("clock") },
    running
      ? button(`${t("clock")}: ${t("stop")}`, () => add({ kind: "clock", action: "stop" }))
      : button(`${t("clock")}: ${t("start")}`, () => add({ kind: "clock", action: "start" })),
    running ? button(`${t("clock")}: ${t("press")}`, () => add({ kind: "clock", action: "press" })) : null,
  );
}

// The PIN shows what official mode keeps silent; `known` is called when the server has taken it.
function arbiter(game, known) {
  const pin = el("input", { inputmode: "numeric", autocomplete: "off" });
  return form(
    async () => {
      const { status, body } = await ask("POST", `/api/g/${game}/pin`, { pin: pin.value });
      if (status === 200) known();
      else refusal(body?.message || { ja: t("failed"), en: t("failed") });
    },
    field(t("pin"), (id) => {
      pin.id = id;
      return pin;
    }),
    el("button", { type: "submit", text: t("givePin") }),
  );
}
