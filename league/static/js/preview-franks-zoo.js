// The running score of a table of Frank's Zoo on the phone, for entering hands without network.
//
// It shows what a hand will be worth and who plays with whom after it. The engine of the site
// decides (games/franks_zoo); a test compares the two over many random matches.
(self.handPreviews ??= {})["franks-zoo"] = (() => {
  "use strict";

  const SMALL_GAME = 3; // seats
  const SOLO_BONUS = 4;
  const FEWEST_LIONS = 2;
  const HEDGEHOGS = { small: 3, full: 5 };
  const LIONS = { small: 4, full: 5 };

  const range = (length) => Array.from({ length }, (_, at) => at);
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const deckOf = (state) => (state.seats === SMALL_GAME ? "small" : "full");

  // The match before its first hand, from what the site says of the table.
  const begin = ({ names, options, dealer }) => ({
    seats: names.length,
    options,
    firstDealer: dealer,
    number: 1,
    totals: names.map(() => 0),
    places: names.map(() => 1),
  });

  const skip = (state) => ({ ...state, number: state.number + 1 });

  const isOver = ({ seats, totals, options }) =>
    totals.filter((total) => total >= options.target).length >= (seats === SMALL_GAME ? 1 : 2);

  // Seats, best placed first; shared places from the first dealer's left.
  const orderOf = ({ seats, places, firstDealer }) => {
    const turn = (seat) => (seat - firstDealer - 1 + seats) % seats;
    return range(seats).sort((a, b) => places[a] - places[b] || turn(a) - turn(b));
  };

  const pair = (order) => {
    const half = Math.floor(order.length / 2);
    const odd = order.length % 2;
    const teams = range(half).map((at) => [order[at], order[half + odd + at]]);
    return { teams, solo: odd ? order[half] : null };
  };

  // Who deals, leads and partners whom in the next hand; null once the match is over.
  const setup = (state) => {
    if (isOver(state)) return null;
    const { seats, number, options, firstDealer } = state;
    const order = orderOf(state);
    const countsTeams = seats !== SMALL_GAME && options.mode === "partners" && number > 1;
    return {
      number,
      dealer: number === 1 ? firstDealer : order[0],
      leader: number === 1 ? (firstDealer + 1) % seats : order[seats - 1],
      ...(countsTeams ? pair(order) : { teams: [], solo: null }),
      countsTeams,
      countsCards: seats === SMALL_GAME || countsTeams,
    };
  };

  // ------------------------------------------------------------------------------- reading the form

  const numberIn = (text) => (/^\s*-?\d{1,6}\s*$/.test(text ?? "0") ? Number(text ?? 0) : text);

  const teamsIn = (fields, seats) => {
    const only = (role) => {
      const found = range(seats).filter((seat) => fields.get(`role-${seat}`) === role);
      return found.length === 1 ? found[0] : null;
    };
    const half = range(Math.floor(seats / 2));
    const teams = half.map((at) => [only(`${at}-senior`), only(`${at}-junior`)]);
    return seats % 2 ? { teams, solo: only("solo") } : { teams };
  };

  // The record that the form's fields make, as Entry in league/results/entry.py makes it.
  const read = (fields, { seats }) => {
    const every = range(seats);
    const known = every.map(String);
    const tapped = [...new Set((fields.get("finish") ?? "").split(","))]
      .filter((seat) => known.includes(seat))
      .map(Number);
    const isComplete = tapped.length >= seats - 1;
    const rest = every.filter((seat) => !tapped.includes(seat));
    const record = { finish: isComplete ? [...tapped, ...rest] : tapped };
    if (fields.has("role-0")) Object.assign(record, teamsIn(fields, seats));
    if (fields.has("lions_in_hand")) {
      record.lions_taken = every.map((seat) => numberIn(fields.get(`lions-${seat}`)));
      record.lions_in_hand = numberIn(fields.get("lions_in_hand"));
      record.hedgehog = every.map((seat) => fields.has(`hedgehog-${seat}`));
    }
    return record;
  };

  // Whether the order is known, so that there is something to preview.
  const isComplete = (record, { seats }) => record.finish.length === seats;

  // -------------------------------------------------------------------------------------- judging it

  const isCount = (value) => Number.isInteger(value) && value >= 0;
  const asText = (teams) => teams.map(String).sort().join(" ");

  const fault = (code, field) => ({ code, field, level: "error" });

  const teamProblems = ({ teams, solo }, state) => {
    const { teams: expected, countsTeams } = setup(state);
    if (!countsTeams) return [];
    const everybody = [...(teams ?? []).flat(), ...(state.seats % 2 ? [solo] : [])];
    const isWhole = everybody.length === state.seats && !everybody.includes(null);
    if (!isWhole || new Set(everybody).size !== state.seats) return [fault("not_teams", "teams")];
    if (asText(teams) === asText(expected)) return [];
    return [{ code: "teams_differ", field: "teams", level: "warning", id: "teams_differ" }];
  };

  const cardProblems = (record, state) => {
    if (!setup(state).countsCards) return [];
    const deck = deckOf(state);
    const { lions_taken: taken = [], lions_in_hand: held, hedgehog = [] } = record;
    const problems = [];
    if (taken.length !== state.seats || !taken.every(isCount)) {
      problems.push(fault("not_counts", "lions_taken"));
    } else if (!isCount(held)) {
      problems.push(fault("not_a_count", "lions_in_hand"));
    } else if (sum(taken) + held > LIONS[deck]) {
      problems.push(fault("too_many_lions", "lions_taken"));
    } else if (state.options.final_trick === "owner" && sum(taken) + held < LIONS[deck]) {
      const id = `lions_missing-${LIONS[deck] - sum(taken) - held}`;
      problems.push({ code: "lions_missing", field: "lions_taken", level: "warning", id });
    }
    if (hedgehog.filter(Boolean).length > HEDGEHOGS[deck]) {
      problems.push(fault("too_many_hedgehogs", "hedgehog"));
    }
    return problems;
  };

  // What is wrong with a record of the next hand, and what is only unlikely.
  const check = (record, state) => {
    const isOrder = isComplete(record, state) && new Set(record.finish).size === state.seats;
    const order = isOrder ? [] : [fault("not_a_permutation", "finish")];
    return [...order, ...cardProblems(record, state), ...teamProblems(record, state)];
  };

  // ----------------------------------------------------------------------------------------- scoring

  const scores = (record, { seats }) => {
    const { finish, teams = [], solo = null, lions_taken: taken, hedgehog } = record;
    const worth = range(seats).map((seat) => {
      const place = finish.indexOf(seat) + 1;
      return place === seats ? 0 : seats + 1 - place;
    });
    const points = [...worth];
    for (const [one, other] of teams) {
      points[one] += worth[other];
      points[other] += worth[one];
    }
    if (solo !== null) points[solo] += SOLO_BONUS;
    if (!taken) return points;
    const last = finish[seats - 1];
    return points.map((score, seat) => {
      const lions = taken[seat] >= FEWEST_LIONS ? taken[seat] : 0;
      const held = seat === last ? record.lions_in_hand ?? 0 : 0;
      return score + lions - held - (hedgehog[seat] ? 0 : 1);
    });
  };

  // The match after the next hand. Equal totals go to who was placed worse before it, or, before
  // any hand has counted, to who finished later in it.
  const add = (state, record) => {
    const points = scores(record, state);
    const totals = state.totals.map((total, seat) => total + points[seat]);
    const { finish } = record;
    const { places } = state;
    const order = [...finish].sort(
      (a, b) =>
        totals[b] - totals[a] || places[b] - places[a] || finish.indexOf(b) - finish.indexOf(a),
    );
    const after = state.places.map((_, seat) => order.indexOf(seat) + 1);
    return { ...state, number: state.number + 1, totals, places: after };
  };

  const winners = (state) => (isOver(state) ? [state.places.indexOf(1)] : []);

  return { add, begin, check, isComplete, isOver, read, scores, setup, skip, winners };
})();
