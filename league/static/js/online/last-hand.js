// The hand before, opened again from the table: whoever began the next one too early has not lost it.

import { h } from "./dom.js";

const loadStyle = (address) =>
  new Promise((onload, onerror) => {
    document.head.append(h("link", { rel: "stylesheet", href: address, onload, onerror }));
  });

// Where the hand cannot be shown here, its page says why. The player is loaded when it is first needed.
export const lastHandButton = ({ address, player: { script, style }, ui }) => {
  let loading = null;
  let { phase, hand, you } = {};
  const pageOf = () => `${address}hands/${hand - 1}/`;
  const button = h("button", { type: "button", class: "quiet", onclick: () => open() }, ui.text("last_hand"));
  const root = h("p", { class: "actions", hidden: true }, button);
  const open = async () => {
    const page = pageOf();
    const asked = fetch(`${page}replay.json${you === null ? "" : `?seat=${you}`}`);
    const file = asked.then((answer) => (answer.ok ? answer.json() : null));
    loading ??= Promise.all([import(script), loadStyle(style)]);
    const [[player], last] = await Promise.all([loading, file]).catch(() => [[]]);
    if (last) show(player, last, page);
    else location.assign(page);
  };
  const show = ({ ReplayPlayer }, file, page) => {
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
