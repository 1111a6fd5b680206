// What a game may use to draw and to act.

import { h, picture } from "./dom.js";
import { clockOf } from "./people.js";

const LETTERS = "ABCDEFGH";

// `table` holds the position on the screen, what is chosen there, and what can be done.
export const makeUi = ({ screen, game, table, text }) => {
  const cardName = (id) => screen.cards[id] ?? id.replaceAll("_", " ");
  // A card that somebody made up has no picture of ours: its first letters stand for it.
  const pictureOf = (id) =>
    screen.facts[id]?.drawn === false
      ? h("span", { class: "picture made-up", "aria-hidden": "true" }, cardName(id).slice(0, 2))
      : picture(id);
  const ui = {
    h,
    text,
    cardName,
    picture: pictureOf,
    facts: (id) => screen.facts[id],
    rule: (id) => screen.rules[id] ?? "",
    name: (seat) => table.view.seats[seat].name,
    badge: (seat, extra = "") =>
      h(
        "span",
        { class: `seat seat-${seat} ${extra}`, role: "img", "aria-label": text("seat", { letter: LETTERS[seat] }) },
        LETTERS[seat],
      ),
    // A card's face: the picture, the name, and what the game writes beside them.
    face: (id, ...notes) =>
      h("span", { class: "face", "data-card": id }, pictureOf(id), h("span", { class: "face-name" }, cardName(id)), ...notes),
    // Cards beside one another; many lie one over the other.
    fan: (ids, extra = "") => h("div", { class: `faces fan fan-${ids.length} ${extra}` }, ids.map((id) => ui.face(id))),
    // An amount of what the game is about.
    amount: (count) => (game.amount ? game.amount(count, ui) : String(count).replace("-", "−")),
    revealed: (shown) => game.revealed?.(shown, ui) ?? [],
    secondsUntil: (moment) => Math.ceil((Date.parse(moment) - table.serverNow()) / 1000),
    // The time that a seat has left, where time is limited; it runs by itself.
    timeLeft: (seat) => {
      const left = clockOf(table.view.seats[seat], ui);
      return left ? text("time_left", { time: left }) : "";
    },
    countdown: (seat) => h("span", { class: "countdown", role: "timer", "data-seat": seat }, ui.timeLeft(seat)),
    // Nothing that was chosen is left, by one tap; the button keeps its place.
    clearButton: (isOn, clear) =>
      h(
        "button",
        { type: "button", class: "quiet clear", "data-focus": "clear", disabled: !isOn, onclick: clear },
        text("clear"),
      ),
    // A note that whoever has read it never sees again on this device.
    explainOnce: (name, words) => {
      if (localStorage.onlineExplained?.split(",").includes(name)) return null;
      const understand = () => {
        localStorage.onlineExplained = [localStorage.onlineExplained, name].filter(Boolean).join();
        table.redraw();
      };
      return h(
        "p",
        { class: "explained" },
        h("span", {}, words),
        h("button", { type: "button", class: "quiet", "data-focus": `explained-${name}`, onclick: understand }, text("understood")),
      );
    },
    // By how many ms this device's clock is ahead of the server's.
    clockOffset: () => Date.now() - table.serverNow(),
    act: (action) => table.act(action),
    premove: (action) => table.premove(action),
    redraw: () => table.redraw(),
    get choice() {
      return table.choice;
    },
  };
  return ui;
};
