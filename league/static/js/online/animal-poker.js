// Animal Poker on the screen: animals with what they do this season, and a guess, sealed together.

const seasonOf = (animal, seen) => seen.seasons[animal] ?? "always";

// What stands beside a player's name.
export const facts = (view, seat, ui) => {
  const seen = view.observation;
  if (!seen || view.phase !== "playing") return "";
  const state = seen.acting.includes(seat) ? ui.text("thinks") : ui.text("sealed");
  return seen.stored_rabbits[seat] ? `${state} · ${ui.text("one_more_rabbit")}` : state;
};

const effect = (animal, seen, ui) => {
  const season = seasonOf(animal, seen);
  return ui.h(
    "span",
    { class: "effect" },
    ui.h("strong", {}, ui.cardName(animal)),
    ui.h("span", { class: `season season-${season}` }, ui.text(season === "always" ? season : `season_${season}`)),
    ui.h("small", {}, ui.text(`effect_${animal}_${season}`)),
  );
};

const choiceOf = (ui) => {
  ui.memory.choice ??= { animals: [], kind: "herd", size: null, animal: null };
  return ui.memory.choice;
};

const animalsIn = (seen) => [...Object.keys(seen.seasons), "elephant"];

const animalList = (view, ui) => {
  const seen = view.observation;
  const choice = choiceOf(ui);
  const { count } = view.help;
  const tap = (animal) => {
    if (choice.animals.includes(animal)) choice.animals = choice.animals.filter((each) => each !== animal);
    // One more than there may be takes the place of the one chosen first.
    else choice.animals = [...choice.animals, animal].slice(-count);
    ui.redraw();
  };
  return ui.h(
    "ul",
    { class: "animals" },
    animalsIn(seen).map((animal) =>
      ui.h(
        "li",
        {},
        ui.h(
          "button",
          {
            type: "button",
            class: "animal",
            "data-focus": animal,
            "aria-pressed": choice.animals.includes(animal),
            onclick: () => tap(animal),
          },
          ui.picture(animal),
          effect(animal, seen, ui),
        ),
      ),
    ),
  );
};

const chips = (name, values, chosen, label, pick, ui) =>
  ui.h(
    "div",
    { class: "choose-line", role: "group", "aria-label": name },
    values.map((value) =>
      ui.h(
        "button",
        {
          type: "button",
          class: "chip",
          "data-focus": `${name}-${value}`,
          "aria-pressed": value === chosen,
          onclick: () => {
            pick(value);
            ui.redraw();
          },
        },
        label(value),
      ),
    ),
  );

const unique = (values) => [...new Set(values)];

const guess = (view, ui) => {
  const { h } = ui;
  const choice = choiceOf(ui);
  const { guesses } = view.help;
  const ofKind = guesses.filter(({ kind }) => kind === choice.kind);
  const sizes = unique(ofKind.map(({ size }) => size)).toSorted((one, other) => one - other);
  if (!sizes.includes(choice.size)) choice.size = null;
  const animals = animalsIn(view.observation).filter((animal) =>
    ofKind.some((each) => each.animal === animal && (choice.size === null || each.size === choice.size)),
  );
  if (!animals.includes(choice.animal)) choice.animal = null;
  return [
    h("h2", {}, ui.text("guess")),
    chips(ui.text("guess"), ["herd", "chain"], choice.kind, (kind) => ui.text(kind), (kind) => (choice.kind = kind), ui),
    h("p", { class: "soft" }, ui.text(`${choice.kind}_means`)),
    h("h3", {}, ui.text("size")),
    chips(ui.text("size"), sizes, choice.size, String, (size) => (choice.size = size), ui),
    h("h3", {}, ui.text(choice.kind === "herd" ? "of_animal" : "to_animal")),
    chips(ui.text("of_animal"), animals, choice.animal, (animal) => ui.cardName(animal), (animal) => (choice.animal = animal), ui),
  ];
};

const seal = (view, ui) => {
  const { h } = ui;
  const { animals, kind, size, animal } = choiceOf(ui);
  const isWhole = animals.length === view.help.count && size !== null && animal !== null;
  return h(
    "div",
    { class: "action-bar" },
    h("p", { class: "grow soft" }, isWhole ? ui.text("for_good") : ui.text("not_whole", { count: view.help.count })),
    h(
      "button",
      {
        type: "button",
        class: "large",
        "data-focus": "seal",
        disabled: !isWhole,
        onclick: () => ui.act({ type: "submit", animals, guess: { kind, size, animal } }),
      },
      ui.text("seal"),
    ),
  );
};

const sealed = (view, ui) => {
  const own = view.you === null ? null : view.observation.submitted[view.you];
  if (!own) return [];
  const told = view.events.findLast((event) => event.seat === view.you && event.type === "submit");
  if (told) ui.memory.told = told.words;
  return [
    ui.h("h2", {}, ui.text("own")),
    ui.h("div", { class: "faces" }, own.animals.map((animal) => ui.face(animal))),
    ui.h("p", {}, ui.memory.told ?? ""),
  ];
};

export const render = (root, view, ui) => {
  const { h } = ui;
  const seen = view.observation;
  const isActing = view.you !== null && seen.acting.includes(view.you) && view.help;
  root.replaceChildren(
    h("p", { class: "felt-middle pot" }, ui.text("pot", { coins: seen.pot })),
    h("p", { class: "ask" }, view.ask),
    ...(isActing
      ? [h("h2", {}, ui.text("animals", { count: view.help.count })), animalList(view, ui), ...guess(view, ui), seal(view, ui)]
      : [
          ...sealed(view, ui),
          h(
            "ul",
            { class: "animals" },
            animalsIn(seen).map((animal) => h("li", { class: "animal" }, ui.picture(animal), effect(animal, seen, ui))),
          ),
        ]),
  );
};
