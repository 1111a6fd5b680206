// Playing by keys: the focus is found where something can be done, and plays are skipped.

let usesKeys = false;
addEventListener("keydown", () => (usesKeys = true), true);
addEventListener("pointerdown", () => (usesKeys = false), true);

// Whoever plays by keys goes on at the first of these elements that is there, after what had the
// focus is gone. (What is hidden keeps the focus for a moment; the body is never offset.)
export const findFocus = (places) => {
  if (!usesKeys || document.activeElement?.offsetParent) return;
  const found = places.find((place) => place?.offsetParent);
  found?.focus({ preventScroll: true });
  found?.scrollIntoView({ block: "nearest" });
};

export const skipByKeys = (plays) => {
  document.addEventListener("keydown", (event) => {
    if (!plays.isShowing || event.target.closest("input, textarea, dialog")) return;
    if (event.key === "Escape") plays.skipAll();
    else if (event.key === "ArrowRight") plays.next();
  });
};
