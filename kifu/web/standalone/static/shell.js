// The shell of the page: its tabs, which screen is shown, and what answers the screens in place of a server.

import { at } from "./assets.js";
import * as compare from "./compare.js";
import { content } from "./content.js";
import { refusal } from "./dialogs.js";
import { button, el, keep, replace } from "./dom.js";
import * as explorer from "./explorer_import.js";
import * as guide from "./guide.js";
import { Share } from "./share.js";
import * as lobby from "./lobby.js";
import * as home from "./home.js";
import * as judge from "./judge.js";
import { Kifu } from "./kifu.js";
import * as licences from "./licences.js";
import { Page } from "./page.js";
import { p } from "./phrases.js";
import * as puzzles from "./puzzles.js";
import * as book from "./rulebook.js";
import { standIn } from "./server.js";
import * as sheets from "./sheets.js";
import * as table from "./table.js";
import * as view from "./view.js";
import { lang, setLang, t } from "./words.js";

const TABS = ["judge", "games", "compare", "explorer", "rules", "guide", "sheets"];
const LINK = "#r="; // an address that carries a record
const FILE = /^\/g\/([\w-]+)\.(kif|json|html|journal|pdf)/u;
const [shell, notice, foot] = ["shell", "notice", "about"].map((id) => document.getElementById(id));

class Shell {
  constructor(about) {
    this.about = about;
    this.step = "runtime";
    this.kifu = new Kifu((data) => this.heard(data));
    this.share = new Share(this.kifu, notice, about.games);
    this.tabs = el("nav", { "aria-label": p("tabs") });
    this.line = el("p", { class: "loading text", role: "status" });
    replace(shell, this.tabs, this.line);
    standIn({
      answer: (method, path, body) => this.answer(method, path, body),
      events: (path) => new Events(this.kifu, path),
      go: (path) => this.go(path),
    });
    window.addEventListener("hashchange", () => this.show());
    document.addEventListener("click", (event) => this.clicked(event));
    new MutationObserver(() => this.words()).observe(document.documentElement, { attributeFilter: ["lang"] });
    setLang(lang());
    this.words();
    this.show();
  }

  heard({ step, keeps, failed }) {
    if (!step) return;
    this.step = step;
    this.failed = failed;
    if (keeps) this.share.keeps(keeps);
    if (step === "ready") {
      const { kifu } = this;
      window.kifu = kifu;
      window.dispatchEvent(new Event("kifu"));
    }
    this.words();
  }

  async answer(method, path, body) {
    const found = await this.kifu.ask(method, path, body);
    if (method === "POST" && path === "/api/games" && found.status === 201) navigator.storage?.persist?.().catch(() => {});
    return found;
  }

  // Goes to the screen at a path of the server.
  go(path) {
    window.location.hash = path === "/" ? "#/games" : `#${path}`;
  }

  get route() {
    const { hash } = window.location;
    if (hash.startsWith(LINK)) return { tab: "judge", game: "", id: "", last: "", link: hash };
    const [, tab = "judge", id = "", last = ""] = (hash.slice(1) || "/judge").split("/");
    return { tab: tab === "g" ? "games" : tab || "judge", game: tab === "g" ? id : "", id, last, table: tab === "g" };
  }

  show() {
    const { tab, game, last, link, table: of_game } = this.route;
    this.page?.close();
    // Each screen has an element of its own: what another one still has to draw is not drawn into it, and nothing is shifted.
    const main = el("main", { id: "main", "data-screen": of_game ? (last === "view" ? "view" : "table") : tab }, el("h1", { text: "kifu" }));
    document.getElementById("main").replaceWith(main);
    this.page = new Page(main, { game, role: "recorder", device: "page", speaks: true });
    // A game has the whole window: the tabs stand below it, and what is said of its record stands under the board.
    if (of_game) {
      main.after(shell);
      notice.remove();
    } else document.body.prepend(shell, notice);
    const of_file = game.startsWith("file-");
    Object.assign(this.page, { kifu: this.kifu, about: this.about, article: last, book: this.route.id, link, notice });
    if (of_file) this.page.home = "#/judge";
    this.page.sample = async () => (await content("samples")).sheets;
    this.share.show(of_game && !of_file ? game : null, tab === "games");
    if (["judge", "compare", "explorer", "puzzles"].includes(tab)) this.kifu.study.begin();
    if (["games", "hall", "compare"].includes(tab) && !of_file) this.kifu.desk.begin();
    const screens = { judge, games: home, compare, explorer, puzzles, rules: book, guide, sheets, hall: lobby, licences };
    this.begin(of_game ? (last === "view" ? view : table) : screens[tab] || judge);
    this.words();
    window.scrollTo(0, 0);
  }

  // Begins a screen. Who goes from one to another by keys, or hears them, is at the heading of the new one.
  async begin(screen) {
    const { page, begun } = this;
    this.begun = true;
    await screen.start(page);
    if (!begun || page.signal.aborted || page.main.contains(document.activeElement)) return;
    const at_heading = () => {
      const heading = page.main.querySelector("h1");
      heading?.setAttribute("tabindex", "-1");
      heading?.focus({ preventScroll: true });
    };
    at_heading();
    // Some screens draw a first state and then what they waited for: the focus would fall to the body with the first heading.
    const drawn = new MutationObserver(() => document.activeElement === document.body && at_heading());
    drawn.observe(page.main, { childList: true });
    const { signal } = page;
    for (const event of ["keydown", "pointerdown"]) window.addEventListener(event, () => drawn.disconnect(), { signal, once: true, capture: true });
    signal.addEventListener("abort", () => drawn.disconnect());
  }

  words() {
    const { tab } = this.route;
    replace(
      this.tabs,
      TABS.map((name) => el("a", { href: `#/${name}`, text: p(name), "aria-current": name === tab ? "page" : null })),
      el("span", { class: "grow" }),
      button(lang() === "ja" ? "EN" : "日本", () => this.language(), { class: "quiet", lang: lang() === "ja" ? "en" : "ja", title: t("language") }),
    );
    const here = this.tabs.querySelector("[aria-current]");
    if (here) this.tabs.scrollLeft = here.offsetLeft - this.tabs.offsetLeft - this.tabs.clientWidth / 2;
    const first = globalThis.kifuCarried ? "" : p("firstVisit", Math.round(this.about.bytes / 1e6)); // the one file is here already
    this.line.classList.toggle("bad", ["stalled", "failed"].includes(this.step));
    this.line.textContent = ["rules", "guide", "sheets", "licences"].includes(tab) && !["stalled", "failed"].includes(this.step) ? "" : p(this.step, this.failed ?? first);
    replace(foot, el("p", {}, p("about", this.about.version), p("licences"), " ", el("a", { href: "#/licences", text: p("licencesTitle") })));
  }

  language() {
    setLang(lang() === "ja" ? "en" : "ja");
    if (this.page.reword) this.page.reword();
    else this.show();
    this.share.render();
  }

  clicked(event) {
    const link = event.target.closest?.("a[href^='/']");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const path = link.getAttribute("href");
    if (FILE.test(path)) this.file(path);
    else this.go(path);
  }

  async file(path) {
    const { status, body, file, name } = await this.kifu.ask("GET", path);
    if (status === 200) keep(file, name);
    else refusal(body?.message || { ja: p("refused"), en: p("refused") });
  }
}

// A stream of a game, as an EventSource would give it: its whole state, or its course, now and after each event.
class Events extends EventTarget {
  constructor(kifu, path) {
    super();
    this.readyState = 1;
    const { pathname, searchParams } = new URL(path, "https://kifu.invalid/");
    const [, , what, game] = pathname.split("/");
    const part = what === "hall" ? "/api/hall" : `/api/g/${game}/${searchParams.has("course") ? "course" : "state"}`;
    const send = async () => {
      const { status, body } = await kifu.ask("GET", part);
      if (status === 200 && this.readyState === 1) this.dispatchEvent(new MessageEvent("state", { data: JSON.stringify(body) }));
    };
    this.ended = kifu.listen((changed) => (what === "hall" || changed === game) && send());
    send();
  }

  close() {
    this.readyState = 2;
    this.ended();
  }
}

const about = await (await fetch(at("about.json"))).json();
new Shell(about);
try {
  if (!globalThis.kifuCarried) await navigator.serviceWorker.register("offline.js");
} catch {
  // Without it, or where a browser refuses it, the page needs its host.
}
