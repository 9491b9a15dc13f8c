// The players above and below the board: their names, tallies, clocks, and what each can bring to the board.

import { button, el, replace } from "./dom.js";
import { side_name } from "./clock.js";
import { dragged } from "./drag.js";
import { other } from "./entry.js";
import { piece } from "./scenes.js";
import { lang, say, t } from "./words.js";

export class Players {
  // `hold` takes up a unit of the hand; `drop` brings it to a square. Without them the hands are only looked at.
  constructor(look, { hold = null, drop = null } = {}) {
    this.look = look;
    this.hold = hold;
    this.upper = el("div", { class: "player upper" });
    this.lower = el("div", { class: "player lower" });
    this.shown = new Map();
    if (drop) for (const holder of [this.upper, this.lower]) dragged(holder, { begin: (target) => this.taken_up(target), drop });
  }

  taken_up(target) {
    const { behind } = target.dataset;
    const drawing = target.querySelector("svg");
    return behind && drawing ? [behind, drawing.cloneNode(true)] : null;
  }

  // `seen` is the side that sits below, `turn` the side to move or null; `faces` are the clocks by side, `before` the points of
  // the first game of a match. `held` and `beside` are those of the position; `placing` are the units that the side to move can
  // tap, `chosen` is the one that it has taken up. Without `held`, `hands` are shown as they are written.
  show({ hands = [], held, beside, score, names, turn, seen, faces = {}, before, placing = null, chosen = null }) {
    for (const [holder, side] of [[this.upper, other(seen)], [this.lower, seen]]) {
      const units = placing && turn === side ? placing : this.in_hand(held, side);
      const written = held ? [] : this.written(hands, side, seen);
      const now = JSON.stringify([side, lang(), score, names[side], turn === side, beside?.[side], before, units, written, chosen, seen]);
      if (this.shown.get(holder) === now) continue;
      this.shown.set(holder, now);
      const number = side === "first" ? 0 : 1;
      holder.classList.toggle("turn", turn === side);
      replace(
        holder,
        el(
          "div",
          { class: "who" },
          piece(this.look, [this.mark(side)], seen),
          el("span", { class: "whose", title: names[side], text: `${side_name(this.look, side)} ${names[side]}` }),
          turn === side ? el("span", { class: "sr", text: t("toMove") }) : null,
          score ? el("span", { class: "note", text: `${say(this.look.score)} ${score[number]}` }) : null,
          before ? el("span", { class: "note", text: together(before[number], score?.[number]) }) : null,
          beside?.[side] ? el("span", { class: "note", text: say(beside[side]) }) : null,
        ),
        faces[side],
        el("div", { class: "hand", role: "group", "aria-label": t("handOf", side_name(this.look, side)) }, units.map((each) => this.held(each, side, Boolean(placing) && turn === side, chosen, seen)), written.map(([key, text]) => el("span", { class: "note", text: `${key}：${text}` }))),
      );
    }
  }

  // A unit that shows the colour of a side.
  mark(side) {
    const { form } = this.look.views.first.bodies.find((body) => body.side === side && body.form === "disc");
    return { side, form, text: "" };
  }

  in_hand(held, side) {
    if (!held) return [];
    return this.look.placing[side].map((behind, place) => ({ behind, unit: this.look.placed[side][place], many: held[side][behind] })).filter(({ behind }) => behind in held[side]);
  }

  written(hands, side, seen) {
    const labels = this.look.sides.map((each) => each.label.ja);
    const own = labels[side === "first" ? 0 : 1];
    return hands.filter(([key]) => key.startsWith(own) || (side === seen && key !== "手番" && !labels.some((label) => key.startsWith(label))));
  }

  held({ behind, unit, many }, side, taps, chosen, seen) {
    const number = many > 1 ? many : null;
    const drawing = piece(this.look, [unit], seen);
    const label = [side_name(this.look, side), behind, number].filter(Boolean).join(" ");
    if (!taps) return el("span", { class: "held", role: "img", "aria-label": label, "data-many": number }, drawing);
    const props = { class: "held", "aria-label": label, "aria-pressed": String(behind === chosen), "data-behind": behind, "data-many": number };
    const made = button("", (event) => this.hold(behind, event), props);
    made.append(drawing);
    return made;
  }
}

function together(before, now) {
  return now === undefined ? t("matchBefore", before) : t("matchPoints", before, before + now);
}
