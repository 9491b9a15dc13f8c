// The clocks of both sides. Between two states of the server the page counts by itself.

import { el, replace } from "./dom.js";
import { say, t } from "./words.js";

function shown(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

export class Clock {
  constructor(page) {
    this.faces = { first: el("span", { class: "time" }), second: el("span", { class: "time" }) };
    this.note = el("p", { class: "note", hidden: true });
    this.goes_on = false;
    page.every(250, () => this.tick());
  }

  // `goes_on`: the game has begun and has not ended.
  show(clock, goes_on = false) {
    this.clock = clock;
    this.goes_on = goes_on;
    this.since = performance.now();
    this.tick();
  }

  // Whether the clock has been forgotten: it is set, and stands still in a game that goes on.
  get stands() {
    return this.goes_on && Boolean(this.clock.control) && !this.clock.running && !this.clock.fallen;
  }

  // Returns what a side has left, as text; empty without a clock.
  text(side) {
    const { control, left, running, spent } = this.clock;
    const passed = running === side ? spent + (performance.now() - this.since) : 0;
    if (!control) return running || spent ? shown(passed) : "";
    const over = left[side] - passed;
    if (control.kind !== "byoyomi" || over > 0) return shown(over);
    return `${t("byoyomi")} ${shown(control.byoyomi * 1000 + over)}`;
  }

  tick() {
    if (!this.clock) return;
    for (const side of ["first", "second"]) {
      const face = this.faces[side];
      const text = this.text(side);
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("running", this.clock.running === side);
      face.classList.toggle("fallen", this.clock.fallen === side);
      face.classList.toggle("stands", this.stands);
    }
    this.note.hidden = !this.clock.restarted;
    if (this.clock.restarted) replace(this.note, t("restarted"));
  }
}

export function side_name(look, side) {
  return say(look.sides[side === "first" ? 0 : 1].label);
}

// Returns how a game has ended, in words.
export function ending_text(look, ending) {
  const outcome = ending.winner ? say(look.outcomes[ending.winner]) : "";
  const reason = outcome && ending.termination === "declared" ? "" : say(look.terminations[ending.termination]);
  return [outcome, reason, ending.article ? `[${ending.article}]` : ""].filter(Boolean).join(" ");
}
