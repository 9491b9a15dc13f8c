// Sharing: hands a record on as a link, as text, as a picture, as one page, or as a file, and says what has happened.

import { opened } from "./dialogs.js";
import { button, el, keep, plain_name, replace } from "./dom.js";
import { p } from "./phrases.js";
import { scoped, stored } from "./scope.js";
import { lang, say } from "./words.js";

const KEY = "kifu-handed-";
const KINDS = ["link", "text", "picture", "page", "file"];
const WIDTH = 1080; // pixels of a picture
const SURE = new Set(["shared", "saved"]); // after these a copy of the record is somewhere else; what was copied is only pasted later

function handed(game) {
  try {
    return JSON.parse(stored(KEY + game));
  } catch {
    return null;
  }
}

// Returns a name by which people find the record again; `game` is what its game is called.
export function named(game, first, second, begun) {
  const day = (begun || new Date().toISOString()).slice(0, 10).replaceAll("/", "-");
  return [day, game, first, second].filter(Boolean).join("-");
}

function file_named(name, ending, parts, type) {
  return new File(parts, plain_name(`${name.replace(/[\p{C}\\/:*?"<>|\s]+/gu, "_").slice(0, 80)}.${ending}`), { type });
}

// Returns a drawing as a PNG file.
async function png(svg, name) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = el("canvas", { width: WIDTH, height: Math.round((WIDTH * image.naturalHeight) / image.naturalWidth) });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return file_named(name, "png", [await new Promise((resolve) => canvas.toBlob(resolve, "image/png"))], "image/png");
}

// Returns the address that links of this page begin with; a file of a disk has none that others could open.
function own_address() {
  const { protocol, href } = window.location;
  return protocol.startsWith("http") ? href.split("#")[0] : "";
}

// Hands on a record. `given` is {name, data, page, silent}: its name without an ending, what returns its bytes and its page as text;
// of a game about which nothing is said there is no picture, which would show where it has ended. `done` is called with how it was
// handed on: "shared", "saved" or "copied".
export function hand_on(kifu, { name, data, page, silent = false }, done = () => {}) {
  const said = el("p", { role: "status", class: "status" });
  const place = el("div", {});
  const beside = el("p", { class: "card alarm text", role: "status", hidden: true });
  let shown = 0;
  let forms = null;

  const happened = (how, ...args) => {
    said.textContent = p(how, ...args);
    if (["shared", "saved", "copied"].includes(how)) done(how);
  };

  async function copy(text, holder) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      holder.select();
      if (!document.execCommand("copy")) return happened("copyYourself");
    }
    return happened("copied");
  }

  async function share(what) {
    try {
      await navigator.share(what);
    } catch (error) {
      return happened(error.name === "AbortError" ? "calledOff" : "notShared");
    }
    return happened("shared");
  }

  function save(file) {
    keep(file, file.name);
    happened("saved", file.name);
  }

  const of_text = (text, what, rows) => {
    const holder = el("textarea", { readonly: true, rows, "aria-label": p("text"), value: text });
    return [holder, el("div", { class: "row" }, button(p("copy"), () => copy(text, holder), { class: "main" }), navigator.share ? button(p("send"), () => share(what)) : null)];
  };
  const of_file = (file) => {
    const can = navigator.canShare?.({ files: [file] });
    return el("div", { class: "row" }, can ? button(p("send"), () => share({ files: [file], title: file.name }), { class: "main" }) : null, button(p("save"), () => save(file), can ? {} : { class: "main" }));
  };

  const asked = async (path, body, bytes) => {
    const { status, body: found } = await kifu.ask("POST", path, body, bytes);
    if (status !== 200) throw new Error(say(found?.message) || p("noAnswer"));
    return found;
  };
  const as_forms = async (bytes) => (forms ||= await asked("/api/share", { language: lang() }, bytes));

  const made = {
    async link(bytes) {
      const { link, variants } = await asked("/api/link", {}, bytes);
      beside.hidden = !variants.length;
      beside.textContent = variants.length ? p("withVariant", variants.join("、")) : "";
      const whole = own_address() + link;
      const parts = [el("p", { class: "note", text: p(own_address() ? "linkSays" : "linkOfFile", whole.length) }), ...of_text(whole, { url: whole, title: name }, 3)];
      if (own_address()) {
        const code = await asked("/api/link/code", { text: whole }).catch(() => null);
        if (code) parts.push(qr(code));
      }
      return parts;
    },
    text: async (bytes) => {
      const { text } = await as_forms(bytes);
      return of_text(text, { text }, 8);
    },
    async picture(bytes) {
      const { picture } = await as_forms(bytes);
      if (!picture) return el("p", { text: p("noPicture") });
      const file = await png(picture, name);
      return [el("img", { class: "shared", alt: p("picture"), src: URL.createObjectURL(file) }), of_file(file)];
    },
    async page(bytes) {
      const file = file_named(name, "html", [await page(bytes)], "text/html");
      return [el("p", { class: "note", text: p("pageSays") }), of_file(file)];
    },
    file: (bytes) => {
      const file = file_named(name, "txt", [bytes], "text/plain");
      return [el("p", { class: "text", text: file.name }), of_file(file)];
    },
  };

  async function show(kind) {
    const mine = (shown += 1);
    for (const each of choices.children) each.setAttribute("aria-pressed", String(each.dataset.kind === kind));
    said.textContent = "";
    replace(place, el("p", { "aria-busy": "true", text: p("working") }));
    let parts;
    try {
      parts = await made[kind](new Uint8Array(await data()));
    } catch (error) {
      parts = el("p", { class: "bad", text: error.message });
    }
    if (mine === shown) replace(place, parts);
  }

  const choices = el("div", { class: "row kinds" }, KINDS.filter((kind) => !silent || kind !== "picture").map((kind) => button(p(kind), () => show(kind), { "data-kind": kind })));
  const dialog = opened(p("handOn"), choices, beside, place, el("div", { class: "row foot" }, said, button(p("close"), () => dialog.close())));
  dialog.classList.add("handing");
  show("link");
  return dialog;
}

// Returns a QR code as an image that every camera reads: dark on white.
function qr({ side, path }) {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side * 4}" height="${side * 4}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
  return el("img", { class: "code", alt: p("qr"), src: `data:image/svg+xml,${encodeURIComponent(text)}` });
}

export class Share {
  // `games` are {id, name}, what each game is called.
  constructor(kifu, element, games) {
    this.kifu = kifu;
    this.games = games;
    this.element = element;
    this.game = null;
    this.drawn = "";
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
    const found = game ? await this.kifu.ask("GET", `/api/g/${game}/state`) : null;
    if (game !== this.game) return;
    // Only what answers knows where games are kept: a warning that came later would build the button anew.
    const warning = this.kind === "memory" && (game || this.records) ? el("p", { class: "card alarm", role: "alert", text: p("memory") }) : null;
    if (found?.status !== 200) {
      this.drawn = "";
      replace(this.element, warning);
      return;
    }
    this.state = found.body;
    const last = handed(game);
    const elsewhere = last?.seq === found.body.seq && SURE.has(last.how);
    const how = last?.how ? p(`${last.how}UpTo`, last.ply) : "";
    const words = elsewhere ? how : `${p("only")}${how ? ` (${how})` : ""}`;
    // A button that is built anew under a finger loses its tap.
    const drawn = JSON.stringify([game, words, elsewhere, Boolean(warning)]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    replace(
      this.element,
      warning,
      el("div", { class: "handon" }, el("span", { class: elsewhere ? "good" : "note", text: words }), button(p("handOn"), () => this.hand(game, this.state), { class: elsewhere ? "quiet" : "main" })),
    );
  }

  hand(game, state) {
    const file = async (ending) => {
      const { status, file: found, body } = await this.kifu.ask("GET", `/g/${game}.${ending}`);
      if (status !== 200) throw new Error(say(body?.message) || p("noAnswer"));
      return found;
    };
    // What is handed on is the record as it is when the dialog opens.
    const data = file("kif").then((found) => found.arrayBuffer());
    const { names, headers } = state;
    const kind = this.games.find(({ id }) => id === state.game);
    const given = { name: named(say(kind?.name), names.first, names.second, headers["開始日時"]), data: () => data, page: async () => (await file("html")).text(), silent: state.mode === "official" && !state.closed };
    hand_on(this.kifu, given, (how) => this.happened(game, state, how));
  }

  happened(game, { seq, ply }, how) {
    const last = handed(game);
    // What is only copied takes nothing back from what is saved.
    if (last?.seq === seq && SURE.has(last.how) && !SURE.has(how)) return;
    try {
      localStorage.setItem(scoped(KEY + game), JSON.stringify({ seq, ply, how }));
    } catch {
      // Without storage the row goes on saying that the record is here alone.
    }
    this.render();
  }
}
