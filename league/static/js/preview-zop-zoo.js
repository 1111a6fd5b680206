// The running score of a table of ZOP ZOO on the phone, for entering hands without network.
//
// It shows what a hand will be worth. The engine of the site decides (games/zop_zoo); a test
// compares the two over many random matches.
(self.handPreviews ??= {})["zop-zoo"] = (() => {
  "use strict";

  const STEP = 5;
  const HIGHEST_CARDS = 1200;
  const FURTHEST = 1_000_000;
  const LONGEST_NUMBER = 7;
  const NOBODY = "none";

  // What a side bonus is worth, by its category (ZZ-22).
  const BONUS = {
    ocean: 15, bird: 20, insect: 25, semi_aquatic: 30, horns: 35, reptile: 40, arachnid: 55,
    mythical: 65,
  };

  const range = (length) => Array.from({ length }, (_, at) => at);
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

  // The match before its first hand, from what the site says of the table.
  const begin = ({ names, options, dealer }) => ({
    seats: names.length,
    options,
    dealer,
    number: 1,
    first: dealer,
    totals: names.map(() => 0),
    places: names.map(() => 1),
  });

  const skip = (state) => ({ ...state, number: state.number + 1 });
  const isOver = ({ totals, options }) => Math.max(...totals) >= options.target;

  const setup = (state) => {
    if (isOver(state)) return null;
    const { number, dealer, first } = state;
    return { number, dealer, leader: first, teams: [], solo: null };
  };

  // ------------------------------------------------------------------------------- reading the form

  // A number as the form carries it: null while it is empty, text where it is none.
  const numberIn = (text) => {
    const plain = (text ?? "").trim().replace("−", "-");
    if (!plain) return null;
    return /^-?\d+$/.test(plain) && plain.length <= LONGEST_NUMBER ? Number(plain) : plain;
  };

  const belowZero = (minus) => (Number.isInteger(minus) ? -Math.abs(minus) || 0 : minus ?? 0);

  const winnerIn = (fields, seats) => {
    const winner = fields.get("winner") ?? "";
    if (winner === NOBODY) return null;
    return range(seats).map(String).includes(winner) ? Number(winner) : winner;
  };

  // The record that the form's fields make, as league/site_games/zop_zoo/entry.py makes it.
  const read = (fields, { seats }) => {
    const winner = winnerIn(fields, seats);
    const typed = (name, seat) => numberIn(fields.get(`${name}-${seat}`));
    if (fields.get("way") === "points") {
      return { winner, points: range(seats).map((seat) => typed("points", seat)) };
    }
    const shown = range(seats).map((seat) => {
      const cards = typed("cards", seat);
      const isNeeded = winner === null || winner === seat;
      return {
        cards: cards === null && !isNeeded ? 0 : cards,
        minus: belowZero(typed("minus", seat)),
        bonus: Object.keys(BONUS).filter((name) => fields.get(`bonus-${name}`) === String(seat)),
      };
    });
    return { winner, seats: shown };
  };

  // Whether the end of the hand is known, and all points that count because of it.
  const isComplete = ({ winner, seats, points }) =>
    winner !== "" &&
    (points ? !points.includes(null) : seats.every(({ cards }) => cards !== null));

  // -------------------------------------------------------------------------------------- judging it

  const fault = (code, field) => ({ code, field, level: "error" });

  const numberProblems = (value, field, lowest, highest) => {
    if (!Number.isInteger(value)) return [fault("not_a_number", field)];
    const found = value % STEP ? [fault("not_a_multiple", field)] : [];
    return value < lowest || value > highest ? [...found, fault("out_of_range", field)] : found;
  };

  // What is wrong with a record of the next hand.
  const check = ({ winner, seats, points }, state) => {
    const isSeat = winner === null || range(state.seats).includes(winner);
    const end = isSeat ? [] : [fault("not_a_seat", "winner")];
    if (points) {
      const found = points.map((each, at) => numberProblems(each, `points[${at}]`, -FURTHEST, FURTHEST));
      return [...end, ...found.flat()];
    }
    const found = seats.map(({ cards, minus }, at) => [
      ...numberProblems(cards, `seats[${at}].cards`, 0, HIGHEST_CARDS),
      ...numberProblems(minus, `seats[${at}].minus`, -FURTHEST, 0),
    ]);
    return [...end, ...found.flat()];
  };

  // ----------------------------------------------------------------------------------------- scoring

  // The covered and connected cards are the winner's alone, unless the pile ran out (ZZ-24, ZZ-25).
  const scores = ({ winner = null, seats: shown, points }) =>
    points ??
    shown.map(({ cards, minus, bonus }, seat) => {
      const counted = winner === null || winner === seat ? cards : 0;
      return counted + minus + sum(bonus.map((category) => BONUS[category]));
    });

  const placesOf = (totals) =>
    totals.map((total) => 1 + totals.filter((other) => other > total).length);

  // Who is dealt the first card next: the winner, else who scored most, earliest in turn (ZZ-06).
  const firstAfter = (state, winner, points) => {
    if (winner !== null) return winner;
    const turns = range(state.seats).map((turn) => (state.first + turn) % state.seats);
    return turns.reduce((best, seat) => (points[seat] > points[best] ? seat : best));
  };

  // The match after the next hand.
  const add = (state, record) => {
    const points = scores(record);
    const totals = state.totals.map((total, seat) => total + points[seat]);
    return {
      ...state,
      number: state.number + 1,
      first: firstAfter(state, record.winner ?? null, points),
      totals,
      places: placesOf(totals),
    };
  };

  const winners = (state) =>
    isOver(state) ? range(state.seats).filter((seat) => state.places[seat] === 1) : [];

  return { add, begin, check, isComplete, isOver, read, scores, setup, skip, winners };
})();
