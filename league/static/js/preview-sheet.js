// The running score of a table by a score sheet on the phone, for entering hands without network.
//
// The sheet comes with the table, its formulas as trees (games/score_sheet/preview.py). The engine
// of the site decides; a test compares the two over random sheets and hands.
(self.handPreviews ??= {})["score-sheet"] = (() => {
  "use strict";

  const NOBODY = -1;
  const MOST_HANDS = 1000;
  const LONGEST_NUMBER = 7;

  const range = (length) => Array.from({ length }, (_, at) => at);
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const added = (one, other) => one.map((number, at) => number + other[at]);

  // ---------------------------------------------------------------------------------------- formulas

  const OPERATIONS = {
    "+": (a, b) => a + b,
    "-": (a, b) => a - b,
    "*": (a, b) => a * b,
    "/": (a, b) => (a - (a % b)) / b,
    mod: (a, b) => a % b,
    "=": (a, b) => a === b,
    "!=": (a, b) => a !== b,
    "<": (a, b) => a < b,
    "<=": (a, b) => a <= b,
    ">": (a, b) => a > b,
    ">=": (a, b) => a >= b,
    and: (a, b) => a && b,
    or: (a, b) => a || b,
  };

  // A frame has the values of a hand by name: one for each seat, or one of the table.
  const solve = (tree, frame, seat) =>
    Array.isArray(tree) ? KINDS[tree[0]](tree.slice(1), frame, seat) : tree;

  const cell = (values, name, { sheet }, seat) =>
    sheet.names[name] === "seat" ? values[name][seat] : values[name];

  const KINDS = {
    name: ([name], frame, seat) => {
      if (name === "me") return seat;
      return name === "nobody" ? NOBODY : cell(frame.values, name, frame, seat);
    },
    text: ([text]) => text,
    minus: ([part], frame, seat) => -solve(part, frame, seat),
    not: ([part], frame, seat) => !solve(part, frame, seat),
    if: ([condition, yes, no], frame, seat) =>
      solve(solve(condition, frame, seat) ? yes : no, frame, seat),
    operation: ([sign, one, other], frame, seat) =>
      OPERATIONS[sign](solve(one, frame, seat), solve(other, frame, seat)),
    row: ([name, key], frame, seat) => {
      const [rows, at] = [frame.sheet.tables[name], solve(key, frame, seat)];
      return Array.isArray(rows) ? rows.findLast(([step]) => step <= at)[1] : rows[at];
    },
    call: ([name, ...parts], frame, seat) => CALLS[name](parts, frame, seat),
  };

  const ofAll = (part, frame) => range(frame.seats).map((seat) => solve(part, frame, seat));
  const over = (group) => ([part], frame, seat) =>
    sum(range(frame.seats).filter((other) => group(other, seat, frame)).map((other) => solve(part, frame, other)));
  const chosen = (choose) => (parts, frame, seat) =>
    choose(...parts.map((part) => solve(part, frame, seat)));

  const CALLS = {
    sum: over(() => true),
    others: over((other, seat) => other !== seat),
    team: over((other, seat, { teams }) => teams[seat].includes(other)),
    partners: over((other, seat, { teams }) => other !== seat && teams[seat].includes(other)),
    opponents: over((other, seat, { teams }) => !teams[seat].includes(other)),
    teams: over((other, _seat, { teams }) => teams[other][0] === other),
    count: ([part], frame) => ofAll(part, frame).filter(Boolean).length,
    any: ([part], frame) => ofAll(part, frame).some(Boolean),
    all: ([part], frame) => ofAll(part, frame).every(Boolean),
    highest: ([part], frame) => Math.max(...ofAll(part, frame)),
    lowest: ([part], frame) => Math.min(...ofAll(part, frame)),
    at: ([whom, part], frame, seat) => {
      const asked = solve(whom, frame, seat);
      return asked === NOBODY ? 0 : solve(part, frame, asked);
    },
    split: ([side, part], frame, seat) => {
      const isIn = ofAll(side, frame);
      const inside = isIn.filter(Boolean).length;
      return solve(part, frame, seat) * (isIn[seat] ? frame.seats - inside : -inside);
    },
    before: ([[, name]], frame, seat) => cell(frame.before, name, frame, seat),
    min: chosen(Math.min),
    max: chosen(Math.max),
    abs: chosen(Math.abs),
  };

  // ------------------------------------------------------------------------------ the match so far

  // The match before its first hand, from what the site says of the table.
  const begin = ({ names, options, dealer, rules: sheet }) => {
    const nothing = names.map(() => 0);
    const sums = sheet.before.map((name) => [name, sheet.names[name] === "seat" ? nothing : 0]);
    const standing = { totals: nothing, last: nothing, wins: nothing, sums: Object.fromEntries(sums) };
    const match = { sheet, options, seats: names.length, firstDealer: dealer, dealer };
    return { ...match, ...standing, number: 1, counted: 0, places: nothing.map(() => 1) };
  };

  const placesOf = ({ sheet, totals, last, wins, sums, seats }) => {
    const numbers = { total: totals, last_hand: last, wins };
    const keys = sheet.ranking.map(({ by, first, value }) => {
      const found = by === "sum" ? sums[value] : numbers[by];
      return first === "highest" ? found.map((number) => -number) : found;
    });
    const isAhead = (one, other) => {
      const key = keys.find((each) => each[one] !== each[other]);
      return key !== undefined && key[one] < key[other];
    };
    return range(seats).map((seat) => 1 + range(seats).filter((other) => isAhead(other, seat)).length);
  };

  // Seats, best placed first; shared places from the first dealer's left.
  const orderOf = ({ seats, places, firstDealer }) => {
    const turn = (seat) => (seat - firstDealer - 1 + seats) % seats;
    return range(seats).sort((a, b) => places[a] - places[b] || turn(a) - turn(b));
  };

  const firstsOf = ({ places }) => places.flatMap((place, seat) => (place === 1 ? [seat] : []));

  const isTied = (match) => {
    const firsts = firstsOf(match);
    const isLasting = ["seats", "fixed"].includes(match.sheet.partners.kind);
    const isSide = (side) => firsts.every((seat) => side.includes(seat));
    return firsts.length > 1 && !(isLasting && sidesOf(teamsAhead(match), match.seats).some(isSide));
  };

  const isOver = (match) => {
    const { sheet: { end }, options, seats, counted, totals } = match;
    const number = (bound) => (typeof bound === "string" ? options[bound] : bound);
    const hands = Math.min(number(end.hands) ?? Infinity, (number(end.rounds) ?? Infinity) * seats);
    const hasEnded =
      counted > 0 &&
      (counted >= hands ||
        Math.max(...totals) >= (number(end.reaches) ?? Infinity) ||
        Math.min(...totals) <= (number(end.falls_to) ?? -Infinity));
    return counted >= MOST_HANDS || (hasEnded && !(end.plays_on && isTied(match)));
  };

  const winners = (match) => (isOver(match) ? firstsOf(match) : []);

  const nextDealer = (match, named) => {
    const { order } = match.sheet.dealer;
    if (named !== NOBODY) return named;
    if (order === "first" || order === "last") return orderOf(match).at(order === "first" ? 0 : -1);
    return (match.dealer + ({ same: 0, right: match.seats - 1 }[order] ?? 1)) % match.seats;
  };

  const skip = (match) => ({ ...match, number: match.number + 1, dealer: nextDealer(match, NOBODY) });

  // --------------------------------------------------------------------------------------- partners

  const teamsAhead = (match) => {
    const { sheet: { partners }, seats, number } = match;
    if (partners.kind === "places") {
      const [order, half] = [orderOf(match), Math.floor(seats / 2)];
      return number > 1 ? range(half).map((at) => [order[at], order[seats - half + at]]) : [];
    }
    const turns = partners.turns[seats] ?? [[]];
    return turns[(number - 1) % turns.length];
  };

  // All teams, and behind them each seat that plays alone.
  const sidesOf = (teams, seats) => {
    const paired = teams.flat();
    return [...teams, ...range(seats).filter((seat) => !paired.includes(seat)).map((seat) => [seat])];
  };

  const setupOf = (match) => {
    const { sheet, seats, number, dealer } = match;
    const teams = teamsAhead(match);
    const sides = sidesOf(teams, seats);
    const alone = sides.filter(({ length }) => length === 1);
    const leader = (dealer + (sheet.dealer.order === "right" ? seats - 1 : 1)) % seats;
    const solo = teams.length && alone.length === 1 ? alone[0][0] : null;
    const recordsTeams = teams.length > 0 && areRecorded(sheet);
    // What the site draws for the teams of one hand does not fit those of the next.
    const sizes = new Set(sheet.partners.turns[seats]?.map(({ length }) => length));
    const isOwnForm = recordsTeams && (sizes.size > 1 || sheet.columns.some(({ of }) => of === "team"));
    return { number, dealer, leader, teams, solo, sides, recordsTeams, isOwnForm };
  };

  const areRecorded = ({ partners }) => ["rotating", "places"].includes(partners.kind);

  // Who deals, leads and partners whom in the next hand; null once the match is over.
  const setup = (match) => (isOver(match) ? null : setupOf(match));

  // -------------------------------------------------------------------------------- reading the form

  const numberIn = (text) => {
    const plain = text.trim().replaceAll("\u2212", "-");
    return /^-?\d+$/.test(plain) && plain.length <= LONGEST_NUMBER ? Number(plain) : plain;
  };

  const valueIn = (column, text) => {
    if (column.kind === "tick") return Boolean(text || (text === "" && column.default)) && text !== "0";
    if (!text) return null;
    return column.kind === "choice" ? text : numberIn(text);
  };

  // The record that the form's fields make, as SheetEntry in league/sheets/entry.py makes it.
  const read = (fields, { sheet, seats }) => {
    const typed = Object.fromEntries(fields);
    const said = numberIn(typed.sides ?? "");
    const sides = Number.isInteger(said) && said > 0 && said <= seats ? said : seats;
    const values = sheet.columns.map((column) => {
      const valueOf = (name) => valueIn(column, typed[name]?.trim());
      const { id, of } = column;
      if (of === "table") return [id, valueOf(`c-${id}`)];
      return [id, range(of === "team" ? sides : seats).map((at) => valueOf(`c-${id}-${at}`))];
    });
    const record = Object.fromEntries(values);
    if (areRecorded(sheet) && "team-0" in typed) {
      const teams = range(seats).map((seat) => typed[`team-${seat}`] ?? "");
      const numbers = [...new Set(teams)].filter(Boolean).sort();
      record.teams = numbers.map((team) => range(seats).filter((seat) => teams[seat] === team));
    }
    return record;
  };

  const mayBeEmpty = (column) =>
    column.default !== null || column.optional || column.kind === "tick";

  // Whether everything is there that has no default, so that there is something to preview.
  const isComplete = (record, { sheet }) =>
    sheet.columns.every((column) => mayBeEmpty(column) || ![record[column.id]].flat().includes(null));

  // ----------------------------------------------------------------------------------- judging it

  const fault = (code, field) => ({ code, field, level: "error" });

  const faultOf = (column, value, seats) => {
    const { kind, lowest, highest, step } = column;
    if ((value ?? column.default) === null) return column.optional ? null : "missing";
    if (value === null || kind === "tick") return null;
    if (kind === "choice") return Object.hasOwn(column.choices, value) ? null : "not_a_choice";
    if (kind === "seat") return range(seats).includes(value) ? null : "not_a_seat";
    if (!Number.isInteger(value)) return "not_a_number";
    const [low, high] = kind === "place" ? [1, seats] : [lowest, highest];
    if (value < low || value > high) return "out_of_range";
    return value % step ? "not_a_step" : null;
  };

  const columnProblems = (column, value, { seats }, { sides }) => {
    const { id, of, kind, shared } = column;
    if (of === "table") return [faultOf(column, value, seats)].filter(Boolean).map((code) => fault(code, id));
    if (value.length !== (of === "seat" ? seats : sides.length)) return [fault(`not_one_a_${of}`, id)];
    const codes = value.map((item) => faultOf(column, item, seats));
    const found = codes.flatMap((code, at) => (code ? [fault(code, `${id}[${at}]`)] : []));
    if (kind !== "place" || found.length) return found;
    const isRight = (place) => place === 1 + value.filter((other) => other < place).length;
    if (value.every(isRight) && (shared || new Set(value).size === seats)) return [];
    return [fault(shared ? "not_places" : "not_once_each", id)];
  };

  const asText = (teams) => teams.map((team) => String([...team].sort())).sort().join(" ");
  const sizesOf = (teams) => String(teams.map(({ length }) => length).sort());

  const teamProblems = ({ teams }, { recordsTeams, teams: expected }) => {
    if (!teams) return [];
    if (!recordsTeams) return [fault("not_counted", "teams")];
    if (sizesOf(teams) !== sizesOf(expected)) return [fault("not_teams", "teams")];
    if (asText(teams) === asText(expected)) return [];
    return [{ code: "teams_differ", field: "teams", level: "warning", id: "teams_differ" }];
  };

  const checkProblem = ({ rule, label, level, of, column, filled }, frame, seat) => {
    const data = filled.map((name) => [name, cell(frame.values, name, frame, seat)]);
    const numbers = [...data, ["sheet", frame.sheet.name]].sort(([one], [other]) => (one < other ? -1 : 1));
    const texts = data.map(([name, value]) => {
      const choices = frame.sheet.columns.find(({ id }) => id === name)?.choices;
      return [name, choices?.[value] ?? value];
    });
    const known = Object.fromEntries(texts);
    const text = label.replace(/\{([a-z][a-z0-9_]*)\}/g, (whole, name) => known[name] ?? whole);
    const field = of === "seat" && column ? `${column}[${seat}]` : column;
    return { code: "check", field, level, text, id: ["check", rule, ...numbers.map(([, value]) => value)].join("-") };
  };

  // What is wrong with a record of the next hand, and what is only unlikely.
  const check = (record, match) => {
    const hand = setup(match);
    if (!hand) return [fault("match_over", "")];
    const { sheet, seats } = match;
    const problems = [
      ...teamProblems(record, hand),
      ...sheet.columns.flatMap((column) => columnProblems(column, record[column.id], match, hand)),
    ];
    if (problems.some(({ level }) => level === "error")) return problems;
    const frame = frameOf(record, match);
    const asked = ({ of }) => (of === "seat" ? range(seats) : [NOBODY]);
    const failed = (each) => asked(each).filter((seat) => !solve(each.that, frame, seat));
    const failures = sheet.checks.flatMap((each) => failed(each).map((seat) => checkProblem(each, frame, seat)));
    return [...problems, ...failures];
  };

  // ---------------------------------------------------------------------------------------- scoring

  const valuesOf = (column, value, { seats }, sides) => {
    const whole = (item) => item ?? column.default ?? NOBODY;
    if (column.of === "table") return whole(value);
    const given = value ?? Array(seats).fill(null);
    if (column.of === "seat") return given.map(whole);
    return range(seats).map((seat) => whole(given[sides.findIndex((side) => side.includes(seat))]));
  };

  // All values of a hand; what is said of its sides is known once its columns are.
  const frameOf = (record, match) => {
    const { sheet, seats, options, dealer, number, totals, sums } = match;
    const sides = sidesOf(record.teams ?? teamsAhead(match), seats);
    const teamIn = (groups) => range(seats).map((seat) => groups.find((side) => side.includes(seat)));
    const sorted = sides.map((side) => [...side].sort((a, b) => a - b));
    const values = { ...options, seats, dealer, total: totals, hand: Math.min(number, MOST_HANDS) };
    const frame = { sheet, seats, values, before: sums, teams: teamIn(sorted) };
    for (const column of sheet.columns) {
      values[column.id] = valuesOf(column, record[column.id], match, sides);
    }
    if (sheet.side !== null) {
      const isIn = ofAll(sheet.side, frame).map(Boolean);
      frame.teams = teamIn([true, false].map((first) => range(seats).filter((seat) => isIn[seat] === first)));
    }
    for (const { id, of, is } of sheet.values) {
      values[id] = of === "table" ? solve(is, frame, NOBODY) : ofAll(is, frame);
    }
    return frame;
  };

  const scoresIn = (frame) =>
    range(frame.seats).map((seat) => {
      const holds = ({ when }) => when === null || solve(when, frame, seat);
      return sum(frame.sheet.lines.filter(holds).map(({ points }) => solve(points, frame, seat)));
    });

  const scores = (record, match) => scoresIn(frameOf(record, match));

  // The match after the next hand.
  const add = (match, record) => {
    const frame = frameOf(record, match);
    const points = scoresIn(frame);
    const { sheet, totals, wins, sums } = match;
    const isHighestBest = (sheet.ranking.find(({ by }) => by === "total")?.first ?? "highest") === "highest";
    const best = isHighestBest ? Math.max(...points) : Math.min(...points);
    const summed = Object.entries(sums).map(([name, before]) => {
      const now = frame.values[name];
      return [name, Array.isArray(before) ? added(before, now) : before + now];
    });
    const after = {
      ...match,
      number: match.number + 1,
      counted: match.counted + 1,
      totals: added(totals, points),
      last: points,
      wins: added(wins, points.map((score) => Number(score === best))),
      sums: Object.fromEntries(summed),
    };
    after.places = placesOf(after);
    const { column } = sheet.dealer;
    return { ...after, dealer: nextDealer(after, column ? frame.values[column] : NOBODY) };
  };

  return { add, begin, check, isComplete, isOver, read, scores, setup, skip, winners };
})();
