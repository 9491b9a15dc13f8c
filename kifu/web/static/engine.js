// The engine beside the viewer's board: how it looks for both sides, and what it would play. It searches on the server, where
// the extra [fast] is installed, and never in an official game that is not closed.

import { chances_chart } from "./charts.js";
import { side_name } from "./clock.js";
import { button, el, replace } from "./dom.js";
import { ask } from "./server.js";
import { say, t } from "./words.js";

const PAUSE = 250; // milliseconds on a board before it is searched
const LISTED = 10; // the moves that lost most, in the list
const AGAIN = 1500; // milliseconds before the server is asked again

export class Engine {
  // `go` shows a ply, `changed` is called when there is something new to draw.
  constructor(page, look, { go, changed }) {
    this.page = page;
    this.look = look;
    this.told = { go, changed };
    this.on = false;
    this.found = new Map(); // by ply and moves
    this.chances = [];
    this.lost = null;
    this.element = el("section", { class: "card engine" });
    page.signal.addEventListener("abort", () => (this.on = false));
  }

  build() {
    this.said = el("p", { class: "text", role: "status" });
    this.bar = el("div", { class: "chance", hidden: true }, el("span", { class: "first" }), el("span", { class: "second" }));
    this.graph = el("div", {});
    this.worst = el("div", {});
    this.switch = button("", () => this.toggle());
    replace(this.element, el("div", { class: "row" }, el("h2", { text: t("engine") }), el("span", { class: "grow" }), this.switch), this.bar, this.said, this.graph, this.worst);
  }

  take(course) {
    if (this.course && this.course.seq !== course.seq) {
      // A correction makes other positions of the same plies.
      this.found.clear();
      this.chances = [];
      this.lost = null;
    }
    this.course = course;
    this.element.hidden = !course.engine;
    if (course.engine && this.on) this.measure();
  }

  toggle() {
    if (!this.course.engine) return;
    this.on = !this.on;
    this.told.changed();
    if (this.on) this.measure();
  }

  // Asks for the chances at all plies of the game, until they are all there.
  async measure() {
    const { seq } = this.course;
    if (this.measuring) return;
    this.measuring = true;
    while (this.on && this.course.seq === seq) {
      const { status, body } = await ask("GET", `/api/g/${this.page.game}/chances`);
      if (status === 200) [this.chances, this.lost] = [body.chances, body.lost];
      else if (status !== 429) this.wrong = body?.message;
      this.told.changed();
      const whole = status === 200 && !this.chances.includes(null);
      if (whole || (status !== 200 && status !== 429)) break;
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
    this.measuring = false;
    if (this.on && this.course.seq !== seq) this.measure();
  }

  show(here) {
    this.switch.textContent = this.on ? t("engineOff") : t("engineOn");
    this.switch.setAttribute("aria-pressed", String(this.on));
    this.bar.hidden = !this.on;
    if (!this.on) {
      replace(this.said, t("engineSays"));
      replace(this.graph);
      replace(this.worst);
      return;
    }
    const key = JSON.stringify([here.ply, here.moves]);
    const found = this.found.get(key);
    if (found) this.tell(found, here);
    else {
      replace(this.said, this.wrong ? say(this.wrong) : t("searching"));
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.search(key, here), PAUSE);
    }
    if (this.chances.length) replace(this.graph, chances_chart(this.chances, this.look, here.ply, this.told.go));
    replace(this.worst, ...(this.lost ? this.losses() : []));
  }

  // Returns the moves that lost most, the worst first; each leads to its board.
  losses() {
    const listed = this.lost.slice(0, LISTED).map((move) => {
      const { mark } = this.look.sides[move.side === "first" ? 0 : 1];
      const words = `${move.ply} ${mark}${move.move} ${Math.round(move.chance)}% ← ${move.better} ${Math.round(move.better_chance)}%`;
      return el("li", {}, button(words, () => this.told.go(move.ply)));
    });
    return [el("h3", { text: `${t("lostMost")} (${listed.length} / ${this.lost.length})` }), el("ol", {}, ...listed)];
  }

  async search(key, { ply, moves }) {
    this.wanted = key;
    const { status, body } = await ask("POST", `/api/g/${this.page.game}/search`, { ply, moves });
    if (status === 200) this.found.set(key, body);
    else if (status === 429) setTimeout(() => this.on && this.wanted === key && this.told.changed(), AGAIN);
    else this.wrong = body?.message;
    if (this.on && status !== 429) this.told.changed();
  }

  tell(found, { ply, moves }) {
    const [first, second] = [found.chance, 1 - found.chance].map((chance) => Math.round(chance * 100));
    this.bar.style.setProperty("--first", `${found.chance * 100}%`);
    const names = ["first", "second"].map((side) => side_name(this.look, side));
    replace(this.bar.firstChild, `${names[0]} ${first}%`);
    replace(this.bar.lastChild, `${second}% ${names[1]}`);
    replace(this.said, found.line.length ? `${t("bestLine")} ${ply + moves.length + 1}… ${found.line.join(" ")}` : t("ended"));
  }
}
