/* A hand of ZOP ZOO: sums build up by tapping the values of cards; a side bonus is somebody's alone. */
(self.entryForms ??= {})["zop-zoo"] = (form) => {
  "use strict";

  const taps = new Map(); // name of a field -> the values tapped into it, the last one last
  const bonuses = [...form.querySelectorAll("[data-once] input")];
  let picked = new Set(bonuses.filter(({ checked }) => checked));

  const valueOf = (field) => Number(field.value.trim().replace("−", "-")) || 0;
  const undoOf = (name) => form.querySelector(`[data-undo="${name}"]`);

  const put = (name, value) => {
    const undo = undoOf(name);
    form.elements[name].value = value || "";
    // A button that is switched off loses the focus: whoever goes by keyboard goes on at the values.
    const hasFocus = undo === document.activeElement;
    undo.disabled = !taps.get(name)?.length;
    if (hasFocus && undo.disabled) form.querySelector(`[data-adds="${name}"] button`).focus();
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

  form.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-add], [data-undo], [data-sign]");
    if (!button) return;
    const { add: points, undo: undone, sign } = button.dataset;
    if (points) add(button.closest("[data-adds]").dataset.adds, Math.abs(Number(points)));
    else if (undone) undo(undone);
    else turn(sign);
  });

  // A sum that was typed has no last tap.
  form.addEventListener("input", ({ target }) => {
    if (!undoOf(target.name)) return;
    taps.delete(target.name);
    undoOf(target.name).disabled = true;
  });

  // A second tap gives the bonus back; a tap at somebody else moves it.
  form.addEventListener("click", ({ target }) => {
    if (!bonuses.includes(target)) return;
    if (picked.has(target)) {
      target.checked = false;
      tellChange(form);
    }
    picked = new Set(bonuses.filter(({ checked }) => checked));
    drawBonuses();
  });

  const drawBonuses = () => {
    const owners = new Map([...picked].map(({ name, value }) => [name, value]));
    for (const { name, value, parentElement } of bonuses) {
      const owner = owners.get(name);
      parentElement.classList.toggle("taken", owner !== undefined && owner !== value);
    }
  };

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

  for (const part of form.querySelectorAll("[data-adds], [data-undo], [data-sign]")) part.hidden = false;
  form.addEventListener("change", drawWinner);
  drawWinner();
  drawBonuses();
};
