// Who is here at the table. Each page tells of itself while its line to the server is open, and hears of the others.

import { h, keepingFocus } from "./dom.js";

const HIDING = 1000; // ms for which a page may be hidden unnoticed
const TELL = 15000; // ms between two words of this page
const SILENT = 50000; // ms without a word of a page that was here: it is not
const GONE = 180000; // ms without a word: it is closed
const MISSED = 20000; // ms after which the others are asked what to do
const PATIENCE = 60000; // ms for which who waits is not asked again
const STATES = ["here", "away", "gone"];

export class Presence {
  constructor({ screen, address, line, ui, act }) {
    Object.assign(this, { screen, address, line, ui, act });
    this.known = new Map(); // seat → { state, at }
    this.missedSince = new Map(); // seat → since when its person is not here
    this.patientUntil = new Map();
    this.root = h("div", { class: "table-notice missing", role: "status" });
    this.drawn = "";
    line.follow(
      screen.presence.map(({ topic }) => topic),
      (topic, version) => this.hear(topic, version),
    );
    this.seats = new Map(screen.presence.map(({ seat, topic }) => [topic.split(":").slice(0, 2).join(":"), seat]));
    if (screen.view.you === null) return;
    setInterval(() => this.tell(document.hidden ? "away" : "here"), TELL);
    // A page that is being closed is hidden first: it says that it is gone, and nothing after that.
    document.addEventListener("visibilitychange", () => {
      clearTimeout(this.hiding);
      if (document.hidden) this.hiding = setTimeout(() => this.tell("away"), HIDING);
      else this.tell("here");
    });
    addEventListener("pagehide", () => this.tell("gone"));
    addEventListener("pageshow", (event) => event.persisted && this.tell("here"));
    this.tell(document.hidden ? "away" : "here");
  }

  // What is not heard is said again a few seconds later; a page that is being closed says it by a beacon.
  tell(state) {
    if (this.line.isGone) return;
    if (state === "here" && !this.line.isOpen && this.hasTold) return;
    this.hasTold = true;
    const body = JSON.stringify({ seat: this.screen.key, state });
    if (state !== "here" && navigator.sendBeacon?.(`${this.address}here/`, body)) return;
    fetch(`${this.address}here/`, { method: "POST", body, keepalive: true }).catch(() => {});
  }

  hear(topic, version) {
    const seat = this.seats.get(topic);
    if (seat === undefined) return;
    const state = STATES[version % 10];
    // What was said before this page opened has its own time, by the clock of the server.
    const at = Math.min(Date.now(), Math.floor(version / 10) + this.ui.clockOffset());
    this.known.set(seat, { state, at });
    this.update(this.view ?? this.screen.view);
  }

  stateOf(seat) {
    const known = this.known.get(seat);
    if (!known) return "";
    const silent = Date.now() - known.at;
    if (known.state !== "gone" && silent > GONE) return "gone";
    return known.state === "here" && silent > SILENT ? "away" : known.state;
  }

  // Draw who is missed by the table, with what the others may do.
  update(view) {
    this.view = view;
    const missed = view.seats.filter((seat) => this.isMissed(seat, view));
    const drawn = missed.map(({ number, name }) => `${number}-${name}-${this.stateOf(number)}`).join();
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    keepingFocus(this.root, () => this.root.replaceChildren(...missed.flatMap((seat) => this.pieces(seat, view))));
  }

  isMissed(seat, view) {
    const { number } = seat;
    const isPerson = seat.is_here && !seat.is_away && !seat.bot;
    const state = this.stateOf(number);
    if (!isPerson || !state || state === "here") {
      this.missedSince.delete(number);
      return false;
    }
    if (!this.missedSince.has(number)) this.missedSince.set(number, Date.now());
    const isWaitedFor = seat.is_acting || (view.phase === "between" && !seat.is_ready);
    if (view.you === null || number === view.you || !isWaitedFor) return false;
    if (Date.now() - this.missedSince.get(number) < MISSED) return false;
    return Date.now() > (this.patientUntil.get(number) ?? 0);
  }

  pieces({ number, name }, view) {
    const { screen, ui, line } = this;
    const button = (mark, label, onclick) =>
      h("button", { type: "button", class: "secondary", "data-focus": `${mark}-${number}`, onclick }, label);
    const wait = () => {
      this.patientUntil.set(number, Date.now() + PATIENCE);
      this.update(view);
    };
    const letBot = () => line.post("bot-for", { other: number, moves: line.view.moves });
    const said = ui.text(this.stateOf(number) === "gone" ? "is_gone" : "is_inactive", { name });
    return [
      h("p", {}, said),
      button("wait", ui.text("wait"), wait),
      screen.has_bot_substitutes ? button("bot-for", ui.text("bot_for"), letBot) : null,
      screen.may_replace ? h("a", { class: "button secondary", href: `${this.address}people/` }, ui.text("replace")) : null,
      view.phase === "adjourned" || view.seats[view.you].wants_break
        ? null
        : button("adjourn", ui.text("adjourn"), () => this.act("break")),
    ].filter(Boolean);
  }
}
