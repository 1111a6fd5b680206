// What a hand was worth: how it was judged, step by step, then the points of each.

import { spanWords } from "./clock.js";
import { h, keepingFocus } from "./dom.js";

const STEP = 1200; // ms until the next step of the judgement comes by itself
const PHASES = ["between", "over", "paused"];

export class ResultPiece {
  // `ui` draws names and pictures, `showsPlays()` says whether things come one after the other.
  constructor({ root, screen, ui, address, showsPlays, act, onShown }) {
    Object.assign(this, { root, screen, ui, address, showsPlays, act, onShown });
    this.drawn = null;
    this.timer = null;
  }

  isShown(view) {
    return Boolean(view.result) && PHASES.includes(view.phase);
  }

  update(view) {
    this.view = view;
    this.root.hidden = !this.isShown(view);
    if (this.root.hidden) {
      this.drawn = null;
      clearTimeout(this.timer);
      return;
    }
    if (this.drawn !== view.hand) this.draw();
    this.drawNext();
  }

  draw() {
    const { view, ui } = this;
    const { result } = view;
    this.drawn = view.hand;
    this.shown = 0;
    this.next = h("div", { class: "after flow" });
    this.steps = h("ol", { class: "steps", "aria-live": "polite" });
    this.stepping = h("p", { class: "actions" });
    this.points = h("ol", { class: "points" }, this.rows());
    const facts = h(
      "dl",
      { class: "facts" },
      result.facts.flatMap(({ label, text }) => [h("dt", {}, label), h("dd", {}, text)]),
    );
    this.title = h("h2", { tabindex: "-1" }, ui.text("result", { number: view.hand }));
    this.root.replaceChildren(
      this.title,
      ...(result.steps.length ? [...ui.revealed(view), this.steps, this.stepping] : [facts]),
      this.points,
      this.next,
    );
    this.isRunning = this.showsPlays();
    this.show(this.isRunning ? 1 : result.steps.length);
  }

  // Show the first `count` steps; the points follow the last one.
  show(count) {
    clearTimeout(this.timer);
    const { steps } = this.view.result;
    for (const step of steps.slice(this.shown, count)) this.steps.append(this.step(step));
    this.shown = Math.min(count, steps.length);
    this.points.hidden = !this.isComplete;
    this.stepping.hidden = this.isComplete;
    if (this.isComplete) {
      this.conclude();
      return;
    }
    if (this.isRunning) this.timer = setTimeout(() => this.show(this.shown + 1), STEP);
    keepingFocus(this.stepping, () => this.stepping.replaceChildren(...this.stepButtons()));
  }

  get isComplete() {
    return this.shown === this.view.result.steps.length;
  }

  // What a seat has gained in a hand that has not been shown to its end.
  pendingPoints(seat) {
    if (this.root.hidden || this.drawn === null || this.isComplete) return 0;
    return this.view.result.points.find((each) => each.seat === seat).points;
  }

  conclude() {
    const { result } = this.view;
    const winners = result.winners.map((seat) => this.ui.name(seat)).join(", ");
    if (result.is_over) this.title.replaceChildren(this.ui.text("won_by", { names: winners }));
    const gains = result.points.map(({ seat, points }) => `${this.ui.name(seat)} ${signed(points)}`);
    this.onShown([this.title.textContent, ...gains].join(". "));
    this.drawNext();
  }

  drawNext() {
    keepingFocus(this.next, () => this.next.replaceChildren(...this.nextStep()));
  }

  step({ seat, text }) {
    // Who it is about stands above the first of their steps.
    const before = this.view.result.steps[this.steps.childElementCount - 1];
    const isFirst = before === undefined || before.seat !== seat;
    const who = seat === null ? null : h("strong", {}, this.ui.badge(seat), " ", this.ui.name(seat));
    return h("li", { class: isFirst ? "first" : null }, isFirst ? who : null, h("span", {}, text));
  }

  stepButtons() {
    const { text } = this.ui;
    const button = (mark, label, kind, act) =>
      h("button", { type: "button", class: kind, "data-focus": mark, onclick: act }, label);
    const run = () => {
      this.isRunning = !this.isRunning;
      if (!this.isRunning) this.keepReading();
      this.show(this.shown + (this.isRunning ? 1 : 0));
    };
    const next = () => {
      this.isRunning = false;
      this.show(this.shown + 1);
    };
    return [
      button("step", text("next_step"), null, next),
      button("run", text(this.isRunning ? "pause_steps" : "run_steps"), "secondary", run),
      button("all", text("all_steps"), "quiet", () => this.show(this.view.result.steps.length)),
    ];
  }

  rows() {
    const { ui } = this;
    return this.view.result.points
      .toSorted((one, other) => one.place - other.place || one.seat - other.seat)
      .map((each) =>
        h(
          "li",
          { class: each.seat === this.view.you ? "me" : null },
          h("span", { class: "points-place" }, `${each.place}.`),
          ui.badge(each.seat),
          h(
            "details",
            {},
            h(
              "summary",
              {},
              h("span", { class: "points-name" }, ui.name(each.seat)),
              h("span", { class: "points-gain" }, signed(each.points)),
              h("strong", { class: "points-total" }, ui.amount(each.total)),
            ),
            h("ul", {}, each.lines.map((line) => this.line(line))),
          ),
        ),
      );
  }

  line({ text, points, rule }) {
    const explanation = this.screen.rules[rule];
    return h(
      "li",
      {},
      h("span", {}, `${text} `, h("strong", {}, signed(points))),
      h("small", {}, h("span", { class: "rule-id" }, rule), explanation ? `: ${explanation}` : ""),
    );
  }

  // What comes now: the next hand, the same again, and where the hand can be gone through again.
  nextStep() {
    return this.view.phase === "over" && !this.isComplete ? [] : [...this.wayOn(), this.afterwards()];
  }

  wayOn() {
    const { view, screen, ui } = this;
    if (view.phase === "over") {
      if (!screen.pick_up) return [];
      const again = h("button", { class: "large", form: "again", "data-focus": "again" }, ui.text("again"));
      return [
        h(
          "p",
          { class: "actions" },
          view.you === null ? null : again,
          h("a", { class: "button secondary", href: screen.lobby }, ui.text("new_table")),
        ),
        view.you === null ? null : h("p", { class: "soft" }, ui.text("again_means")),
      ].filter(Boolean);
    }
    const clock = h("p", { class: "soft next-in" }, this.countdown());
    if (view.you === null) return [clock];
    const { is_ready: isReady, is_reading: isReading } = view.seats[view.you];
    if (isReady) return [h("p", {}, this.waitingFor()), clock];
    const button = (mark, label, kind, act) =>
      h("button", { type: "button", class: kind, "data-focus": mark, onclick: act }, ui.text(label));
    return [
      button("ready", "next_hand", "large wide", () => this.act("ready")),
      view.due && !isReading ? button("read", "still_reading", "secondary wide", () => this.keepReading()) : null,
      clock,
    ].filter(Boolean);
  }

  // Nobody's reading is cut short: the clock of the table stops for who asks for it.
  keepReading() {
    const { view } = this;
    if (view.you !== null && view.due && !view.seats[view.you].is_reading) this.act("read");
  }

  waitingFor() {
    const missing = this.view.seats.filter((seat) => seat.is_here && !seat.is_away && !seat.is_ready);
    return this.ui.text("waiting_ready", { names: missing.map(({ name }) => name).join(", ") });
  }

  afterwards() {
    const { ui, address, view } = this;
    const link = (end, label) => h("a", { class: "button quiet", href: `${address}hands/${view.hand}/${end}` }, label);
    return h("p", { class: "actions" }, link("", ui.text("replay")), link("proof/", ui.text("check")));
  }

  countdown() {
    const { due, seats, phase } = this.view;
    if (phase !== "between") return "";
    if (!due) return this.ui.text("next_when_ready");
    const time = spanWords(Math.max(0, this.ui.secondsUntil(due)));
    const readers = seats.filter((seat) => seat.is_reading).map(({ name }) => name);
    return readers.length
      ? this.ui.text("reading", { names: readers.join(", "), time })
      : this.ui.text("next_in", { time });
  }

  tick() {
    const next = this.root.hidden ? null : this.root.querySelector(".next-in");
    if (next) next.textContent = this.countdown();
  }
}

const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));
