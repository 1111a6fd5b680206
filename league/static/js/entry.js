/* Enter a hand with taps that answer at once. Without scripts the form's fields do all of it.

   What a game adds is in entry-<game>.js, which is loaded first and says so in `entryForms`. */
import "./live.js";

/* A key for the hand, made by this phone. crypto.randomUUID needs HTTPS, which a club's own network does not have. */
function makeKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/* Parts that this table has opened stay open from hand to hand; a private window may keep nothing. */
function rememberOpened(form) {
  for (const part of form.querySelectorAll("details[data-remember]")) {
    const name = `opened-${form.dataset.table}-${part.id}`;
    try {
      if (localStorage.getItem(name)) part.open = true;
      part.addEventListener("toggle", () => {
        if (part.open) localStorage.setItem(name, "yes");
        else localStorage.removeItem(name);
      });
    } catch {
      return;
    }
  }
}

/* What has changed by a script counts as changed by hand: the preview follows. */
function tellChange(form) {
  form.dispatchEvent(new Event("change"));
}

/* What was refused may be wrong far below the screen, and what is asked above it: the focus goes there, so that it is read out. */
function leadToFault(form) {
  const refused = document.querySelector(".notice.error[role=alert]");
  const fault = refused && form.querySelector('[aria-invalid="true"], .errorlist');
  const target = fault ?? form.querySelector(".notice.warn[role=alert]") ?? refused;
  target?.scrollIntoView({ block: "center" });
  target?.focus({ preventScroll: true });
}

function enhance(form) {
  if ("fresh" in form.dataset) form.elements.key.value = makeKey();
  for (const part of form.querySelectorAll("[data-without-script]")) part.hidden = true;
  rememberOpened(form);
  self.entryForms?.[form.dataset.game]?.(form);
  leadToFault(form);
}

Object.assign(self, { enhance, tellChange });
for (const form of document.querySelectorAll("#hand-form")) enhance(form);
