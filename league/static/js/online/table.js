// The screen of an online table: what all games share. Each game draws its own cards; see docs/online.md.

import { fill, h, keepingFocus, picture } from "./dom.js";
import { Line } from "./line.js";
import { TalkPiece } from "./talk.js";
import * as animalPoker from "./animal-poker.js";
import * as franksZoo from "./franks-zoo.js";
import * as zopZoo from "./zop-zoo.js";

const GAMES = { "franks-zoo": franksZoo, "zop-zoo": zopZoo, "animal-poker": animalPoker };
const SHOWN_FOR = 750; // ms that a play is shown before the next one
const TICK = 500; // ms
const LETTERS = "ABCDEFGH";
const MOST_LINES = 60;

const screen = JSON.parse(document.getElementById("screen").textContent);
const root = document.getElementById("game");
const game = GAMES[screen.game];
const text = (name, values) => fill(screen.texts[name] ?? name, values);
const cardName = (id) => screen.cards[id] ?? id.replaceAll("_", " ");

const parts = {
  people: h("ol", { class: "people", "aria-label": text("acts") }),
  notice: h("div", { class: "table-notice", role: "status" }),
  stage: h("div", { class: "stage", "aria-hidden": "true" }),
  area: h("div", { class: "area" }),
  refusal: h("p", { class: "refusal", role: "alert" }),
  result: h("section", { class: "card result", hidden: true }),
  said: h("div", { class: "for-screen-readers", role: "log", "aria-live": "polite" }),
  log: h("ol", { class: "happened" }),
  proof: h("p", { class: "soft proof" }),
};
const showsPlays = h("input", { type: "checkbox", role: "switch" });
showsPlays.checked =
  localStorage.onlinePlays !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
showsPlays.addEventListener("change", () => {
  localStorage.onlinePlays = showsPlays.checked ? "on" : "off";
});

let view = screen.view;
let arrivedAt = performance.now();
let isSending = false;
let showing = Promise.resolve(); // plays that are being shown one after the other
let memory = {}; // what the game keeps of this hand between drawings, such as the cards chosen

const line = new Line(
  { address: root.dataset.address, key: screen.key, topic: screen.topic, view },
  {
    onView: (next, events) => {
      arrive(next, events);
    },
    onRefused: (told) => refuse(told),
    onState: (state) => {
      document.documentElement.dataset.connection = state;
    },
    onGone: () => {
      parts.notice.replaceChildren(
        h("p", {}, text("seat_gone")),
        h("button", { onclick: () => location.reload() }, text("reload")),
      );
    },
  },
);

// What a game may use to draw and to act.
const ui = {
  h,
  text,
  cardName,
  picture: (id) => picture(screen.sprite, id),
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
    h(
      "span",
      { class: "face", "data-card": id },
      picture(screen.sprite, id),
      h("span", { class: "face-name" }, cardName(id)),
      ...notes,
    ),
  act: async (action) => {
    if (isSending) return;
    isSending = true;
    parts.refusal.replaceChildren();
    root.classList.add("sending");
    const late = setTimeout(() => parts.refusal.replaceChildren(text("no_network")), 3000);
    const isAccepted = await line.move(action);
    clearTimeout(late);
    isSending = false;
    root.classList.remove("sending");
    if (isAccepted) parts.refusal.replaceChildren();
    draw();
  },
  redraw: () => drawArea(),
  get memory() {
    return memory;
  },
};

const talk = new TalkPiece({ screen, address: root.dataset.address, line, text, badge: ui.badge });

// --------------------------------------------------------------------------------------- arriving

const arrive = (next, events) => {
  if (next.hand !== view.hand) memory = {};
  view = next;
  arrivedAt = performance.now();
  for (const event of events) {
    note(event);
    if (showsPlays.checked && !document.hidden) showing = showing.then(() => show(event));
  }
  talk.update(view);
  drawPeople();
  drawNotice();
  showing = showing.then(draw);
};

const note = (event) => {
  parts.log.prepend(h("li", {}, event.words));
  while (parts.log.childElementCount > MOST_LINES) parts.log.lastElementChild.remove();
  parts.said.append(h("p", {}, event.words));
  while (parts.said.childElementCount > MOST_LINES) parts.said.firstElementChild.remove();
};

// Show a play in the middle for a moment: the position after it is drawn when all have been shown.
const show = async (event) => {
  if (event.seat === view.you) return;
  const cards = event.action?.cards ?? (event.action?.card ? [event.action.card] : []);
  parts.stage.replaceChildren(
    h(
      "div",
      { class: "shown" },
      h("span", { class: "shown-who" }, ui.badge(event.seat), event.words),
      h("div", { class: "faces" }, cards.slice(0, 7).map((card) => ui.face(card))),
    ),
  );
  await new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      parts.stage.removeEventListener("click", done);
      resolve();
    };
    const timer = setTimeout(done, SHOWN_FOR);
    parts.stage.addEventListener("click", done);
  });
  parts.stage.replaceChildren();
};

const refuse = ({ words, rule }) => {
  parts.refusal.replaceChildren(words, ...(rule ? [" ", h("small", {}, text("rule", { rule }))] : []));
};

// ---------------------------------------------------------------------------------------- drawing

const serverNow = () => Date.parse(view.now) + performance.now() - arrivedAt;
const secondsUntil = (moment) => Math.ceil((Date.parse(moment) - serverNow()) / 1000);

const clockOf = (seat) => {
  if (!seat.is_acting || !seat.until) return "";
  const left = secondsUntil(seat.until);
  return left >= 0 ? `${left}` : `−${Math.max(0, seat.reserve + left)}`;
};

const statusOf = (seat) => {
  if (seat.is_away) return text("away");
  if (view.phase === "between" && seat.is_ready) return text("ready");
  if (seat.is_acting) return seat.number === view.you ? text("your_turn") : text("acts");
  if (seat.bot) return text("bot");
  return seat.number === view.you ? text("you") : "";
};

const drawPeople = () => {
  const people = view.seats.map((seat) =>
    h(
      "li",
      { class: `person${seat.is_acting ? " acting" : ""}${seat.number === view.you ? " me" : ""}` },
      ui.badge(seat.number),
      h("span", { class: "person-name" }, seat.name),
      h("span", { class: "person-total" }, String(seat.total)),
      h("small", {}, statusOf(seat), " ", h("span", { class: "person-clock" }, clockOf(seat))),
      h("small", { class: "person-facts" }, game.facts?.(view, seat.number, ui) ?? ""),
    ),
  );
  parts.people.replaceChildren(...people);
};

const wishButton = (wish, words, extra = "") =>
  h("button", { type: "button", class: extra, "data-focus": wish, onclick: () => line.wish(wish) }, words);

const drawNotice = () => {
  const me = view.you === null ? null : view.seats[view.you];
  const pieces = [];
  if (!me) pieces.push(h("p", {}, text("watching")));
  if (view.phase === "paused") pieces.push(h("p", {}, text("paused")));
  if (me?.is_away) {
    pieces.push(h("p", {}, text("bot_plays")), wishButton("back", text("back")));
  } else if (me?.is_acting && me.until && secondsUntil(me.until) < 0) {
    const seconds = Math.max(0, me.reserve + secondsUntil(me.until));
    pieces.push(h("p", { class: "urgent" }, text("are_you_there", { seconds })));
  }
  keepingFocus(parts.notice, () => parts.notice.replaceChildren(...pieces));
};

const drawResult = () => {
  const { result } = view;
  parts.result.hidden = !result || !["between", "over", "paused"].includes(view.phase);
  if (parts.result.hidden) return;
  const rows = result.points
    .toSorted((one, other) => one.place - other.place || one.seat - other.seat)
    .map((each) =>
      h(
        "li",
        {},
        ui.badge(each.seat),
        h(
          "details",
          {},
          h(
            "summary",
            {},
            `${each.place}. ${ui.name(each.seat)} `,
            h("strong", {}, `${each.points > 0 ? "+" : ""}${each.points}`),
            ` → ${each.total}`,
          ),
          h(
            "ul",
            {},
            each.lines.map((one) =>
              h("li", {}, `${one.words} `, h("strong", {}, String(one.points)), " ", h("small", {}, one.rule)),
            ),
          ),
        ),
      ),
    );
  const title = result.is_over
    ? text("won_by", { names: result.winners.map((seat) => ui.name(seat)).join(", ") })
    : text("result", { number: view.hand });
  keepingFocus(parts.result, () =>
    parts.result.replaceChildren(
      h("h2", {}, title),
      h("dl", { class: "facts" }, result.facts.flatMap(({ label, words }) => [h("dt", {}, label), h("dd", {}, words)])),
      ...drawSteps(result),
      // Until the last step has been told, the points would tell how it comes out.
      ...((memory.steps ?? 0) < result.steps.length ? [] : [h("ol", { class: "points" }, rows)]),
      ...nextStep(),
      afterwards(),
    ),
  );
};

// How the hand was judged, one step at a time; all at once where plays are not shown one by one.
const drawSteps = ({ steps }) => {
  if (!steps.length) return [];
  if (!showsPlays.checked) memory.steps = steps.length;
  memory.steps ??= 1;
  const shown = steps.slice(0, memory.steps);
  const goTo = (count) => () => {
    memory.steps = count;
    drawResult();
  };
  const left = steps.length - shown.length;
  return [
    h(
      "ol",
      { class: "steps", "aria-live": "polite" },
      shown.map(({ seat, words }) => h("li", {}, seat === null ? "" : ui.badge(seat), " ", words)),
    ),
    left
      ? h(
          "p",
          { class: "actions" },
          h("button", { type: "button", "data-focus": "step", onclick: goTo(memory.steps + 1) }, text("next_step")),
          h("button", { type: "button", class: "quiet", onclick: goTo(steps.length) }, text("all_steps")),
        )
      : null,
  ].filter(Boolean);
};

// Where the hand can be gone through again, and its deal be checked.
const afterwards = () =>
  h(
    "p",
    { class: "actions" },
    h("a", { class: "button quiet", href: `${root.dataset.address}hands/${view.hand}/` }, text("replay")),
    h("a", { class: "button quiet", href: `${root.dataset.address}hands/${view.hand}/proof/` }, text("check")),
  );

const nextStep = () => {
  if (view.phase === "over") {
    return screen.pick_up ? [h("p", {}, h("a", { class: "button", href: screen.lobby }, text("new_table")))] : [];
  }
  if (view.you === null) return [];
  if (view.seats[view.you].is_ready) return [h("p", {}, text("waiting_ready"))];
  return [
    wishButton("ready", text("next_hand"), "large wide"),
    h("p", { class: "soft next-in" }, view.due ? text("next_in", { seconds: secondsUntil(view.due) }) : ""),
  ];
};

const drawArea = () => {
  parts.area.hidden = !parts.result.hidden || !view.observation;
  if (!parts.area.hidden) keepingFocus(parts.area, () => game.render(parts.area, view, ui));
};

const draw = () => {
  root.dataset.moves = `${view.hand}-${view.moves}-${view.phase}`;
  drawPeople();
  drawNotice();
  drawResult();
  drawArea();
  const commitment = view.proof.hand ?? view.proof.coming;
  parts.proof.textContent = commitment ? text("proof", { commitment }) : "";
};

const tick = () => {
  drawPeople();
  drawNotice();
  const next = parts.result.querySelector(".next-in");
  if (next && view.due) {
    next.textContent = text("next_in", { seconds: Math.max(0, secondsUntil(view.due)) });
  }
};

root.replaceChildren(
  parts.people,
  parts.notice,
  parts.stage,
  parts.result,
  parts.area,
  parts.refusal,
  talk.root,
  h(
    "details",
    { class: "more plain" },
    h("summary", {}, text("what_happened")),
    parts.log,
    h("label", { class: "toggle" }, text("animations"), showsPlays),
    parts.proof,
    view.you === null
      ? ""
      : h("p", { class: "actions" }, wishButton("away", text("go_away"), "quiet"), wishButton("leave", text("leave"), "quiet")),
  ),
  parts.said,
);
for (const event of view.events) parts.log.prepend(h("li", {}, event.words));
draw();
setInterval(tick, TICK);
line.open();
