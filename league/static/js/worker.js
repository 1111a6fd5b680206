// The service worker: pages of a table open without network, hands are sent when it is back.
//
// It keeps only pages that the site has marked (league/core/offline.py) and the files they are
// made of. The network always comes first; what is kept is shown when it fails or takes too long.
"use strict";

importScripts("/static/js/queue.js");

const PAGES = "pages"; // forgotten when somebody signs out
const FILES = "files";
const MARK = "X-Keep-Offline";
const PATIENCE = 4000; // ms until a kept page is shown in place of one that does not come
const OFFLINE = "/offline/";
const SIGN_OUT = "/accounts/logout/";
const STATIC = "/static/";

const isOwn = (url) => url.origin === location.origin;

const keep = async (cacheName, request, response) => {
  const mayKeep = cacheName === FILES || response.headers.has(MARK);
  if (response.ok && !response.redirected && mayKeep) {
    const cache = await caches.open(cacheName);
    await cache.put(request, response.clone());
  }
};

const kept = async (cacheName, request) => {
  const cache = await caches.open(cacheName);
  return cache.match(request, { ignoreSearch: true, ignoreVary: true });
};

const after = (pause) => new Promise((resolve) => setTimeout(resolve, pause));

const fetchAndKeep = async (cacheName, request) => {
  const response = await fetch(request);
  await keep(cacheName, request, response);
  return response;
};

// From the network; what is kept when that fails, or has not answered in time.
const answer = async (cacheName, request) => {
  const fetching = fetchAndKeep(cacheName, request);
  const failed = fetching.then(() => null, (error) => error);
  const first = await Promise.race([fetching.catch(() => null), after(PATIENCE)]);
  if (first) return first;
  const old = await kept(cacheName, request);
  if (old) return old;
  const error = await failed;
  if (!error) return fetching;
  const offline = request.mode === "navigate" ? await kept(PAGES, OFFLINE) : null;
  if (offline) return offline;
  throw error;
};

const signOut = async (request) => {
  await caches.delete(PAGES);
  await self.handQueue.forgetTables();
  return fetch(request);
};

// Fetch what a page asks to keep, but what cannot be had now.
const keepAll = (addresses) =>
  Promise.allSettled(
    addresses.map((address) => {
      const url = new URL(address, location.origin);
      if (!isOwn(url)) return null;
      const cacheName = url.pathname.startsWith(STATIC) ? FILES : PAGES;
      return fetchAndKeep(cacheName, new Request(url, { credentials: "same-origin" }));
    }),
  );

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (!isOwn(url)) return;
  if (request.method === "POST" && url.pathname === SIGN_OUT) {
    event.respondWith(signOut(request));
  } else if (request.method === "GET" && url.pathname.startsWith(STATIC)) {
    event.respondWith(answer(FILES, request));
  } else if (request.method === "GET" && request.mode === "navigate") {
    event.respondWith(answer(PAGES, request));
  }
});

self.addEventListener("message", (event) => {
  if (event.data.keep) event.waitUntil(keepAll(event.data.keep));
  if (event.data.forget) event.waitUntil(caches.delete(PAGES));
});

// A notice: what the site has encrypted for this browser (league/notifications/channels/push.py).
self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  const options = { body, tag, data: { url }, icon: "/static/img/app-192.png" };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(new URL(event.notification.data.url)));
});

async function openPage(url) {
  const pages = await self.clients.matchAll({ type: "window" });
  const open = pages.find((page) => page.url === url.href);
  // What the site calls itself may not be the name it was opened under.
  return open ? open.focus() : self.clients.openWindow(url.pathname + url.search);
}

// The push service gave this browser another address: the site learns it from who knew the old one.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(tellNewAddress(event)));

async function tellNewAddress({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return;
  const { options, endpoint: before } = oldSubscription;
  const fresh = newSubscription ?? (await self.registration.pushManager.subscribe(options));
  const { endpoint, keys } = fresh.toJSON();
  await fetch("/devices/changed/", { method: "POST", body: new URLSearchParams({ before, endpoint, ...keys }) });
}

// Background sync, where the browser has it: the app need not be open.
self.addEventListener("sync", (event) => event.waitUntil(sync(event)));

async function sync(event) {
  await self.handQueue.drain();
  const hands = await self.handQueue.all();
  // Failing makes the browser try again later.
  if (!event.lastChance && hands.some(({ state }) => state === "waiting")) {
    throw new Error("There are hands left to send.");
  }
}
