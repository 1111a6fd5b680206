// Filters the check-in list while one types or taps a filter. Without scripts the form does it.
(() => {
  "use strict";

  let show = new URLSearchParams(location.search).get("show") ?? "";
  let find = new URLSearchParams(location.search).get("find") ?? "";

  const fold = (text) =>
    text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase().trim();

  const isHere = (row) => row.querySelector("[aria-pressed=true], .tap.on") !== null;

  const apply = () => {
    const list = document.querySelector(".check-in");
    const field = list?.querySelector("[data-check-in] input");
    if (!field) return;
    if (field !== document.activeElement) field.value = find;
    const wanted = fold(find);
    for (const row of list.querySelectorAll("[data-name]")) {
      const matches = fold(row.dataset.name).includes(wanted);
      row.hidden = !matches || (show !== "" && isHere(row) !== (show === "here"));
    }
    for (const more of list.querySelectorAll("details:has([data-name])")) {
      const has = more.querySelector("[data-name]:not([hidden])") !== null;
      if (wanted && has && !more.dataset.name) more.open = true;
    }
    for (const chip of list.querySelectorAll("[data-show]")) {
      chip.toggleAttribute("aria-current", chip.dataset.show === show);
      if (chip.dataset.show === show) chip.setAttribute("aria-current", "true");
    }
  };

  document.addEventListener("input", ({ target }) => {
    if (!target.closest("[data-check-in]")) return;
    find = target.value;
    apply();
  });
  document.addEventListener("submit", (event) => {
    if (event.target.closest("[data-check-in]")) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const chip = event.target.closest("[data-show]");
    if (!chip || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show = chip.dataset.show;
    apply();
  });
  // A new copy of the list, or of one row, comes unfiltered: it is filtered before anybody sees it,
  // and once more when htmx has settled its attributes. What had the focus may be gone with it.
  document.addEventListener("htmx:afterSwap", apply);
  document.addEventListener("htmx:afterSettle", () => {
    apply();
    const row = document.activeElement?.closest("[data-name][hidden]");
    if (row) document.querySelector(".check-in [data-name]:not([hidden]) .tap")?.focus();
  });
  apply();
})();
