// Lets the clock of a round run (templates/rounds/_clock.html). The server's time is the only one:
// each copy of the fragment says what the server's clock showed, and from then on the time that has
// passed on this device is counted, however its own clock is set. The fragment itself comes anew by
// live.js whenever the clock is changed.
(() => {
  "use strict";

  const TICK = 250; // ms
  const arrived = new WeakMap(); // element -> what performance.now() showed when it came

  const fragments = () => document.querySelectorAll("[data-clock]");

  const serverNow = (fragment) => {
    if (!arrived.has(fragment)) arrived.set(fragment, performance.now());
    return Number(fragment.dataset.now) + (performance.now() - arrived.get(fragment)) / 1000;
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

  const show = (fragment) => {
    const now = serverNow(fragment);
    const phase = phaseOf(fragment.dataset, now);
    const from = phase === "paused" ? Number(fragment.dataset.now) : now;
    const time = fragment.querySelector(".clock-time");
    const text = write(Math.max(0, Math.ceil(Number(fragment.dataset.ends) - from)));
    if (time.textContent !== text) time.textContent = text;
    if (fragment.dataset.clock === phase) return;
    fragment.dataset.clock = phase;
    for (const words of fragment.querySelectorAll("[data-phase]")) {
      words.hidden = words.dataset.phase !== phase;
    }
  };

  const showAll = () => fragments().forEach(show);

  // A copy out of the browser's history, or a device that slept: performance.now() may have stood
  // still, so the fragment is fetched anew.
  const refresh = () => {
    for (const fragment of fragments()) {
      const region = fragment.closest("[data-live][id]");
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
