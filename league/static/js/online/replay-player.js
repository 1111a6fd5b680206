// A hand that is over, all positions from one file: forward and back at once, by itself, by keys.

import { fill, h, keepingFocus, picture } from "./dom.js";
import { curve } from "./replay-curve.js";

const STEP = 1300; // ms between two moves that follow by themselves
const LETTERS = "ABCDEFGH";
const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

export class ReplayPlayer {
  // `addressOf(move)` is where a position can be opened again, `onMove(move)` hears which one is shown.
  constructor({ addressOf, onMove = () => {} }) {
    Object.assign(this, { addressOf, onMove });
    this.move = 0;
    this.timer = null;
    this.root = h("div", { class: "replay-player" });
  }

  open(file, move) {
    this.file = file;
    this.build();
    this.show(Math.min(move, this.last));
  }

  get last() {
    return this.file.steps.length - 1;
  }

  text(name, values) {
    return fill(this.file.texts[name], values);
  }

  badge(seat) {
    const label = this.text("seat", { letter: LETTERS[seat] });
    return h("span", { class: `seat seat-${seat}`, role: "img", "aria-label": label }, LETTERS[seat]);
  }

  // ------------------------------------------------------------------------------------ the pieces

  build() {
    this.cursor = null;
    this.title = h("h2", {});
    this.step = h("p", { class: "replay-step", "aria-live": "polite" });
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: this.last,
      "aria-label": this.text("position"),
      oninput: () => this.goTo(Number(this.slider.value)),
    });
    this.controls = h("div", { class: "replay-controls" });
    this.judged = h("div", {});
    this.middle = h("div", { class: "replay-middle" });
    this.places = this.file.names.map((name, seat) => this.place(name, seat));
    this.end = h("div", {}, this.result());
    this.moves = this.moveList();
    const bar = h("section", { class: "replay-bar" }, this.title, this.step, this.controls, this.slider);
    const board = h(
      "div",
      { class: "replay-board" },
      h("section", { class: "card" }, this.middle),
      h("div", { class: "replay-places" }, this.inOrder().map(({ root }) => root)),
      this.end,
    );
    const aside = h("div", { class: "replay-aside" }, this.judged, this.course(), this.shareButton(), this.moves);
    keepingFocus(this.root, () => this.root.replaceChildren(bar, board, aside));
  }

  // Whose eyes look on sees their own cards first.
  inOrder() {
    const { seat } = this.file;
    return seat === null ? this.places : [...this.places.slice(seat), ...this.places.slice(0, seat)];
  }

  place(name, seat) {
    const cards = h("div", {});
    const acts = h("small", { class: "soft" });
    const root = h("section", { class: "card replay-place" }, h("h3", {}, this.badge(seat), " ", h("bdi", {}, name), " ", acts), cards);
    return { root, cards, acts };
  }

  drawControls() {
    const button = (mark, sign, act, isOff) =>
      h(
        "button",
        {
          type: "button",
          class: mark === "run" ? null : "secondary",
          "data-focus": `replay-${mark}`,
          "aria-label": this.text(mark === "run" && this.timer ? "pause" : mark),
          disabled: isOff,
          onclick: act,
        },
        sign,
      );
    const { move, last } = this;
    keepingFocus(this.controls, () =>
      this.controls.replaceChildren(
        button("first", "«", () => this.goTo(0), !move),
        button("previous", "‹", () => this.goTo(move - 1), !move),
        button("run", this.timer ? "❚❚" : "▶\uFE0E", () => this.run(), false),
        button("next", "›", () => this.goTo(move + 1), move === last),
        button("last", "»", () => this.goTo(last), move === last),
      ),
    );
  }

  moveList() {
    const items = this.file.steps.slice(1).map(({ text, judged }, at) => {
      const gap = judged?.short ? h("span", { class: "replay-gap" }, " ", judged.short) : null;
      return h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => this.goTo(at + 1) }, text, gap));
    });
    const list = h("ol", { class: "replay-moves", tabindex: 0, "aria-label": this.text("moves") }, items);
    return h("details", { class: "more", open: true }, h("summary", {}, this.text("moves")), list);
  }

  // What the moves were worth, with the ways to the largest losses.
  course() {
    const { steps, losses } = this.file;
    const drawn = curve({ file: this.file, label: this.text("curve"), onMove: (move) => this.goTo(move) });
    if (!drawn) return h("p", { class: "soft" }, this.text("no_curve"));
    this.cursor = drawn.cursor;
    const ways = losses.map((move) => {
      const { seat, judged } = steps[move];
      const words = this.text("loss", { move, name: this.file.names[seat], loss: judged.short });
      return h("li", {}, h("button", { type: "button", class: "secondary", onclick: () => this.goTo(move) }, words));
    });
    return h(
      "figure",
      { class: "replay-course" },
      h("figcaption", {}, this.text("curve")),
      drawn.root,
      ways.length ? h("p", {}, h("strong", {}, this.text("losses"))) : null,
      ways.length ? h("ul", { class: "replay-losses" }, ways) : null,
    );
  }

  shareButton() {
    if (!navigator.share && !navigator.clipboard) return null;
    const share = async () => {
      const url = this.addressOf(this.move);
      // Whoever changes their mind and shares nothing has done nothing wrong.
      if (navigator.share) await navigator.share({ url }).catch(() => {});
      else {
        await navigator.clipboard.writeText(url);
        button.replaceChildren(this.text("copied"));
      }
    };
    const button = h("button", { type: "button", class: "secondary", onclick: share }, this.text("share"));
    this.shareLabel = () => button.replaceChildren(this.text("share"));
    return h("p", {}, button);
  }

  result() {
    const { facts, points, names } = this.file;
    const line = ({ text, points: worth }) => h("li", {}, `${signed(worth)} ${text}`);
    return h(
      "section",
      { class: "card" },
      h("h3", {}, this.text("points")),
      h(
        "ul",
        { class: "replay-points" },
        points.map(({ seat, points: worth, total, lines }) =>
          h(
            "li",
            {},
            h("p", {}, this.badge(seat), " ", h("strong", {}, `${names[seat]}: ${signed(worth)}`), ` (${this.text("total", { total })})`),
            h("ul", {}, lines.map(line)),
          ),
        ),
      ),
      h("dl", { class: "facts" }, facts.flatMap(({ label, text }) => [h("dt", {}, label), h("dd", {}, text)])),
    );
  }

  groups(number) {
    return this.file.pieces[number].map(({ label, text, faces }) =>
      h(
        "div",
        { class: "replay-group" },
        h("p", {}, label ? h("strong", {}, label) : "", " ", text),
        faces.length
          ? h(
              "ul",
              { class: "faces" },
              faces.map(([id, name, note]) =>
                h("li", { class: "face" }, picture(id), h("span", { class: "face-name" }, name), note ? h("small", {}, note) : null),
              ),
            )
          : null,
      ),
    );
  }

  // ------------------------------------------------------------------------------------- the moves

  show(move) {
    const { steps, names } = this.file;
    const { seat, text, prompt, middle, areas, acting, judged } = steps[move];
    this.move = move;
    this.title.replaceChildren(move ? this.text("move_of", { move, last: this.last }) : this.text("after_deal"));
    this.step.replaceChildren(...(move ? [this.badge(seat), " ", text] : [prompt]));
    this.slider.value = move;
    this.slider.setAttribute("aria-valuetext", text || prompt);
    this.middle.replaceChildren(...this.groups(middle), h("p", { class: "soft" }, prompt || this.text("over")));
    for (const at of names.keys()) {
      const { root, cards, acts } = this.places[at];
      root.classList.toggle("acting", acting.includes(at));
      acts.replaceChildren(acting.includes(at) ? this.text("to_play") : "");
      cards.replaceChildren(...this.groups(areas[at]));
    }
    this.judged.replaceChildren(...(judged ? [this.judgement(judged)] : []));
    this.end.hidden = move !== this.last || !this.file.points.length;
    this.markMove();
    this.cursor?.(move);
    this.shareLabel?.();
    if (move === this.last) this.stop();
    this.drawControls();
  }

  judgement({ text, best, sure }) {
    return h(
      "div",
      { class: "judged" },
      h("p", {}, h("strong", {}, this.text("analysis")), " ", text),
      best ? h("p", {}, this.text("better"), " ", best) : null,
      h("p", { class: "help" }, sure),
    );
  }

  markMove() {
    const buttons = [...this.moves.querySelectorAll("button")];
    for (const [at, button] of buttons.entries()) {
      if (at + 1 === this.move) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    const list = this.moves.querySelector("ol");
    const now = buttons[this.move - 1]?.parentElement;
    list.scrollTop = now ? now.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
  }

  // Somebody goes to a move: nothing follows by itself any more.
  goTo(move) {
    this.stop();
    this.moveOn(Math.max(0, Math.min(move, this.last)));
  }

  moveOn(move) {
    this.show(move);
    this.onMove(move);
  }

  run() {
    if (this.timer) {
      this.goTo(this.move);
      return;
    }
    this.timer = setInterval(() => this.moveOn(this.move + 1), STEP);
    this.moveOn(this.move === this.last ? 0 : this.move + 1);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
  }

  listenToKeys() {
    document.addEventListener("keydown", (event) => {
      const isOwn = event.target.closest("input, select, textarea, [tabindex='0'], summary, .scroller");
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isOwn) return;
      if (event.key in KEYS) this.goTo(this.move + KEYS[event.key]);
      else if (event.key === " " && !event.target.closest("button, a")) this.run();
      else return;
      event.preventDefault();
    });
  }
}

const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));
