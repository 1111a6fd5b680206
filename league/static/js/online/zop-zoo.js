// ZOP ZOO on the screen: the piles, what can be done now, one's own row, and everybody else's.

const isOpen = ({ cover, points }) => cover === null && points === null;

const labelOf = (one, ui) => {
  const card = ui.cardName(one.card);
  if (one.cover === "beast") return `${card}, ${ui.text("under_beast")}`;
  return one.points === null ? ui.text("open_card", { card }) : ui.text("covered_card", { card, points: one.points });
};

// A card of a row: what it waits for, or what it shows.
const tile = (one, ui, attributes = {}) => {
  const { h } = ui;
  const about = ui.facts(one.card);
  return h(
    attributes.onclick ? "button" : "div",
    {
      type: attributes.onclick ? "button" : null,
      class: `zop-card${isOpen(one) ? " open" : ""}${(one.points ?? 0) < 0 ? " minus" : ""}${one.cover?.includes("beast") ? " beast" : ""}`,
      "aria-label": labelOf(one, ui),
      role: attributes.onclick ? null : "img",
      ...attributes,
    },
    ui.picture(one.cover?.includes("beast") ? one.cover : one.card),
    h("span", { class: "face-name" }, ui.cardName(one.card)),
    h(
      "small",
      {},
      one.points === null
        ? `${ui.text(`category_${about?.category}`)} ${about?.points ?? ""}`
        : `${one.points > 0 ? "+" : ""}${one.points}`,
    ),
  );
};

const bonusName = (category, ui) => `${ui.text(`category_${category}`)}`;

const toGo = (row) => row.filter(isOpen).length;

// What stands beside a player's name.
export const facts = (view, seat, ui) =>
  view.observation ? ui.text("to_go", { count: toGo(view.observation.rows[seat]) }) : "";

const whoseIs = (seen, card) =>
  seen.rows.findIndex((row, seat) =>
    row.some((one) => one.card === card) || seen.bonuses[seat].some((category) => `bonus-${category}` === card),
  );

const unitName = (card, ui) => ui.cardName(card);

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
    ui.text("take_unit", { card: unitName(unit, ui), name: ui.name(whoseIs(seen, unit)) }),
  give_unit: ({ unit, seat }, ui) => ui.text("give_unit", { card: unitName(unit, ui), name: ui.name(seat) }),
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
  const choice = (ui.memory.switching ??= { unit: null, for: null });
  const units = unique(actions.map(({ unit }) => unit));
  if (!units.includes(choice.unit)) choice.unit = units[0];
  const others = actions.filter(({ unit }) => unit === choice.unit).map((action) => action.for);
  if (!others.includes(choice.for)) choice.for = others[0];
  const pickUnit = (unit) => (choice.unit = unit);
  const pickOther = (other) => (choice.for = other);
  return [
    chips(ui.text("switch_own"), units, choice.unit, pickUnit, ui, (card) => unitName(card, ui)),
    chips(ui.text("switch_for"), others, choice.for, pickOther, ui, (card) => `${unitName(card, ui)} (${ui.name(whoseIs(seen, card))})`),
    button(ui, { type: "switch_units", unit: choice.unit, for: choice.for }, ui.text("switch")),
  ];
};

const choices = (seen, ui) => {
  const actions = seen.legal_actions;
  const switches = actions.filter(({ type }) => type === "switch_units");
  // Cards to cover are tapped in the own row.
  const others = actions.filter(({ type }) => !["switch_units", "cover"].includes(type));
  const isFirst = (at) => (at === 0 ? "large" : "secondary large");
  return [
    ...(switches.length ? switching(switches, seen, ui) : []),
    ...others.map((action, at) => button(ui, action, LABELS[action.type](action, ui, seen), isFirst(at))),
  ];
};

const piles = (seen, ui) => {
  const { h } = ui;
  const isVoid = seen.top && seen.used.includes(seen.top);
  return h(
    "div",
    { class: "felt-middle piles" },
    h("div", { class: "pile" }, h("span", { class: "pile-back", "aria-hidden": "true" }), h("small", {}, `${ui.text("draw_pile")}: ${ui.text("cards", { count: seen.draw_pile_size })}`)),
    h(
      "div",
      { class: "pile" },
      seen.top ? ui.face(seen.top, isVoid ? h("small", {}, ui.text("void")) : null) : h("span", { class: "pile-empty" }, ui.text("empty")),
      h("small", {}, `${ui.text("discard_pile")}: ${ui.text("cards", { count: seen.discard_pile_size })}`),
    ),
    seen.held ? h("div", { class: "pile held" }, ui.face(seen.held)) : null,
  );
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

const others = (view, ui) =>
  view.seats
    .filter(({ number }) => number !== view.you)
    .map(({ number, name }) => {
      const closed = (ui.memory.closed ??= new Set());
      const piece = ui.h(
        "details",
        { class: "other-row", open: !closed.has(number) },
        ui.h("summary", {}, ui.badge(number), " ", ui.text("row_of", { name })),
        ...row(view, number, ui),
      );
      piece.addEventListener("toggle", () => (piece.open ? closed.delete(number) : closed.add(number)));
      return piece;
    });

export const render = (root, view, ui) => {
  const { h } = ui;
  const seen = view.observation;
  root.replaceChildren(
    piles(seen, ui),
    h("p", { class: "ask" }, view.ask, view.help?.rule ? h("small", {}, ` ${view.help.rule}`) : ""),
    ...(seen.discard_pile
      ? [
          h("h2", {}, ui.text("in_pile")),
          h("div", { class: "faces" }, seen.discard_pile.map((card) => ui.face(card))),
        ]
      : []),
    ...(view.you === null
      ? []
      : [
          h("h2", {}, ui.text("own_row")),
          ...row(view, view.you, ui).filter(Boolean),
          h("div", { class: "action-bar" }, choices(seen, ui)),
        ]),
    h("div", { class: "other-rows" }, others(view, ui)),
  );
};
