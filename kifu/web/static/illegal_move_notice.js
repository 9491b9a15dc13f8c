// Notice of an illegal move: what is wrong with it, and how to go on. Official mode has none.

import { side_name } from "./clock.js";
import { button, el, replace } from "./dom.js";
import { why } from "./moves.js";
import { lang, t } from "./words.js";

export class IllegalMoveNotice {
  // `acts` takes back (`undo`), ends the game (`foul`) or corrects the board (`correct`).
  constructor(look, acts) {
    this.look = look;
    this.acts = acts;
    this.element = el("section", { class: "card alarm", hidden: true });
    this.left = null; // the illegal move that is left as it is
    this.shown = "";
  }

  show(state, writes) {
    const wrong = state.moves.findLast((move) => move.legal === false);
    const asks = Boolean(state.standing) && wrong && !state.closed && !state.ending && writes && this.left !== wrong.seq;
    this.element.hidden = !asks;
    const now = asks ? `${wrong.seq} ${state.seq} ${lang()}` : "";
    if (this.shown === now) return;
    this.shown = now;
    if (asks) this.fill(state, wrong);
  }

  fill(state, wrong) {
    const side = (state.moves.length - wrong.ply) % 2 ? state.turn : state.turn === "first" ? "second" : "first";
    const leave = () => {
      this.left = wrong.seq;
      this.show(state, false);
    };
    replace(
      this.element,
      el("h2", { class: "bad", text: `${t("illegalTitle")}: ${wrong.ply} ${wrong.text}` }),
      el("p", { class: "text", text: why(wrong) }),
      el(
        "div",
        { class: "row" },
        button(t("undoIt"), () => this.acts.undo(), { class: "main" }),
        button(t("foulOf", side_name(this.look, side)), () => this.acts.foul(side, wrong.ply)),
        button(t("boardAsItIs"), () => this.acts.correct()),
        button(t("decideLater"), leave),
      ),
    );
  }
}
