/* A hand of Frank's Zoo: tap the players in the order in which they go out, and see whether a lion is missing. */
(self.entryForms ??= {})["franks-zoo"] = (form) => {
  "use strict";

  const order = form.elements.finish;
  const buttons = [...form.querySelectorAll("button[name=tap]")];
  const seats = buttons.map((button) => button.value);
  const leftName = form.querySelector("[data-left-name]");
  const lions = form.querySelector("[data-lions]");
  let tapped = order.value.split(",").filter((seat) => seats.includes(seat));

  /* The rules of tapping are those of FranksZooEntry.tap in league/site_games/franks_zoo/entry.py. */
  const tap = (seat) => {
    if (tapped.includes(seat)) return tapped.filter((other) => other !== seat);
    if (tapped.length === seats.length - 1) return tapped.slice(0, -1);
    return [...tapped, seat];
  };

  const finish = () => {
    if (tapped.length < seats.length - 1) return tapped;
    return [...tapped, ...seats.filter((seat) => !tapped.includes(seat))];
  };

  const draw = () => {
    const places = finish();
    const left = places.length === seats.length ? places.at(-1) : null;
    for (const button of buttons) {
      const place = places.indexOf(button.value) + 1;
      button.setAttribute("aria-pressed", String(place > 0));
      button.querySelector(".tap-mark").textContent = place || "";
      button.querySelector("[data-left]").hidden = button.value !== left;
    }
    if (leftName) {
      const button = buttons.find((button) => button.value === left);
      leftName.textContent = button?.dataset.name ?? leftName.dataset.nobody;
    }
  };

  const count = () => {
    if (!lions) return;
    const picked = form.querySelectorAll(".counts input:checked");
    const found = [...picked].reduce((sum, { value }) => sum + Number(value), 0);
    lions.querySelector("[data-found]").textContent = found;
    lions.classList.toggle("short", found !== Number(lions.dataset.lions));
  };

  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=tap]");
    if (!button) return;
    event.preventDefault();
    tapped = tap(button.value);
    order.value = tapped.join(",");
    draw();
    tellChange(form);
  });

  form.addEventListener("change", count);
  // A browser that comes back to the page may have kept the order in its hidden field.
  draw();
  count();
};
