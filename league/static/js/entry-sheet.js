/* A hand by a score sheet: a number changes its sign by a tap, as the digits of a phone have no minus. */
(self.entryForms ??= {})["score-sheet"] = (form) => {
  "use strict";

  form.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-sign]");
    if (!button) return;
    const field = form.elements[button.dataset.sign];
    field.value = -(Number(field.value.trim().replace("−", "-")) || 0) || "";
    tellChange(form);
  });

  for (const button of form.querySelectorAll("[data-sign]")) button.hidden = false;
};
