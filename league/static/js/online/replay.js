// The page of a hand that is over: its links to moves and seats become one player, without a page load a move.

import "../site.js";
import { loadPictures } from "./dom.js";
import { ReplayPlayer } from "./replay-player.js";

const root = document.getElementById("replay");
const views = [...document.querySelectorAll(".replay-views [data-file]")];
const isShown = (view) => view.getAttribute("aria-current") !== null;

// The address is that of the position: whoever opens it sees the same.
const addressOf = (view, move) => {
  const address = new URL(view.href);
  if (move) address.searchParams.set("move", move);
  else address.searchParams.delete("move");
  return address;
};

const files = new Map();
const read = async (address) => {
  if (!files.has(address)) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(String(answer.status));
    files.set(address, await answer.json());
  }
  return files.get(address);
};

const player = new ReplayPlayer({
  addressOf: (move) => addressOf(views.find(isShown), move).href,
  onMove: (move) => history.replaceState(null, "", addressOf(views.find(isShown), move)),
});

// The same position through other eyes.
const show = async (view) => {
  const file = await read(view.dataset.file);
  for (const each of views) each.removeAttribute("aria-current");
  view.setAttribute("aria-current", "true");
  player.open(file, player.move);
  history.replaceState(null, "", addressOf(view, player.move));
};

for (const view of views) {
  view.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(view).catch(() => location.assign(addressOf(view, player.move)));
  });
}

try {
  const file = await read(views.find(isShown).dataset.file);
  await loadPictures(root.dataset.pictures);
  root.replaceChildren(player.root);
  player.open(file, Number(root.dataset.move));
  player.listenToKeys();
} catch {
  // The page that the server made has a link to every move.
}
