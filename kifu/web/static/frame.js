// The frame of a table: a top, a stage that never moves, what is done most, and below or beside it all the rest.
// What comes and goes lies over the rest, never over the board.

import { button, el, languageButton, replace, shortHash } from "./dom.js";
import { show_conflicting_files } from "./conflicting_files.js";
import { result_of } from "./result.js";
import { top_bar } from "./stage.js";
import { lang, say, t } from "./words.js";

export class Frame {
  // `page` is {game, role, look, screen}; `parts` are the elements of the other modules; `acts` are what the buttons do.
  constructor(page, parts, acts) {
    this.page = page;
    this.acts = acts;
    this.top = el("header", { class: "top" });
    this.looks_on = el("section", { class: "card alarm", hidden: true });
    this.kept = el("div", { class: "card alarm", hidden: true });
    this.result = el("div", {});
    this.status = el("p", { class: "status", role: "status" });
    this.done = el("div", { class: "acts" });
    this.typed = el("input", { autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send", id: "typed" });
    this.entry_row = el("form", { class: "row", on: { submit: (event) => this.submit(event) } });
    this.clock_row = el("div", {});
    this.links = el("nav", { class: "row" });
    this.list = el("ol", { class: "moves", tabindex: "0" });
    this.moves_card = el("section", { class: "card" });
    this.hint = el("div", { class: "note" });
    this.board = parts.board;
    const { bar, players, board, clock, picker, alarm, review, match, panels, notice } = parts;
    const rest = [notice, this.result, this.kept, clock, match, this.clock_row, this.entry_row, this.moves_card, ...panels, this.hint, this.links];
    this.elements = [
      bar,
      this.top,
      players.upper,
      el("div", { class: "stage" }, board.element, picker),
      players.lower,
      this.done,
      el("div", { class: "rest" }, rest),
      el("div", { class: "over" }, this.looks_on, alarm, review),
    ];
    this.build();
  }

  // Builds what changes with the language alone.
  build() {
    const { page, acts } = this;
    document.documentElement.lang = lang();
    document.title = `${say(page.look.name)} — kifu`;
    this.said = el("p", { class: "note" });
    replace(this.top, top_bar({ title: say(page.look.name), said: this.said, board: this.board, flip: acts.flip }));
    this.typed.setAttribute("placeholder", t("typed"));
    this.typed.setAttribute("aria-label", t("typed"));
    this.list.setAttribute("aria-label", t("moves"));
    replace(this.entry_row, this.typed, el("button", { type: "submit", text: t("send") }));
    replace(this.moves_card, el("h2", { text: t("moves") }), this.list);
    replace(this.hint, el("p", { class: "keys", text: t("keys") }), t("offlineNote") ? el("p", { text: t("offlineNote") }) : null);
    replace(this.looks_on, el("p", { text: t("looksOn") }), button(t("takeOver"), acts.take_over, { class: "main" }));
    replace(
      this.links,
      el("span", { class: "note", text: page.role === "recorder" ? t("recorder") : t("spectator") }),
      el("a", { class: "link", href: `/g/${page.game}/view`, text: t("toViewer") }),
      languageButton(page.screen, () => {
        this.build();
        acts.language();
      }),
    );
    // What takes back and what ends a game stand apart.
    this.undo = button(t("undo"), acts.undo);
    this.pass = button(t("pass"), () => acts.move("パス"));
    this.resign = button(t("resign"), acts.resign);
    this.stopped = button(t("clockStands"), acts.start, { class: "stopped" });
    replace(this.done, this.undo, this.stopped, this.status, this.pass, this.resign);
  }

  submit(event) {
    event.preventDefault();
    const text = this.typed.value.trim();
    if (text && this.acts.move(text)) this.typed.value = "";
  }

  // `writes`: moves can be entered here; `plays`: the game goes on; `looks_on`: another tab of this browser records;
  // `stands`: the clock stands still in a game that goes on.
  show(state, { writes, plays, looks_on, stands, clock }) {
    const { look } = this.page;
    replace(this.said, el("span", { class: "badge", text: t(state.mode) }), " ", shortHash(state.head));
    this.looks_on.hidden = !looks_on;
    this.stopped.hidden = !stands;
    this.status.classList.toggle("sr", stands);
    show_conflicting_files(this.kept, state.kept);
    replace(this.result, result_of(state.result));
    this.entry_row.hidden = !writes || Boolean(state.closed);
    this.undo.hidden = this.entry_row.hidden;
    this.pass.hidden = !plays || !look.passes;
    this.resign.hidden = !plays || !look.words.includes("投了");
    replace(this.clock_row, clock);
  }

  say(text) {
    if (this.status.textContent !== text) this.status.textContent = text;
  }
}
