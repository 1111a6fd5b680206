// What happened at the table: a list for who looks, and a live region for who listens.

import { h } from "./dom.js";

const MOST_LINES = 60;

export class Log {
  constructor() {
    this.list = h("ul", { class: "happened" });
    this.said = h("div", { class: "for-screen-readers", role: "log", "aria-live": "polite" });
  }

  // Write down what happened, unheard: it was there before the page.
  write(words) {
    this.list.prepend(h("li", {}, words));
    while (this.list.childElementCount > MOST_LINES) this.list.lastElementChild.remove();
  }

  // Tell those who listen instead of looking.
  say(words) {
    this.said.append(h("p", {}, words));
    while (this.said.childElementCount > MOST_LINES) this.said.firstElementChild.remove();
  }

  note(words) {
    this.write(words);
    this.say(words);
  }
}
