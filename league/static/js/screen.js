// Turns the scenes of a big screen (templates/displays/projector.html): all of them are on the page, one
// is seen. A scene that does not fit takes several pages; how many, the screen's own size decides.
// live.js fetches all scenes anew when something has happened; here the turn goes on where it was.
import "./live.js";

(() => {
  "use strict";

  const TICK = 250; // ms
  const LOST = 20000; // ms without a word from the server until the screen says so
  const IDLE = 3000; // ms after which the mouse and the tools vanish
  const SCALES = [1.6, 1.45, 1.3, 1.2, 1.1, 1.05]; // by which letters grow where there is room
  const CUT = 1.4; // how much higher than its box a name is that lost a line: letters stand out a little
  const SHIFTS = 4; // places that the picture moves between

  const { body, documentElement: html } = document;
  const tools = document.querySelector(".screen-tools");
  const paused = document.querySelector(".screen-paused");
  const lost = document.querySelector(".screen-lost");

  let name = ""; // of the scene that is seen
  let page = 0;
  let since = performance.now(); // when it came
  let isPaused = false;
  let wasUrgent = false;
  let turns = 0;
  let heardAt = Date.now();
  let round = "";

  const screen = () => document.querySelector("#screen");
  const scenes = () => [...screen().querySelectorAll(".scene")];
  const sceneOf = (wanted) => scenes().find(({ dataset }) => dataset.name === wanted);
  const secondsOf = (scene) => Number(scene.dataset.seconds);
  const inTurn = () => scenes().filter((scene) => secondsOf(scene) > 0);
  const isUrgent = () => ["last", "over"].includes(screen().querySelector("[data-clock]")?.dataset.clock);

  // ------------------------------------------------------------------------------- pages of a scene

  const showItems = (items, from, to) => items.forEach((item, at) => (item.hidden = at < from || at >= to));

  const fits = (scene) => {
    const stage = scene.closest(".screen-stage");
    return scene.offsetTop - stage.offsetTop + scene.offsetHeight <= stage.clientHeight + 1;
  };

  const cutNames = (scene) =>
    [...scene.querySelectorAll(".screen-name")].filter((each) => each.scrollHeight > each.clientHeight * CUT).length;

  const everyPage = (items, size, test) =>
    Array.from({ length: Math.ceil(items.length / size) }).every((_, at) => {
      showItems(items, at * size, (at + 1) * size);
      return test();
    });

  // Returns how many items a page takes: as few pages as there can be, filled alike, and then in
  // letters as large as they can be.
  const sizeOfPage = (scene, items) => {
    const list = items[0].parentElement;
    const enlarge = (scale) => list.style.setProperty("--scale", scale);
    enlarge(1);
    let size = items.length;
    for (let pages = 1; size > 1 && !everyPage(items, size, () => fits(scene)); ) {
      pages += 1;
      size = Math.ceil(items.length / pages);
    }
    // Where the page scrolls, letters stay as they are.
    if (!getComputedStyle(screen()).getPropertyValue("--pages")) return size;
    const cut = []; // names on each page, as letters of the usual size cut them
    everyPage(items, size, () => cut.push(cutNames(scene)));
    const isGood = (scale) => {
      enlarge(scale);
      let at = 0;
      return everyPage(items, size, () => fits(scene) && cutNames(scene) <= cut[at++]);
    };
    enlarge(SCALES.find(isGood) ?? 1);
    return size;
  };

  const layOut = (scene) => {
    const items = [...(scene.querySelector("[data-pages]")?.children ?? [])];
    const size = items.length ? sizeOfPage(scene, items) : 1;
    const pages = Math.max(1, Math.ceil(items.length / size));
    page = Math.min(page < 0 ? pages - 1 : page, pages - 1);
    showItems(items, page * size, (page + 1) * size);
    scene.dataset.last = pages - 1;
    const mark = screen().querySelector(".screen-page");
    mark.hidden = pages === 1;
    mark.textContent = `${page + 1}/${pages}`;
  };

  // ---------------------------------------------------------------------------------------- the turn

  const draw = () => {
    const scene = sceneOf(name);
    screen().dataset.scene = name;
    for (const each of scenes()) each.hidden = each !== scene;
    for (const dot of document.querySelectorAll("[data-dot]")) dot.classList.toggle("now", dot.dataset.dot === name);
    layOut(scene);
  };

  const turnTo = (wanted, wantedPage = 0) => {
    name = wanted;
    page = wantedPage;
    since = performance.now();
    turns += 1;
    body.dataset.turning = "";
    body.dataset.shift = turns % SHIFTS;
    draw();
  };

  const neighbour = (step) => {
    const turn = inTurn();
    const at = turn.findIndex(({ dataset }) => dataset.name === name);
    const next = at < 0 ? 0 : (at + step + turn.length) % turn.length;
    return turn[next]?.dataset.name ?? name;
  };

  const forward = () => {
    const last = Number(sceneOf(name).dataset.last);
    if (page < last) turnTo(name, page + 1);
    else turnTo(neighbour(1));
  };

  const back = () => {
    if (page > 0) turnTo(name, page - 1);
    else turnTo(neighbour(-1), -1);
  };

  const pause = () => {
    isPaused = !isPaused;
    since = performance.now();
    paused.hidden = !isPaused;
    tools.querySelector("[data-screen=pause]").setAttribute("aria-pressed", String(isPaused));
  };

  // When the last hand is called, and when time is up, the clock takes the screen, and comes back
  // after whatever somebody has looked at meanwhile.
  const turn = () => {
    const urgent = isUrgent() && Boolean(sceneOf("clock"));
    if (urgent && !wasUrgent) turnTo("clock");
    wasUrgent = urgent;
    if (isPaused) return;
    const seconds = secondsOf(sceneOf(name)) || 15;
    if (performance.now() - since < seconds * 1000) return;
    const isLastPage = page >= Number(sceneOf(name).dataset.last);
    if (!urgent || !isLastPage) forward();
    else if (name !== "clock") turnTo("clock");
  };

  // A new copy of all scenes: the turn stays where it is. Another round begins from its first scene.
  const onSwap = () => {
    if (!screen()) return;
    delete body.dataset.turning;
    if (screen().dataset.round !== round || !sceneOf(name)) {
      round = screen().dataset.round;
      name = inTurn()[0]?.dataset.name ?? scenes()[0].dataset.name;
      page = 0;
      since = performance.now();
    }
    draw();
  };

  // ------------------------------------------------------------------------------------- the network

  const timeOf = (moment) => {
    const shape = { hour: "2-digit", minute: "2-digit", timeZone: lost.dataset.zone };
    return new Intl.DateTimeFormat(html.lang, shape).format(moment);
  };

  const listen = () => {
    if (html.dataset.connection === "live") heardAt = Date.now();
    const isLost = Date.now() - heardAt > LOST;
    if (isLost && lost.hidden) {
      lost.querySelector("span").textContent = lost.dataset.words.replace("{time}", timeOf(heardAt));
    }
    if (lost.hidden === isLost) lost.hidden = !isLost;
  };

  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.successful) heardAt = Date.now();
  });

  // --------------------------------------------------------------------------- keys, tools, the lamp

  const toggleFull = () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else html.requestFullscreen?.().catch(() => {});
  };

  const acts = { back, next: forward, pause, full: toggleFull };
  const keys = {
    " ": pause,
    ArrowRight: forward,
    PageDown: forward,
    ArrowLeft: back,
    PageUp: back,
    f: toggleFull,
    F: toggleFull,
  };

  document.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.altKey || event.metaKey) return;
    // Space presses the button that has the focus.
    if (event.key === " " && event.target.closest("a, button")) return;
    event.preventDefault();
    act();
  });

  tools.addEventListener("click", (event) => {
    const button = event.target.closest("[data-screen]");
    if (button) acts[button.dataset.screen]();
  });

  let idle = 0;
  document.addEventListener("pointermove", () => {
    body.dataset.pointer = "";
    clearTimeout(idle);
    idle = setTimeout(() => delete body.dataset.pointer, IDLE);
  });

  // The display does not go to sleep, where the browser can see to that.
  const keepAwake = () => {
    if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
  };

  // ----------------------------------------------------------------------------------------- beginning

  body.dataset.running = "";
  for (const button of tools.querySelectorAll("[data-screen]")) {
    button.hidden = button.dataset.screen === "full" && !html.requestFullscreen;
  }
  round = screen().dataset.round;
  name = screen().dataset.scene;
  page = Number(new URLSearchParams(location.search).get("at")?.split("-")[1] ?? 1) - 1 || 0;
  draw();
  document.addEventListener("htmx:afterSwap", onSwap);
  document.addEventListener("visibilitychange", keepAwake);
  window.addEventListener("resize", draw);
  window.addEventListener("load", draw);
  setInterval(() => {
    turn();
    listen();
  }, TICK);
  keepAwake();
})();
