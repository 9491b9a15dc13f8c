// Lobby: all games at once, live, for people in the room and for a projector.

import { Clock, side_name } from "./clock.js";
import { el, languageButton, replace } from "./dom.js";
import { look_of, Thumbnail } from "./thumbnail.js";
import { result_of } from "./result.js";
import { ask } from "./server.js";
import { Stream } from "./stream.js";
import { lang, say, setLang, t } from "./words.js";

const LARGE = 900; // pixels of a window in which all cards are fitted
const LINES = 118; // pixels of a card besides its board
const GAP = 10;

class Card {
  constructor(page, id, look) {
    this.id = id;
    this.look = look;
    this.clock = new Clock(page);
    this.names = Object.fromEntries(["first", "second"].map((side) => [side, el("span", { class: "whose" })]));
    this.lines = Object.fromEntries(["first", "second"].map((side) => [side, el("div", { class: "who" }, this.names[side], this.clock.faces[side])]));
    this.foot = el("div", { class: "foot" });
    this.mini = new Thumbnail(look);
    this.link = el("a", { href: `/g/${id}/view` });
    this.element = el("li", { class: "card" }, this.lines.second, el("div", { class: "small" }, this.mini.element, this.link), this.lines.first, this.foot);
  }

  show(card) {
    const { look } = this;
    if (this.shown === card && this.language === lang()) return;
    Object.assign(this, { shown: card, language: lang() });
    this.mini.show(card);
    for (const side of ["first", "second"]) {
      this.names[side].textContent = `${side_name(look, side)} ${card.names[side]}`;
      this.names[side].title = card.names[side];
      this.lines[side].classList.toggle("turn", !card.result && card.turn === side);
    }
    const players = [card.names.first, card.names.second].filter(Boolean).join(" — ");
    this.link.setAttribute("aria-label", t("boardOf", players || say(look.name)));
    this.clock.show(card.clock, card.ply > 0 && !card.closed && !card.result);
    this.element.classList.toggle("ended", Boolean(card.result));
    replace(this.foot, result_of(card.result) || el("p", { text: card.move ? t("lastMove", card.ply, card.move) : t("notBegun") }));
  }
}

class Lobby {
  constructor(page, lobby) {
    this.page = page;
    this.cards = new Map();
    this.list = el("ul", { class: "cards" });
    this.count = el("p", { class: "note", role: "status" });
    page.main.classList.add("hall");
    page.signal.addEventListener("abort", () => page.main.classList.remove("hall"));
    window.addEventListener("resize", () => this.fit(), { signal: page.signal });
    this.render();
    this.take(lobby);
    new Stream(page, { taken: (now) => this.take(now), path: "/api/hall/stream", document: lobby }).open();
  }

  render() {
    document.documentElement.lang = lang();
    document.title = `${t("hall")} — kifu`;
    replace(
      this.page.main,
      el(
        "header",
        { class: "top" },
        el("h1", { text: t("hall") }),
        this.count,
        el("span", { class: "grow" }),
        el("nav", {}, el("a", { href: "/", text: t("toList") })),
        languageButton(this.page, () => {
          this.render();
          this.take(this.lobby);
        }),
      ),
      this.list,
    );
  }

  async take(lobby) {
    this.lobby = lobby;
    const ids = lobby.order;
    const looks = await Promise.all(ids.map((id) => look_of(lobby.games[id].look, id)));
    if (this.lobby !== lobby) return;
    for (const id of this.cards.keys()) if (!ids.includes(id)) this.cards.delete(id);
    for (const [place, id] of ids.entries()) {
      if (!this.cards.has(id) && looks[place]) this.cards.set(id, new Card(this.page, id, looks[place]));
      this.cards.get(id)?.show(lobby.games[id]);
    }
    const over = ids.filter((id) => lobby.games[id].result).length;
    this.count.textContent = ids.length ? t("hallNow", ids.length - over, over) : t("hallEmpty");
    const shown = ids.map((id) => this.cards.get(id)?.element).filter(Boolean);
    if (shown.length !== this.list.children.length || shown.some((element, place) => element !== this.list.children[place])) {
      replace(this.list, shown);
      this.fit();
    }
  }

  // In a large window the cards are as large as they can be with all of them in sight.
  fit() {
    const { clientWidth: wide } = this.list;
    const high = window.innerHeight - this.list.getBoundingClientRect().top - window.scrollY - GAP;
    const number = this.cards.size;
    let best = 0;
    if (window.innerWidth >= LARGE) {
      for (let columns = 1; columns <= number; columns += 1) {
        const rows = Math.ceil(number / columns);
        best = Math.max(best, Math.min((wide - GAP * (columns - 1)) / columns, (high - GAP * (rows - 1)) / rows - LINES));
      }
    }
    this.list.style.setProperty("--card", best ? `${Math.floor(Math.max(150, best))}px` : "");
  }
}

export async function start(page) {
  setLang(lang());
  const { status, body } = await ask("GET", "/api/hall");
  if (status === 200) new Lobby(page, body);
  else replace(page.main, el("h1", { text: t("hall") }), el("p", { text: t("failed") }));
}
