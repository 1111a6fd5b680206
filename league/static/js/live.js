// Keeps every [data-live] element of the page up to date (league/core/templatetags/live.py).
//
// One stream tells which version each topic has reached; an element with an older version fetches
// itself through htmx, unless its copy for visitors came with the news. Nothing is lost when a
// message, a fetch or the whole line fails: the wish stays in `reached` until the element on the
// page has that version. Without a stream the elements are fetched every few seconds instead.
// <html data-connection> says live, polling or offline.
import "./site.js";
import "./clock.js";

(() => {
  "use strict";

  const COALESCE = 60; // ms: messages that come together are one fetch; htmx has settled, too
  const JITTER = 200; // ms, or data-spread of an element: a full room does not fetch in the same instant
  const LONGEST_PAUSE = 10000; // ms between tries of a fetch that fails
  const REST = 5; // times as long as the last answer took: a busy site is asked less often …
  const LONGEST_REST = 15000; // … but not much less, ms
  const SILENCE = 40000; // ms without a beat (they come every 15 s): the line is dead
  const OPENING = 6000; // ms until a stream that does not open counts as missing
  const POLL = 5000; // ms between polls, up to twice that
  const REOPEN = 30000; // ms between tries to stream again while polling
  const GIVEN_UP = 20000; // ms after which a fetch that never answered may be made again

  const root = document.documentElement;
  const reached = new Map(); // topic -> newest version heard of
  const loads = new Map(); // element id -> what is known of its fetches, see loadOf
  let stream = null;
  let followed = ""; // the tokens that the stream was opened for
  let openedAt = 0;
  let heardAt = 0;
  let polledAt = 0;
  let openDetails = []; // ids in the fragment that is being swapped
  let typed = []; // fields of that fragment that were changed after it was asked for
  let left = null; // which fragment had the focus, and how to find what had it there

  const regions = () => [...document.querySelectorAll("[data-live][id]")];
  const regionOf = (id) => document.querySelector(`#${CSS.escape(id)}[data-live]`);
  const versionOf = (region) => Number(region.dataset.version);
  const isStale = (region) => versionOf(region) < (reached.get(region.dataset.topic) ?? -1);
  const spreadOf = (region) => Number(region.dataset.spread ?? JITTER);
  const isStreaming = () => stream?.readyState === EventSource.OPEN;
  const show = (state) => {
    if (root.dataset.connection !== state) root.dataset.connection = state;
  };

  // --------------------------------------------------------------------------- fetching a fragment

  const loadOf = (id) => {
    if (!loads.has(id)) {
      loads.set(id, { timer: 0, busySince: 0, failures: 0, before: 0, restsUntil: 0 });
    }
    return loads.get(id);
  };

  // Somebody types there: what they have written must not be swapped away.
  const isInUse = (region) => {
    const kept = document.activeElement?.closest("[data-live-keep]");
    return Boolean(kept) && region.contains(kept);
  };

  const fetchSoon = (id, delay, isWanted) => {
    const load = loadOf(id);
    if (load.timer || Date.now() - load.busySince < GIVEN_UP) return;
    load.timer = setTimeout(() => {
      load.timer = 0;
      const region = regionOf(id);
      if (!region || !isWanted(region) || isInUse(region)) return;
      load.busySince = Date.now();
      load.before = versionOf(region);
      window.htmx.trigger(region, "live");
    }, delay);
  };

  const fetchLater = (id) => {
    const load = loadOf(id);
    load.failures += 1;
    const pause = Math.min(500 * 2 ** load.failures, LONGEST_PAUSE);
    fetchSoon(id, pause + Math.random() * JITTER, isStale);
  };

  const fetchStale = () => {
    for (const region of regions()) {
      const rest = Math.max(0, loadOf(region.id).restsUntil - Date.now());
      if (isStale(region)) fetchSoon(region.id, rest + COALESCE + Math.random() * spreadOf(region), isStale);
    }
  };

  // The region whose fetch an event of htmx is about, if it is one of ours. (The event's own element
  // may be a parent, once the region has been swapped away.)
  const regionFetched = ({ requestConfig }) =>
    requestConfig?.triggeringEvent?.type === "live" ? requestConfig.elt : null;

  // What an element does, or else its text, and the how many'th of those it is, say which one it is
  // in the new copy of its fragment. Returns what finds it there.
  const finderOf = (element, fragment) => {
    const marks = ["href", "name", "value"].filter((mark) => element.hasAttribute(mark));
    const tests = marks.map((mark) => `[${mark}="${CSS.escape(element.getAttribute(mark))}"]`);
    const selector = element.localName + tests.join("");
    const text = tests.length ? null : element.textContent;
    const alike = (within) =>
      [...within.querySelectorAll(selector)].filter((each) => !text || each.textContent === text);
    const at = alike(fragment).indexOf(element);
    return (within) => alike(within)[at];
  };

  // The fields of a fragment that were filled differently after their form was sent: the answer knows
  // nothing of that.
  const isTicked = ({ type }) => ["checkbox", "radio"].includes(type);
  const typedSince = ({ target, requestConfig }) => {
    const form = requestConfig?.verb === "post" && requestConfig.elt.closest("form");
    if (!form) return [];
    const sent = requestConfig.formData;
    const fields = target.querySelectorAll(":is(input:not([type=hidden]), select, textarea)[name]");
    return [...fields].filter((field) => {
      if (field.form !== form) return false;
      if (isTicked(field)) return field.checked !== sent.getAll(field.name).includes(field.value);
      return sent.get(field.name) !== field.value;
    });
  };

  const typeAgain = (field) => {
    const mark = isTicked(field) ? `[value="${CSS.escape(field.value)}"]` : "";
    const fresh = document.querySelector(`[name="${CSS.escape(field.name)}"]${mark}`);
    if (!fresh) return;
    if (isTicked(field)) fresh.checked = field.checked;
    else fresh.value = field.value;
    fresh.dispatchEvent(new Event("change", { bubbles: true }));
  };

  // A finger is on it, or a form in it is being answered: what was pressed must still be there.
  const isPressed = (region) => region.matches(":active") || Boolean(region.querySelector(".htmx-request"));

  const remember = (target) => {
    const { activeElement } = document;
    left = target.contains(activeElement)
      ? { id: target.id, find: finderOf(activeElement, target) }
      : null;
  };

  const opened = (region) => [...region.querySelectorAll("details[id][open]")].map(({ id }) => id);

  // A redirect, say to the sign-in page, is not the fragment that was asked for.
  const onBeforeSwap = ({ detail }) => {
    remember(detail.target);
    typed = typedSince(detail);
    const region = regionFetched(detail);
    if (!region) return;
    const asked = new URL(detail.pathInfo.requestPath, location.href);
    const came = new URL(detail.xhr.responseURL || asked, location.href);
    if (came.pathname !== asked.pathname) {
      detail.shouldSwap = false;
      region.removeAttribute("data-live");
    }
    if (isPressed(region)) detail.shouldSwap = false;
    openDetails = opened(region);
  };

  // What somebody has opened to read stays open in the new copy of the fragment, and who goes by
  // keyboard goes on from there, or, where that is gone, from what has come in its place. (htmx
  // gives the focus back to what has an id.)
  const onAfterSwap = () => {
    for (const id of openDetails) document.getElementById(id)?.setAttribute("open", "");
    openDetails = [];
    typed.forEach(typeAgain);
    typed = [];
    if (left && document.activeElement === document.body) {
      const fragment = left.id && document.querySelector(`#${CSS.escape(left.id)}:not([hidden])`);
      const came = (fragment && left.find(fragment)) ?? left.find(document.body);
      const next = came || fragment?.querySelector("a[href], button") || document.querySelector("main");
      next.focus({ preventScroll: Boolean(came) });
    }
    left = null;
  };

  const onAnswer = ({ detail }) => {
    const fetched = regionFetched(detail);
    if (!fetched) return;
    const { id } = fetched;
    const { status } = detail.xhr;
    const load = loadOf(id);
    const now = Date.now();
    load.restsUntil = now + Math.min(REST * (now - load.busySince), LONGEST_REST);
    if (detail.successful) {
      if (!isStreaming()) show("polling");
      // Once htmx has settled: more may have happened since, or an old copy may have come.
      setTimeout(() => {
        load.busySince = 0;
        const region = regionOf(id);
        if (region && isStale(region) && versionOf(region) <= load.before) {
          fetchLater(id);
        } else {
          load.failures = 0;
          fetchStale();
        }
      }, COALESCE);
      return;
    }
    load.busySince = 0;
    if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
      // Gone, or no longer ours to see: it stays as it is.
      fetched.removeAttribute("data-live");
    } else {
      if (status === 0) show("offline");
      fetchLater(id);
    }
  };

  // ----------------------------------------------------------------------- fragments with the news

  const inflate = (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  };

  // What cannot be swapped now is fetched later, like any stale fragment.
  const onFragment = async ({ data }) => {
    const { id, version, gzip } = JSON.parse(data);
    const html = await inflate(gzip);
    const region = regionOf(id);
    if (!region || versionOf(region) >= version || isInUse(region) || isPressed(region)) return;
    if (Date.now() - loadOf(id).busySince < GIVEN_UP) return;
    remember(region);
    openDetails = opened(region);
    window.htmx.swap(region, html, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 20 });
  };

  // ------------------------------------------------------------------------------------ the stream

  // Those of visitors' pages, as what a person sees may be theirs, and those that are the same for all.
  const fragments = () => {
    if (!("DecompressionStream" in window)) return [];
    const isVisitors = "cached" in document.body.dataset;
    const ours = regions().filter(({ dataset }) => isVisitors || "public" in dataset);
    return [...new Set(ours.map(({ dataset }) => dataset.fragment))].filter(Boolean).sort();
  };

  const tokens = () => {
    const topics = [...new Set(regions().map(({ dataset }) => dataset.live))].sort();
    return [...topics, ...fragments()].join(" ");
  };

  const address = () => {
    const known = new Map();
    for (const region of regions()) {
      const { live, topic } = region.dataset;
      known.set(live, Math.max(versionOf(region), reached.get(topic) ?? -1));
    }
    const query = new URLSearchParams();
    for (const [token, version] of known) {
      query.append("topic", token);
      query.append("version", String(version));
    }
    for (const token of fragments()) query.append("fragment", token);
    return `/live/?${query}`;
  };

  const close = () => {
    stream?.close();
    stream = null;
    followed = "";
  };

  const open = () => {
    close();
    followed = tokens();
    if (!followed || document.hidden) return;
    openedAt = heardAt = Date.now();
    stream = new EventSource(address());
    stream.addEventListener("open", () => {
      heardAt = Date.now();
      show("live");
      fetchStale();
    });
    stream.addEventListener("beat", () => {
      heardAt = Date.now();
    });
    stream.addEventListener("fragment", onFragment);
    stream.addEventListener("message", (event) => {
      heardAt = Date.now();
      const { topic, version } = JSON.parse(event.data);
      reached.set(topic, Math.max(version, reached.get(topic) ?? -1));
      fetchStale();
    });
    stream.addEventListener("error", () => show(navigator.onLine ? "polling" : "offline"));
  };

  // After a swap the page may show other topics.
  const follow = () => {
    if (!document.hidden && tokens() !== followed) open();
  };

  // Back from sleep, another page or a lost network: opening tells what was said meanwhile.
  const wakeUp = () => {
    for (const load of loads.values()) {
      clearTimeout(load.timer);
      Object.assign(load, { timer: 0, failures: 0 });
    }
    open();
    fetchStale();
  };

  // --------------------------------------------------------------------------------- looking after

  const poll = (now) => {
    if (now - polledAt < POLL) return;
    polledAt = now + Math.random() * POLL;
    for (const { id } of regions()) fetchSoon(id, Math.random() * JITTER, () => true);
  };

  const look = () => {
    if (document.hidden || !followed) return;
    const now = Date.now();
    if (isStreaming()) {
      if (now - heardAt > SILENCE) open();
      fetchStale();
    } else if (now - openedAt > REOPEN) {
      open();
    } else if (stream?.readyState === EventSource.CLOSED || now - openedAt > OPENING) {
      poll(now);
    }
  };

  document.addEventListener("htmx:beforeSwap", onBeforeSwap);
  document.addEventListener("htmx:afterSwap", onAfterSwap);
  document.addEventListener("htmx:afterRequest", onAnswer);
  document.addEventListener("htmx:afterSettle", follow);
  document.addEventListener("focusout", () => setTimeout(fetchStale, COALESCE));
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : wakeUp()));
  window.addEventListener("online", wakeUp);
  window.addEventListener("offline", () => show("offline"));
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (event) => event.persisted && wakeUp());
  setInterval(look, 1000);
  open();
})();
