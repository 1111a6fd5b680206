// Taking a move back: ask for it, and agree or not when somebody else does.

import { h, keepingFocus } from "./dom.js";

export class Undo {
  constructor({ ui, act }) {
    Object.assign(this, { ui, act });
    this.root = h("div", { class: "undo actions" });
    this.request = h("div", { class: "table-notice undo-request", role: "status" });
    this.drawn = null;
  }

  update({ undo, you, seats, phase }) {
    const shown = phase === "playing" && undo ? { ...undo, you } : null;
    const drawn = JSON.stringify(shown);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const offered = shown?.may && shown.seat === null ? [this.button("undo", this.ui.text("undo"))] : [];
    const asked = shown && shown.seat !== null ? this.pieces(shown, seats) : [];
    keepingFocus(this.root, () => this.root.replaceChildren(...offered));
    keepingFocus(this.request, () => this.request.replaceChildren(...asked));
  }

  // What somebody asks the others for.
  pieces({ seat, allowed, you }, seats) {
    const { text } = this.ui;
    if (seat === you) return [h("p", {}, text("undo_asked")), this.button("refuse_undo", text("undo_cancel"))];
    const asked = h("p", {}, text("undo_asks", { name: seats[seat].name }));
    if (allowed.includes(you)) return [asked, h("p", { class: "soft" }, text("undo_allowed"))];
    return [asked, this.button("allow_undo", text("undo_allow")), this.button("refuse_undo", text("undo_refuse"))];
  }

  button(name, label) {
    return h(
      "button",
      { type: "button", class: "secondary", "data-focus": name, onclick: () => this.act(name) },
      label,
    );
  }
}
