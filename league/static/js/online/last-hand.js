// The hand before, opened again from the table: whoever began the next one too early has not lost it.

import { h } from "./dom.js";
import { ReplayPlayer } from "./replay-player.js";

// Where the hand cannot be shown here, its page says why.
export const lastHandButton = ({ address, ui }) => {
  let { phase, hand, you } = {};
  const pageOf = () => `${address}hands/${hand - 1}/`;
  const button = h("button", { type: "button", class: "quiet", onclick: () => open() }, ui.text("last_hand"));
  const root = h("p", { class: "actions", hidden: true }, button);
  const open = async () => {
    const page = pageOf();
    const answer = await fetch(`${page}replay.json${you === null ? "" : `?seat=${you}`}`).catch(() => null);
    if (answer?.ok) show(await answer.json(), page);
    else location.assign(page);
  };
  const show = (file, page) => {
    const player = new ReplayPlayer({ addressOf: (move) => new URL(`${page}?move=${move}`, location).href });
    const close = () => {
      player.stop();
      dialog.remove();
    };
    const dialog = h(
      "dialog",
      { class: "drawer wide", "aria-labelledby": "last-hand", onclose: close },
      h(
        "header",
        {},
        h("h2", { id: "last-hand" }, ui.text("last_hand")),
        h("button", { type: "button", class: "secondary", onclick: () => dialog.close() }, ui.text("close")),
      ),
      player.root,
    );
    player.open(file, file.steps.length - 1);
    document.body.append(dialog);
    dialog.showModal();
  };
  const update = (view) => {
    ({ phase, hand, you } = view);
    root.hidden = phase !== "playing" || hand < 2;
  };
  return { root, update };
};
