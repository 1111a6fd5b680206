// Frank's Zoo on the screen: one tile an animal, so that a hand of twenty cards fits under a thumb.

import { premoveButtons } from "./premove.js";

const PACES = { pass: 250, decline: 600, exchange: 250 }; // ms that a play is shown; others longer
const PACE = 900;
const HELPERS = ["joker", "mosquito"];
const MOST_OFFERED = 8; // plays, one tap each, where they are few enough to look through

export const pace = ({ type }) => PACES[type] ?? PACE;

const countOf = (cards) => {
  const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return counts;
};

const listOf = (counts) => [...counts].flatMap(([card, count]) => Array(count).fill(card));

const markOf = (cards) => cards.toSorted().join();

const wordsOf = (cards, ui) =>
  [...countOf(cards)]
    .map(([card, count]) => (count > 1 ? `${count} × ${ui.cardName(card)}` : ui.cardName(card)))
    .join(", ");

// What is chosen, as animal → count; what has been played meanwhile cannot be chosen.
const chosen = (view, ui) => {
  const held = countOf(view.observation.hand);
  const counts = (ui.choice.cards ??= new Map());
  for (const [card, count] of counts) {
    if (!count || count > (held.get(card) ?? 0)) counts.delete(card);
  }
  return counts;
};

const isOneOf = (options, list) => options.some(({ cards }) => markOf(cards) === markOf(list));

const isActing = (view) => view.you !== null && view.observation.acting.includes(view.you);

const actionsOf = (view, ...types) => view.observation.actions.filter(({ type }) => types.includes(type));

// What stands beside a player's name.
export const facts = (view, seat, ui) => {
  const seen = view.observation;
  if (!seen) return "";
  // Whoever is left with cards at the end has a place, too, but is not out.
  const place = seen.sizes[seat] ? -1 : seen.finish.indexOf(seat);
  if (place >= 0) return ui.text("out", { place: place + 1 });
  const count = seen.sizes[seat];
  return ui.h(
    "span",
    { class: "cards-left", title: ui.text("cards_left", { count }) },
    ui.h("span", { class: "for-screen-readers" }, ui.text("cards_left", { count })),
    ui.h("span", { "aria-hidden": "true" }, count),
  );
};

export const isPartner = (view, seat) =>
  seat !== view.you && Boolean(view.setup?.teams?.find((each) => each.includes(view.you))?.includes(seat));

// ------------------------------------------------------------------------------------- the middle

const beaters = (label, sets, ui) =>
  sets.length
    ? ui.h(
        "p",
        { class: "beaten" },
        ui.h("span", {}, label),
        sets.map(({ animal, size }) =>
          ui.h(
            "span",
            { class: "beater", role: "img", "aria-label": `${size} × ${ui.cardName(animal)}`, title: ui.cardName(animal) },
            `${size}×`,
            ui.picture(animal),
          ),
        ),
      )
    : null;

const says = (seat, words, ui) => ui.h("p", { class: "felt-says" }, ui.badge(seat), ui.h("span", {}, words));

// Who has passed on cards already, and to whom they go: everybody sees the same.
const exchange = (view, ui) => {
  const { h, text, name, badge } = ui;
  const { has_passed: hasPassed, acting } = view.observation;
  const done = (seat) => text(hasPassed[seat] ? "has_passed_on" : acting.includes(seat) ? "chooses_two" : "waits_for_two");
  const { teams, solo } = view.setup;
  return [
    h("p", { class: "felt-title" }, text("exchange_now")),
    h(
      "ul",
      { class: "exchange" },
      teams.map(([senior, junior]) =>
        h(
          "li",
          {},
          ...[junior, senior].flatMap((seat, at) => [
            at ? h("span", { class: "swap", "aria-hidden": "true" }, "⇄") : null,
            h("span", { class: "trader" }, badge(seat), h("bdi", {}, name(seat)), h("small", {}, done(seat))),
          ]),
        ),
      ),
      solo === null
        ? null
        : h("li", {}, h("span", { class: "trader" }, badge(solo), h("bdi", {}, name(solo)), h("small", {}, hasPassed[solo] ? text("has_laid_aside") : text("lays_aside")))),
    ),
  ];
};

export const middle = (view, ui) => {
  const { h, text, name } = ui;
  const seen = view.observation;
  if (seen.stage === "exchange") return exchange(view, ui);
  const { standing, asking } = seen;
  if (asking) {
    const set = `${standing.size} × ${ui.cardName(standing.animal)}`;
    return [
      says(asking.junior, text("asks", { name: name(asking.junior) }), ui),
      ui.fan(asking.cards),
      h("p", { class: "beaten" }, text("to_beat_set", { set, name: name(standing.owner) }), ui.countdown(seen.acting[0])),
    ];
  }
  if (!standing) return [h("p", { class: "felt-title" }, text("nothing_lies"))];
  return [
    says(standing.owner, text("to_beat", { name: name(standing.owner) }), ui),
    ui.fan(Array(standing.size).fill(standing.animal)),
    beaters(text("beaten_by"), view.help?.beaten_by ?? [], ui),
  ];
};

// -------------------------------------------------------------------------------------- the cards

// As on a card: who outranks the animal.
const outranking = (card, ui) =>
  ui.h("span", { class: "outranking", "aria-hidden": "true" }, (ui.facts(card) ?? []).map((animal) => ui.picture(animal)));

// How many of an animal one tap after another chooses: first as many as the fewest that can be
// played, then more, then fewer, then none.
const nextCount = (card, taken, held, view) => {
  const alone = actionsOf(view, "play").filter(({ cards }) => cards.every((each) => each === card));
  const first = Math.min(held, ...alone.map(({ cards }) => cards.length));
  const start = alone.length && !actionsOf(view, "exchange").length ? first : 1;
  if (!taken) return start;
  const next = (taken % held) + 1;
  return next === start ? 0 : next;
};

const tile = (card, held, view, ui) => {
  const { h } = ui;
  const counts = chosen(view, ui);
  const taken = counts.get(card) ?? 0;
  const isUseful = !isActing(view) || view.observation.actions.some((action) => action.cards?.includes(card));
  const tap = () => {
    counts.set(card, nextCount(card, taken, held, view));
    ui.redraw();
  };
  return h(
    "button",
    {
      type: "button",
      class: `tile held-${held}${taken ? " taken" : ""}${isUseful ? "" : " idle"}`,
      "data-focus": card,
      "aria-label": ui.text(isUseful ? "held" : "held_idle", { name: ui.cardName(card), count: held, chosen: taken }),
      "aria-pressed": taken > 0,
      onclick: tap,
    },
    ui.picture(card),
    h("span", { class: "face-name" }, ui.cardName(card)),
    outranking(card, ui),
    h("span", { class: "pips" }, taken ? `${taken}/${held}` : `${held}`),
  );
};

// Plays that are possible, one tap each.
const offered = (view, ui) => {
  const { h } = ui;
  const options = actionsOf(view, "play", "help");
  if (!options.length || options.length > MOST_OFFERED) return null;
  const counts = chosen(view, ui);
  const now = markOf(listOf(counts));
  const choose = (cards) => {
    counts.clear();
    for (const [card, count] of countOf(cards)) counts.set(card, count);
    ui.redraw();
  };
  return h(
    "div",
    { class: "offered", role: "group", "aria-label": ui.text("you_can_play") },
    h("span", { "aria-hidden": "true" }, ui.text("you_can_play")),
    options.map(({ cards }) =>
      h(
        "button",
        {
          type: "button",
          class: "chip",
          "data-focus": `offer-${cards}`,
          "aria-label": wordsOf(cards, ui),
          "aria-pressed": now === markOf(cards),
          onclick: () => choose(cards),
        },
        [...countOf(cards)].map(([card, count]) => h("span", { class: "beater" }, count > 1 ? `${count} ×` : "", ui.picture(card))),
      ),
    ),
  );
};

// Once one's own part of the exchange is done, the cards that went and came.
const exchanged = (view, ui) => {
  const { received, given, laid_aside: aside, finish, stage } = view.observation;
  if (finish.length || view.you === null || (stage !== "exchange" && view.moves > 3 * view.seats.length)) return null;
  const told = [
    received.length ? ui.text("received", { cards: wordsOf(received, ui) }) : "",
    given.length ? ui.text("given", { cards: wordsOf(given, ui) }) : "",
    aside.length ? ui.text("laid_aside", { cards: wordsOf(aside, ui) }) : "",
  ].filter(Boolean);
  return told.length ? ui.h("p", { class: "soft exchanged" }, told.join(" ")) : null;
};

// A junior who cannot or will not beat alone may lay part of a set, and ask the senior for the rest.
const mayAsk = (view, ui) => {
  if (!actionsOf(view, "ask").length) return null;
  const [senior] = view.setup.teams.find(([, junior]) => junior === view.you);
  return ui.h("p", { class: "soft" }, ui.text("may_ask", { name: ui.name(senior) }));
};

// The animal that chosen cards are played as: a mosquito beside elephants is one, a joker is what it is with.
const animalOf = (chosenCards) => {
  const animals = chosenCards.filter((card) => !HELPERS.includes(card));
  return animals[0] ?? chosenCards.find((card) => card !== "joker");
};

// What the chosen cards would do, so that nobody has to press a button to know.
const hint = (view, list, ui) => {
  const { h, text } = ui;
  if (!list.length || !isActing(view)) return null;
  if (!isOneOf(actionsOf(view, "play"), list)) return null;
  const animal = animalOf(list);
  const sets = (ui.facts(animal) ?? []).map((each) => ({ animal: each, size: list.length }));
  return h("div", { class: "hint" }, beaters(text("would_beat"), [...sets, { animal, size: list.length + 1 }], ui));
};

// Before one's turn a move may be decided on, once the exchange is over.
const deciding = (view, ui) => {
  const { own, phase, observation, seats, you } = view;
  const isElsewhere = phase !== "playing" || observation.stage === "exchange";
  if (!own || isElsewhere || isActing(view) || seats[you].is_away) return null;
  const list = listOf(chosen(view, ui));
  return ui.h("div", { class: "actions premoves" }, premoveButtons(view, ui, list, (cards) => wordsOf(cards, ui)));
};

export const cards = (view, ui) => {
  const seen = view.observation;
  if (view.you === null) return [];
  if (!seen.hand.length) return [ui.h("p", { class: "soft" }, ui.text("no_cards"))];
  const tiles = [...countOf(seen.hand)].map(([card, held]) => tile(card, held, view, ui));
  return [
    exchanged(view, ui),
    offered(view, ui),
    mayAsk(view, ui),
    ui.h("div", { class: "hand", role: "group", "aria-label": ui.text("hand") }, tiles),
    deciding(view, ui),
    hint(view, listOf(chosen(view, ui)), ui),
    ui.explainOnce("outranking", ui.text("outranking_means")),
  ];
};

// -------------------------------------------------------------------------------------- the buttons

export const actions = (view, ui) => {
  const { h, text } = ui;
  if (!isActing(view)) return [];
  const list = listOf(chosen(view, ui));
  const words = wordsOf(list, ui);
  const may = (type) => actionsOf(view, type).length > 0;
  const button = (type, label, extra, isOff = false) =>
    h(
      "button",
      {
        type: "button",
        class: extra,
        "data-focus": `do-${type}`,
        disabled: isOff,
        onclick: () => ui.act(list.length && !["pass", "decline"].includes(type) ? { type, cards: list } : { type }),
      },
      label,
    );
  const clear = () => {
    chosen(view, ui).clear();
    ui.redraw();
  };
  const clearing = ui.clearButton(list.length > 0, clear);
  const { stage } = view.observation;
  if (stage === "exchange") {
    const isAlone = view.setup.solo === view.you;
    const label = list.length ? text(isAlone ? "lay_aside" : "exchange", { cards: words }) : text("choose_two");
    return [button("exchange", label, "large", list.length !== 2), clearing];
  }
  if (stage === "help") {
    const canHelp = may("help") || list.length > 0;
    return [
      canHelp ? button("help", list.length ? text("help", { cards: words }) : text("choose_help"), "large", !list.length) : null,
      button("decline", text("decline"), canHelp ? "secondary large" : "large"),
      canHelp ? clearing : null,
    ];
  }
  return [
    view.own?.is_planned ? h("p", { class: "decided", role: "status" }, text("passing")) : null,
    may("play") || list.length || !may("pass")
      ? button("play", list.length ? text("play_cards", { cards: words }) : text("choose"), "large", !list.length)
      : null,
    may("pass") ? button("pass", text("pass"), "secondary large") : null,
    isOneOf(actionsOf(view, "ask"), list) ? button("ask", text("ask", { cards: words }), "secondary") : null,
    may("play") || list.length ? clearing : null,
  ];
};
