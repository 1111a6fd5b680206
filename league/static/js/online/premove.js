// A move decided before one's turn: kept by the server, seen by nobody else, made when the turn comes if it stands.

// The buttons of who is not to act: decide to pass, or to play what is chosen; or drop what was decided.
export const premoveButtons = (view, ui, cards, describe) => {
  const { h, text } = ui;
  const decided = view.own?.premove;
  if (decided) {
    const what = decided.type === "pass" ? text("pass") : text("play_cards", { cards: describe(decided.cards) });
    return [
      h("p", { class: "decided", role: "status" }, text("premove_set", { move: what })),
      h(
        "button",
        { type: "button", class: "secondary", "data-focus": "premove", onclick: () => ui.premove(null) },
        text("premove_drop"),
      ),
    ];
  }
  const decide = (action, label) =>
    h(
      "button",
      { type: "button", class: "secondary", "data-focus": `premove-${action.type}`, onclick: () => ui.premove(action) },
      label,
    );
  return [
    cards.length ? decide({ type: "play", cards }, text("premove_play", { cards: describe(cards) })) : null,
    decide({ type: "pass" }, text("premove_pass")),
  ].filter(Boolean);
};
