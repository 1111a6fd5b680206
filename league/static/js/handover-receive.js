// Read the hands that another phone has handed over, show them as text, and send them.
(() => {
  "use strict";

  const queue = self.handQueue;
  const page = document.querySelector("[data-receive]");
  const part = (name) => document.querySelector(`[data-receive-${name}]`);

  const toBytes = (text) => {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  };

  const unpack = async (text) => {
    if (!text.startsWith("~")) return JSON.parse(new TextDecoder().decode(toBytes(text)));
    const packed = new Blob([toBytes(text.slice(1))]).stream();
    return new Response(packed.pipeThrough(new DecompressionStream("deflate-raw"))).json();
  };

  const read = async (text) => {
    const { table, code, title, hands } = await unpack(text);
    return hands.map(([key, number, seating, confirmed, seat, fields, phone]) => ({
      table, code, title, key, number, seating, confirmed, seat, fields, phone,
      label: page.dataset.handText.replace("{number}", number),
      // Somebody else has entered it: whose phone sends it is no matter.
      person: "handed over",
      isSeen: false,
    }));
  };

  const show = (name, isShown) => (part(name).hidden = !isShown);

  const ask = async (hands) => {
    const body = new URLSearchParams({ code: hands[0].code, table: hands[0].table });
    for (const { fields, number } of hands) body.append("hand", `${number}?${fields}`);
    const response = await fetch(page.dataset.lookUrl, {
      method: "POST", body, headers: { Accept: "application/json" },
    });
    return response.json();
  };

  const drawHand = ({ title, facts }) => {
    const row = page.querySelector("template").content.firstElementChild.cloneNode(true);
    row.querySelector("h3").textContent = title;
    const lines = facts.flatMap(([label, text]) => [
      Object.assign(document.createElement("dt"), { textContent: label }),
      Object.assign(document.createElement("dd"), { textContent: text }),
    ]);
    row.querySelector("dl").append(...lines);
    return row;
  };

  const look = async (hands) => {
    show("failed", false);
    try {
      const answer = await ask(hands);
      part("title").textContent = answer.title ?? hands[0].title ?? "";
      part("text").textContent = answer.text ?? "";
      show("text", Boolean(answer.text));
      part("hands").replaceChildren(...(answer.hands ?? []).map(drawHand));
      show("send", Boolean(answer.hands));
    } catch {
      show("failed", true);
    }
    show("found", true);
  };

  const begin = async () => {
    const text = location.hash.slice(1);
    if (!text) return show("nothing", true);
    // The hands and the table's code are nobody else's business: not in the history, nor on screen.
    history.replaceState(null, "", location.pathname);
    let hands;
    try {
      hands = await read(text);
    } catch {
      return show("broken", true);
    }
    part("send").addEventListener("click", async () => {
      for (const hand of hands) await queue.add(hand);
      show("send", false);
      await queue.drain();
    });
    part("again").addEventListener("click", () => look(hands));
    return look(hands);
  };

  if (!page) return;
  begin();
  window.addEventListener("hashchange", () => location.hash.length > 1 && location.reload());
})();
