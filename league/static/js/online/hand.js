// The hand that is being played: what lies on the table, the own cards, and what can be done now.

import { h, keepingFocus } from "./dom.js";

export class Hand {
  // `say(text)` tells who listens, `skip()` ends the showing of plays.
  constructor({ screen, game, ui, say, rules, skip }) {
    Object.assign(this, { screen, game, ui, say, skip });
    this.felt = h("div", { class: `felt-middle felt of-${screen.game}` });
    this.prompt = h("p", { class: "prompt" });
    this.demand = h("div", { class: "demand" }, this.prompt, rules);
    this.area = h("div", { class: "area" });
    this.refusal = h("div", { class: "refusal", role: "alert" });
    this.bar = h("div", { class: "action-bar" });
  }

  // The cards of one's own, and what can be done with them.
  get acting() {
    return this.game.actsLast ? [this.area, this.bar] : [this.bar, this.area];
  }

  get parts() {
    return [this.felt, this.demand, ...this.acting];
  }

  hide() {
    for (const part of this.parts) part.hidden = true;
  }

  // Draw a position; while a play is shown it keeps its place in the middle.
  draw(view, { isPlayShown }) {
    const { game, ui } = this;
    for (const part of this.parts) part.hidden = false;
    if (!isPlayShown) replace(this.felt, game.middle(view, ui));
    if (this.prompt.textContent !== view.prompt) {
      this.prompt.replaceChildren(view.prompt);
      if (view.you !== null && view.seats[view.you].is_acting) this.say(view.prompt);
    }
    replace(this.area, game.cards(view, ui));
    const actions = game.actions(view, ui).filter(Boolean);
    replace(this.bar, [...actions, this.refusal]);
    this.bar.hidden = !actions.length && !this.refusal.textContent;
  }

  // Show a play in the middle for a moment, in the place of what lies there.
  drawPlay(event) {
    const { ui } = this;
    const cards = event.action?.cards ?? (event.action?.card ? [event.action.card] : []);
    this.felt.replaceChildren(
      h("p", { class: "felt-says" }, ui.badge(event.seat), h("span", {}, event.text)),
      ui.fan(cards, "shown"),
      h("button", { type: "button", class: "quiet skip-plays", onclick: this.skip }, ui.text("skip")),
    );
  }

  tick() {
    for (const each of this.felt.querySelectorAll(".countdown")) each.textContent = this.ui.timeLeft(each.dataset.seat);
  }

  forgetRefusal() {
    this.refusal.replaceChildren();
  }

  // A move waits for the network.
  waitForNetwork() {
    this.refusal.replaceChildren(this.ui.text("no_network"));
  }

  // Why not, and what the rule says in full for who wants to know.
  refuse({ text, rule }) {
    const explanation = this.screen.rules[rule];
    this.refusal.replaceChildren(
      h("p", {}, text),
      ...(explanation ? [h("details", {}, h("summary", { class: "rule-id" }, this.ui.text("rule", { rule })), h("p", {}, explanation))] : []),
    );
  }
}

const replace = (part, children) => keepingFocus(part, () => part.replaceChildren(...children.filter(Boolean)));
