// Animal Poker on the screen: animals with what they do this season, and a guess, sealed together.

const seasonOf = (animal, seen) => seen.seasons[animal] ?? "always";

// What stands beside a player's name.
export const facts = (view, seat, ui) => {
  const seen = view.observation;
  if (!seen || view.phase !== "playing") return "";
  return seen.stored_rabbits[seat] ? ui.text("one_more_rabbit") : "";
};

// What is sealed is put together from above: the button follows what it seals.
export const actsLast = true;

// What others do is sealed: there is nothing to show one after the other.
export const pace = () => 0;

export const amount = (count, ui) => ui.h("span", { class: "coins" }, ui.picture("coin"), String(count));

const effect = (animal, seen, ui) => {
  const season = seasonOf(animal, seen);
  return ui.h(
    "span",
    { class: "effect" },
    ui.h("strong", {}, ui.cardName(animal)),
    ui.h(
      "span",
      { class: `season season-${season}` },
      season === "always" ? null : ui.picture(season),
      ui.h("span", { class: "season-name" }, ui.text(season === "always" ? season : `season_${season}`)),
    ),
    ui.h("small", {}, ui.text(`effect_${animal}_${season}`)),
  );
};

const choiceOf = (ui) => {
  ui.choice.submission ??= { animals: [], kind: "herd", size: null, animal: null, tapped: null };
  return ui.choice.submission;
};

const animalsIn = (seen) => [...Object.keys(seen.seasons), "elephant"];

const animalList = (view, ui) => {
  const seen = view.observation;
  const choice = choiceOf(ui);
  const { count } = view.help;
  const tap = (animal) => {
    choice.tapped = animal;
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

// On a phone there is room for what one animal does: that which was tapped last.
const effectTapped = (view, ui) => {
  const { tapped } = choiceOf(ui);
  const words = tapped ? [effect(tapped, view.observation, ui)] : [ui.text("tap_for_effect")];
  return ui.h("p", { class: "effect-tapped", "aria-hidden": "true" }, words);
};

const chips = (name, values, chosen, label, pick, ui, kind = "") =>
  ui.h(
    "div",
    { class: `choose-line ${kind}`, role: "group", "aria-label": name },
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
    chips(ui.text("guess"), ["herd", "chain"], choice.kind, (kind) => ui.text(kind), (kind) => (choice.kind = kind), ui, "two"),
    h("h3", {}, ui.text("size")),
    chips(ui.text("size"), sizes, choice.size, String, (size) => (choice.size = size), ui, "sizes"),
    h("h3", {}, ui.text(choice.kind === "herd" ? "of_animal" : "to_animal")),
    chips(
      ui.text("of_animal"),
      animals,
      choice.animal,
      (animal) => [ui.picture(animal), ui.cardName(animal)],
      (animal) => (choice.animal = animal),
      ui,
      "by-picture",
    ),
    h("p", { class: "soft" }, ui.text(`${choice.kind}_means`), " ", ui.text("guess_help")),
  ];
};

const guessWords = ({ kind, size, animal }, ui) => ui.text(`guess_${kind}`, { size, animal: ui.cardName(animal) });

// What the guide speaks of until the choice is sealed.
export const lessonStep = (view, ui) => {
  if (!isActing(view)) return "";
  const { animals, size, animal } = choiceOf(ui);
  if (animals.length < view.help.count) return "animals";
  return size === null || animal === null ? "guess" : "seal";
};

export const actions = (view, ui) => {
  const { h, text } = ui;
  if (!isActing(view)) return [];
  const { animals, kind, size, animal } = choiceOf(ui);
  const clear = () => {
    ui.choice.submission = null;
    ui.redraw();
  };
  const { count } = view.help;
  const isWhole = animals.length === count && size !== null && animal !== null;
  const chosen = h(
    "p",
    { class: "grow chosen" },
    animals.map((each) => ui.picture(each)),
    h("span", {}, isWhole ? guessWords({ kind, size, animal }, ui) : text("not_whole", { count })),
  );
  return [
    chosen,
    h(
      "button",
      {
        type: "button",
        class: "large",
        "data-focus": "seal",
        disabled: !isWhole,
        title: text("for_good"),
        onclick: () => ui.act({ type: "submit", animals, guess: { kind, size, animal } }),
      },
      text("seal"),
    ),
    ui.clearButton(animals.length > 0 || size !== null || animal !== null, clear),
  ];
};

const isActing = (view) => view.you !== null && view.observation.acting.includes(view.you) && Boolean(view.help);

const sealed = (view, ui) => {
  const own = view.you === null ? null : view.observation.submitted[view.you];
  if (!own) return [];
  return [ui.h("h2", {}, ui.text("own")), submission(own, ui)];
};

// Animals and a guess that have been sealed, or opened.
const submission = ({ animals, guess: guessed }, ui) =>
  ui.h(
    "div",
    { class: "submission" },
    ui.h("div", { class: "faces" }, animals.map((animal) => ui.face(animal))),
    ui.h("p", {}, guessWords(guessed, ui)),
  );

// What everybody had sealed, above the steps of the judgement.
export const revealed = (view, ui) => {
  const { h } = ui;
  const { submitted } = view.observation;
  if (submitted.some((each) => each === null)) return [];
  return [
    h(
      "ul",
      { class: "revealed" },
      submitted.map((each, seat) =>
        h("li", {}, h("p", {}, ui.badge(seat), " ", h("bdi", {}, ui.name(seat))), submission(each, ui)),
      ),
    ),
  ];
};

const sealedMark = (view, seat, ui) => {
  const { h } = ui;
  const isThinking = view.observation.acting.includes(seat);
  return h(
    "li",
    { class: isThinking ? "thinking" : "sealed" },
    ui.badge(seat),
    h("span", { "aria-hidden": "true" }, isThinking ? "…" : "✓"),
    h("span", { class: "for-screen-readers" }, ui.text(isThinking ? "thinks" : "sealed")),
  );
};

export const middle = (view, ui) => {
  const { h, text } = ui;
  return [
    h("p", { class: "pot", role: "img", "aria-label": text("pot", { coins: view.observation.pot }) }, ui.picture("coin"), String(view.observation.pot)),
    h("ul", { class: "envelopes" }, view.seats.map(({ number }) => sealedMark(view, number, ui))),
  ];
};

export const cards = (view, ui) => {
  const { h, text } = ui;
  const seen = view.observation;
  if (isActing(view)) {
    return [
      h("h2", {}, text("animals", { count: view.help.count })),
      animalList(view, ui),
      effectTapped(view, ui),
      ...guess(view, ui),
    ];
  }
  return [
    ...sealed(view, ui),
    h("h2", {}, text("seasons_now")),
    h("ul", { class: "animals" }, animalsIn(seen).map((animal) => h("li", { class: "animal" }, ui.picture(animal), effect(animal, seen, ui)))),
  ];
};
