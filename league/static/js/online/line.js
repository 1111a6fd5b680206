// The line to the server: hears of new versions, fetches views, sends moves until they are answered.
//
// A move keeps its key however often it is sent, so that it counts once. A view that is older than
// the one on the screen is dropped.

const SILENCE = 40000; // ms without a beat (they come every 15 s): the line is dead
const POLL = 4000; // ms between looks while there is no stream
const FIRST_PAUSE = 400; // ms before a request that failed is tried again; then twice that
const LONGEST_PAUSE = 8000;
const MARGIN = 50; // ms after a time the server gives in milliseconds

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
  constructor({ address, key, topic, view }, { onView, onRefused, onState, onReach, onGone }) {
    Object.assign(this, { address, key, topic, view, onView, onRefused, onState, onReach, onGone });
    this.wanted = view.version;
    this.isFetching = false;
    this.hasFailed = false;
    this.isGone = false; // the seat, or the table: there is nothing more to ask
    this.stream = null;
    this.heardAt = Date.now();
    this.timer = null; // until who watches later may see more
    this.others = []; // tokens of further topics that the stream tells of, without views
    this.onOther = () => {};
  }

  open() {
    this.listen();
    this.lookAgain();
    setInterval(() => this.watch(), POLL);
    for (const name of ["online", "pageshow"]) addEventListener(name, () => this.wakeUp());
    addEventListener("offline", () => this.lose());
    document.addEventListener("visibilitychange", () => document.hidden || this.wakeUp());
  }

  // Hear of further topics, too: `onOther(topic, version)`.
  follow(others, onOther) {
    Object.assign(this, { others, onOther });
  }

  get isOpen() {
    return this.stream?.readyState === EventSource.OPEN;
  }

  listen() {
    if (this.isGone) return;
    this.stream?.close();
    this.heardAt = Date.now();
    const query = new URLSearchParams({ topic: this.topic, version: this.view.version });
    for (const topic of this.others) {
      query.append("topic", topic);
      query.append("version", 0);
    }
    this.stream = new EventSource(`/live/?${query}`);
    const noteBeat = () => {
      this.heardAt = Date.now();
      this.onState("live");
    };
    this.stream.addEventListener("open", noteBeat);
    this.stream.addEventListener("beat", noteBeat);
    this.stream.addEventListener("message", (event) => {
      noteBeat();
      const { topic, version } = JSON.parse(event.data);
      if (this.topic.startsWith(`${topic}:`)) this.want(version);
      else this.onOther(topic, version);
    });
    this.stream.addEventListener("error", () => {
      this.onState(navigator.onLine ? "polling" : "offline");
    });
  }

  // Messages may be lost, and phones sleep: look now and then whether the line still lives.
  watch() {
    if (document.hidden || this.isGone) return;
    if (Date.now() - this.heardAt > SILENCE) this.listen();
    if (this.hasFailed || this.stream.readyState !== EventSource.OPEN) this.fetch();
  }

  // A request has failed, or the device says that it has no network.
  lose() {
    this.onState(navigator.onLine ? "polling" : "offline");
    this.onReach(false);
  }

  wakeUp() {
    this.listen();
    this.fetch();
  }

  want(version) {
    this.wanted = Math.max(this.wanted, version);
    if (this.wanted > this.view.version) this.fetch();
  }

  // Fetch what is newest, or (`since`) what there is of a version that is known or a later one.
  async fetch(since = 0) {
    if (this.isFetching || this.isGone) return;
    this.isFetching = true;
    try {
      do {
        const query = new URLSearchParams({ after: this.view.moves });
        const version = this.wanted > this.view.version ? this.wanted : since;
        if (version) query.set("version", version);
        // Addresses are written down on the way, headers are not.
        const headers = this.key ? { "X-Seat-Key": this.key } : {};
        const answer = await fetch(`${this.address}view/?${query}`, { headers });
        if (answer.status === 403 || answer.status === 404) return this.goAway(await answer.json().catch(() => null));
        if (!answer.ok) throw new Error(String(answer.status));
        this.take(await answer.json());
        this.hasFailed = false;
        this.onReach(true);
      } while (this.wanted > this.view.version);
    } catch {
      // The stream may be well, and says nothing twice.
      this.hasFailed = true;
      this.lose();
    } finally {
      this.isFetching = false;
    }
  }

  // Ask for nothing more; the answer says who has the seat now, if there still is a table.
  goAway(answer) {
    this.isGone = true;
    this.stream?.close();
    clearTimeout(this.timer);
    this.onGone(answer?.text);
  }

  take(view) {
    if (view.version < this.view.version) return;
    this.wanted = Math.max(this.wanted, view.version);
    // The events were counted from the view before; of another hand all are new.
    const known = view.hand === this.view.hand ? this.view.moves : 0;
    const isNew = view.version > this.view.version || view.moves > this.view.moves;
    this.view = view;
    this.lookAgain();
    this.onView(view, view.events.filter((event) => isNew && event.n > known));
  }

  // Who watches later sees more of the same version as time goes by.
  lookAgain() {
    clearTimeout(this.timer);
    const { more_at: moment, now } = this.view;
    if (!moment) return;
    const wait = Math.max(0, Date.parse(moment) - Date.parse(now)) + MARGIN;
    this.timer = setTimeout(() => this.fetch(this.view.version), wait);
  }

  move(action) {
    const { hand, moves, undone } = this.view;
    return this.post("move", { hand, moves, undone, key: newKey(), action });
  }

  premove(action) {
    const { hand, moves } = this.view;
    return this.post("premove", { hand, moves, action });
  }

  act(action) {
    return this.post("action", { action, moves: this.view.moves });
  }

  // Send until there is an answer; 4xx is one. Returns whether it was accepted.
  async post(what, body, onRefused = this.onRefused) {
    for (let pause = FIRST_PAUSE; !this.isGone; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        const answer = await fetch(`${this.address}${what}/`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ seat: this.key, ...body }),
        });
        if (answer.status < 500 && answer.status !== 429) return this.answered(answer, onRefused);
      } catch {
        this.lose();
      }
      await pauseFor(pause);
    }
    return false;
  }

  async answered(answer, onRefused) {
    const reply = await answer.json();
    this.onReach(true);
    if (answer.status === 403) {
      this.goAway(reply);
      return false;
    }
    if (reply.view) this.take(reply.view);
    if (!answer.ok) onRefused(reply);
    return answer.ok;
  }
}
