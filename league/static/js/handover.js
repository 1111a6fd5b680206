// Show the hands that wait on this phone as QR codes, for another phone that has network.
//
// A code is the address of the hand-over page. What it carries stands after the #, which no browser
// sends to a server: only the phone that reads it sees the hands and the table's code.
import { generate } from "../vendor/lean-qr/lean-qr.js";

const LONGEST = 900; // characters in one code: it stays easy to read from a screen
const MOST_HANDS = 20; // in one code: the site tells no more of them at once

const queue = self.handQueue;
const place = document.querySelector("#handover");
const opener = document.querySelector("[data-handover-show]");
const section = document.querySelector("[data-queue]");

const toText = (bytes) => {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};

// Hands are much alike, so that many more fit into a code once they are compressed: it says so by a ~.
const pack = async (value) => {
  const plain = new TextEncoder().encode(JSON.stringify(value));
  if (!self.CompressionStream) return toText(plain);
  const stream = new Blob([plain]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return `~${toText(new Uint8Array(await new Response(stream).arrayBuffer()))}`;
};

const packed = ({ key, number, seating, confirmed, seat, fields, phone }) => [
  key, number, seating, confirmed, seat, fields, phone ?? "",
];

const addressOf = async (hands) => {
  const [{ table, code, title }] = hands;
  const content = await pack({ table, code, title, hands: hands.map(packed) });
  return `${location.origin}${place.dataset.address}#${content}`;
};

// As many hands of one table to a code as are easy to read, in the order in which they were entered.
const codesOf = async (hands) => {
  const codes = [];
  for (const table of new Set(hands.map((hand) => hand.table))) {
    let code = null;
    for (const hand of hands.filter((each) => each.table === table)) {
      const group = code ? [...code.hands, hand] : [hand];
      const address = await addressOf(group);
      if (code && (address.length > LONGEST || group.length > MOST_HANDS)) code = null;
      if (code) Object.assign(code, { hands: group, address });
      else codes.push((code = { hands: [hand], address: await addressOf([hand]) }));
    }
  }
  return codes;
};

const inText = (numbers) => {
  const [first, last] = [numbers[0], numbers.at(-1)];
  const isRow = numbers.length > 2 && last - first === numbers.length - 1;
  return isRow ? `${first}–${last}` : numbers.join(", ");
};

let shown = [];
let at = 0;

const draw = () => {
  const canvas = place.querySelector("canvas");
  const { address, hands } = shown[at];
  canvas.dataset.address = address;
  generate(address).toCanvas(canvas, { on: [0, 0, 0, 255], off: [255, 255, 255, 255] });
  const text = place.dataset.countText
    .replace("{at}", at + 1)
    .replace("{count}", shown.length)
    .replace("{hands}", inText(hands.map(({ number }) => number)));
  place.querySelector("[data-handover-count]").textContent = shown.length > 1 ? text : "";
  place.querySelector("[data-handover-each]").hidden = shown.length < 2;
  place.querySelector("[data-handover-next]").hidden = shown.length < 2;
};

const waiting = async () => {
  const only = section.dataset.table ? Number(section.dataset.table) : null;
  const hands = await queue.all();
  // Without the table's code another phone could not write there.
  return hands.filter(
    ({ table, state, code }) => state !== "sent" && code && (only === null || table === only),
  );
};

const look = async () => {
  const isAny = (await waiting()).length > 0;
  opener.hidden = !isAny;
  if (!isAny) place.hidden = true;
};

if (place && opener) {
  opener.addEventListener("click", async () => {
    shown = await codesOf(await waiting());
    at = 0;
    if (!shown.length) return;
    draw();
    place.hidden = false;
    place.scrollIntoView({ block: "nearest" });
  });
  place.querySelector("[data-handover-next]").addEventListener("click", () => {
    at = (at + 1) % shown.length;
    draw();
  });
  place.querySelector("[data-handover-hide]").addEventListener("click", () => {
    place.hidden = true;
    opener.focus();
  });
  queue.onChange(look);
  look();
}
