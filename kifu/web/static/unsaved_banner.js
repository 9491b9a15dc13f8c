// Red banner: shown as long as an event is not on the disk of the server.

import { button, el, replace } from "./dom.js";
import { lang, say, t } from "./words.js";

const PATIENCE = 400; // milliseconds before it is shown for an event that is under way
const INTERVAL = 200;

export class UnsavedBanner {
  // `asked` tells whether the question about a conflict is open, `decide` opens it again.
  constructor(page, queue, { asked, decide }) {
    this.queue = queue;
    this.asked = asked;
    this.decide = decide;
    this.element = el("div", { class: "bar", role: "alert", hidden: true });
    this.since = null;
    this.shown = "";
    page.every(INTERVAL, () => this.show());
  }

  show() {
    const { queue } = this;
    const count = queue.items.length;
    if (!count) this.since = null;
    else this.since ??= performance.now();
    const late = count > 0 && (queue.failing || queue.stopped || performance.now() - this.since > PATIENCE);
    const now = late ? JSON.stringify([count, queue.stopped, queue.reason, lang(), this.asked()]) : "";
    if (this.shown === now) return;
    this.shown = now;
    this.element.hidden = !late;
    replace(this.element, late ? this.said(count) : []);
  }

  said(count) {
    const { stopped, reason } = this.queue;
    return [
      t("notRecorded"),
      el("small", { text: stopped ? t("conflict") : t("waiting", count) + t("noReload") }),
      reason ? el("small", { text: say(reason) }) : null,
      stopped && !this.asked() ? button(t("decide"), this.decide) : null,
    ];
  }
}
