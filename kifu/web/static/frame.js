// The frame of a table: its top, the row in which moves are typed, the list of moves, and where the other parts stand.

import { button, el, languageButton, replace, shortHash } from "./dom.js";
import { show_kept } from "./kept.js";
import { lang, say, t } from "./words.js";

export class Frame {
  // `page` is {game, role, look}; `parts` are the elements of the other modules; `acts` are what the buttons do.
  constructor(page, parts, acts) {
    this.page = page;
    this.acts = acts;
    this.top = el("header", { class: "top" });
    this.looks_on = el("div", { class: "card alarm", hidden: true });
    this.kept = el("div", { class: "card alarm", hidden: true });
    this.status = el("p", { class: "status", role: "status" });
    this.typed = el("input", { autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send", id: "typed" });
    this.entry_row = el("form", { class: "row", on: { submit: (event) => this.submit(event) } });
    this.clock_row = el("div", {});
    this.list = el("ol", { class: "moves", tabindex: "0" });
    this.moves_card = el("section", { class: "card" });
    this.hint = el("div", { class: "note" });
    const { bar, players, board, clock, picker, alarm, match, panels } = parts;
    const below = [this.status, picker, alarm, match, this.entry_row, this.clock_row, this.hint];
    this.elements = [
      this.top,
      bar,
      this.looks_on,
      this.kept,
      el(
        "div",
        { class: "columns" },
        el("div", {}, players.upper, board, players.lower, clock, below),
        el("div", {}, this.moves_card, panels),
      ),
    ];
    this.build();
  }

  // Builds what changes with the language alone.
  build() {
    const { page, acts } = this;
    document.documentElement.lang = lang();
    document.title = `${say(page.look.name)} — kifu`;
    this.mode = el("span", { class: "badge" });
    this.head = el("span", {});
    replace(
      this.top,
      el("h1", { text: say(page.look.name) }),
      this.mode,
      el("span", { class: "note", text: page.role === "recorder" ? t("recorder") : t("spectator") }),
      this.head,
      el("span", { class: "grow" }),
      el("nav", {}, el("a", { href: "/", text: t("toList") }), " ", el("a", { href: `/g/${page.game}/view`, text: t("toViewer") })),
      languageButton(() => {
        this.build();
        acts.language();
      }),
    );
    this.typed.setAttribute("placeholder", t("typed"));
    this.typed.setAttribute("aria-label", t("typed"));
    this.list.setAttribute("aria-label", t("moves"));
    replace(
      this.entry_row,
      this.typed,
      el("button", { type: "submit", class: "main", text: t("send") }),
      button(t("undo"), acts.undo),
      button(t("pass"), () => acts.move("パス")),
      button(t("flip"), acts.flip),
    );
    replace(this.moves_card, el("h2", { text: t("moves") }), this.list);
    replace(this.hint, el("p", { class: "keys", text: t("keys") }), el("p", { text: t("offlineNote") }));
    replace(this.looks_on, el("p", { text: t("looksOn") }), button(t("takeOver"), acts.take_over, { class: "main" }));
  }

  submit(event) {
    event.preventDefault();
    const text = this.typed.value.trim();
    if (!text) return;
    this.typed.value = "";
    this.acts.move(text);
  }

  // `writes`: moves can be entered here; `looks_on`: another tab of this browser records.
  show(state, { writes, looks_on, clock }) {
    this.mode.textContent = t(state.mode);
    replace(this.head, `${t("hash")} `, shortHash(state.head));
    this.looks_on.hidden = !looks_on;
    show_kept(this.kept, state.kept);
    this.entry_row.hidden = !writes || Boolean(state.closed);
    replace(this.clock_row, clock);
  }

  say(text) {
    if (this.status.textContent !== text) this.status.textContent = text;
  }
}
