// What a finger is on stays until it has let go: drawn anew in between, it would lose the tap.

const LONGEST = 2000; // ms; a finger whose end nobody told of
const TAP = 80; // ms from letting go until the tap has arrived

const waiting = new Set();
let pressedAt = -LONGEST;

const drawWaiting = () => {
  if (performance.now() - pressedAt < LONGEST) return; // it is down again
  const all = [...waiting];
  waiting.clear();
  for (const draw of all) draw();
};

const letGo = () => {
  pressedAt = -LONGEST;
  setTimeout(drawWaiting, TAP);
};

addEventListener("pointerdown", () => (pressedAt = performance.now()), true);
addEventListener("pointerup", letGo, true);
addEventListener("pointercancel", letGo, true);

// Draw now, or once no finger is on the page.
export const whenFree = (draw) => {
  if (performance.now() - pressedAt >= LONGEST) {
    draw();
    return;
  }
  waiting.add(draw);
  setTimeout(drawWaiting, LONGEST);
};
