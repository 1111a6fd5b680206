// What goes on around the game: who came and went, who would like a break, and who watches.

export class Around {
  constructor({ h, text, note }) {
    Object.assign(this, { h, text, note });
    this.root = h("p", { class: "soft around-now" });
    this.newest = 0; // the last line that is in the log
  }

  update(view) {
    for (const { id, text } of view.log) {
      if (id <= this.newest) continue;
      this.newest = id;
      this.note(text);
    }
    const wishes = view.seats.filter((seat) => seat.wants_break).map((seat) => seat.name);
    const { names, others } = view.spectators;
    const spectators = [...names, ...(others ? [this.text("others_watch", { count: others })] : [])];
    this.root.replaceChildren(
      [
        wishes.length ? this.text("want_break", { names: wishes.join(", ") }) : "",
        spectators.length ? this.text("spectators", { names: spectators.join(", ") }) : "",
      ]
        .filter(Boolean)
        .join(" "),
    );
  }
}
