// The guided first hand: a table without a network of people. Its server keeps nothing, so each move
// is sent with those before it.

import "../site.js";
import { h } from "./dom.js";
import { Hand } from "./hand.js";
import { findFocus } from "./keys.js";
import { Line } from "./line.js";
import { Log } from "./log.js";
import { person } from "./people.js";
import { playsSwitch } from "./plays.js";
import { ResultPiece } from "./result.js";
import { rulesButton } from "./rules.js";
import { begin, isActing, newTable, peopleList, playsOf, resultSection, root, screen, sendMove, text } from "./screen.js";
import { makeUi } from "./ui.js";

const { address } = root.dataset;
const game = await import(screen.script);

class LessonLine extends Line {
  move(action) {
    return this.post("move", { trail: this.view.trail, moves: this.view.moves, action });
  }
}

// After the hand there is a table of one's own, or the same hand again.
class LessonResult extends ResultPiece {
  nextStep() {
    if (!this.isComplete) return [];
    return [
      h(
        "p",
        { class: "actions" },
        h("a", { class: "button large", href: screen.lobby, "data-focus": "play" }, text("play_now")),
        h("a", { class: "button secondary", href: address }, text("lesson_again")),
      ),
    ];
  }
}

const move = (action) => {
  hand.forgetRefusal();
  return line.move(action);
};
const table = {
  ...newTable(),
  serverNow: () => Date.now(),
  act: (action) => sendMove(table, () => move(action), drawHand),
  redraw: () => {
    hand.forgetRefusal();
    drawHand();
  },
};

const line = new LessonLine(
  { address, key: "", topic: "", view: screen.view },
  {
    onView: (next, events) => arrive(next, events),
    onRefused: (refusal) => hand.refuse(refusal),
    onState: () => {},
    onReach: (isReached) => !isReached && hand.waitForNetwork(),
    onGone: () => location.reload(),
  },
);
const ui = makeUi({ screen, game, table, text });
const log = new Log();
const rules = rulesButton({ text, now: () => table.view });
const hand = new Hand({ screen, game, ui, say: () => {}, skip: () => plays.skipAll() });
const people = peopleList();
// The guide says what is asked, and why. The page has its first words, which stay where they are painted.
const [seats, felt, demand, waiting] = root.firstElementChild.children;
const words = demand.querySelector("p");
hand.demand = demand;
document.querySelector(".lesson-ways").prepend(rules);
const result = new LessonResult({
  root: resultSection(),
  screen,
  ui,
  address,
  showsPlays: () => showsPlays.checked,
  act: () => {},
  onShown: () => focusAnew(),
});

const plays = playsOf({
  table,
  game,
  hand,
  isHurried: () => false,
  drawPeople: () => drawPeople(),
  draw: () => draw(),
});
const showsPlays = playsSwitch({ onChange: (isOn) => isOn || plays.skipAll() });

const arrive = (next, events) => {
  table.choice = {};
  table.newest = next;
  for (const event of events) log.note(event.text);
  plays.add(events, next);
  if (!showsPlays.checked || document.hidden) plays.skipAll();
};

const drawPeople = () => {
  const { view } = table;
  people.replaceChildren(
    ...view.seats.map((seat) => person(seat, { view, game, ui, isActing: isActing(plays, seat), total: seat.total })),
  );
};

// The same words again would be said again.
const drawCoach = () => {
  const said = table.view.coach[game.lessonStep?.(table.view, ui) ?? ""] ?? table.view.coach[""];
  if (words.textContent !== said) words.replaceChildren(said);
};

const drawHand = () => {
  if (result.isShown(table.view)) hand.hide();
  else hand.draw(table.view, { isPlayShown: plays.isShowing });
  hand.demand.hidden = false;
  drawCoach();
};

const focusAnew = () =>
  findFocus([
    result.root.querySelector("h2"),
    ...[hand.bar, hand.area].map((part) => part.querySelector("button:not(:disabled)")),
  ]);

const draw = () => {
  root.dataset.moves = `${table.view.moves}-${table.view.phase}`;
  result.update(table.view);
  drawPeople();
  drawHand();
  focusAnew();
};

seats.replaceWith(people);
felt.replaceWith(hand.felt);
waiting.replaceWith(...hand.acting, result.root);
root.append(h("div", { class: "beside" }, h("h2", {}, text("what_happened")), log.list), log.said);
begin({ table, hand, plays, log, draw });
