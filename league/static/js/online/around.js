// What goes on around the game: who came and went, who would like a break, and who watches.

export class Around {
  constructor({ h, text, note }) {
    Object.assign(this, { h, text, note });
    this.root = h("p", { class: "soft around-now" });
    this.told = 0; // the last line of the story that is in the log
  }

  update(view) {
    for (const { id, words } of view.story) {
      if (id <= this.told) continue;
      this.told = id;
      this.note(words);
    }
    const wishes = view.seats.filter((seat) => seat.wants_break).map((seat) => seat.name);
    const { names, others } = view.watchers;
    const watchers = [...names, ...(others ? [this.text("others_watch", { count: others })] : [])];
    this.root.replaceChildren(
      [
        wishes.length ? this.text("want_break", { names: wishes.join(", ") }) : "",
        watchers.length ? this.text("watchers", { names: watchers.join(", ") }) : "",
      ]
        .filter(Boolean)
        .join(" "),
    );
  }
}
