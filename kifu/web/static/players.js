// The players above and below the board: their names, tallies, clocks, and what is in their hands.

import { el, replace } from "./dom.js";
import { side_name } from "./clock.js";
import { t } from "./words.js";

export class Players {
  constructor(look) {
    this.look = look;
    this.upper = el("div", { class: "player" });
    this.lower = el("div", { class: "player" });
  }

  // `seen` is the side that sits below, `turn` the side to move or null; `faces` are the clocks by side, `before` the points of
  // the first game of a match.
  show({ hands = [], score, names, turn, seen, faces = {}, before }) {
    const sides = this.look.sides.map((side) => side.label.ja);
    const upper = seen === "first" ? "second" : "first";
    for (const [holder, side] of [[this.upper, upper], [this.lower, seen]]) {
      const number = side === "first" ? 0 : 1;
      holder.classList.toggle("turn", turn === side);
      replace(
        holder,
        el("span", { text: `${this.look.sides[number].mark} ${side_name(this.look, side)} ${names[side]}` }),
        score ? el("span", { class: "note", text: `${t("tally")} ${score[number]}` }) : null,
        before ? el("span", { class: "note", text: together(before[number], score?.[number]) }) : null,
        faces[side],
        hands.filter(([key]) => key.startsWith(sides[number])).map(in_hand),
      );
    }
    const others = hands.filter(([key]) => key !== "手番" && !sides.some((label) => key.startsWith(label)));
    this.lower.append(...others.map(in_hand));
  }
}

function together(before, now) {
  return now === undefined ? t("matchBefore", before) : t("matchPoints", before, before + now);
}

function in_hand([key, text]) {
  return el("span", { class: "hand", text: `${key}：${text}` });
}
