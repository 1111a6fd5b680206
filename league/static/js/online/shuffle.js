// This browser's part in shuffling: a random share, which is committed to first and opened when all have committed.
//
// It is made here and kept for this tab until after the hand, so that a reload can open it, and the page that verifies
// the deal can compare what the site shows with what this browser has seen. docs/formats.md says what is hashed.

const TAG = "menagerie-shuffle-1";
const SHARE_BYTES = 32;

const noteName = ({ table, hand, attempt }) => `shuffle:${table}:${hand}:${attempt}`;

// What this tab has noted of an attempt; null where it took no part.
export const noteOf = (place) => {
  try {
    return JSON.parse(sessionStorage.getItem(noteName(place)));
  } catch {
    return null; // the browser lets the page store nothing
  }
};

const keepNote = (place, note) => {
  try {
    sessionStorage.setItem(noteName(place), JSON.stringify(note));
  } catch {
    // It is in memory until the page is left.
  }
};

const hexadecimal = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const randomShare = () => hexadecimal(crypto.getRandomValues(new Uint8Array(SHARE_BYTES)));

// The SHA-256 of an ASCII text. Browsers offer it to secure pages only, so a club's own network has it from a library.
const sha256 = async (text, library) => {
  if (!crypto.subtle) return (await import(library)).sha256(text);
  return hexadecimal(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
};

export class Shuffle {
  constructor({ line, library }) {
    this.line = line;
    this.library = library;
    this.notes = new Map();
    this.sent = new Set(); // what is on its way or was answered: asked once a page
    this.isAnnounced = false;
  }

  // Do what the table asks of this seat's browser, if anything.
  update({ you, seats, phase, shuffle }) {
    if (you === null || phase === "over") return;
    if (shuffle?.is_closed) this.open(shuffle, you);
    else if (shuffle) this.commit(shuffle, you).catch(() => {}); // without network; the next view asks again
    if (seats[you].adds_share) this.isAnnounced = false;
    else if (!this.isAnnounced && !shuffle) {
      this.isAnnounced = true;
      this.send({});
    }
  }

  async commit(shuffle, seat) {
    const isDone = shuffle.shares.some((each) => each.seat === seat);
    if (isDone || shuffle.barred.includes(seat)) return;
    const note = this.note(shuffle) ?? { seat, site: shuffle.commitment, share: randomShare() };
    // A share is for one commitment of the site: for another one there is another share.
    if (note.site !== shuffle.commitment || note.seat !== seat) return;
    this.keep(shuffle, note);
    const { table, hand, attempt } = shuffle;
    const said = `${TAG}:seat:${table}:${hand}:${attempt}:${seat}:${note.site}:${note.share}`;
    note.commitment = await sha256(said, this.library);
    this.keep(shuffle, note);
    this.sendOnce("commitment", note.commitment, shuffle);
  }

  // Only this seat's own commitment is opened, and only once no other can be made after it.
  open(shuffle, seat) {
    const note = this.note(shuffle);
    const own = shuffle.shares.find((each) => each.seat === seat);
    if (!note || own?.commitment !== note.commitment || note.site !== shuffle.commitment) return;
    note.all ??= shuffle.shares.map((each) => ({ seat: each.seat, commitment: each.commitment }));
    this.keep(shuffle, note);
    if (!own.is_open) this.sendOnce("share", note.share, shuffle);
  }

  note(place) {
    return this.notes.get(noteName(place)) ?? noteOf(place);
  }

  keep(place, note) {
    this.notes.set(noteName(place), note);
    keepNote(place, note);
  }

  sendOnce(what, value, { hand, attempt }) {
    if (this.sent.has(value)) return;
    this.sent.add(value);
    this.send({ hand, attempt, [what]: value });
  }

  // What is refused needs nobody's attention: another tab of this seat was first, or it came too late.
  send(body) {
    this.line.post("share", { ...body, moves: this.line.view.moves }, () => {});
  }
}
