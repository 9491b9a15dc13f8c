// The picker: what the tapped squares may mean, as drawn units beside the square that was tapped last.

import { button, el, replace } from "./dom.js";
import { piece } from "./scenes.js";
import { lang, t } from "./words.js";

const GAP = 6;
const FEW = 4; // options in one row
const MUCH = 100; // how much worse it is to cover a square of the move than one of a unit that moves next

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

  // `hurries`: the usual text stands by itself after a while; `turn` is the side whose move it is.
  show(hurries, turn) {
    const { entry } = this;
    this.element.hidden = !entry.open;
    this.element.classList.toggle("hurries", hurries);
    const now = entry.open ? JSON.stringify([entry.options, entry.continues, this.board.seen, lang()]) : "";
    if (this.shown !== now) {
      this.shown = now;
      if (entry.open) this.fill();
    }
    if (entry.open) this.put(turn);
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
    const also = [cancel, joins, further];
    const many = options.length > FEW;
    replace(this.element, el("div", { class: "options" }, options, many ? also : []), many ? null : el("div", { class: "also" }, also));
  }

  // Puts the picker beside the square that was tapped last, inside the window: where it covers no square of the move, and as few
  // units as can be that move next. A path that may go on has the board
  // free, and the hand of the side that moves next.
  put(turn) {
    const { element, entry, board } = this;
    const stage = element.parentElement.getBoundingClientRect();
    const box = (name) => board.buttons.get(name).getBoundingClientRect();
    const last = box(entry.path.at(-1));
    const { offsetWidth: wide, offsetHeight: high } = element;
    const within = (value, most) => Math.max(GAP, Math.min(value, most - GAP));
    const [middle, centre] = [last.left + last.width / 2 - wide / 2, last.top + last.height / 2 - high / 2];
    const beside = [
      [middle, last.top - high - GAP],
      [middle, last.bottom + GAP],
      [last.right + GAP, centre],
      [last.left - wide - GAP, centre],
    ].map(([left, top]) => [within(left, document.documentElement.clientWidth - wide), within(top, window.innerHeight - high)]);
    const next = board.shown.tokens.filter((token) => token.side !== turn).map((token) => [token.square, 1]);
    const squares = [...entry.path.map((name) => [name, MUCH]), ...next].map(([name, weight]) => [box(name), weight]);
    const covered = ([left, top]) =>
      squares.reduce((sum, [each, weight]) => sum + (each.left < left + wide && left < each.right && each.top < top + high && top < each.bottom ? weight : 0), 0);
    const away = [within(middle, document.documentElement.clientWidth - wide), turn === board.seen ? stage.bottom : stage.top - high];
    const [place] = entry.continues ? [away] : beside.sort((one, other) => covered(one) - covered(other));
    element.style.left = `${place[0] - stage.left}px`;
    element.style.top = `${place[1] - stage.top}px`;
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
  return behind.includes(name) ? behind.slice(behind.indexOf(name) + name.length) : behind;
}
