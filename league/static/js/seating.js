// Lets a name of the seating preview be dragged onto another: the two swap seats. Without scripts,
// and by keyboard or finger, one is tapped after the other.
(() => {
  "use strict";

  const nameAt = (target) => target.closest?.("[data-swap] [data-entry]");
  let dragged = null;

  const mark = (over) => {
    for (const each of document.querySelectorAll(".drop-here")) each.classList.remove("drop-here");
    over?.closest("li").classList.add("drop-here");
  };

  document.addEventListener("dragstart", (event) => {
    dragged = nameAt(event.target);
    if (dragged) event.dataTransfer.effectAllowed = "move";
  });
  document.addEventListener("dragover", (event) => {
    const over = dragged && nameAt(event.target.closest("li")?.querySelector("[data-entry]") ?? event.target);
    mark(over === dragged ? null : over);
    if (over) event.preventDefault();
  });
  document.addEventListener("dragend", () => {
    dragged = null;
    mark(null);
  });
  document.addEventListener("drop", (event) => {
    const over = document.querySelector(".drop-here [data-entry]");
    if (!dragged || !over) return;
    event.preventDefault();
    const address = over.closest("[data-swap]").dataset.swap;
    const swap = `${dragged.dataset.entry}-${over.dataset.entry}`;
    window.htmx.ajax("GET", address + swap, { target: "#round", swap: "outerHTML" });
  });
})();
