// Lets the clock of a round run (templates/rounds/_clock.html). The server's time is the only one:
// each copy of the piece says what the server's clock showed, and from then on the time that has
// passed on this device is counted, however its own clock is set. The piece itself comes anew by
// live.js whenever the clock is changed.
(() => {
  "use strict";

  const TICK = 250; // ms
  const arrived = new WeakMap(); // element -> what performance.now() showed when it came

  const pieces = () => document.querySelectorAll("[data-clock]");

  const serverNow = (piece) => {
    if (!arrived.has(piece)) arrived.set(piece, performance.now());
    return Number(piece.dataset.now) + (performance.now() - arrived.get(piece)) / 1000;
  };

  const write = (seconds) => {
    const pad = (number) => String(number).padStart(2, "0");
    const minutes = Math.floor(seconds / 60) % 60;
    const hours = Math.floor(seconds / 3600);
    const end = `${hours ? pad(minutes) : minutes}:${pad(seconds % 60)}`;
    return hours ? `${hours}:${end}` : end;
  };

  const phaseOf = ({ clock, ends, last }, now) => {
    if (clock === "paused") return clock;
    if (now >= Number(ends)) return "over";
    return clock === "last" || now >= Number(last) ? "last" : "running";
  };

  const show = (piece) => {
    const now = serverNow(piece);
    const phase = phaseOf(piece.dataset, now);
    const from = phase === "paused" ? Number(piece.dataset.now) : now;
    const time = piece.querySelector(".clock-time");
    const text = write(Math.max(0, Math.ceil(Number(piece.dataset.ends) - from)));
    if (time.textContent !== text) time.textContent = text;
    if (piece.dataset.clock === phase) return;
    piece.dataset.clock = phase;
    for (const words of piece.querySelectorAll("[data-phase]")) {
      words.hidden = words.dataset.phase !== phase;
    }
  };

  const showAll = () => pieces().forEach(show);

  // A copy out of the browser's history, or a device that slept: performance.now() may have stood
  // still, so the piece is fetched anew.
  const refresh = () => {
    for (const piece of pieces()) {
      const region = piece.closest("[data-live][id]");
      if (region && window.htmx) window.htmx.trigger(region, "live");
    }
  };

  document.addEventListener("htmx:load", showAll);
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  window.addEventListener("pageshow", () => {
    const [visit] = performance.getEntriesByType("navigation");
    if (visit?.type === "back_forward") refresh();
  });
  setInterval(showAll, TICK);
  showAll();
})();
