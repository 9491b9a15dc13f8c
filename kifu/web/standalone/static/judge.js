// Judges files of this device: each has a card with its verdicts, and what can be looked at further.

import { content } from "./content.js";
import { button, el, field, keep, replace } from "./dom.js";
import { p } from "./phrases.js";
import { hand_on, named } from "./share.js";
import { go } from "./server.js";
import { lang, say } from "./words.js";

const LARGEST = 16; // megabytes of a file
const BESIDE = /\.toml$/iu;
const SAMPLES = ["whole", "foul", "clock"];
const LINK = /^[^\n]*#r=(\S*)\s*$/u; // a line with a link at its end
const judged = []; // what was judged in this tab, the newest first: {name, data, beside, found, wrong}

export function start(page) {
  return new Judge(page);
}

class Judge {
  constructor(page) {
    this.page = page;
    this.kifu = page.kifu;
    this.list = el("div", { "aria-live": "polite" });
    this.text = el("textarea", { rows: "4", spellcheck: "false" });
    for (const kind of ["dragenter", "dragover"]) {
      window.addEventListener(kind, (event) => event.preventDefault(), { signal: page.signal });
    }
    window.addEventListener("drop", (event) => this.dropped(event), { signal: page.signal });
    window.addEventListener("paste", (event) => this.pasted(event), { signal: page.signal });
    page.reword = () => this.build();
    this.build();
    if (page.link) this.open_link(page.link);
  }

  build() {
    const { page, text } = this;
    const input = (id) => el("input", { id, type: "file", multiple: true, on: { change: (event) => this.chosen(event.target) } });
    const drop = el(
      "section",
      { class: "card drop" },
      el("h1", { text: p("judgeTitle") }),
      el("p", { class: "note", text: p("judgeSays") }),
      field(p("choose"), input),
      el("div", { class: "row" }, el("span", { class: "note", text: p("samples") }), SAMPLES.map((key) => button(p(`sample_${key}`), () => this.try_sample(key), { class: "quiet" }))),
      el(
        "details",
        { open: Boolean(text.value) },
        el("summary", { text: p("pasted") }),
        field(p("pasted"), (id) => {
          text.id = id;
          return text;
        }),
        button(p("paste"), () => this.take_text(text.value)),
      ),
    );
    if (page.link) replace(page.main, this.list, drop);
    else replace(page.main, drop, this.list);
    this.render();
  }

  // Judges a record that the page carries.
  async try_sample(key) {
    const { name, text } = (await content("samples")).records[key];
    await this.take([new File([text], name)]);
  }

  // The same file may be chosen again, for it may have changed.
  chosen(input) {
    const files = [...input.files];
    input.value = "";
    this.take(files);
  }

  dropped(event) {
    event.preventDefault();
    this.take([...(event.dataTransfer?.files || [])]);
  }

  pasted(event) {
    if (/^(INPUT|TEXTAREA)$/u.test(event.target.tagName)) return;
    const files = [...(event.clipboardData?.files || [])];
    const text = event.clipboardData?.getData("text/plain");
    if (files.length) this.take(files);
    else this.take_text(text || "");
  }

  take_text(text) {
    const link = LINK.exec(text);
    if (link) this.open_link(`#r=${link[1]}`);
    else if (text.trim()) this.take([new File([text], "pasted.kif")]);
  }

  // Judges the record that a link carries; one that is there already is shown again.
  async open_link(link) {
    const there = judged.findIndex((one) => one.link === link);
    const [one] = there < 0 ? [{ name: "link.kif", link, beside: {} }] : judged.splice(there, 1);
    judged.unshift(one);
    if (!one.begun) {
      one.begun = true;
      try {
        one.data = await this.kifu.linked(link);
        this.look(one);
      } catch (error) {
        one.wrong = () => say(error.body?.message) || p("noAnswer");
      }
    }
    this.render();
  }

  // Judges files. Variant files among them are those that the records may name.
  async take(files) {
    const beside = {};
    for (const file of files.filter((one) => BESIDE.test(one.name))) beside[file.name] = await file.text();
    const records = files.filter((one) => !BESIDE.test(one.name));
    for (const file of records) {
      const one = { name: file.name, beside };
      judged.unshift(one);
      if (file.size > LARGEST << 20) one.wrong = () => p("tooLarge", (file.size / (1 << 20)).toFixed(0), LARGEST);
      else {
        one.data = new Uint8Array(await file.arrayBuffer());
        this.look(one);
      }
    }
    this.render();
  }

  async look(one) {
    const { status, body } = await this.kifu.ask("POST", "/api/file", { name: one.name, beside: one.beside }, one.data);
    if (status === 200) one.found = body;
    else one.wrong = () => (status === 408 ? p("tooLong") : status ? say(body?.message) : one.ended ? p("ended") : p("noAnswer"));
    this.render();
  }

  render() {
    if (this.page.signal.aborted) return;
    const clear = () => {
      judged.length = 0;
      this.render();
    };
    replace(
      this.list,
      judged.length ? judged.map((one) => this.card(one)) : el("p", { class: "note", text: p("nothing") }),
      judged.length ? button(p("clear"), clear, { class: "quiet" }) : null,
    );
  }

  card(one) {
    const name = el("h2", {}, el("bdi", { class: "name", text: one.link ? p("linked") : one.name }));
    if (one.wrong) return el("section", { class: "card" }, name, el("p", { class: "bad", text: one.wrong() }));
    if (!one.found) {
      const end = () => {
        one.ended = true;
        this.kifu.study.end(0);
      };
      return el("section", { class: "card", "aria-busy": "true" }, name, el("div", { class: "row" }, el("span", { text: p("judging") }), button(p("end"), end)));
    }
    one.more ||= el("div", {});
    return el("section", { class: "card" }, name, one.found.verdicts.map((verdict) => this.verdict(verdict)), this.acts(one), one.more);
  }

  verdict(verdict) {
    const { fault, head } = verdict;
    const players = [head["先手"], head["後手"]].filter(Boolean).join(" — ");
    const article = (number) => el("a", { href: `#/rules/${verdict.game}/${number}`, text: `[${number}]` });
    const why = fault && el("p", { class: "bad text" }, fault.ply ? `${p("atPly", fault.ply)}: ` : "", say(fault.message), " ", fault.article && verdict.game ? article(fault.article) : null);
    const rows = verdict.notes.map((note) => el("li", { class: "text" }, note.line ? `${p("atLine", note.line)}: ` : "", say(note.message)));
    return el(
      "div",
      { class: "verdict", "data-status": verdict.status },
      el("p", {}, el("strong", { class: `badge ${verdict.well ? "well" : "ill"}`, text: say(verdict.label) }), " ", el("span", { text: say(verdict.name) }), " ", el("span", { class: "note", text: p("plies", verdict.plies) })),
      players ? el("p", {}, el("bdi", { class: "name", text: players })) : null,
      verdict.result ? el("p", { class: "text", text: say(verdict.result) }) : null,
      why,
      verdict.suspicion ? el("p", { class: "text", text: say(verdict.suspicion) }) : null,
      rows.length ? el("details", {}, el("summary", { text: p("notes", rows.length) }), el("ul", {}, rows)) : null,
    );
  }

  acts(one) {
    const { view } = one.found;
    return el(
      "div",
      { class: "row" },
      view ? button(p("show"), () => this.show(one), { class: "main" }) : null,
      button(p("handOn"), () => this.hand(one)),
      button(p("asPage"), () => this.frame(one)),
      button(p("doubts"), () => this.doubts(one)),
      button(p("keepPage"), () => this.keepPage(one)),
      button(p("json"), () => this.json(one)),
    );
  }

  // The worker that knew the game may have ended since: the file is looked at again.
  async show(one) {
    const { status, body } = await this.kifu.ask("POST", "/api/file", { name: one.name, beside: one.beside }, one.data);
    if (status === 200 && body.view) go(`/g/${body.view}/view`);
  }

  hand(one) {
    const { name: game, head } = one.found.verdicts[0] || { head: {} };
    const name = one.link ? named(say(game), head["先手"], head["後手"], head["開始日時"]) : one.name.replace(/\.\w+$/u, "");
    hand_on(this.kifu, { name, data: async () => one.data, page: () => this.page_of(one) });
  }

  async within(one, act) {
    replace(one.more, el("div", { class: "row", "aria-busy": "true" }, el("span", { text: p("working") }), button(p("end"), () => this.kifu.study.end(0))));
    try {
      replace(one.more, await act());
    } catch (error) {
      replace(one.more, el("p", { class: "bad", text: error.status === 408 ? p("tooLong") : say(error.body?.message) || p("ended") }));
    }
  }

  page_of(one) {
    return this.kifu.page(one.data, { name: one.name, beside: one.beside, language: lang() });
  }

  frame(one) {
    return this.within(one, async () => {
      const address = URL.createObjectURL(new Blob([await this.page_of(one)], { type: "text/html" }));
      return el("iframe", { class: "page", sandbox: "", title: one.name, src: address });
    });
  }

  keepPage(one) {
    return this.within(one, async () => {
      keep(new Blob([await this.page_of(one)], { type: "text/html" }), `${one.name.replace(/\.\w+$/u, "")}.html`);
      return [];
    });
  }

  json(one) {
    return this.within(one, async () => {
      const found = await this.kifu.verify(one.data, { name: one.name, beside: one.beside });
      return el("pre", { class: "json", tabindex: "0", text: found.map((verdict) => JSON.stringify(verdict, null, 1)).join("\n") });
    });
  }

  doubts(one) {
    return this.within(one, async () => {
      const found = await this.kifu.told_of("/api/doubts", one.data, { name: one.name, beside: one.beside });
      return found.map((record) => el("div", {}, el("p", { class: "text", text: say(record.readings) }), record.sought ? this.slips(record, one) : null));
    });
  }

  slips(record, one) {
    if (!record.slips.length) return el("p", { text: p("noSlip") });
    const keepIt = (slip, number) => keep(new Blob([Uint8Array.from(atob(slip.data), (letter) => letter.charCodeAt(0))]), `${one.name.replace(/\.\w+$/u, "")}-${number + 1}.kif`);
    const rows = record.slips.map((slip, number) =>
      el(
        "li",
        {},
        el("p", { class: "text", text: `${p("atPly", slip.ply)} ${slip.was ?? p("absent")} → ${slip.now ?? p("absent")} (${say(slip.label)})` }),
        el("p", { class: "note text", text: say(slip.heading) }),
        button(p("keepSlip"), () => keepIt(slip, number)),
      ),
    );
    return el("div", {}, el("h3", { text: p("slips") }), el("ol", {}, rows), record.more ? el("p", { class: "note", text: p("moreSlips", record.more) }) : null);
  }
}
