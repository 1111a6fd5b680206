// The line to the server: hears of new versions, fetches views, sends moves until they are answered.
//
// A move keeps its key however often it is sent, so that it counts once. A view that is older than
// the one on the screen is dropped.

const SILENCE = 40000; // ms without a beat (they come every 15 s): the line is dead
const POLL = 4000; // ms between looks while there is no stream
const FIRST_PAUSE = 400; // ms before a request that failed is tried again; then twice that
const LONGEST_PAUSE = 8000;

export const newKey = () => {
  // crypto.randomUUID exists only under HTTPS; a club's own network often has none.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [8, 12, 16, 20].reduceRight((text, at) => `${text.slice(0, at)}-${text.slice(at)}`, hex);
};

// Wait, but no longer than until the network is back.
const pauseFor = (ms) =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
  });

export class Line {
  constructor({ address, key, topic, view }, { onView, onRefused, onState, onGone }) {
    Object.assign(this, { address, key, topic, view, onView, onRefused, onState, onGone });
    this.wanted = view.version;
    this.isFetching = false;
    this.stream = null;
    this.heardAt = Date.now();
  }

  open() {
    this.listen();
    setInterval(() => this.watch(), POLL);
    for (const name of ["online", "pageshow"]) addEventListener(name, () => this.wakeUp());
    document.addEventListener("visibilitychange", () => document.hidden || this.wakeUp());
  }

  listen() {
    this.stream?.close();
    this.heardAt = Date.now();
    const query = new URLSearchParams({ topic: this.topic, version: this.view.version });
    this.stream = new EventSource(`/live/?${query}`);
    const heard = () => {
      this.heardAt = Date.now();
      this.onState("live");
    };
    this.stream.addEventListener("open", heard);
    this.stream.addEventListener("beat", heard);
    this.stream.addEventListener("message", (event) => {
      heard();
      this.want(JSON.parse(event.data).version);
    });
    this.stream.addEventListener("error", () => {
      this.onState(navigator.onLine ? "polling" : "offline");
    });
  }

  // Messages may be lost, and phones sleep: look now and then whether the line still lives.
  watch() {
    if (document.hidden) return;
    if (Date.now() - this.heardAt > SILENCE) this.listen();
    if (this.stream.readyState !== EventSource.OPEN) this.fetch();
  }

  wakeUp() {
    this.listen();
    this.fetch();
  }

  want(version) {
    this.wanted = Math.max(this.wanted, version);
    if (this.wanted > this.view.version) this.fetch();
  }

  async fetch() {
    if (this.isFetching) return;
    this.isFetching = true;
    try {
      do {
        const query = new URLSearchParams({ key: this.key, after: this.view.moves });
        if (this.wanted > this.view.version) query.set("version", this.wanted);
        const answer = await fetch(`${this.address}view/?${query}`);
        if (answer.status === 403 || answer.status === 404) {
          this.onGone();
          return;
        }
        if (!answer.ok) throw new Error(String(answer.status));
        this.take(await answer.json());
      } while (this.wanted > this.view.version);
    } catch {
      this.onState(navigator.onLine ? "polling" : "offline");
    } finally {
      this.isFetching = false;
    }
  }

  take(view) {
    if (view.version < this.view.version) return;
    this.wanted = Math.max(this.wanted, view.version);
    // The events were counted from the view before; of another hand all are new.
    const known = view.hand === this.view.hand ? this.view.moves : 0;
    const isNew = view.version > this.view.version || view.moves > this.view.moves;
    this.view = view;
    this.onView(view, view.events.filter((event) => isNew && event.n > known));
  }

  move(action) {
    const { hand, moves } = this.view;
    return this.post("move", { hand, moves, key: newKey(), action });
  }

  wish(wish) {
    return this.post("wish", { wish, moves: this.view.moves });
  }

  // Send until there is an answer; 4xx is one. Returns whether it was accepted.
  async post(what, body, onRefused = this.onRefused) {
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        const answer = await fetch(`${this.address}${what}/`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ seat: this.key, ...body }),
        });
        if (answer.status < 500 && answer.status !== 429) return this.answered(answer, onRefused);
      } catch {
        this.onState(navigator.onLine ? "polling" : "offline");
      }
      await pauseFor(pause);
    }
  }

  async answered(answer, onRefused) {
    const told = await answer.json();
    if (answer.status === 403) {
      this.onGone();
      return false;
    }
    if (told.view) this.take(told.view);
    if (!answer.ok) onRefused(told);
    return answer.ok;
  }
}
