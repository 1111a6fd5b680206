// What concerns this page alone: that its time runs out, that a bot plays for it, that its line, seat or table is lost.

import { clockWords } from "./clock.js";
import { h, keepingFocus } from "./dom.js";

const STANDSTILLS = ["paused", "adjourned"];

export class Notice {
  constructor({ ui, act }) {
    Object.assign(this, { ui, act });
    this.root = h("div", { class: "table-notice", role: "status" });
    this.isGone = false;
    this.isLost = false; // the server cannot be reached
  }

  update(view) {
    if (this.isGone) return;
    const pieces = this.pieces(view);
    // The same words again would be said again.
    if (pieces.map((piece) => piece.textContent).join("") === this.root.textContent) return;
    keepingFocus(this.root, () => this.root.replaceChildren(...pieces));
  }

  pieces(view) {
    const { ui, act } = this;
    const me = view.you === null ? null : view.seats[view.you];
    const pieces = [];
    if (this.isLost) pieces.push(h("p", { class: "urgent" }, ui.text("lost")));
    if (!me) pieces.push(h("p", {}, ui.text(view.waits ? "waits" : "watching")));
    if (view.shuffle) pieces.push(h("p", {}, ui.text("shuffling")));
    if (STANDSTILLS.includes(view.phase)) pieces.push(h("p", {}, ui.text(view.phase)));
    if (me?.is_away) {
      const back = { type: "button", "data-focus": "back", onclick: () => act("back") };
      pieces.push(h("p", {}, ui.text("bot_plays")), h("button", back, ui.text("back")));
    } else if (me?.is_acting && me.until && ui.secondsUntil(me.until) < 0) {
      const seconds = Math.max(0, me.time_bank + ui.secondsUntil(me.until));
      pieces.push(h("p", { class: "urgent" }, ui.text("are_you_there", { time: clockWords(seconds) })));
    }
    return pieces;
  }

  // The seat is somebody else's now, as the server says, or there is no such table any more.
  showGone(said) {
    this.isGone = true;
    this.root.replaceChildren(
      h("p", {}, said ?? this.ui.text("table_gone")),
      h("button", { type: "button", onclick: () => location.reload() }, this.ui.text("reload")),
    );
  }
}
