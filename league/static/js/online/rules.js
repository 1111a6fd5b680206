// The rules of the game in a drawer: what matters now comes first.

import { h } from "./dom.js";

const drawer = document.getElementById("rules");

// Put the part with this rule first, opened at the rule; without one, the part that was first.
const showFirst = (rule) => {
  const parts = [...drawer.querySelectorAll("details")];
  const found = rule ? drawer.querySelector(`[data-rule="${CSS.escape(rule)}"]`) : null;
  const part = found?.closest("details") ?? parts.toSorted((one, other) => one.dataset.at - other.dataset.at)[0];
  for (const each of drawer.querySelectorAll(".now")) each.classList.remove("now");
  found?.classList.add("now");
  found?.parentElement.prepend(found);
  for (const each of parts) each.open = each === part;
  part.parentElement.prepend(part);
};

drawer?.querySelector("[data-close]").addEventListener("click", () => drawer.close());
// A tap beside the drawer closes it.
drawer?.addEventListener("click", (event) => event.target === drawer && drawer.close());

// The button that opens the drawer; `now()` is the view on the screen.
export const rulesButton = ({ text, now }) => {
  const open = () => {
    const { help, result } = now();
    showFirst(help?.rule ?? result?.points[0].lines[0]?.rule);
    drawer.showModal();
    drawer.scrollTop = 0;
  };
  return h("button", { type: "button", class: "quiet rules-button", "data-focus": "rules", onclick: open }, text("rules"));
};
