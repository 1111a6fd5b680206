// Makes a search (templates/displays/) quick by keyboard: "/" goes to the field, the arrows walk
// through what was found, Escape goes back and clears; what fits is fetched while somebody types.
(() => {
  "use strict";

  const PAUSE = 200; // ms without a letter: then what was written is looked for

  const forms = () => [...document.querySelectorAll("form[data-search]")];
  const fieldOf = (form) => form.querySelector("input[name=q]");
  const isSeen = (element) => element.getClientRects().length > 0;
  const isWriting = ({ target }) => target.closest("input, textarea, select, [contenteditable]") !== null;

  // What was found stands in the form itself (the menu), or after it (the page).
  const foundOf = (form) => form.querySelector(".found") ?? form.parentElement.querySelector(".found");
  const formOf = (element) => {
    const inside = element.closest("form[data-search]");
    if (inside) return inside;
    const found = element.closest(".found");
    return found ? forms().find((form) => foundOf(form) === found) : undefined;
  };

  const walk = (form, step) => {
    const stops = [fieldOf(form), ...foundOf(form).querySelectorAll("a")].filter(isSeen);
    const at = stops.indexOf(document.activeElement);
    stops[(at + step + stops.length) % stops.length]?.focus();
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "/" && !isWriting(event)) {
      const field = forms().map(fieldOf).find(isSeen);
      if (!field) return;
      event.preventDefault();
      field.focus();
      field.select();
      return;
    }
    const form = formOf(event.target);
    if (!form) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      walk(form, event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Escape") {
      const field = fieldOf(form);
      if (document.activeElement === field) field.blur();
      else field.focus();
    }
  });

  // What fits what is written now; an answer that comes too late is dropped.
  let asked = null;
  let timer = 0;

  const find = async (form) => {
    const { value } = fieldOf(form);
    const found = foundOf(form);
    const address = new URL(form.action);
    address.searchParams.set("q", value);
    asked?.abort();
    asked = new AbortController();
    const headers = { "HX-Request": "true", "HX-Target": found.id };
    const answer = await fetch(address, { headers, signal: asked.signal }).catch(() => null);
    if (!answer?.ok || answer.redirected) return;
    found.outerHTML = await answer.text();
    // The address says what is looked for, so that coming back by the history shows it again.
    if (found.id === "found") history.replaceState(history.state, "", address);
  };

  document.addEventListener("input", ({ target }) => {
    const form = formOf(target);
    if (!form || target !== fieldOf(form)) return;
    clearTimeout(timer);
    timer = setTimeout(find, PAUSE, form);
  });
})();
