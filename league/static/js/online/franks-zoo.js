// Frank's Zoo on the screen: one tile an animal, so that a hand of twenty cards fits under a thumb.

const countOf = (cards) => {
  const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return counts;
};

const wordsOf = (counts, ui) =>
  [...counts]
    .filter(([, count]) => count)
    .map(([card, count]) => (count > 1 ? `${count} × ${ui.cardName(card)}` : ui.cardName(card)))
    .join(", ");

const listOf = (counts) => [...counts].flatMap(([card, count]) => Array(count).fill(card));

const isSame = (one, other) => one.length === other.length && one.every((card, at) => card === other[at]);

const chosen = (view, ui) => {
  const held = countOf(view.observation.hand);
  ui.memory.chosen ??= new Map();
  for (const [card, count] of ui.memory.chosen) {
    // What has been played meanwhile cannot be chosen.
    if (count > (held.get(card) ?? 0)) ui.memory.chosen.delete(card);
  }
  return ui.memory.chosen;
};

// What stands beside a player's name.
export const facts = (view, seat, ui) => {
  const seen = view.observation;
  if (!seen) return "";
  const place = seen.finish.indexOf(seat);
  const left = place >= 0 ? ui.text("out", { place: place + 1 }) : ui.text("cards_left", { count: seen.sizes[seat] });
  const team = view.setup?.teams?.find((each) => each.includes(view.you));
  return team?.includes(seat) && seat !== view.you ? `${left} · ${ui.text("partner")}` : left;
};

// As on a card: who outranks the animal.
const outranking = (card, ui) =>
  ui.h("span", { class: "outranking", "aria-hidden": "true" }, (ui.facts(card) ?? []).map((animal) => ui.picture(animal)));

const tile = (card, held, view, ui) => {
  const { h } = ui;
  const counts = chosen(view, ui);
  const taken = counts.get(card) ?? 0;
  const isUseful = view.observation.actions.some((action) => action.cards?.includes(card));
  const tap = () => {
    counts.set(card, (taken + 1) % (held + 1));
    ui.redraw();
  };
  return h(
    "button",
    {
      type: "button",
      class: `tile${taken ? " taken" : ""}${isUseful ? "" : " idle"}`,
      "data-focus": card,
      "aria-label": ui.text("held", { name: ui.cardName(card), count: held, chosen: taken }),
      "aria-pressed": taken > 0,
      onclick: tap,
    },
    ui.face(card, outranking(card, ui)),
    h("span", { class: "pips" }, taken ? `${taken}/${held}` : `${held}`),
  );
};

const middle = (view, ui) => {
  const { h } = ui;
  const seen = view.observation;
  if (seen.asking) {
    return [
      h("p", {}, ui.badge(seen.asking.junior), ui.text("asks", { name: ui.name(seen.asking.junior) })),
      h("div", { class: "faces" }, seen.asking.cards.map((card) => ui.face(card))),
    ];
  }
  if (!seen.standing) return seen.stage === "turn" ? [h("p", { class: "soft" }, ui.text("nothing_lies"))] : [];
  return [
    h("p", {}, ui.badge(seen.standing.owner), ui.text("to_beat", { name: ui.name(seen.standing.owner) })),
    h("div", { class: "faces" }, ui.face(seen.standing.animal, h("strong", { class: "times" }, `${seen.standing.size} ×`))),
    view.help?.beaten_by?.length
      ? h(
          "p",
          { class: "beaten" },
          `${ui.text("beaten_by")} `,
          view.help.beaten_by.map(({ animal, size }) =>
            h("span", { class: "beater" }, ui.picture(animal), `${size} × ${ui.cardName(animal)}`),
          ),
        )
      : null,
  ];
};

// The buttons at the bottom: what can be done with the cards chosen, and without any.
const actions = (view, ui) => {
  const { h } = ui;
  const { stage, acting } = view.observation;
  if (view.you === null || !acting.includes(view.you)) return [];
  const counts = chosen(view, ui);
  const cards = listOf(counts);
  const words = wordsOf(counts, ui);
  const legal = view.observation.actions;
  const may = (type) => legal.some((action) => action.type === type);
  const button = (type, label, extra, isOff = false) =>
    h(
      "button",
      {
        type: "button",
        class: extra,
        "data-focus": `do-${type}`,
        disabled: isOff,
        onclick: () => ui.act(cards.length && !["pass", "decline"].includes(type) ? { type, cards } : { type }),
      },
      label,
    );
  if (stage === "exchange") {
    const label = cards.length ? ui.text("exchange", { cards: words }) : ui.text("choose_two");
    return [button("exchange", label, "large", cards.length !== 2)];
  }
  if (stage === "help") {
    return [
      button("help", cards.length ? ui.text("help", { cards: words }) : ui.text("choose"), "large", !cards.length),
      button("decline", ui.text("decline"), "secondary large"),
    ];
  }
  return [
    button("play", cards.length ? ui.text("play_cards", { cards: words }) : ui.text("choose"), "large", !cards.length),
    may("pass") ? button("pass", ui.text("pass"), "secondary large") : null,
    may("ask") && cards.length ? button("ask", ui.text("ask", { cards: words }), "secondary") : null,
  ];
};

// Plays that are possible, one tap each, where they are few enough to look through.
const MOST_OFFERED = 8;
const offered = (view, ui) => {
  const plays = view.observation.actions.filter(({ type }) => type === "play" || type === "help");
  if (!plays.length || plays.length > MOST_OFFERED) return [];
  const counts = chosen(view, ui);
  const now = listOf(counts).toSorted();
  return [
    ui.h(
      "p",
      { class: "offered" },
      `${ui.text("you_can_play")} `,
      plays.map(({ cards }) =>
        ui.h(
          "button",
          {
            type: "button",
            class: "chip",
            "data-focus": `offer-${cards}`,
            "aria-pressed": isSame(now, cards.toSorted()),
            onclick: () => {
              counts.clear();
              for (const [card, count] of countOf(cards)) counts.set(card, count);
              ui.redraw();
            },
          },
          wordsOf(countOf(cards), ui),
        ),
      ),
    ),
  ];
};

export const render = (root, view, ui) => {
  const { h } = ui;
  const seen = view.observation;
  root.replaceChildren(
    h("div", { class: "felt-middle" }, middle(view, ui)),
    h("p", { class: "ask" }, view.ask),
    ...(seen.received.length && seen.stage !== "exchange" && !seen.finish.length
      ? [h("p", { class: "soft" }, ui.text("received", { cards: wordsOf(countOf(seen.received), ui) }))]
      : []),
    ...offered(view, ui),
    ...(view.you === null
      ? []
      : [
          h(
            "div",
            { class: "hand", role: "group", "aria-label": ui.text("hand") },
            [...countOf(seen.hand)].map(([card, held]) => tile(card, held, view, ui)),
          ),
          h("div", { class: "action-bar" }, actions(view, ui)),
        ]),
  );
};
