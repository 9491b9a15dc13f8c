// A ply of the list that is looked at on the board: its move is put right there, or a branch is played, by taps.

import { refusal, sure } from "./dialogs.js";
import { button, el, replace } from "./dom.js";
import { moved_on, other } from "./entry.js";
import { boards_of } from "./patch.js";
import { ask } from "./server.js";
import { lang, t } from "./words.js";

export class Review {
  // `add` sends an event; `changed` is called when something else is to be shown, `begun` when taps are for another board.
  constructor(game, look, { add, changed, begun }) {
    this.game = game;
    this.look = look;
    this.told = { add, changed, begun };
    this.ply = null; // the ply that is looked at; null: the board is that of the game
    this.act = ""; // correct, branch, or nothing
    this.line = []; // the moves of the branch
    this.course = null;
    this.element = el("section", { class: "card review", hidden: true });
    this.shown = "";
  }

  get open() {
    return this.ply !== null;
  }

  // Whether moves that are tapped are for this ply.
  get writes() {
    return this.open && this.act !== "" && Boolean(this.board);
  }

  async look_at(ply, seq) {
    this.close();
    if (ply === null) return;
    this.ply = ply;
    this.told.changed();
    if (this.course?.seq !== seq) {
      const { status, body } = await ask("GET", `/api/g/${this.game}/course`);
      if (status === 200) this.course = { seq: body.seq, boards: boards_of(body.steps) };
      else refusal(body?.message || { ja: t("failed"), en: t("failed") });
    }
    if (!this.board) this.close();
    this.told.changed();
  }

  close() {
    this.ply = null;
    this.act = "";
    this.line = [];
  }

  // The board that is shown: that after the ply, or that before it if another move is to be written.
  get board() {
    const board = this.course?.boards[this.act ? this.ply - 1 : this.ply];
    if (!board || !this.line.length) return board;
    const turn = this.line.length % 2 ? other(board.turn) : board.turn;
    return { ...board, turn, tokens: moved_on(board.tokens, this.line, board.turn, this.look) };
  }

  use(act) {
    this.act = act;
    this.line = [];
    this.told.begun();
    this.told.changed();
  }

  // Takes a move that was tapped or typed.
  write(text, was) {
    if (this.act === "branch") {
      this.line.push(text);
      this.told.changed();
      return;
    }
    const { ply } = this;
    this.close();
    if (text !== was) this.told.add({ kind: "correct", ply, was, text });
    else this.told.changed();
  }

  show(state, writes) {
    const { ply } = this;
    const was = this.open ? state.moves[ply - 1]?.text : undefined;
    this.element.hidden = !this.board; // what is tapped before it is there would be lost
    const now = JSON.stringify([ply, this.act, this.line, was, writes, Boolean(this.board), lang()]);
    if (this.shown === now) return;
    this.shown = now;
    if (this.open) replace(this.element, this.act ? this.asking(ply, was) : this.looking(ply, was, writes, Boolean(state.closed)));
  }

  looking(ply, was, writes, closed) {
    const drop = async () => {
      if (!(await sure(`${t("slipDrop", ply, was)}. ${t("fixSure")}`))) return;
      this.close();
      this.told.add({ kind: "correct", ply, was, text: "" });
    };
    const acts = !writes || closed || was === undefined
      ? []
      : [
          button(t("rightMove"), () => this.use("correct"), { class: "main" }),
          button(t("branchWrite"), () => this.use("branch")),
          button(t("dropIt"), drop),
        ];
    return [el("h2", { text: t("lookedAt", ply, was ?? "") }), el("div", { class: "row" }, acts, button(t("toNow"), () => this.leave()))];
  }

  asking(ply, was) {
    const branch = this.act === "branch";
    const record = () => {
      const moves = this.line;
      this.close();
      this.told.add({ kind: "branch", ply, moves });
    };
    return [
      el("h2", { text: branch ? t("branchAt", ply) : t("slipAt", ply, was) }),
      el("p", { class: "text", text: this.line.length ? this.line.join(" ") : t("tapIt") }),
      el(
        "div",
        { class: "row" },
        branch ? button(t("record_"), record, { class: "main", disabled: !this.line.length }) : null,
        branch && this.line.length ? button(t("undo"), () => {
          this.line.pop();
          this.told.changed();
        }) : null,
        button(t("cancel"), () => this.leave()),
      ),
    ];
  }

  leave() {
    this.close();
    this.told.begun();
    this.told.changed();
  }
}
