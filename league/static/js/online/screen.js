// What the screen of a table and that of the guided first hand have in common.

import { fill, h, loadPictures } from "./dom.js";
import { whenFree } from "./finger.js";
import { skipByKeys } from "./keys.js";
import { Plays } from "./plays.js";

export const screen = JSON.parse(document.getElementById("screen").textContent);
export const root = document.getElementById("game");
export const text = (name, values) => fill(screen.texts[name] ?? name, values);

// The server's latest view, what is on the screen (plays that led to the newest may still be being
// shown), what is chosen for the next move, and whether one is being sent.
export const newTable = () => ({ newest: screen.view, view: screen.view, choice: {}, isSending: false });

// Send one move at a time, then draw.
export const sendMove = async (table, send, draw) => {
  if (table.isSending) return;
  table.isSending = true;
  root.classList.add("sending");
  await send();
  table.isSending = false;
  root.classList.remove("sending");
  whenFree(draw);
};

export const peopleList = () =>
  h("ol", { class: `people people-${screen.view.seats.length}`, "aria-label": text("people") });

export const resultSection = () => h("section", { class: "card result flow", hidden: true });

export const playsOf = ({ table, game, hand, isHurried, drawPeople, draw }) =>
  new Plays({
    pace: (event) => (event.seat === table.newest.you ? 0 : game.pace(event)),
    isHurried,
    show: (event) => {
      drawPeople();
      hand.drawPlay(event);
    },
    settle: (next) => {
      table.view = next;
      whenFree(draw);
    },
  });

// While a play is shown, it is the move of who made it.
export const isActing = (plays, seat) => (plays.isShowing ? plays.event.seat === seat.number : seat.is_acting);

export const begin = ({ table, hand, plays, log, draw }) => {
  hand.felt.addEventListener("click", () => plays.isShowing && plays.next());
  skipByKeys(plays);
  loadPictures(screen.pictures);
  for (const event of table.view.events) log.write(event.text);
  draw();
};
