// The arrow keys go through a hand that is over, as the links to the moves before and after do.

const WAYS = { ArrowLeft: "prev", ArrowRight: "next" };

document.addEventListener("keydown", (event) => {
  const isMeant = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
  if (!isMeant || !(event.key in WAYS) || event.target.closest("input, select, textarea, .scroller")) return;
  document.querySelector(`.replay-steps [rel="${WAYS[event.key]}"]`)?.click();
});
