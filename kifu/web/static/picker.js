// The picker: what the tapped squares may mean, as drawn units beside the square that was tapped last.

import { button, el, replace } from "./dom.js";
import { piece } from "./shapes.js";
import { lang, t } from "./words.js";

const GAP = 6;

export class Picker {
  // `changed` is called when a choice has changed the entry; `focus` brings the keyboard back to a square of the board.
  constructor(look, entry, board, { changed, focus }) {
    this.look = look;
    this.entry = entry;
    this.board = board;
    this.told = { changed, focus };
    this.element = el("div", { class: "picker", role: "group", hidden: true });
    this.shown = "";
  }

  focus() {
    this.element.querySelector("button")?.focus();
  }

  // `hurries`: the usual reading stands by itself after a while.
  show(hurries) {
    const { entry } = this;
    this.element.hidden = !entry.open;
    this.element.classList.toggle("hurries", hurries);
    const now = entry.open ? JSON.stringify([entry.options, entry.continues, this.board.seen, lang()]) : "";
    if (this.shown !== now) {
      this.shown = now;
      if (entry.open) this.fill();
    }
    if (entry.open) this.put();
  }

  fill() {
    const { entry, look } = this;
    this.element.setAttribute("aria-label", t("pick"));
    const options = entry.options.map(({ text, behind, units }) =>
      el(
        "button",
        { type: "button", class: "option", "aria-label": text, "aria-pressed": entry.usual === null ? null : String(text === entry.usual), "data-text": text, on: { click: () => entry.choose(text) } },
        piece(look, units, this.board.seen),
        el("small", { text: suffix(behind, units) }),
      ),
    );
    const joins = entry.joined === null ? null : button(look.joins, () => this.join(), { "aria-pressed": String(entry.joined), class: entry.joined ? "on" : "", title: t("joins") });
    const further = entry.continues ? button(t("goOn"), () => this.go_on(), { class: "quiet" }) : null;
    const cancel = button("✕", () => this.cancel(), { class: "quiet", "aria-label": t("cancel") });
    replace(this.element, el("div", { class: "options" }, options), el("div", { class: "also" }, cancel, joins, further));
  }

  // Puts the picker beside the squares of the move, inside the window.
  put() {
    const { element, entry, board } = this;
    const stage = element.parentElement.getBoundingClientRect();
    const [first, last] = [entry.path[0], entry.path.at(-1)].map((name) => board.buttons.get(name).getBoundingClientRect());
    const { offsetWidth: wide, offsetHeight: high } = element;
    const within = (least, value, most) => Math.max(least, Math.min(value, most));
    const left = within(GAP, last.left + last.width / 2 - wide / 2, document.documentElement.clientWidth - wide - GAP);
    const tops = [last.top - high - GAP, last.bottom + GAP].map((top) => within(GAP, top, window.innerHeight - high - GAP));
    const covers = (top) => [first, last].some((box) => box.left < left + wide && left < box.right && box.top < top + high && top < box.bottom);
    const top = tops.find((each) => !covers(each)) ?? tops[0];
    element.style.left = `${left - stage.left}px`;
    element.style.top = `${top - stage.top}px`;
  }

  join() {
    this.entry.join();
    this.told.changed();
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

// What a text says besides the unit: 反, 合, 成.
function suffix(behind, units) {
  const name = units.at(-1).text.replace("'", "");
  return behind.startsWith(name) ? behind.slice(name.length) : behind;
}
