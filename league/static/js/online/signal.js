// Tells people that it is their turn when they look elsewhere: title, icon, and as they like a sound, vibration and a
// notification. What somebody has chosen is kept in this browser.

import { h } from "./dom.js";

const STORE = "onlineSignals";
const BUZZ = 120; // ms
const TONES = [660, 880]; // Hz
const TONE = 0.12; // s

const chosen = () => {
  try {
    return JSON.parse(localStorage.getItem(STORE)) ?? {};
  } catch {
    return {};
  }
};

export class Signal {
  constructor({ screen, ui, act }) {
    Object.assign(this, { screen, ui, act });
    this.title = document.title;
    this.icon = document.querySelector("link[rel=icon]");
    this.usualIcon = this.icon?.href;
    this.on = chosen();
    this.isTurn = false;
    this.audio = null;
    this.autoPass = h("input", { type: "checkbox", role: "switch", onchange: () => this.switchAutoPass() });
    this.root = h(
      "details",
      { class: "more plain", hidden: screen.view.you === null },
      h("summary", {}, ui.text("own_settings")),
      h("label", { class: "toggle" }, ui.text("auto_pass"), this.autoPass),
      h("p", { class: "help" }, ui.text("auto_pass_means")),
      ...this.switches(),
    );
    this.update(screen.view);
  }

  switches() {
    const offers = [
      ["sound", "AudioContext" in window],
      ["vibration", "vibrate" in navigator],
      ["notification", "Notification" in window],
    ];
    return offers.filter(([, isThere]) => isThere).map(([name]) => this.toggle(name));
  }

  toggle(name) {
    const box = h("input", { type: "checkbox", role: "switch" });
    box.checked = Boolean(this.on[name]);
    box.addEventListener("change", async () => {
      if (name === "notification" && box.checked) box.checked = (await Notification.requestPermission()) === "granted";
      this.on[name] = box.checked;
      localStorage.setItem(STORE, JSON.stringify(this.on));
      if (box.checked && name !== "notification") this[name]();
    });
    return h("label", { class: "toggle" }, this.ui.text(`turn_${name}`), box);
  }

  switchAutoPass() {
    this.act(this.autoPass.checked ? "auto_pass" : "no_auto_pass");
  }

  update(view) {
    const me = view.you === null ? null : view.seats[view.you];
    if (view.own) this.autoPass.checked = view.own.auto_pass;
    const isTurn = view.phase === "playing" && Boolean(me?.is_acting) && !me.is_away && !view.own?.is_planned;
    document.title = isTurn ? `● ${this.ui.text("your_turn_title")} · ${this.title}` : this.title;
    if (this.icon) this.icon.href = isTurn ? this.screen.turn_icon : this.usualIcon;
    if (isTurn && !this.isTurn && this.wasDrawn) this.call();
    this.isTurn = isTurn;
    this.wasDrawn = true;
  }

  // Whoever looks at the table sees it; a sound is for who has asked for it.
  call() {
    if (this.on.sound) this.sound();
    if (this.on.vibration) this.vibration();
    if (this.on.notification && document.hidden) this.notification();
  }

  sound() {
    this.audio ??= new AudioContext();
    this.audio.resume();
    TONES.forEach((tone, at) => {
      const from = this.audio.currentTime + at * TONE;
      const oscillator = new OscillatorNode(this.audio, { frequency: tone });
      const gain = new GainNode(this.audio, { gain: 0.08 });
      oscillator.connect(gain).connect(this.audio.destination);
      oscillator.start(from);
      oscillator.stop(from + TONE);
    });
  }

  vibration() {
    navigator.vibrate(BUZZ);
  }

  async notification() {
    if (Notification.permission !== "granted") return;
    const registration = await navigator.serviceWorker?.getRegistration();
    const said = { body: this.title, tag: location.pathname, data: { url: location.href } };
    const title = this.ui.text("your_turn_title");
    if (registration) registration.showNotification(title, said);
    else new Notification(title, said);
  }
}
