// What is measured in a game: its timeline, its heatmap, and the chances that a search gives.

import { timeline } from "./charts.js";
import { side_name } from "./clock.js";
import { el, field, replace, select } from "./dom.js";
import { ask } from "./server.js";
import { say, t } from "./words.js";

export class Figures {
  // `go` shows a ply, `changed` is called when the heatmap has changed.
  constructor(page, look, { go, changed }) {
    this.page = page;
    this.look = look;
    this.told = { go, changed };
    this.measure = 0;
    this.heat = "";
    this.counted = null; // {seq, heat}: the heatmaps as they were at an event
    this.chart = el("div", {});
    this.element = el("section", { class: "card" });
  }

  build(course) {
    this.element.hidden = !course.measures;
    if (!course.measures) return;
    const measures = course.measures.map((measure, place) => [String(place), say(measure.label)]);
    const sides = ["both", "first", "second"].map((side) => [side, side === "both" ? t("both") : side_name(this.look, side)]);
    const heats = course.traces.flatMap((kind) => sides.map(([side, name]) => [`${kind.key} ${side}`, `${say(kind.label)} — ${name}`]));
    replace(
      this.element,
      field(t("timeline"), (id) => select(id, measures, String(this.measure), (value) => {
        this.measure = Number(value);
        this.told.changed();
      })),
      this.chart,
      field(t("heat"), (id) => select(id, [["", t("none")], ...heats], this.heat, (value) => {
        this.heat = value;
        this.told.changed();
      })),
    );
  }

  show(course, boards, ply) {
    if (!course.measures) return;
    const { label } = course.measures[this.measure];
    const [first, second] = [0, 1].map((side) => boards.map((board) => board.measures[this.measure][side]));
    replace(this.chart, timeline({ label, first, second }, this.look, ply, this.told.go));
    if (this.heat && this.counted?.seq !== course.seq) this.count(course.seq);
  }

  // Asks for the heatmaps of this moment.
  async count(seq) {
    if (this.counting === seq) return;
    this.counting = seq;
    const { status, body } = await ask("GET", `/api/g/${this.page.game}/heat`);
    if (status !== 200) return;
    this.counted = { ...body, seq };
    this.told.changed();
  }

  // Returns how hot each square is, from 0 to 1.
  get squares() {
    const [key, side] = this.heat.split(" ");
    const kind = this.heat && this.counted?.heat.find((each) => each.key === key);
    if (!kind) return {};
    const counted = {};
    for (const each of side === "both" ? ["first", "second"] : [side]) {
      for (const [square, number] of Object.entries(kind[each])) counted[square] = (counted[square] || 0) + number;
    }
    const most = Math.max(1, ...Object.values(counted));
    return Object.fromEntries(Object.entries(counted).map(([square, number]) => [square, 0.1 + (0.65 * number) / most]));
  }
}

