// Let this browser show notices: asks for leave, subscribes, and sends the form with what it got.
import "./site.js";

(() => {
  "use strict";

  const form = document.querySelector("[data-push]");
  const button = form.querySelector("button");
  const words = form.querySelector("[data-words]");
  const say = (text) => {
    words.textContent = text;
    words.hidden = !text;
  };

  const bytes = (text) => {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
  };

  const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  // A subscription made with another key of the site is of no use any more.
  const isOfKey = (subscription, key) => {
    const own = new Uint8Array(subscription.options.applicationServerKey ?? []);
    return own.length === key.length && own.every((byte, at) => byte === key[at]);
  };

  const subscribe = async () => {
    const key = bytes(form.dataset.push);
    const { pushManager } = await navigator.serviceWorker.ready;
    const old = await pushManager.getSubscription();
    if (old && !isOfKey(old, key)) await old.unsubscribe();
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  };

  const add = async () => {
    if ((await Notification.requestPermission()) !== "granted") return say(form.dataset.denied);
    const { endpoint, keys } = (await subscribe()).toJSON();
    for (const [name, value] of Object.entries({ endpoint, ...keys })) {
      if (form.elements[name]) form.elements[name].value = value;
    }
    form.submit();
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    event.stopPropagation();
    button.disabled = true;
    try {
      await add();
    } catch {
      say(form.dataset.failed);
    }
    button.disabled = false;
  });

  const markThisDevice = async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const subscription = await registration?.pushManager.getSubscription();
    if (!subscription) return;
    const digest = hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint)));
    const row = document.querySelector(`[data-device="${digest}"]`);
    if (!row) return;
    row.querySelector("[data-here]").hidden = false;
    button.hidden = true;
    say("");
  };

  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    say(form.dataset.missing);
  } else if (Notification.permission === "denied") {
    say(form.dataset.denied);
  } else {
    button.hidden = false;
    say("");
    void markThisDevice();
  }
})();
