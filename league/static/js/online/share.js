// Where the device can share an address with other apps, offer it. The piece around the button is drawn anew.

import "../live.js";

const reveal = (root) => {
  if (!navigator.share) return;
  for (const button of root.querySelectorAll("[data-share]")) button.hidden = false;
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-share]");
  if (!button) return;
  // Whoever changes their mind and shares nothing has done nothing wrong.
  navigator.share({ title: button.dataset.shareTitle, url: button.dataset.share }).catch(() => {});
});
document.addEventListener("htmx:load", (event) => reveal(event.target));
reveal(document);
