// The filter of the explorer: which games are counted, by player, date and strength.

import { button, el, field, select } from "./dom.js";
import { x } from "./explorer_words.js";

const LISTED = 300; // players that are offered while a name is typed
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/u;

export class Filter {
  // `changed` is called when other games are counted.
  constructor(graph, changed) {
    this.graph = graph;
    this.changed = changed;
    this.clear();
  }

  clear() {
    this.wanted = { player: "", side: "", from: "", until: "", strength: "" };
  }

  // Whether a game is counted.
  keeps() {
    const { games } = this.graph.data;
    const { player, side, from, until, strength } = this.wanted;
    const name = player.trim().toLowerCase();
    const named = games.players.map((each) => each.toLowerCase().includes(name));
    const [earliest, latest] = [day(from), day(until)];
    const plays = (game) => (side !== "second" && named[games.first[game]]) || (side !== "first" && named[games.second[game]]);
    return (game) => (!name || plays(game)) && (!earliest || games.day[game] >= earliest) && (!latest || (games.day[game] && games.day[game] <= latest)) && (!strength || games.strength[game] >= Number(strength));
  }

  take(name, value) {
    this.wanted[name] = value;
    this.graph.count(this.keeps());
    this.say();
    this.changed();
  }

  say() {
    this.count.textContent = x("left", this.graph.kept.length, this.graph.games);
  }

  build() {
    const { games, look } = this.graph.data;
    const input = (name, type, more = {}) => (id) => el("input", { id, type, value: this.wanted[name], autocomplete: "off", on: { change: (event) => this.take(name, event.target.value) }, ...more });
    const often = new Map();
    for (const player of [...games.first, ...games.second]) often.set(player, (often.get(player) || 0) + 1);
    const names = [...often].sort((one, other) => other[1] - one[1]).map(([player]) => games.players[player]).filter(Boolean).slice(0, LISTED);
    const list = el("datalist", { id: "players" }, names.map((value) => el("option", { value })));
    const sides = [["", x("either")], ...["first", "second"].map((side, number) => [side, look.sides[number].label[document.documentElement.lang === "ja" ? "ja" : "en"]])];
    this.count = el("p", { class: "note", role: "status" });
    this.element = el(
      "details",
      { open: Object.values(this.wanted).some(Boolean) },
      el("summary", { text: x("filter") }),
      el(
        "div",
        { class: "fields" },
        field(x("player"), input("player", "search", { list: "players" })),
        field(x("side"), (id) => select(id, sides, this.wanted.side, (value) => this.take("side", value))),
        field(x("from"), input("from", "date")),
        field(x("until"), input("until", "date")),
        games.strength.some((nodes) => nodes >= 0) ? field(x("strength"), input("strength", "number", { min: "0", step: "1" })) : null,
      ),
      list,
      el("div", { class: "row" }, button(x("clear"), () => this.reset())),
    );
    this.say();
    return el("div", {}, this.element, this.count);
  }

  reset() {
    this.clear();
    for (const control of this.element.querySelectorAll("input, select")) control.value = "";
    this.take("player", "");
  }
}

// A date as the games have it: yyyymmdd; 0 for none.
function day(text) {
  const found = DATE.exec(text);
  return found ? Number(found.slice(1).join("")) : 0;
}
