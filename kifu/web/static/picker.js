// The picker: the moves that are left when the squares are tapped.

import { button, el, replace } from "./dom.js";
import { lang, t } from "./words.js";

export class Picker {
  // `changed` is called when a choice has changed the entry; `focus` brings the keyboard back to a square of the board.
  constructor(entry, { changed, focus }) {
    this.entry = entry;
    this.told = { changed, focus };
    this.element = el("div", { class: "card picker", role: "group", hidden: true });
    this.shown = "";
  }

  focus() {
    this.element.querySelector("button")?.focus();
  }

  show() {
    const { entry } = this;
    this.element.hidden = !entry.open;
    const now = entry.open ? JSON.stringify([entry.options, entry.continues, lang()]) : "";
    if (this.shown === now) return;
    this.shown = now;
    if (!entry.open) return;
    this.element.setAttribute("aria-label", t("pick"));
    const options = entry.options.map((text) => button(text, () => entry.choose(text), { "data-text": text }));
    const further = entry.continues ? button(t("goOn"), () => this.go_on(), { class: "quiet" }) : null;
    const cancel = button(t("cancel"), () => this.cancel(), { class: "quiet" });
    replace(this.element, el("h2", { text: t("pick") }), el("div", { class: "row" }, options, further, cancel));
  }

  go_on() {
    this.entry.go_on();
    this.told.changed();
    this.told.focus(this.entry.path.at(-1));
  }

  cancel() {
    const back = this.entry.path[0];
    this.entry.clear();
    this.told.changed();
    this.told.focus(back);
  }
}
