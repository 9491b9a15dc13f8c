// Sharing: tells whether a game is on this device alone, and hands its record to another app or as a download.

import { button, el, keep, plain_name, replace } from "./dom.js";
import { p } from "./phrases.js";
import { scoped, stored } from "./scope.js";

const KEY = "kifu-handed-";

function handed(game) {
  try {
    return JSON.parse(stored(KEY + game));
  } catch {
    return null;
  }
}

// Returns a name by which people find the record again.
function named({ game, names, headers }) {
  const day = (headers["開始日時"] || new Date().toISOString()).slice(0, 10).replaceAll("/", "-");
  const parts = [day, game, names.first, names.second].filter(Boolean);
  return `${parts.join("-").replace(/[\p{C}\\/:*?"<>|\s]+/gu, "_").slice(0, 80)}.kif`;
}

export class Share {
  constructor(kifu, element) {
    this.kifu = kifu;
    this.element = element;
    this.game = null;
    kifu.listen((changed) => changed === this.game && this.render());
  }

  // `kind` is where the journals are kept.
  keeps(kind) {
    this.kind = kind;
    this.render();
  }

  // Shows the row of a game; without one only the warning of a browser that keeps nothing, where games are recorded.
  show(game, records) {
    this.game = game;
    this.records = records;
    this.render();
  }

  async render() {
    const { game } = this;
    const warning = this.kind === "memory" && (game || this.records) ? el("p", { class: "card alarm", role: "alert", text: p("memory") }) : null;
    if (!game) {
      replace(this.element, warning);
      return;
    }
    const found = await this.kifu.ask("GET", `/api/g/${game}/state`);
    if (game !== this.game) return;
    if (found.status !== 200) {
      replace(this.element, warning);
      return;
    }
    const { seq, ply } = found.body;
    const last = handed(game);
    const all = last?.seq === seq;
    const words = all ? p("handedAll") : `${p("only")}${last ? ` (${p("handed", last.ply)})` : ""}`;
    replace(
      this.element,
      warning,
      el("div", { class: "handon" }, el("span", { class: all ? "good" : "note", text: words }), button(p("handOn"), () => this.hand(game, found.body), { class: all ? "quiet" : "main" })),
    );
  }

  async hand(game, state) {
    const { seq, ply } = state;
    const { status, file } = await this.kifu.ask("GET", `/g/${game}.kif`);
    if (status !== 200) return;
    const name = plain_name(named(state));
    const whole = new File([file], name, { type: "text/plain" });
    try {
      if (navigator.canShare?.({ files: [whole] })) await navigator.share({ files: [whole], title: name });
      else keep(file, name);
    } catch (error) {
      if (error.name === "AbortError") return;
      keep(file, name);
    }
    try {
      localStorage.setItem(scoped(KEY + game), JSON.stringify({ seq, ply }));
    } catch {
      // Without storage the row goes on saying that the record is here alone.
    }
    this.render();
  }
}
