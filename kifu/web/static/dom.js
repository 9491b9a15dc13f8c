// Makes elements. Text is always set as text, so nothing that people have written becomes markup.

import { lang, setLang, t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

// Returns an element. `props` holds attributes, `text`, `on` (listeners by event) and `value`, `checked`, `disabled`.
export function el(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") made.textContent = value;
    else if (name === "on") for (const [event, listener] of Object.entries(value)) made.addEventListener(event, listener);
    else if (["value", "checked", "disabled", "hidden", "open", "selected"].includes(name)) made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function button(text, act, props = {}) {
  return el("button", { type: "button", text, on: { click: act }, ...props });
}

let fields = 0;

// Returns a field with its label above it. `make` gets the id and returns the control.
export function field(label, make) {
  const id = `f${(fields += 1)}`;
  return el("div", { class: "field" }, el("label", { for: id, text: label }), make(id));
}

export function select(id, options, value, change) {
  const made = el("select", { id, on: { change: (event) => change?.(event.target.value) } });
  for (const [key, text] of options) made.append(el("option", { value: key, text, selected: key === value }));
  return made;
}

export function replace(holder, ...children) {
  holder.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
}

// Returns the button of languages of a screen, and lets `page.reword` say all anew in place, so that nothing is lost. Where the
// screen stands in a shell with such a button (`page.speaks`) it has none of its own.
export function languageButton(page, changed) {
  page.reword = changed;
  if (page.speaks) return null;
  return button(
    t("language"),
    () => {
      setLang(lang() === "ja" ? "en" : "ja");
      changed();
    },
    { class: "quiet", lang: lang() === "ja" ? "en" : "ja" },
  );
}

// Returns the name of a file as no command takes it for an option.
export function plain_name(name) {
  return name.replace(/^-/u, "_-");
}

// Gives a file to the person, as a download.
export function keep(file, name) {
  const address = URL.createObjectURL(file);
  el("a", { href: address, download: plain_name(name) }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

// Returns a random id. The page may be plain HTTP, where randomUUID does not exist.
export function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function shortHash(hash) {
  return el("span", { class: "hash", title: t("hashLong") }, `${t("hash")} `, el("code", { text: hash.slice(0, 8) }));
}
