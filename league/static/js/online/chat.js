// What people say at a table: what was said last, what may be said, muting and reporting.
//
// Whom somebody has muted is kept in this browser alone. A text is shown as text, never as markup.

import { h, keepingFocus, loadPictures, picture } from "./dom.js";
import { newKey } from "./line.js";

const LONGEST_TEXT = 200;
const SHOWN = 30;

export class Chat {
  constructor({ screen, address, line, text, badge }) {
    Object.assign(this, { screen, line, text, badge });
    this.storeName = `onlineMuted:${address}`;
    this.muted = new Set(JSON.parse(localStorage.getItem(this.storeName) ?? "[]"));
    this.reported = new Set();
    this.newest = Math.max(0, ...screen.view.chat.map(({ id }) => id));
    this.drawn = null;
    this.list = h("ol", { class: "chat-messages", tabindex: 0 });
    this.mutes = h("p", { class: "actions mutes" });
    this.news = h("span", { class: "chat-news", "aria-hidden": "true" });
    this.refusal = h("p", { class: "refusal", role: "alert" });
    this.said = h("div", { class: "for-screen-readers", role: "log", "aria-live": "polite" });
    this.element = h(
      "details",
      { class: "more plain chat", hidden: screen.chat.mode === "off" },
      h("summary", {}, text("chat"), " ", this.news),
      this.list,
      this.mutes,
      this.refusal,
      ...(screen.view.you === null ? [] : this.choices()),
    );
    this.element.addEventListener("toggle", () => {
      this.news.replaceChildren();
      this.loadEmotes();
    });
    this.root = h("div", {}, this.element, this.said);
    this.update(screen.view);
  }

  // Draw what was said, and tell what is new since the view before.
  update(view) {
    this.view = view;
    this.loadEmotes();
    const shown = view.chat.filter((each) => !this.muted.has(each.seat));
    for (const each of shown.filter(({ id }) => id > this.newest)) this.announce(each);
    this.newest = Math.max(this.newest, ...view.chat.map(({ id }) => id));
    const drawn = JSON.stringify([shown, [...this.muted], [...this.reported]]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    keepingFocus(this.element, () => {
      this.list.replaceChildren(...shown.map((each) => this.message(each)));
      this.mutes.replaceChildren(...this.muteButtons());
    });
    this.list.scrollTop = this.list.scrollHeight;
  }

  // What the network refuses is asked for again with the next view.
  loadEmotes() {
    if (this.element.open && !this.element.hidden) loadPictures(this.screen.emotes).catch(() => {});
  }

  announce(message) {
    this.said.append(h("p", {}, `${message.name}: ${message.text}`));
    while (this.said.childElementCount > SHOWN) this.said.firstElementChild.remove();
    if (this.element.open) return;
    this.news.replaceChildren(this.badge(message.seat), " ", h("bdi", {}, message.text));
  }

  message({ id, seat, name, text, picture: image }) {
    return h(
      "li",
      {},
      this.badge(seat),
      h("span", { class: "message-text" }, h("strong", {}, name), " ", this.image(image), h("bdi", {}, text)),
      seat === this.view.you || this.view.you === null ? null : this.reportButton(id),
    );
  }

  reportButton(id) {
    if (this.reported.has(id)) return h("small", { class: "soft" }, this.text("reported"));
    const report = async () => {
      if (!(await this.post("report", { message: id }))) return;
      this.reported.add(id);
      this.update(this.view);
    };
    return h(
      "button",
      { type: "button", class: "quiet", "data-focus": `report-${id}`, onclick: report },
      this.text("report"),
    );
  }

  // Whoever has said something may be muted, and whoever is muted may be heard again.
  muteButtons() {
    const seats = new Set([...this.view.chat.map(({ seat }) => seat), ...this.muted]);
    seats.delete(this.view.you);
    return [...seats].toSorted().map((seat) => {
      const isMuted = this.muted.has(seat);
      return h(
        "button",
        { type: "button", class: "quiet", "data-focus": `mute-${seat}`, onclick: () => this.mute(seat, !isMuted) },
        this.text(isMuted ? "unmute" : "mute", { name: this.view.seats[seat].name }),
      );
    });
  }

  mute(seat, isMuted) {
    if (isMuted) this.muted.add(seat);
    else this.muted.delete(seat);
    localStorage.setItem(this.storeName, JSON.stringify([...this.muted]));
    this.update(this.view);
  }

  choices() {
    const { phrases, emotes, mode } = this.screen.chat;
    const choice = (code, label, image) =>
      h(
        "li",
        {},
        h("button", { type: "button", class: "chip", onclick: () => this.say({ say: code }) }, this.image(image), label),
      );
    return [
      mode === "free" ? this.field() : null,
      h(
        "ul",
        { class: "chips", "aria-label": this.text("say") },
        phrases.map(({ code, label }) => choice(code, label, null)),
      ),
      h(
        "ul",
        { class: "chips", "aria-label": this.text("emotes") },
        emotes.map(({ code, label }) => choice(code, label, code)),
      ),
    ].filter(Boolean);
  }

  field() {
    const input = h("input", { type: "text", maxlength: LONGEST_TEXT, "aria-label": this.text("your_text"), autocomplete: "off" });
    const send = async (event) => {
      event.preventDefault();
      if (input.value.trim() && (await this.say({ text: input.value }))) input.value = "";
    };
    return h("form", { class: "say", onsubmit: send }, input, h("button", {}, this.text("say")));
  }

  say(what) {
    return this.post("say", { ...what, key: newKey() });
  }

  post(what, body) {
    this.refusal.replaceChildren();
    const frame = { ...body, moves: this.view.moves };
    return this.line.post(what, frame, ({ text }) => this.refusal.replaceChildren(text));
  }

  image(id) {
    return id ? picture(id) : "";
  }
}
