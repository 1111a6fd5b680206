// The screen of an online table: what all games share. Each game draws its own cards; see docs/online.md.

import { askFirst } from "./ask-first.js";
import { Around } from "./around.js";
import { clockWords } from "./clock.js";
import { fill, h, keepingFocus, loadPictures, picture } from "./dom.js";
import { Line } from "./line.js";
import { clockOf, person } from "./people.js";
import { Plays } from "./plays.js";
import { ResultPiece } from "./result.js";
import { TalkPiece } from "./talk.js";
import * as animalPoker from "./animal-poker.js";
import * as franksZoo from "./franks-zoo.js";
import * as zopZoo from "./zop-zoo.js";

const GAMES = { "franks-zoo": franksZoo, "zop-zoo": zopZoo, "animal-poker": animalPoker };
const TICK = 500; // ms
const LATE = 3000; // ms that a move may take before the screen says that it waits for the network
const LETTERS = "ABCDEFGH";
const MOST_LINES = 60;

const screen = JSON.parse(document.getElementById("screen").textContent);
const root = document.getElementById("game");
const game = GAMES[screen.game];
const text = (name, values) => fill(screen.texts[name] ?? name, values);
const cardName = (id) => screen.cards[id] ?? id.replaceAll("_", " ");

const parts = {
  people: h("ol", { class: `people people-${screen.view.seats.length}`, "aria-label": text("people") }),
  notice: h("div", { class: "table-notice", role: "status" }),
  felt: h("div", { class: `felt-middle felt of-${screen.game}` }),
  ask: h("p", { class: "ask" }),
  area: h("div", { class: "area" }),
  refusal: h("div", { class: "refusal", role: "alert" }),
  bar: h("div", { class: "action-bar" }),
  result: h("section", { class: "card result flow", hidden: true }),
  said: h("div", { class: "for-screen-readers", role: "log", "aria-live": "polite" }),
  log: h("ol", { class: "happened" }),
  proof: h("p", { class: "soft proof" }),
};
const showsPlays = h("input", { type: "checkbox", role: "switch" });
showsPlays.checked =
  localStorage.onlinePlays !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
showsPlays.addEventListener("change", () => {
  localStorage.onlinePlays = showsPlays.checked ? "on" : "off";
  if (!showsPlays.checked) plays.skipAll();
});

let newest = screen.view; // what the server told last
let view = newest; // what is on the screen: plays that led to the newest may still be being shown
let arrivedAt = performance.now();
let isSending = false;
let isGone = false; // the seat is somebody else's now
let memory = {}; // what the game keeps of this hand between drawings
let choice = {}; // what is chosen for the next move

const line = new Line(
  { address: root.dataset.address, key: screen.key, topic: screen.topic, view },
  {
    onView: (next, events) => arrive(next, events),
    onRefused: (told) => refuse(told),
    onState: (state) => {
      document.documentElement.dataset.connection = state;
    },
    onGone: () => {
      isGone = true;
      parts.notice.replaceChildren(
        h("p", {}, text("seat_gone")),
        h("button", { type: "button", onclick: () => location.reload() }, text("reload")),
      );
    },
  },
);

// A card that somebody made up has no picture of ours: its first letters stand for it.
const pictureOf = (id) =>
  screen.facts[id]?.drawn === false
    ? h("span", { class: "picture made-up", "aria-hidden": "true" }, cardName(id).slice(0, 2))
    : picture(id);

// What a game may use to draw and to act.
const ui = {
  h,
  text,
  cardName,
  picture: pictureOf,
  facts: (id) => screen.facts[id],
  name: (seat) => view.seats[seat].name,
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
  // The time that a seat has left, where time is limited; it runs by itself.
  countdown: (seat) => h("span", { class: "countdown", role: "timer", "data-seat": seat }, timeLeft(seat)),
  // An amount of what the game is about.
  amount: (count) => (game.amount ? game.amount(count, ui) : String(count).replace("-", "−")),
  act: async (action) => {
    if (isSending) return;
    isSending = true;
    parts.refusal.replaceChildren();
    root.classList.add("sending");
    const late = setTimeout(() => parts.refusal.replaceChildren(text("no_network")), LATE);
    const isAccepted = await line.move(action);
    clearTimeout(late);
    isSending = false;
    root.classList.remove("sending");
    if (isAccepted) parts.refusal.replaceChildren();
    drawHand();
  },
  redraw: () => {
    parts.refusal.replaceChildren();
    drawHand();
  },
  rule: (id) => screen.rules[id] ?? "",
  revealed: (shown) => game.revealed?.(shown, ui) ?? [],
  secondsUntil: (moment) => Math.ceil((Date.parse(moment) - serverNow()) / 1000),
  get memory() {
    return memory;
  },
  get choice() {
    return choice;
  },
};

const serverNow = () => Date.parse(newest.now) + performance.now() - arrivedAt;
const talk = new TalkPiece({ screen, address: root.dataset.address, line, text, badge: ui.badge });
const result = new ResultPiece({
  root: parts.result,
  screen,
  ui,
  address: root.dataset.address,
  showsPlays: () => showsPlays.checked,
  wish: (wish) => line.wish(wish),
  onTold: (words) => {
    say(words);
    drawPeople();
  },
});

// --------------------------------------------------------------------------------------- arriving

const isOwnTime = () => {
  const me = newest.you === null ? null : newest.seats[newest.you];
  return Boolean(me?.is_acting && me.until);
};

const plays = new Plays({
  pace: (event) => (event.seat === newest.you ? 0 : game.pace(event)),
  isHurried: isOwnTime,
  show: (event) => {
    drawPeople();
    drawPlay(event);
  },
  settle: (next) => {
    if (next.hand !== view.hand) memory = {};
    view = next;
    draw();
  },
});

const arrive = (next, events) => {
  newest = next;
  arrivedAt = performance.now();
  for (const event of events) note(event);
  // What was chosen for a move is of no use once it has been made, here or on another device.
  if (events.some(({ seat }) => seat === next.you)) choice = {};
  talk.update(next);
  around.update(next);
  drawNotice();
  plays.add(events, next);
  if (!showsPlays.checked || document.hidden) plays.skipAll();
};

const note = (event) => {
  parts.log.prepend(h("li", {}, event.words));
  while (parts.log.childElementCount > MOST_LINES) parts.log.lastElementChild.remove();
  say(event.words);
};

// Tell those who listen instead of looking.
const say = (words) => {
  parts.said.append(h("p", {}, words));
  while (parts.said.childElementCount > MOST_LINES) parts.said.firstElementChild.remove();
};

const around = new Around({ h, text, note });

// Why not, and what the rule says in full for who wants to know.
const refuse = ({ words, rule }) => {
  const told = screen.rules[rule];
  parts.refusal.replaceChildren(
    h("p", {}, words),
    ...(told ? [h("details", {}, h("summary", {}, text("rule", { rule })), h("p", {}, told))] : []),
  );
};

// ---------------------------------------------------------------------------------------- drawing

const timeLeft = (number) => {
  const left = clockOf(view.seats[number], ui);
  return left ? text("time_left", { time: left }) : "";
};

// While a play is shown, it is the move of who made it.
const isActing = (seat) => (plays.isShowing ? plays.event.seat === seat.number : seat.is_acting);

const drawPeople = () => {
  const drawn = view.seats.map((seat) =>
    person(seat, { view, game, ui, isActing: isActing(seat), total: seat.total - result.untold(seat.number) }),
  );
  parts.people.replaceChildren(...drawn);
};

const wish = (name) => line.wish(name);

const drawNotice = () => {
  if (isGone) return;
  const me = newest.you === null ? null : newest.seats[newest.you];
  const pieces = [];
  if (!me) pieces.push(h("p", {}, text("watching")));
  if (["paused", "adjourned"].includes(newest.phase)) pieces.push(h("p", {}, text(newest.phase)));
  if (me?.is_away) {
    const back = { type: "button", "data-focus": "back", onclick: () => wish("back") };
    pieces.push(h("p", {}, text("bot_plays")), h("button", back, text("back")));
  } else if (me?.is_acting && me.until && ui.secondsUntil(me.until) < 0) {
    const seconds = Math.max(0, me.reserve + ui.secondsUntil(me.until));
    pieces.push(h("p", { class: "urgent" }, text("are_you_there", { time: clockWords(seconds) })));
  }
  // The same words again would be said again.
  if (pieces.map((piece) => piece.textContent).join("") === parts.notice.textContent) return;
  keepingFocus(parts.notice, () => parts.notice.replaceChildren(...pieces));
};

// A play in the middle for a moment, in the place of what lies there.
const drawPlay = (event) => {
  const cards = event.action?.cards ?? (event.action?.card ? [event.action.card] : []);
  parts.felt.replaceChildren(
    h("p", { class: "felt-says" }, ui.badge(event.seat), h("span", {}, event.words)),
    ui.fan(cards, "shown"),
    h("button", { type: "button", class: "quiet skip-plays", onclick: () => plays.skipAll() }, text("skip")),
  );
};

const drawHand = () => {
  const isPlayed = !result.isShown(view) && Boolean(view.observation);
  for (const part of [parts.felt, parts.ask, parts.area, parts.bar]) part.hidden = !isPlayed;
  if (!isPlayed) return;
  if (!plays.isShowing) keepingFocus(parts.felt, () => parts.felt.replaceChildren(...game.middle(view, ui).filter(Boolean)));
  if (parts.ask.textContent !== view.ask) {
    parts.ask.replaceChildren(view.ask);
    if (view.you !== null && view.seats[view.you].is_acting) say(view.ask);
  }
  keepingFocus(parts.area, () => parts.area.replaceChildren(...game.cards(view, ui).filter(Boolean)));
  const actions = game.actions(view, ui).filter(Boolean);
  keepingFocus(parts.bar, () => parts.bar.replaceChildren(parts.refusal, ...actions));
  parts.bar.hidden = !actions.length && !parts.refusal.textContent;
};

const draw = () => {
  root.dataset.moves = `${view.hand}-${view.moves}-${view.phase}`;
  result.update(view);
  drawPeople();
  drawNotice();
  drawHand();
  for (const one of parts.leaving) one.hidden = view.phase === "over";
  // What is hidden keeps the focus for a moment; the body is never offset.
  if (usesKeys && !document.activeElement?.offsetParent) findFocus();
  const commitment = view.proof.hand ?? view.proof.coming;
  parts.proof.textContent = commitment ? text("proof", { commitment }) : "";
};

// ----------------------------------------------------------------------------------- what is tapped

// Whoever plays by keys finds the focus where something can be done, after what had it is gone.
let usesKeys = false;
addEventListener("keydown", () => (usesKeys = true), true);
addEventListener("pointerdown", () => (usesKeys = false), true);

const findFocus = () => {
  const places = [parts.result.querySelector("h2"), ...[parts.area, parts.bar].map((part) => part.querySelector("button"))];
  places.find((place) => place?.offsetParent)?.focus({ preventScroll: true });
};

parts.felt.addEventListener("click", () => plays.isShowing && plays.next());

document.addEventListener("keydown", (event) => {
  if (!plays.isShowing || event.target.closest("input, textarea, dialog")) return;
  if (event.key === "Escape") plays.skipAll();
  else if (event.key === "ArrowRight") plays.next();
});

const leaving = (name, words) => {
  const ask = async () => {
    const isMeant = await askFirst({ title: words, words: text(`${name}_means`), yes: words, no: text("stay") });
    if (!isMeant || !(await wish(name)) || name !== "leave") return;
    // Who has left has no seat to look from: at a table of a round they may watch.
    if (screen.pick_up) location.assign(screen.lobby);
    else location.reload();
  };
  return h("button", { type: "button", class: "quiet", onclick: ask }, words);
};
parts.leaving = view.you === null ? [] : [leaving("away", text("go_away")), leaving("leave", text("leave"))];

root.replaceChildren(
  parts.people,
  parts.notice,
  parts.result,
  parts.felt,
  parts.ask,
  parts.area,
  parts.bar,
  talk.root,
  around.root,
  h(
    "details",
    { class: "more plain" },
    h("summary", {}, text("what_happened")),
    parts.log,
    h("label", { class: "toggle" }, text("animations"), showsPlays),
    parts.proof,
  ),
  h("p", { class: "actions leaving" }, parts.leaving),
  parts.said,
);
loadPictures(screen.sprite);
for (const event of view.events) parts.log.prepend(h("li", {}, event.words));
around.update(newest);
draw();
setInterval(() => {
  drawPeople();
  drawNotice();
  for (const each of parts.felt.querySelectorAll(".countdown")) each.textContent = timeLeft(each.dataset.seat);
  result.tick();
}, TICK);
line.open();
