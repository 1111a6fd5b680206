// The ways to leave one's seat, for a while or for good; both ask first.

import { askFirst } from "./ask-first.js";
import { h } from "./dom.js";

export const leavingButtons = ({ screen, text, act }) => {
  const button = (name, label) => {
    const ask = async () => {
      const isMeant = await askFirst({ title: label, text: text(`${name}_means`), yes: label, no: text("stay") });
      if (!isMeant || !(await act(name)) || name !== "leave") return;
      // Who has left has no seat to look from: at a table of a round they may watch.
      if (screen.pick_up) location.assign(screen.lobby);
      else location.reload();
    };
    return h("button", { type: "button", class: "quiet", onclick: ask }, label);
  };
  return [button("away", text("go_away")), button("leave", text("leave"))];
};
