// The hands that this phone has entered and the site has not yet, kept in the browser's database.
//
// Pages and the service worker share this file. A hand gets its key when it is entered; the site
// answers a known key as the first time, so sending too often does no harm. Hands of one table go
// in the order in which they were entered, and a refused one holds up those after it until
// somebody has looked at it.
//
// states of a hand: "waiting", "sent" (with the outcome), "refused" (with the site's text).
self.handQueue = (() => {
  "use strict";

  const NAME = "menagerie";
  const PATIENCE = 15000; // ms until a request counts as lost
  const LEASE = 20000; // ms for which a page holds the right to send, where there are no web locks
  const PAUSE = 500; // ms until a hand that did not get through is tried again, doubled each time
  const LONGEST_PAUSE = 30000; // ms between tries while the site cannot be reached
  const AT_ONCE = 4; // tables that are sent side by side
  const REMEMBERED = 12 * 60 * 60 * 1000; // ms for which a sent hand is still shown
  const AHEAD = "skips_ahead"; // an earlier hand is still missing: it may come from another phone

  const owner = Math.random().toString(36).slice(2);
  const listeners = new Set();
  const channel = "BroadcastChannel" in self ? new BroadcastChannel(NAME) : null;
  let opened = null;
  let draining = null;
  let isWanted = false;
  let failures = 0;
  let pausedUntil = 0;
  let retrying = 0;
  let reachable = null; // whether the last request was answered; null before the first

  // --------------------------------------------------------------------------------- the database

  const promised = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });

  const open = () => {
    opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => {
        const database = request.result;
        database.createObjectStore("hands", { keyPath: "key" });
        database.createObjectStore("tables", { keyPath: "table" });
        database.createObjectStore("notes", { keyPath: "name" });
      };
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const database = request.result;
        // A newer page wants another shape, or the browser closes it: open anew the next time.
        database.onversionchange = () => database.close();
        database.onclose = () => (opened = null);
        resolve(database);
      };
    }).catch((error) => {
      opened = null;
      throw error;
    });
    return opened;
  };

  // `work` gets the stores by name and must not wait for anything else than them.
  const transact = async (names, mode, work) => {
    const database = await open();
    return new Promise((resolve, reject) => {
      const options = mode === "readwrite" ? { durability: "strict" } : {};
      const transaction = database.transaction(names, mode, options);
      const stores = Object.fromEntries(names.map((name) => [name, transaction.objectStore(name)]));
      let result;
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = () => reject(transaction.error);
      Promise.resolve(work(stores)).then((value) => (result = value)).catch(reject);
    });
  };

  const byOrder = (one, other) => one.order - other.order;

  const all = async () => {
    const hands = await transact(["hands"], "readonly", ({ hands }) => promised(hands.getAll()));
    return hands.sort(byOrder);
  };

  const ofTable = async (table) => (await all()).filter((hand) => hand.table === table);

  const tell = (what = "changed") => {
    for (const listener of listeners) listener(what);
    channel?.postMessage(what);
  };

  // ----------------------------------------------------------------------------- entering, mending

  // Keep a hand; one that was refused and is entered again under its key stays in its place.
  const add = async (hand) => {
    await transact(["hands"], "readwrite", async ({ hands }) => {
      const known = await promised(hands.getAll());
      const before = known.find(({ key }) => key === hand.key);
      if (before?.state === "sent") return;
      const order = before?.order ?? 1 + Math.max(0, ...known.map(({ order }) => order));
      hands.put({ confirmed: [], ...hand, order, state: "waiting", tries: 0, at: Date.now() });
      forget(hands, known);
    });
    pausedUntil = 0;
    tell();
    await self.registration?.sync?.register(NAME).catch(() => {});
  };

  const forget = (hands, known) => {
    for (const { key, state, at } of known) {
      if (state === "sent" && Date.now() - at > REMEMBERED) hands.delete(key);
    }
  };

  const change = (key, values) =>
    transact(["hands"], "readwrite", async ({ hands }) => {
      const hand = await promised(hands.get(key));
      if (hand) hands.put({ ...hand, ...values });
      return hand;
    });

  // Send a refused hand once more, with the site's warnings confirmed if they are given.
  const retry = async (key, confirmed) => {
    const values = { state: "waiting", text: "", problems: [] };
    await change(key, confirmed ? { ...values, confirmed } : values);
    pausedUntil = 0;
    tell();
    return drain();
  };

  const discard = async (key) => {
    await transact(["hands"], "readwrite", ({ hands }) => promised(hands.delete(key)));
    tell();
  };

  const see = async (keys) => {
    for (const key of keys) await change(key, { isSeen: true });
  };

  const keepTable = (siteTable) =>
    transact(["tables"], "readwrite", ({ tables }) => promised(tables.put(siteTable)));
  const table = (pk) => transact(["tables"], "readonly", ({ tables }) => promised(tables.get(pk)));
  const tables = () =>
    transact(["tables"], "readonly", ({ tables }) => promised(tables.getAll()));
  const forgetTables = () =>
    transact(["tables"], "readwrite", ({ tables }) => promised(tables.clear()));

  // --------------------------------------------------------------------------------------- sending

  const request = async (address, options = {}) => {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), PATIENCE);
    try {
      const response = await fetch(address, {
        cache: "no-store",
        credentials: "same-origin",
        redirect: "error",
        signal: abort.signal,
        ...options,
        headers: { Accept: "application/json", ...options.headers },
      });
      const isOurs = response.headers.get("Content-Type")?.startsWith("application/json");
      const answer = isOurs ? await response.json() : null;
      reachable = Boolean(answer) || response.status === 403;
      return { status: response.status, answer };
    } catch {
      reachable = false;
      return { status: 0, answer: null };
    } finally {
      clearTimeout(timer);
    }
  };

  // The table as the site has it now; null when it cannot be reached or this phone has no right.
  const fetchTable = async (pk) => {
    const { status, answer } = await request(`/tables/${pk}/offline/`);
    if (status !== 200 || !answer) return null;
    await keepTable(answer);
    return answer;
  };

  const bodyOf = (hand) => {
    const body = new URLSearchParams(hand.fields);
    const { key, number, seating, code, seat, phone, person } = hand;
    body.set("key", key);
    body.set("number", number);
    body.set("seating", seating);
    body.set("confirmed", hand.confirmed.join(","));
    body.set("code", code ?? "");
    body.set("seat", seat ?? "");
    body.set("phone", phone ?? "");
    body.set("person", person ?? "");
    return body;
  };

  const post = async (hand) => {
    const address = `/tables/${hand.table}/send/`;
    const csrf = (await table(hand.table))?.csrf ?? "";
    const send = (token) =>
      request(address, { method: "POST", body: bodyOf(hand), headers: { "X-CSRFToken": token } });
    const first = await send(csrf);
    if (first.status !== 403) return first;
    // The token was changed by a sign-in meanwhile, or the cookie is gone: ask for a new one.
    const fresh = await fetchTable(hand.table);
    return fresh ? send(fresh.csrf) : first;
  };

  const onAnswer = async (hand, { status, answer }) => {
    if (answer?.status === "recorded") {
      const { outcome, text, version } = answer;
      // Also when it was discarded while it was on its way: it counts, and that must be seen.
      const values = { state: "sent", outcome, text, version, problems: [], at: Date.now() };
      await transact(["hands"], "readwrite", ({ hands }) =>
        promised(hands.put({ ...hand, ...values, tries: hand.tries + 1 })),
      );
      return "sent";
    }
    if (answer?.status === "refused") {
      const { code, text, problems = [], confirmed = [] } = answer;
      await change(hand.key, {
        state: "refused", refusal: code, text, problems, asked: confirmed, isSeen: false,
        tries: hand.tries + 1,
      });
      return "refused";
    }
    // Not reached, a broken answer, too many at once, a page of somebody else's network: later.
    await change(hand.key, { tries: hand.tries + 1, trouble: status });
    return "later";
  };

  // The next hands to send: by table, up to the first that was refused.
  const due = async () => {
    const found = new Map();
    for (const hand of await all()) {
      const line = found.get(hand.table) ?? { hands: [], isHeldUp: false };
      found.set(hand.table, line);
      if (hand.state === "refused" && hand.refusal !== AHEAD) line.isHeldUp = true;
      if (hand.state !== "sent" && !line.isHeldUp) line.hands.push(hand);
    }
    return [...found.values()].map(({ hands }) => hands).filter((hands) => hands.length);
  };

  const sendTable = async (hands) => {
    let count = 0;
    for (const hand of hands) {
      await renew();
      tell("sending");
      const outcome = await onAnswer(hand, await post(hand));
      if (outcome === "later") return { count, isStuck: true };
      if (outcome === "refused") return { count, isStuck: false };
      count += 1;
      tell();
    }
    return { count, isStuck: false };
  };

  const sendAll = async () => {
    for (let again = true; again; ) {
      const lines = await due();
      const outcomes = [];
      const work = async () => {
        while (lines.length) outcomes.push(await sendTable(lines.shift()));
      };
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, lines.length) }, work));
      const sent = outcomes.reduce((sum, { count }) => sum + count, 0);
      const isStuck = outcomes.some((outcome) => outcome.isStuck);
      failures = isStuck && !sent ? failures + 1 : 0;
      const pause = Math.min(PAUSE * 2 ** failures, LONGEST_PAUSE);
      pausedUntil = failures ? Date.now() + pause : 0;
      clearTimeout(retrying);
      if (isStuck) retrying = setTimeout(drain, pause);
      // More may have been entered meanwhile; a table that is stuck waits for the next time.
      again = sent > 0 && !isStuck;
    }
  };

  // ------------------------------------------------------------------------- one page sends at once

  // Web locks need HTTPS. Without them a page takes a lease, which ends by itself when it dies.
  const takeLease = () =>
    transact(["notes"], "readwrite", async ({ notes }) => {
      const lease = await promised(notes.get("sender"));
      if (lease && lease.owner !== owner && lease.until > Date.now()) return false;
      notes.put({ name: "sender", owner, until: Date.now() + LEASE });
      return true;
    });

  const renew = async () => {
    if (!self.navigator.locks) await takeLease();
  };

  const giveBack = () =>
    transact(["notes"], "readwrite", ({ notes }) => promised(notes.delete("sender")));

  const alone = async (work) => {
    if (self.navigator.locks) return self.navigator.locks.request(`${NAME}-sender`, work);
    if (!(await takeLease())) return undefined;
    try {
      return await work();
    } finally {
      await giveBack();
    }
  };

  // Send what is waiting; while that goes on, further calls ask for one more round.
  const drain = () => {
    if (draining) {
      isWanted = true;
      return draining;
    }
    draining = (async () => {
      do {
        isWanted = false;
        if ((await due()).length) await alone(sendAll);
      } while (isWanted);
    })()
      .catch(() => {})
      .finally(() => {
        draining = null;
        tell();
      });
    return draining;
  };

  const drainInTime = () => {
    if (Date.now() >= pausedUntil) return drain();
    return Promise.resolve();
  };

  if (channel) {
    channel.onmessage = ({ data }) => {
      for (const listener of listeners) listener(data);
    };
  }

  return {
    add, all, change, discard, drain, drainInTime, fetchTable, forgetTables, keepTable, ofTable,
    retry, see, table, tables,
    isReachable: () => reachable,
    isSending: () => draining !== null,
    onChange: (listener) => listeners.add(listener),
  };
})();
