// The plays of others, shown one after the other. The position that they lead to is drawn once they have
// been seen, so that everything on the screen belongs to the same moment.

import { h } from "./dom.js";

const MOST_WAITING = 10; // more than that nobody wants to watch: the newest position is drawn at once
const HURRIED = 0.4; // of the usual time, while one's own clock runs

export class Plays {
  // `pace(event)` says for how many ms a play is shown (0: not at all), `show(event)` shows it,
  // `settle(view)` draws a position. `isHurried()` says whether the time is one's own.
  constructor({ pace, show, settle, isHurried }) {
    Object.assign(this, { pace, show, settle, isHurried });
    this.waiting = []; // plays to show, and positions to draw, in their order
    this.event = null; // what is being shown
    this.timer = null;
  }

  get isShowing() {
    return this.event !== null;
  }

  // Show plays, then draw the position after them.
  add(events, view) {
    const shown = events.filter((event) => this.pace(event) > 0);
    this.waiting.push(...shown.map((event) => ({ event })), { view });
    if (this.waiting.filter(({ event }) => event).length > MOST_WAITING) this.skipAll();
    else if (!this.isShowing) this.next();
  }

  // Go on to the next play; what was being shown has been seen.
  next() {
    clearTimeout(this.timer);
    this.event = null;
    while (this.waiting.length) {
      const { event, view } = this.waiting.shift();
      if (event) {
        this.event = event;
        this.timer = setTimeout(() => this.next(), this.pace(event) * (this.isHurried() ? HURRIED : 1));
        this.show(event);
        return;
      }
      this.settle(view);
    }
  }

  skipAll() {
    clearTimeout(this.timer);
    this.event = null;
    const last = this.waiting.findLast(({ view }) => view);
    this.waiting = [];
    if (last) this.settle(last.view);
  }
}

// The switch for showing plays; where a device asks for less motion a page begins with it off.
export const playsSwitch = ({ onChange }) => {
  const input = h("input", { type: "checkbox", role: "switch" });
  input.checked = localStorage.onlinePlays !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  input.addEventListener("change", () => {
    localStorage.onlinePlays = input.checked ? "on" : "off";
    onChange(input.checked);
  });
  onChange(input.checked);
  return input;
};
