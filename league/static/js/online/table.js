// The screen of an online table: what all games share. Each game draws its own cards; see docs/online.md.

import "../site.js";
import { Around } from "./around.js";
import { besideTable } from "./beside.js";
import { h } from "./dom.js";
import { Hand } from "./hand.js";
import { findFocus } from "./keys.js";
import { leavingButtons } from "./leaving.js";
import { Line } from "./line.js";
import { Log } from "./log.js";
import { Notice } from "./notice.js";
import { person } from "./people.js";
import { lastHandButton } from "./last-hand.js";
import { playsSwitch } from "./plays.js";
import { Presence } from "./presence.js";
import { ResultPiece } from "./result.js";
import { rulesButton } from "./rules.js";
import { begin, isActing, newTable, peopleList, playsOf, resultSection, root, screen, sendMove, text } from "./screen.js";
import { Shuffle } from "./shuffle.js";
import { Signal } from "./signal.js";
import { Undo } from "./undo.js";
import { Chat } from "./chat.js";
import { makeUi } from "./ui.js";

const TICK = 500; // ms
const LATE = 3000; // ms that a move may take before the screen says that it waits for the network

const { address } = root.dataset;
const game = await import(screen.script); // how the game looks

const move = async (action) => {
  hand.forgetRefusal();
  const late = setTimeout(() => hand.waitForNetwork(), LATE);
  const isAccepted = await line.move(action);
  clearTimeout(late);
  if (isAccepted) hand.forgetRefusal();
};
const table = {
  ...newTable(),
  arrivedAt: performance.now(),
  serverNow: () => Date.parse(table.newest.now) + performance.now() - table.arrivedAt,
  act: (action) => sendMove(table, () => move(action), drawHand),
  redraw: () => {
    hand.forgetRefusal();
    drawHand();
  },
  premove: (action) => {
    hand.forgetRefusal();
    table.choice = {};
    return line.premove(action);
  },
};

const line = new Line(
  { address, key: screen.key, topic: screen.topic, view: table.newest },
  {
    onView: (next, events) => arrive(next, events),
    onRefused: (refusal) => hand.refuse(refusal),
    onState: (state) => {
      document.documentElement.dataset.connection = state;
    },
    onReach: (isReached) => {
      notice.isLost = !isReached;
      notice.update(table.newest);
    },
    onGone: (said) => {
      notice.showGone(said);
      // The cards and buttons are those of a seat that this page no longer has.
      root.replaceChildren(notice.root);
    },
  },
);
const act = (name) => line.act(name);
const shuffle = new Shuffle({ line, library: screen.sha256 });

const ui = makeUi({ screen, game, table, text });
const log = new Log();
const say = (line) => log.say(line);
const rules = rulesButton({ text, now: () => table.view });
const hand = new Hand({ screen, game, ui, say, rules, skip: () => plays.skipAll() });
const notice = new Notice({ ui, act });
const presence = new Presence({ screen, address, line, ui, act });
const undo = new Undo({ ui, act });
const signal = new Signal({ screen, ui, act });
const around = new Around({ h, text, note: (line) => log.note(line) });
const chat = new Chat({ screen, address, line, text, badge: ui.badge });
const people = peopleList();
const proof = h("p", { class: "soft proof" });
const leaving = h("p", { class: "actions leaving" });
if (table.view.you !== null) leaving.append(...leavingButtons({ screen, text, act }));
const lastHand = lastHandButton({ address, player: screen.player, ui });
const result = new ResultPiece({
  root: resultSection(),
  screen,
  ui,
  address,
  showsPlays: () => showsPlays.checked,
  act,
  onShown: (line) => {
    say(line);
    drawPeople();
    focusAnew();
  },
});

// --------------------------------------------------------------------------------------- arriving

const isOwnTime = () => {
  const me = table.newest.you === null ? null : table.newest.seats[table.newest.you];
  return Boolean(me?.is_acting && me.until);
};

const plays = playsOf({
  table,
  game,
  hand,
  isHurried: isOwnTime,
  drawPeople: () => drawPeople(),
  draw: () => draw(),
});

const showsPlays = playsSwitch({
  onChange: (isOn) => {
    root.classList.toggle("calm", !isOn);
    if (!isOn) plays.skipAll();
  },
});

const arrive = (next, events) => {
  // Who has waited for this hand has a seat in it: the whole page is another one now.
  if (next.you !== table.newest.you) return location.reload();
  // What was chosen for a move is of no use once it has been made, here or on another device.
  if (next.hand !== table.newest.hand || events.some(({ seat }) => seat === next.you)) table.choice = {};
  table.newest = next;
  table.arrivedAt = performance.now();
  for (const event of events) log.note(event.text);
  chat.update(next);
  around.update(next);
  notice.update(next);
  presence.update(next);
  signal.update(next);
  shuffle.update(next);
  plays.add(events, next);
  if (!showsPlays.checked || document.hidden) plays.skipAll();
};

// ---------------------------------------------------------------------------------------- drawing

const drawPeople = () => {
  const { view } = table;
  const drawn = view.seats.map((seat) =>
    person(seat, { view, game, ui, presence, isActing: isActing(plays, seat), total: seat.total - result.pendingPoints(seat.number) }),
  );
  people.replaceChildren(...drawn);
};

const drawHand = () => {
  if (result.isShown(table.view) || !table.view.observation) hand.hide();
  else hand.draw(table.view, { isPlayShown: plays.isShowing });
};

// After a move the focus waits where one acts next, after a hand at its result.
const focusAnew = () =>
  findFocus([result.root.querySelector("h2"), ...[hand.area, hand.bar].map((part) => part.querySelector("button"))]);

const draw = () => {
  const { view } = table;
  root.dataset.moves = `${view.hand}-${view.moves}-${view.phase}`;
  result.update(view);
  drawPeople();
  notice.update(table.newest);
  drawHand();
  undo.update(view);
  lastHand.update(view);
  leaving.hidden = view.phase === "over";
  focusAnew();
  const { hand: commitment, coming } = view.proof;
  proof.replaceChildren(
    [commitment ? text("proof", { commitment }) : "", coming ? text("proof_coming", { commitment: coming }) : ""]
      .filter(Boolean)
      .join(" "),
  );
};

const happened = h(
  "details",
  { class: "more plain" },
  h("summary", {}, text("what_happened")),
  log.list,
  h("label", { class: "toggle" }, text("animations"), showsPlays),
  proof,
);
root.replaceChildren(
  h("div", { class: "game-board" }, people, notice.root, undo.request, presence.root, result.root, ...hand.parts, undo.root),
  besideTable(lastHand.root, happened, signal.root, chat.root, around.root, leaving),
  log.said,
);
around.update(table.newest);
begin({ table, hand, plays, log, draw });
setInterval(() => {
  drawPeople();
  notice.update(table.newest);
  presence.update(table.newest);
  hand.tick();
  result.tick();
}, TICK);
line.open();
shuffle.update(table.newest);
