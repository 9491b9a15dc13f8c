// A match of two games: what leads from the first to the second and back, and the result that people declare.

import { side_name } from "./clock.js";
import { refusal } from "./dialogs.js";
import { button, el, field, replace, select } from "./dom.js";
import { ask, go } from "./server.js";
import { lang, t } from "./words.js";

const RESULT = "結果";

// Returns the players by the sides of the first game; `names` are those of the second.
export function players_of(look, names) {
  const side = (name) => `${t("firstHalf")} ${side_name(look, name)}`;
  return [names.second || side("first"), names.first || side("second")];
}

export class Match {
  // `add` sends an event.
  constructor(game, look, add) {
    this.game = game;
    this.look = look;
    this.add = add;
    this.element = el("section", { class: "card", hidden: true });
    this.shown = "";
  }

  show(state, writes) {
    const { match, closed } = state;
    const there = this.look.match && (Boolean(match) || (Boolean(closed) && writes));
    this.element.hidden = !there;
    const declared = state.headers[RESULT];
    const now = there ? JSON.stringify([match, Boolean(closed), Boolean(state.ending), writes, declared, lang()]) : "";
    if (this.shown === now) return;
    this.shown = now;
    if (there) replace(this.element, el("h2", { text: this.title(match) }), this.parts(state, writes), declared ? el("p", { text: `${t("matchResult")}: ${declared}` }) : null);
  }

  title(match) {
    return match ? `${t("match")}: ${t(`${match.half}Half`)}` : t("match");
  }

  parts(state, writes) {
    const { match, closed } = state;
    if (!match) return button(t("matchBegin"), () => this.begin(state), { class: "main" });
    if (match.half === "first") return el("a", { class: "link", href: `/g/${match.second}`, text: t("matchSecond") });
    const back = el("a", { class: "link", href: `/g/${match.first}`, text: t("matchFirst") });
    return writes && !closed && state.ending ? el("div", {}, back, this.result(state)) : back;
  }

  // 先手 and 後手 of a result are those of the first game, so people choose by name.
  result(state) {
    const [first, second] = players_of(this.look, state.names);
    const values = { 先手の勝ち: t("wins", first), 後手の勝ち: t("wins", second), 引き分け: t("drawn") };
    let [value] = Object.keys(values);
    return el(
      "div",
      {},
      field(t("matchResult"), (id) => select(id, Object.entries(values), value, (chosen) => (value = chosen))),
      el("p", { class: "note", text: t("matchResultSays") }),
      button(t("record_"), () => this.add({ kind: "header", key: RESULT, value })),
    );
  }

  async begin(state) {
    const { status, body } = await ask("POST", "/api/games", { match: this.game, game: state.game, mode: state.mode });
    // 409: the other recorder has been faster; there is one second game.
    if (status === 201 || (status === 409 && body.id)) go(`/g/${body.id}`);
    else refusal(body?.message || { ja: t("failed"), en: t("failed") });
  }
}
