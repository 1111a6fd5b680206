// What a hand was worth: how it was judged, step by step, then the points of each.

import { h, keepingFocus } from "./dom.js";

const STEP = 1200; // ms until the next step of the judgement comes by itself
const PHASES = ["between", "over", "paused"];

export class ResultPiece {
  // `ui` draws names and pictures, `showsPlays()` says whether things come one after the other.
  constructor({ root, screen, ui, address, showsPlays, wish, onTold }) {
    Object.assign(this, { root, screen, ui, address, showsPlays, wish, onTold });
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
    this.told = 0;
    this.next = h("div", { class: "after flow" });
    this.steps = h("ol", { class: "steps", "aria-live": "polite" });
    this.stepping = h("p", { class: "actions" });
    this.points = h("ol", { class: "points" }, this.rows());
    const facts = h(
      "dl",
      { class: "facts" },
      result.facts.flatMap(({ label, words }) => [h("dt", {}, label), h("dd", {}, words)]),
    );
    this.title = h("h2", { tabindex: "-1" }, ui.text("result", { number: view.hand }));
    this.root.replaceChildren(
      this.title,
      ...(result.steps.length ? [...ui.revealed(view), this.steps, this.stepping] : [facts]),
      this.points,
      this.next,
    );
    this.isRunning = this.showsPlays();
    this.tell(this.isRunning ? 1 : result.steps.length);
  }

  // Tell the steps up to this many; until the last one, the points would tell how it comes out.
  tell(count) {
    clearTimeout(this.timer);
    const { steps } = this.view.result;
    for (const step of steps.slice(this.told, count)) this.steps.append(this.step(step));
    this.told = Math.min(count, steps.length);
    this.points.hidden = !this.isTold;
    this.stepping.hidden = this.isTold;
    if (this.isTold) {
      this.conclude();
      return;
    }
    if (this.isRunning) this.timer = setTimeout(() => this.tell(this.told + 1), STEP);
    keepingFocus(this.stepping, () => this.stepping.replaceChildren(...this.stepButtons()));
  }

  get isTold() {
    return this.told === this.view.result.steps.length;
  }

  // What a seat has gained in a hand that has not been told to its end.
  untold(seat) {
    if (this.root.hidden || this.drawn === null || this.isTold) return 0;
    return this.view.result.points.find((each) => each.seat === seat).points;
  }

  conclude() {
    const { result } = this.view;
    const winners = result.winners.map((seat) => this.ui.name(seat)).join(", ");
    if (result.is_over) this.title.replaceChildren(this.ui.text("won_by", { names: winners }));
    const gains = result.points.map(({ seat, points }) => `${this.ui.name(seat)} ${signed(points)}`);
    this.onTold([this.title.textContent, ...gains].join(". "));
    this.drawNext();
  }

  drawNext() {
    keepingFocus(this.next, () => this.next.replaceChildren(...this.nextStep()));
  }

  step({ seat, words }) {
    // Who it is about stands above the first of their steps.
    const before = this.view.result.steps[this.steps.childElementCount - 1];
    const isFirst = before === undefined || before.seat !== seat;
    const who = seat === null ? null : h("strong", {}, this.ui.badge(seat), " ", this.ui.name(seat));
    return h("li", { class: isFirst ? "first" : null }, isFirst ? who : null, h("span", {}, words));
  }

  stepButtons() {
    const { text } = this.ui;
    const button = (mark, words, kind, act) =>
      h("button", { type: "button", class: kind, "data-focus": mark, onclick: act }, words);
    const run = () => {
      this.isRunning = !this.isRunning;
      this.tell(this.told + (this.isRunning ? 1 : 0));
    };
    const next = () => {
      this.isRunning = false;
      this.tell(this.told + 1);
    };
    return [
      button("step", text("next_step"), null, next),
      button("run", text(this.isRunning ? "pause_steps" : "run_steps"), "secondary", run),
      button("all", text("all_steps"), "quiet", () => this.tell(this.view.result.steps.length)),
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

  line({ words, points, rule }) {
    const told = this.screen.rules[rule];
    return h(
      "li",
      {},
      h("span", {}, `${words} `, h("strong", {}, signed(points))),
      told ? h("small", {}, `${rule}: ${told}`) : h("small", {}, rule),
    );
  }

  // What comes now: the next hand, the same again, and where the hand can be gone through again.
  nextStep() {
    return this.view.phase === "over" && !this.isTold ? [] : [...this.wayOn(), this.afterwards()];
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
    if (view.you === null) return [];
    if (view.seats[view.you].is_ready) return [h("p", {}, ui.text("waiting_ready"))];
    const ready = () => this.wish("ready");
    return [
      h("button", { type: "button", class: "large wide", "data-focus": "ready", onclick: ready }, ui.text("next_hand")),
      h("p", { class: "soft next-in" }, this.countdown()),
    ];
  }

  afterwards() {
    const { ui, address, view } = this;
    const link = (end, words) => h("a", { class: "button quiet", href: `${address}hands/${view.hand}/${end}` }, words);
    return h("p", { class: "actions" }, link("", ui.text("replay")), link("proof/", ui.text("check")));
  }

  countdown() {
    const { due } = this.view;
    return due ? this.ui.text("next_in", { seconds: Math.max(0, this.ui.secondsUntil(due)) }) : "";
  }

  tick() {
    const next = this.root.hidden ? null : this.root.querySelector(".next-in");
    if (next) next.textContent = this.countdown();
  }
}

const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));
