/* What every page has: small comforts, the search, and the hands on this phone. Pages work without it. */
import "./queue.js";
import "./search.js";
import "./offline.js";

/* Copy: <button data-copy="#id-of-the-source" data-copied="Copied" hidden> shows itself only where copying works. */
function copySupported() {
  return Boolean(navigator.clipboard) || document.queryCommandSupported?.("copy");
}

async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Without HTTPS there is no clipboard interface; the old way still works.
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "for-screen-readers";
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy], [data-print]");
  if (button?.dataset.copy) {
    const source = document.querySelector(button.dataset.copy);
    await copyText(source.value ?? source.textContent.trim());
    const label = button.querySelector("span") ?? button;
    const before = label.textContent;
    label.textContent = button.dataset.copied ?? before;
    setTimeout(() => { label.textContent = before; }, 2000);
  } else if (button) {
    window.print();
  }
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

/* What a menu shows of somebody comes when it is opened: <a data-fill> is replaced by the list it leads to. */
document.addEventListener("toggle", async ({ target }) => {
  const link = target.open ? target.querySelector("a[data-fill]") : null;
  if (!link) return;
  link.removeAttribute("data-fill");
  const answer = await fetch(link.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (answer?.ok && !answer.redirected) link.outerHTML = await answer.text();
}, true);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

/* A form that was sent is not sent again by an impatient second tap; coming back by the history frees it. */
const sentForms = new WeakSet();

document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.target.method !== "post") return;
  if (sentForms.has(event.target)) event.preventDefault();
  sentForms.add(event.target);
});

window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const form of document.forms) sentForms.delete(form);
});

/* A table that does not fit can be reached and scrolled by keyboard; one that fits is no stop on the way. */
function markScrollers(root) {
  for (const scroller of root.querySelectorAll(".scroller")) {
    if (scroller.scrollWidth > scroller.clientWidth) scroller.tabIndex = 0;
    else scroller.removeAttribute("tabindex");
  }
}

function reveal(root) {
  if (copySupported()) for (const button of root.querySelectorAll("[data-copy]")) button.hidden = false;
  for (const button of root.querySelectorAll("[data-print]")) button.hidden = false;
  markScrollers(root);
}

reveal(document);
window.addEventListener("resize", () => markScrollers(document));
document.addEventListener("htmx:load", (event) => reveal(event.target));
