// On the page that verifies a deal: compares what the site shows with what this tab noted while the deck was shuffled.

import "../site.js";
import { noteOf } from "./shuffle.js";

const root = document.getElementById("own-notes");
const { table, hand, attempts } = JSON.parse(document.getElementById("shuffles").textContent);

// Everything that this browser has seen must be there, and nothing else.
const fits = (note, { commitment, shares }) => {
  const own = shares.find(({ seat }) => seat === note.seat);
  const shown = shares.map((each) => `${each.seat}:${each.commitment}`).join();
  const seen = note.all?.map((each) => `${each.seat}:${each.commitment}`).join();
  // A share that was not opened is known to this browser alone.
  const isOwn = own?.commitment === note.commitment && [note.share, null].includes(own.share);
  return note.site === commitment && isOwn && (seen === undefined || seen === shown);
};

const noted = attempts
  .map((attempt, at) => [noteOf({ table, hand, attempt: at + 1 }), attempt])
  .filter(([note]) => note?.commitment);
const outcome = !noted.length ? "none" : noted.every(([note, attempt]) => fits(note, attempt)) ? "same" : "other";
for (const told of root.querySelectorAll("[data-outcome]")) told.hidden = told.dataset.outcome !== outcome;
