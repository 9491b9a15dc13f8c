// Explorer import: gathers records of one's own, verified on this device, and shows what was played in them; before that the
// reference games that the page carries.

import { content } from "./content.js";
import { button, el, field, replace } from "./dom.js";
import { explore } from "./explorer.js";
import { p } from "./phrases.js";
import { lang, names_of, say } from "./words.js";

const MOST = 10_000; // games that are gathered
const BESIDE = /\.toml$/iu;
const kept = { body: null, carried: null, said: () => "" }; // what was gathered in this tab, what the page carries

export function start(page) {
  page.base = "#/explorer/";
  return new ExplorerImport(page);
}

// Begins the screen again with what was gathered.
function begin_anew() {
  window.dispatchEvent(new Event("hashchange"));
}

class ExplorerImport {
  constructor(page) {
    this.page = page;
    this.kifu = page.kifu;
    this.said = el("p", { class: "note", role: "status" });
    this.bar = el("progress", { hidden: true });
    this.end = button("", () => this.kifu.study.end(0), { hidden: true });
    this.draw();
  }

  // Returns what stands above or below the graphs, in the language of the moment. The field for files is the same until that changes.
  above() {
    if (this.form?.lang !== lang()) this.form = this.choice();
    const graphs = new Set(kept.carried?.graphs.map(({ game }) => game));
    const missing = this.page.about.games.filter(({ id }) => !graphs.has(id));
    const said = [p("carried"), missing.length ? p("notCarried", names_of(missing)) : ""].join(" ");
    return [kept.body || !kept.carried ? null : el("p", { class: "note", text: said }), el("a", { class: "link", href: "#/puzzles", text: p("puzzles") }), this.form];
  }

  choice() {
    const input = (id) => el("input", { id, type: "file", multiple: true, on: { change: (event) => this.chosen(event.target) } });
    this.end.textContent = p("end");
    this.bar.setAttribute("aria-label", p("explorer"));
    if (this.bar.hidden) this.said.textContent = kept.said();
    return el(
      "details",
      { class: "card drop", lang: lang() },
      el("summary", { text: p("chooseOwn") }),
      el("p", { class: "note", text: p("gatherSays", MOST.toLocaleString(lang())) }),
      field(p("choose"), input),
      el("div", { class: "row" }, button(p("ownGames"), () => this.own()), this.end, kept.body ? button(p("clear"), () => this.clear()) : null),
      this.bar,
      this.said,
    );
  }

  async draw() {
    const { page } = this;
    page.reword = () => this.draw();
    if (!kept.body && !kept.carried) {
      replace(page.main, el("h1", { text: p("explorer") }), this.above(), el("p", { "aria-busy": "true", text: p("working") }));
      kept.carried = await content("explorer").catch(() => null);
      if (page.signal.aborted) return;
    }
    explore(page, kept.body || kept.carried, () => this.above());
  }

  async clear() {
    await this.kifu.ask("POST", "/api/explorer/clear", {});
    Object.assign(kept, { body: null, said: () => "" });
    begin_anew();
  }

  async chosen(input) {
    const files = [...input.files];
    input.value = "";
    const beside = {};
    for (const file of files.filter((one) => BESIDE.test(one.name))) beside[file.name] = await file.text();
    await this.gather(files.filter((one) => !BESIDE.test(one.name)).map((file) => ({ name: file.name, data: () => file.arrayBuffer(), beside })));
  }

  // The games of this device that are over; an official one is over when it is closed.
  async own() {
    const { status, body } = await this.kifu.ask("GET", "/api/games");
    const over = status === 200 ? body.games.filter((game) => game.closed || (game.mode !== "official" && game.result)) : [];
    const record = (game) => async () => (await this.kifu.ask("GET", `/g/${game.id}.kif`)).file.arrayBuffer();
    await this.gather(over.map((game) => ({ name: `${game.id}.kif`, data: record(game), beside: {}, address: `#/g/${game.id}/view` })));
  }

  async gather(files) {
    this.end.hidden = this.bar.hidden = false;
    let answer = null;
    for (const { name, data, beside, address } of files) {
      this.said.textContent = `${name}: ${p("working")}`;
      this.bar.removeAttribute("value");
      answer = await this.kifu.ask("POST", "/api/explorer/take", { name, beside, ...(address ? { address } : {}) }, new Uint8Array(await data()));
      while (answer.status === 200) {
        const { games, left } = answer.body;
        this.said.textContent = p("gathering", name, games, left);
        Object.assign(this.bar, { max: games + left || 1, value: games });
        if (!left) break;
        answer = await this.kifu.ask("POST", "/api/explorer/judge", {});
      }
      if (answer.status !== 200) break;
    }
    const games = answer?.body?.games;
    if (answer?.status === 200) {
      this.said.textContent = p("counting");
      this.bar.removeAttribute("value");
      answer = await this.kifu.ask("GET", "/api/explorer");
    }
    this.end.hidden = this.bar.hidden = true;
    if (!answer || this.page.signal.aborted) return;
    if (answer.status === 200) {
      Object.assign(kept, { body: answer.body, said: () => p("gathered", games) });
      begin_anew();
    } else this.said.textContent = answer.status === 408 ? p("tooLong") : say(answer.body?.message) || p("ended");
  }
}
