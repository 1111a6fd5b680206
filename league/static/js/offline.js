// The hands on this phone: shows what waits, was sent and was refused, and sends it when it can.
//
// Every page loads this. Nothing wakes a page up reliably when the network is back, so it tries on
// loading, on `online`, on becoming visible, and every few seconds while something waits.
(() => {
  "use strict";

  const LOOK = 5000; // ms between tries while something waits
  const QUIET = 100; // ms between two drawings
  const READER = "menagerie-reader";
  // The refusals that entering it differently can mend.
  const MENDABLE = ["invalid_record", "unconfirmed", "seating_changed"];

  const queue = self.handQueue;
  const { person = "" } = document.body.dataset;
  const section = document.querySelector("[data-queue]");
  const note = document.querySelector("[data-waiting-note]");
  const only = section?.dataset.table ? Number(section.dataset.table) : null;
  const signs = new WeakMap(); // row -> what it shows
  const shownAtOnce = new Set(); // sent hands stay on the page on which they were first seen
  const areAllShown = section !== null && only === null;

  // -------------------------------------------------------------------------------- a hand as a row

  const isListed = (hand) => {
    if (only !== null && hand.table !== only) return false;
    if (hand.state === "refused" && hand.key === keyInForm()) return false;
    if (hand.state !== "sent" || areAllShown) return true;
    // Who enters the next hand hears of the one before only if there is something to do.
    if (keyInForm()) return !hand.isSeen && hand.outcome === "differed";
    return !hand.isSeen || shownAtOnce.has(hand.key);
  };

  // A refused hand that is being mended in the form of this page.
  const keyInForm = () => document.querySelector("#hand-form [name=key]")?.value;

  const show = (element, isShown) => (element.hidden = !isShown);

  const badgeOf = (hand, isHeldUp) => {
    const { waiting, sending, sent, refused, held } = section.dataset;
    if (hand.state === "sent") return [sent, hand.outcome === "differed" ? "disputed" : "open"];
    if (hand.state === "refused") return [refused, "refused"];
    if (isHeldUp) return [held, "waiting"];
    return queue.isSending() ? [sending, "info"] : [waiting, "waiting"];
  };

  const fill = (row, hand, isHeldUp) => {
    const part = (name) => row.querySelector(`[data-${name}]`);
    part("label").textContent = hand.label;
    part("title").textContent = hand.title ?? "";
    const [badge, kind] = badgeOf(hand, isHeldUp);
    part("badge").textContent = badge;
    part("badge").className = `badge ${kind}`;
    part("text").textContent = hand.text ?? "";
    show(part("text"), Boolean(hand.text));
    const problems = (hand.problems ?? []).map(({ text }) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    });
    part("problems").replaceChildren(...problems);
    show(part("problems"), problems.length > 0);
    fillActions(row, hand);
  };

  // The hand that somebody is about to discard; a row that is drawn anew meanwhile still asks.
  let toDiscard = null;

  const askToDiscard = (button) => (button.querySelector("span").textContent = section.dataset.sure);

  const fillActions = (row, hand) => {
    const action = (name) => row.querySelector(`[data-do=${name}]`);
    const isRefused = hand.state === "refused";
    const isAsked = hand.refusal === "unconfirmed";
    show(action("mend"), isRefused && MENDABLE.includes(hand.refusal));
    show(action("anyway"), isRefused && isAsked);
    show(action("again"), isRefused && !MENDABLE.includes(hand.refusal));
    show(action("discard"), hand.state !== "sent");
    if (toDiscard === hand.key) askToDiscard(action("discard"));
    show(action("look"), hand.table !== only && (isRefused || hand.outcome === "differed"));
    action("look").href = `/tables/${hand.table}/`;
    row.dataset.key = hand.key;
  };

  const rowOf = (hand, isHeldUp) => {
    const old = section.querySelector(`li[data-key="${hand.key}"]`);
    const sign = JSON.stringify([hand, isHeldUp, queue.isSending()]);
    if (old && signs.get(old) === sign) return old;
    const row = section.querySelector("template").content.firstElementChild.cloneNode(true);
    fill(row, hand, isHeldUp);
    signs.set(row, sign);
    return row;
  };

  const drawRows = (hands) => {
    const refusedAt = new Map();
    const rows = [];
    for (const hand of hands) {
      const isHeldUp = refusedAt.has(hand.table);
      if (hand.state === "refused") refusedAt.set(hand.table, hand);
      if (isListed(hand)) rows.push(rowOf(hand, isHeldUp));
    }
    const list = section.querySelector(".rows");
    const isSame = list.children.length === rows.length && rows.every((row, at) => row === list.children[at]);
    if (!isSame) list.replaceChildren(...rows);
    show(section, rows.length > 0);
    const open = hands.filter((hand) => hand.state !== "sent" && isListed(hand));
    for (const part of section.querySelectorAll("[data-when-open]")) show(part, open.length > 0);
  };

  // Changes come in bursts: one drawing at a time, and one more for all that came meanwhile.
  let drawing = null;
  let isStale = false;

  const draw = () => {
    isStale = true;
    drawing ??= (async () => {
      while (isStale) {
        isStale = false;
        await drawOnce();
        await new Promise((resolve) => setTimeout(resolve, QUIET));
      }
    })().finally(() => (drawing = null));
    return drawing;
  };

  const drawOnce = async () => {
    const hands = await queue.all();
    const open = hands.filter(({ state }) => state !== "sent");
    if (note && !section) {
      show(note, open.length > 0);
      note.querySelector("[data-count]").textContent = open.length;
    }
    if (!section) return;
    drawRows(hands);
    if (keyInForm()) return;
    const fresh = hands.filter((hand) => hand.state === "sent" && !hand.isSeen && isListed(hand));
    const unseen = fresh.filter(({ key }) => !shownAtOnce.has(key)).map(({ key }) => key);
    for (const key of unseen) shownAtOnce.add(key);
    if (unseen.length) await queue.see(unseen);
  };

  // --------------------------------------------------------------------------- what a row's buttons do

  // The site shows the form again as it was sent, with its errors at the fields.
  const mend = async (hand) => {
    const siteTable = await queue.fetchTable(hand.table);
    if (!siteTable) {
      const trouble = section.querySelector("[data-trouble]");
      trouble.textContent = section.dataset.unreached;
      show(trouble, true);
      return;
    }
    const form = document.createElement("form");
    form.method = "post";
    form.action = `/tables/${hand.table}/enter/`;
    const fields = new URLSearchParams(hand.fields);
    fields.set("key", hand.key);
    fields.set("number", hand.number);
    fields.set("seating", hand.seating);
    fields.set("send", "1");
    fields.set("csrfmiddlewaretoken", siteTable.csrf);
    for (const [name, value] of fields) {
      const input = document.createElement("input");
      Object.assign(input, { type: "hidden", name, value });
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  };

  const act = async (name, hand) => {
    if (name === "mend") await mend(hand);
    if (name === "again") await queue.retry(hand.key);
    if (name === "anyway") await queue.retry(hand.key, hand.asked);
    if (name === "discard") {
      if (toDiscard === hand.key) await queue.discard(hand.key);
      toDiscard = hand.key;
      // The row may have been drawn anew since the tap.
      const button = section.querySelector(`li[data-key="${hand.key}"] [data-do=discard]`);
      if (button) askToDiscard(button);
    }
  };

  section?.addEventListener("click", async (event) => {
    if (event.target.closest("[data-queue-send]")) await queue.drain();
    const button = event.target.closest("button[data-do]");
    if (!button) return;
    const { key } = button.closest("li").dataset;
    const hand = (await queue.all()).find((each) => each.key === key);
    if (hand) await act(button.dataset.do, hand);
  });

  // ------------------------------------------------------------------------------- tables on this phone

  const drawTables = async () => {
    const place = document.querySelector("#stored-tables");
    const tables = await queue.tables();
    if (!place || !tables.length) return;
    const rows = tables.map(({ table, title, names }) => {
      const row = place.querySelector("template").content.firstElementChild.cloneNode(true);
      row.querySelector("a").href = `/tables/${table}/`;
      row.querySelector("a").textContent = title;
      row.querySelector("small").textContent = names.join(", ");
      return row;
    });
    place.querySelector("ul").replaceChildren(...rows);
    place.hidden = false;
  };

  // ---------------------------------------------------------------------------------------- keeping pages

  const tell = async (message) => (await navigator.serviceWorker?.ready)?.active?.postMessage(message);

  const files = () =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => name.startsWith(`${location.origin}/static/`));

  // What one person has opened is not shown to the next one on the same phone, nor in a language
  // that is read no more.
  const reader = `${person} ${document.documentElement.lang}`;

  const forgetOthers = async () => {
    if (localStorage.getItem(READER) === reader) return;
    await self.caches?.delete("pages");
    await queue.forgetTables();
    localStorage.setItem(READER, reader);
  };

  const keepPages = async () => {
    const pages = ["/offline/", "/handover/"];
    for (const { dataset } of document.querySelectorAll("[data-keep]")) pages.push(...dataset.keep.split(" "));
    await tell({ keep: [...pages, ...files()] });
  };

  const begin = async () => {
    await forgetOthers();
    navigator.serviceWorker?.register("/worker.js").catch(() => {});
    if (document.readyState !== "complete") {
      await new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
    }
    keepPages();
    drawTables();
    draw();
    queue.drain();
  };

  queue.onChange(draw);
  window.addEventListener("online", () => queue.drain());
  window.addEventListener("pageshow", (event) => event.persisted && draw());
  document.addEventListener("visibilitychange", () => document.hidden || queue.drain());
  setInterval(() => queue.drainInTime(), LOOK);
  begin().catch(() => {});
})();
