/* Passkeys: show what this browser can do, and say in words when it did not work. */
"use strict";

const hasPasskeys = Boolean(window.PublicKeyCredential);
for (const part of document.querySelectorAll("[data-passkey]")) part.hidden = !hasPasskeys;
for (const part of document.querySelectorAll("[data-no-passkey]")) part.hidden = hasPasskeys;

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  const refused = document.querySelector("[data-passkey-refused]");
  if (refused) refused.hidden = false;
});
