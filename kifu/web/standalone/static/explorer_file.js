// Begins the explorer that is one file: the graphs that it carries are its only answer.

import { at } from "./assets.js";
import { explore } from "./explorer.js";
import { Page } from "./page.js";
import { lang, setLang } from "./words.js";

setLang(lang());
const body = await (await fetch(at("explorer.json"))).json();
explore(new Page(document.getElementById("main"), { game: "", role: "reader", device: "" }), body);
