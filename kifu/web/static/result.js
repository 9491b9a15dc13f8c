// How a game has ended: who has won, how, and by which article. The words are those of the server (`result` of a state, of the
// list and of the hall); there is none while a game goes on.

import { el } from "./dom.js";
import { say } from "./words.js";

// Returns who has won and how, in one line: 先手 甲 の勝ち — 全滅 [six.14].
export function result_text(result) {
  if (!result) return "";
  const why = [say(result.why), result.article ? `[${result.article.number}]` : ""].filter(Boolean).join(" ");
  return [say(result.said), why].filter(Boolean).join(" — ");
}

// Returns the same as an element with the title of the article; null while the game goes on.
export function result_of(result) {
  if (!result) return null;
  const { article } = result;
  // Some articles are called as the reason is.
  const title = article && say(article.title).toLowerCase() !== say(result.why).toLowerCase() ? say(article.title) : "";
  const why = [say(result.why), article ? `[${article.number}]` : "", title].filter(Boolean).join(" ");
  return el("p", { class: "result" }, el("strong", { text: say(result.said) }), why ? el("span", { text: ` ${why}` }) : null);
}
