// What is beside the table where the screen is wide enough, and below it on a phone.

import { h } from "./dom.js";

const WIDE = matchMedia("(width >= 70rem)");

// Beside the table everything lies open; below it, each piece opens by a tap.
export const besideTable = (...pieces) => {
  const root = h("div", { class: "beside" }, ...pieces);
  const open = () => {
    for (const each of root.querySelectorAll("details.more")) each.open = WIDE.matches;
  };
  WIDE.addEventListener("change", open);
  open();
  return root;
};
