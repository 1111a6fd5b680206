// ZOP ZOO on the screen: the piles, what can be done now, one's own row, and everybody else's.

const PACES = { pass: 250, stop: 250, dig: 400 }; // ms that a play is shown; others longer
const PACE = 800;

export const pace = ({ type }) => PACES[type] ?? PACE;

const isOpen = ({ cover, points }) => cover === null && points === null;

const labelOf = (one, ui) => {
  const card = ui.cardName(one.card);
  if (one.cover === "beast") return `${card}, ${ui.text("under_beast")}`;
  return one.points === null ? ui.text("open_card", { card }) : ui.text("covered_card", { card, points: one.points });
};

const worth = (one, about, ui) => {
  if (one.points !== null) return [`${one.points > 0 ? "+" : ""}${one.points}`.replace("-", "−")];
  const category = about?.category ? ui.h("span", { class: "category" }, ui.text(`category_${about.category}`), " · ") : "";
  return [category, String(about?.points ?? "")];
};

// A card of a row: what it waits for, or what it shows.
const tile = (one, ui, attributes = {}) => {
  const { h } = ui;
  const isBeast = one.cover?.includes("beast");
  const state = isOpen(one) ? " open" : (one.points ?? 0) < 0 ? " minus" : isBeast ? " beast" : "";
  return h(
    attributes.onclick ? "button" : "div",
    {
      type: attributes.onclick ? "button" : null,
      class: `zop-card${state}`,
      "aria-label": labelOf(one, ui),
      title: ui.cardName(one.card),
      role: attributes.onclick ? null : "img",
      ...attributes,
    },
    ui.picture(isBeast ? one.cover : one.card),
    h("span", { class: "face-name" }, ui.cardName(one.card)),
    h("small", {}, worth(one, ui.facts(one.card), ui)),
  );
};

const bonusName = (category, ui) => ui.text(`category_${category}`);

const toGo = (row) => row.filter(isOpen).length;

// What stands beside a player's name.
export const facts = (view, seat, ui) =>
  view.observation ? ui.text("to_go", { count: toGo(view.observation.rows[seat]) }) : "";

const whoseIs = (seen, card) =>
  seen.rows.findIndex((row, seat) =>
    row.some((one) => one.card === card) || seen.bonuses[seat].some((category) => `bonus-${category}` === card),
  );

const button = (ui, action, label, extra = "large") =>
  ui.h(
    "button",
    { type: "button", class: extra, "data-focus": JSON.stringify(action), onclick: () => ui.act(action) },
    label,
  );

const LABELS = {
  draw: (_action, ui) => ui.text("draw"),
  take: (_action, ui, seen) => ui.text("take", { card: ui.cardName(seen.top) }),
  dig: (_action, ui) => ui.text("dig"),
  pass: (_action, ui) => ui.text("end_turn"),
  stop: (_action, ui) => ui.text("stop"),
  fetch_all: (_action, ui) => ui.text("fetch_all"),
  fetch: ({ card }, ui) => ui.text("fetch", { card: ui.cardName(card) }),
  cover: ({ card }, ui) => ui.text("cover", { card: ui.cardName(card) }),
  take_unit: ({ unit }, ui, seen) =>
    ui.text("take_unit", { card: ui.cardName(unit), name: ui.name(whoseIs(seen, unit)) }),
  give_unit: ({ unit, seat }, ui) => ui.text("give_unit", { card: ui.cardName(unit), name: ui.name(seat) }),
};

const unique = (values) => [...new Set(values)];

const chips = (label, cards, chosen, pick, ui, nameOf) =>
  ui.h(
    "div",
    { class: "choose-line", role: "group", "aria-label": label },
    ui.h("strong", {}, label),
    cards.map((card) =>
      ui.h(
        "button",
        {
          type: "button",
          class: "chip",
          "data-focus": `${label}-${card}`,
          "aria-pressed": card === chosen,
          onclick: () => {
            pick(card);
            ui.redraw();
          },
        },
        nameOf(card),
      ),
    ),
  );

// The earthworm switches two units: first one's own, then whose instead.
const switching = (actions, seen, ui) => {
  const choice = (ui.choice.switching ??= { unit: null, for: null });
  const units = unique(actions.map(({ unit }) => unit));
  if (!units.includes(choice.unit)) choice.unit = units[0];
  const others = actions.filter(({ unit }) => unit === choice.unit).map((action) => action.for);
  if (!others.includes(choice.for)) choice.for = others[0];
  const pickUnit = (unit) => (choice.unit = unit);
  const pickOther = (other) => (choice.for = other);
  return [
    chips(ui.text("switch_own"), units, choice.unit, pickUnit, ui, (card) => ui.cardName(card)),
    chips(ui.text("switch_for"), others, choice.for, pickOther, ui, (card) => `${ui.cardName(card)} (${ui.name(whoseIs(seen, card))})`),
    button(ui, { type: "switch_units", unit: choice.unit, for: choice.for }, ui.text("switch")),
  ];
};

export const actions = (view, ui) => {
  if (view.you === null) return [];
  const seen = view.observation;
  const legal = seen.legal_actions;
  const switches = legal.filter(({ type }) => type === "switch_units");
  // Cards to cover are tapped in the own row.
  const others = legal.filter(({ type }) => !["switch_units", "cover"].includes(type));
  const isFirst = (at) => (at === 0 ? "large" : "secondary large");
  return [
    ...(switches.length ? switching(switches, seen, ui) : []),
    ...others.map((action, at) => button(ui, action, LABELS[action.type](action, ui, seen), isFirst(at))),
  ];
};

export const middle = (view, ui) => {
  const { h, text } = ui;
  const seen = view.observation;
  const isVoid = seen.top && seen.used.includes(seen.top);
  const pile = (label, count, ...cards) =>
    h("div", { class: "pile" }, ...cards, h("small", {}, h("span", {}, label), " ", text("cards", { count })));
  const top = () =>
    h(
      "span",
      { class: `pile-top${isVoid ? " used" : ""}` },
      ui.face(seen.top),
      isVoid ? h("span", { class: "void", role: "img", "aria-label": text("void") }, ui.picture("void")) : null,
    );
  return [
    h(
      "div",
      { class: "piles" },
      pile(text("draw_pile"), seen.draw_pile_size, h("span", { class: "pile-back", "aria-hidden": "true" })),
      pile(text("discard_pile"), seen.discard_pile_size, seen.top ? top() : h("span", { class: "pile-empty" }, text("empty"))),
      seen.held ? h("div", { class: "pile held" }, ui.face(seen.held), h("small", {}, text("held_card"))) : null,
    ),
  ];
};

const row = (view, seat, ui) => {
  const { h } = ui;
  const seen = view.observation;
  const covers = seat === view.you ? seen.legal_actions.filter(({ type }) => type === "cover") : [];
  const cards = seen.rows[seat].map((one) => {
    const cover = covers.find(({ card }) => card === one.card);
    if (!cover) return tile(one, ui);
    return tile(one, ui, {
      onclick: () => ui.act(cover),
      "data-focus": `cover-${one.card}`,
      "aria-label": ui.text("cover", { card: ui.cardName(one.card) }),
    });
  });
  const bonuses = seen.bonuses[seat];
  return [
    h("div", { class: "zop-row" }, cards),
    bonuses.length
      ? h("p", { class: "soft" }, `${ui.text("bonus")}: ${bonuses.map((each) => `${bonusName(each, ui)} +${ui.facts(`bonus-${each}`)?.points}`).join(", ")}`)
      : null,
  ];
};

// The rows of the others: open for who wants to see them in full, always there as pictures.
const others = (view, ui) =>
  view.seats
    .filter(({ number }) => number !== view.you)
    .map(({ number, name }) =>
      ui.h(
        "section",
        { class: "other-row", "aria-label": ui.text("row_of", { name }) },
        ui.h("p", {}, ui.badge(number), " ", ui.h("bdi", {}, name), " ", ui.h("small", {}, facts(view, number, ui))),
        ...row(view, number, ui).filter(Boolean),
      ),
    );

// Why it is one's turn to do this, for who wants to know the rule.
const why = (view, ui) => {
  const rule = view.help?.rule;
  if (!rule) return null;
  const { h } = ui;
  return h("details", { class: "why plain" }, h("summary", {}, ui.text("why")), h("p", {}, `${ui.rule(rule)} `, h("small", { class: "rule-id" }, rule)));
};

export const cards = (view, ui) => {
  const { h, text } = ui;
  const seen = view.observation;
  return [
    why(view, ui),
    ...(seen.discard_pile
      ? [h("h2", {}, text("in_pile")), h("div", { class: "faces" }, seen.discard_pile.map((card) => ui.face(card)))]
      : []),
    ...(view.you === null ? [] : [h("h2", {}, text("own_row")), ...row(view, view.you, ui)]),
    h("div", { class: "other-rows" }, others(view, ui)),
  ];
};
