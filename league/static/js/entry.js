/* Enter a hand with taps that answer at once. Without this file each tap goes to the server, which does the same. */
"use strict";

const form = document.querySelector("#hand-form");

/* A key for the hand, made by this phone. crypto.randomUUID needs HTTPS, which a club's own network does not have. */
function makeKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/* The rules of tapping are those of Entry.tap in league/results/entry.py. */
function tap(tapped, seat, size) {
  if (tapped.includes(seat)) return tapped.filter((other) => other !== seat);
  if (tapped.length === size - 1) return tapped.slice(0, -1);
  return [...tapped, seat];
}

function orderOf(tapped, seats) {
  if (tapped.length < seats.length - 1) return tapped;
  return [...tapped, ...seats.filter((seat) => !tapped.includes(seat))];
}

function enhance(form) {
  const order = form.elements.finish;
  const buttons = [...form.querySelectorAll("button[name=tap]")];
  const seats = buttons.map((button) => button.value);
  const leftName = form.querySelector("[data-left-name]");
  let tapped = order.value.split(",").filter((seat) => seats.includes(seat));

  function draw() {
    const finish = orderOf(tapped, seats);
    const left = finish.length === seats.length ? finish.at(-1) : null;
    for (const button of buttons) {
      const place = finish.indexOf(button.value) + 1;
      button.setAttribute("aria-pressed", String(place > 0));
      button.querySelector(".tap-mark").textContent = place || "";
      button.querySelector("[data-left]").hidden = button.value !== left;
    }
    if (leftName) {
      const button = buttons.find((button) => button.value === left);
      leftName.textContent = button?.dataset.name ?? leftName.dataset.nobody;
    }
  }

  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=tap]");
    if (!button) return;
    event.preventDefault();
    tapped = tap(tapped, button.value, seats.length);
    order.value = tapped.join(",");
    draw();
    form.dispatchEvent(new Event("change"));
  });

  if ("fresh" in form.dataset) form.elements.key.value = makeKey();
  for (const button of form.querySelectorAll("[data-without-script]")) button.hidden = true;
  // A browser that comes back to the page may have kept the order in its hidden field.
  draw();
}

if (form) enhance(form);
