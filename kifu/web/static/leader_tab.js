// Leader election among the tabs of a browser: the leader sends events and holds the stream; the others look on until one takes over.

import { randomId } from "./dom.js";
import { channel, scoped } from "./scope.js";

const BEAT = 1000;
const LOST = 8000; // a busy device, or a tab out of sight, is late with its beat

export class LeaderTab {
  // `changed` is called with true when this tab begins to lead, with false when it looks on; `heard` with what a leader says.
  constructor(page, changed, heard) {
    const name = `kifu-lead-${page.game}`;
    this.key = scoped(name);
    this.me = randomId();
    this.changed = changed;
    this.heard = heard;
    this.leads = null;
    this.channel = channel(name);
    this.channel?.addEventListener("message", (event) => this.listen(event.data));
    window.addEventListener("pagehide", () => this.resign(), { signal: page.signal });
    page.signal.addEventListener("abort", () => this.resign());
    window.addEventListener("storage", (event) => event.key === this.key && this.beat(), { signal: page.signal });
    page.every(BEAT, () => this.beat());
    this.beat();
  }

  read() {
    try {
      return JSON.parse(localStorage.getItem(this.key) || "null");
    } catch {
      return null;
    }
  }

  beat() {
    const leader = this.read();
    const free = !leader || leader.tab === this.me || Date.now() - leader.at > LOST || leader.at > Date.now() + LOST;
    this.set(free);
  }

  set(leads) {
    if (leads) {
      try {
        localStorage.setItem(this.key, JSON.stringify({ tab: this.me, at: Date.now() }));
      } catch {
        // Without storage each tab leads; the server still refuses what comes too late.
      }
    }
    if (leads === this.leads) return;
    this.leads = leads;
    this.changed(leads);
  }

  take_over() {
    this.channel?.postMessage({ kind: "lead", tab: this.me });
    this.set(true);
  }

  resign() {
    if (!this.leads) return;
    try {
      localStorage.removeItem(this.key);
    } catch {
      // The others notice after a while.
    }
  }

  tell(state) {
    this.channel?.postMessage({ kind: "state", state });
  }

  listen(data) {
    if (data.kind === "lead" && data.tab !== this.me && this.leads) this.set(false);
    if (data.kind === "state" && !this.leads) this.heard(data.state);
  }
}
