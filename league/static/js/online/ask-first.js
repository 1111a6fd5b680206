// Ask before something is done that is not easily undone.

import { h } from "./dom.js";

// Returns whether it is to be done. `yes` and `no` are what the buttons say.
export const askFirst = ({ title, text, yes, no }) =>
  new Promise((resolve) => {
    const close = (isYes) => {
      dialog.close();
      dialog.remove();
      resolve(isYes);
    };
    const dialog = h(
      "dialog",
      { class: "ask-first", "aria-labelledby": "ask-first", oncancel: () => close(false) },
      h("h2", { id: "ask-first" }, title),
      h("p", {}, text),
      h(
        "p",
        { class: "actions end" },
        h("button", { type: "button", class: "secondary", autofocus: true, onclick: () => close(false) }, no),
        h("button", { type: "button", class: "danger", onclick: () => close(true) }, yes),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
