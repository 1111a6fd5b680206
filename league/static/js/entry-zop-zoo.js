/* A hand of ZOP ZOO: a sum that is tapped shows the values of cards, and builds up by tapping them. */
(self.entryForms ??= {})["zop-zoo"] = (form) => {
  "use strict";

  const taps = new Map(); // name of a field -> the values tapped into it, the last one last
  const pads = [...form.querySelectorAll("[data-adds]")];
  const bonuses = form.querySelector("#side-bonuses");

  const valueOf = (field) => Number(field.value.trim().replace("−", "-")) || 0;
  const padOf = (name) => pads.find(({ dataset }) => dataset.adds === name);
  const undoOf = (name) => padOf(name).querySelector("[data-undo]");

  /* One pad at a time: the page stays short, and what is tapped stays where it is. */
  const open = (name) => {
    const pad = padOf(name);
    if (!pad?.hidden) return;
    const field = form.elements[name];
    const before = field.getBoundingClientRect().top;
    for (const each of pads) each.hidden = each !== pad;
    bonuses.open = false;
    scrollBy(0, field.getBoundingClientRect().top - before);
  };

  const closePads = () => pads.forEach((pad) => (pad.hidden = true));

  const put = (name, value) => {
    const undo = undoOf(name);
    form.elements[name].value = value || "";
    // A button that is switched off loses the focus: whoever goes by keyboard goes on at the values.
    const hasFocus = undo === document.activeElement;
    undo.disabled = !taps.get(name)?.length;
    if (hasFocus && undo.disabled) padOf(name).querySelector("button").focus();
    tellChange(form);
  };

  const add = (name, points) => {
    taps.set(name, [...(taps.get(name) ?? []), points]);
    put(name, Math.abs(valueOf(form.elements[name])) + points);
  };

  const undo = (name) => {
    const points = taps.get(name)?.pop();
    if (points) put(name, Math.abs(valueOf(form.elements[name])) - points);
  };

  const turn = (name) => {
    const field = form.elements[name];
    field.value = -valueOf(field) || "";
    tellChange(form);
  };

  /* The phone's own number pad would hide the values: it comes when it is asked for. */
  const type = (field) => {
    field.inputMode = "numeric";
    field.focus();
    field.addEventListener("blur", () => (field.inputMode = "none"), { once: true });
  };

  form.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-add], [data-undo], [data-keys], [data-sign]");
    if (!button) return;
    const { add: points, sign } = button.dataset;
    if (sign) return turn(sign);
    const name = button.closest("[data-adds]").dataset.adds;
    if (points) add(name, Math.abs(Number(points)));
    else if ("undo" in button.dataset) undo(name);
    else type(form.elements[name]);
  });

  form.addEventListener("focusin", ({ target }) => open(target.name));

  // A sum that was typed has no last tap.
  form.addEventListener("input", ({ target }) => {
    if (!padOf(target.name)) return;
    taps.delete(target.name);
    undoOf(target.name).disabled = true;
  });

  // Cards of who did not win count for nothing: they step aside unless they were entered.
  const drawWinner = () => {
    const { value: winner } = form.elements.winner;
    for (const part of form.querySelectorAll("[data-seat]")) {
      const { seat } = part.dataset;
      part.querySelector("[data-won]").hidden = winner !== seat;
      const loses = winner !== "" && winner !== "none" && winner !== seat;
      part.querySelector("[data-cards]").hidden = loses && !form.elements[`cards-${seat}`].value;
    }
  };

  for (const button of form.querySelectorAll("[data-sign]")) button.hidden = false;
  for (const pad of pads) form.elements[pad.dataset.adds].inputMode = "none";
  bonuses.addEventListener("toggle", () => bonuses.open && closePads());
  form.addEventListener("change", drawWinner);
  form.addEventListener("change", ({ target }) => {
    if (target.name === "winner") open(`cards-${target.value}`);
  });
  drawWinner();
};
