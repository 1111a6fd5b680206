// What happened at the table: a list for who looks, and a live region for who listens.

import { h } from "./dom.js";

const MOST_LINES = 60;

export class Log {
  constructor() {
    this.list = h("ul", { class: "happened", tabindex: 0 });
    this.said = h("div", { class: "for-screen-readers", role: "log", "aria-live": "polite" });
  }

  // Write down what happened, unheard: it was there before the page.
  write(text) {
    this.list.prepend(h("li", {}, text));
    while (this.list.childElementCount > MOST_LINES) this.list.lastElementChild.remove();
  }

  // Tell those who listen instead of looking.
  say(text) {
    this.said.append(h("p", {}, text));
    while (this.said.childElementCount > MOST_LINES) this.said.firstElementChild.remove();
  }

  note(text) {
    this.write(text);
    this.say(text);
  }
}
