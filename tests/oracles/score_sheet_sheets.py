"""Score sheets drawn at random, and records of hands that fit them.

A drawn sheet is of the right shape, but its numbers may be without bound, so that the engine may
refuse it for that. Nothing of `games` is imported here.
"""

import random
from typing import Any

JsonObject = dict[str, Any]
Drawn = tuple[str, int]
"""A formula and how tightly it is held together: 0 for `if`, 8 for what needs no brackets."""

REFUSALS = {"too_large", "no_row", "too_costly", "too_long", "too_deep"}
"""For what a sheet of the right shape may be refused."""


class SheetMaker:
    """Draw one sheet, remembering what its formulas can name so far."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.numbers = {"of_seat": ["total"], "of_table": ["seats", "hand"]}
        self.conditions: dict[str, list[str]] = {"of_seat": [], "of_table": []}
        self.seats: list[str] = ["dealer"]
        self.choices: dict[str, list[str]] = {}
        self.choice_columns: dict[str, list[str]] = {"of_seat": [], "of_table": []}
        self.summable: dict[str, list[str]] = {"of_seat": [], "of_table": []}
        self.has_teams = True
        self.rules = 0

    def rule(self) -> str:
        self.rules += 1
        return f"ZZ-{self.rules:02}"

    def sheet(self) -> JsonObject:
        rng = self.rng
        fewest = rng.randint(2, 8)
        players = range(fewest, min(8, fewest + rng.choice([0, 0, 1, 3])) + 1)
        sheet: JsonObject = {
            "slug": "drawn",
            "title": "Drawn",
            "players": {"fewest": players[0], "most": players[-1]},
            "parameters": [self.parameter(at) for at in range(rng.randint(0, 2))],
            "tables": {"steps": {"-1000000": -3, "0": 2, "4": 5, "9": -1}},
        }
        sheet["partners"] = self.partners(players)
        kind = sheet["partners"]["kind"]
        known_ahead = kind in ("seats", "fixed", "rotating", "places")
        columns = [self.column(at, known_ahead) for at in range(rng.randint(1, 5))]
        sheet["columns"] = columns
        for name, of in self.choices.items():
            sheet["tables"][f"by_{name}"] = {each: rng.randint(-9, 9) for each in of}
        if kind == "declared":
            self.has_teams = False
            sheet["partners"]["side"] = self.condition(1, of_seat=True)[0]
            self.has_teams = True
        sheet["values"] = [self.value(at) for at in range(rng.randint(0, 4))]
        sheet["lines"] = [self.line() for _ in range(rng.randint(1, 4))]
        sheet["checks"] = [self.check(columns) for _ in range(rng.choice([0, 0, 1, 2]))]
        sheet["dealer"] = self.dealer(columns)
        sheet["end"] = self.end(sheet["parameters"])
        if rng.random() < 0.7:
            sheet["ranking"] = [self.criterion() for _ in range(rng.randint(1, 3))]
        return sheet

    def parameter(self, at: int) -> JsonObject:
        lowest = self.rng.randint(1, 9)
        self.numbers["of_table"].append(f"p{at}")
        bounds = {"lowest": lowest, "highest": lowest + 20, "default": lowest + 5}
        return {"id": f"p{at}", "label": "P", **bounds}

    def partners(self, players: range) -> JsonObject:
        kinds = ["none", "places", "declared", "fixed", "rotating"]
        if all(number % 2 == 0 and number > 2 for number in players):
            kinds += ["seats", "seats", "seats"]
        kind = self.rng.choice(kinds)
        partners: JsonObject = {"kind": kind}
        if kind == "fixed":
            partners["teams"] = {str(number): self.teams(number) for number in players}
        if kind == "rotating":
            partners["turns"] = {
                str(number): [self.teams(number) for _ in range(self.rng.randint(1, 3))]
                for number in players
            }
        return partners

    def teams(self, number: int) -> list[list[int]]:
        seats = self.rng.sample(range(number), number)
        return [seats[at : at + 2] for at in range(0, 2 * self.rng.randint(1, number // 2), 2)]

    def column(self, at: int, known_ahead: bool) -> JsonObject:
        rng, name = self.rng, f"c{at}"
        kind = rng.choice(["number", "count", "count", "tick", "choice", "place", "seat"])
        column: JsonObject = {"id": name, "label": "C", "kind": kind}
        of = rng.choice(["seat", "seat", "table", *(["team"] if known_ahead else [])])
        if kind not in ("place", "seat"):
            column["of"] = of
        scope = "of_table" if kind == "seat" or (of == "table" and kind != "place") else "of_seat"
        if kind in ("number", "count", "place"):
            self.numbers[scope].append(name)
            self.summable[scope].append(name)
        if kind == "number":
            step = rng.choice([1, 1, 2, 5])
            column |= {"lowest": -4 * step, "highest": rng.randint(1, 6) * step, "step": step}
            if rng.random() < 0.2:
                column["default"] = step
        elif kind == "count":
            column["highest"] = rng.randint(1, 13)
        elif kind == "tick":
            self.conditions[scope].append(name)
            if rng.random() < 0.4:
                column["default"] = rng.random() < 0.5
        elif kind == "choice":
            known = ["red", "green", "blue"][: rng.randint(1, 3)]
            self.choices[name] = known
            self.choice_columns[scope].append(name)
            column["choices"] = [{"id": each, "label": each} for each in known]
        elif kind == "place":
            column["shared"] = rng.random() < 0.5
        else:
            self.seats.append(name)
            column["optional"] = rng.random() < 0.5
        return column

    def value(self, at: int) -> JsonObject:
        name, of = f"v{at}", self.rng.choice(["seat", "table"])
        if self.rng.random() < 0.7:
            text, _ = self.number(2, of_seat=of == "seat")
            self.numbers[f"of_{of}"].append(name)
            self.summable[f"of_{of}"].append(name)
        else:
            text, _ = self.condition(2, of_seat=of == "seat")
            self.conditions[f"of_{of}"].append(name)
        return {"id": name, "of": of, "is": text}

    def line(self) -> JsonObject:
        line = {"rule": self.rule(), "label": "L", "points": self.number(3, of_seat=True)[0]}
        if self.rng.random() < 0.4:
            line["when"] = self.condition(2, of_seat=True)[0]
        return line

    def check(self, columns: list[JsonObject]) -> JsonObject:
        of = self.rng.choice(["seat", "table"])
        check = {"rule": self.rule(), "label": "K", "of": of}
        check["that"] = self.condition(2, of_seat=of == "seat")[0]
        check["level"] = self.rng.choice(["warning", "warning", "error"])
        if self.rng.random() < 0.6:
            check["column"] = self.rng.choice(columns)["id"]
        return check

    def dealer(self, columns: list[JsonObject]) -> str | JsonObject:
        orders: list[str | JsonObject] = ["left", "right", "same", "first", "last"]
        seats = [column["id"] for column in columns if column["kind"] == "seat"]
        orders += [{"order": "column", "column": name} for name in seats]
        return self.rng.choice(orders)

    def end(self, parameters: list[JsonObject]) -> JsonObject:
        rng, end = self.rng, dict[str, Any]()
        names: list[int | str] = [each["id"] for each in parameters]
        for name, bound in (("hands", 6), ("rounds", 2), ("reaches", 60), ("falls_to", -60)):
            if rng.random() < 0.25:
                end[name] = rng.choice([bound, bound, *names])
        if rng.random() < 0.3:
            end["plays_on"] = True
        return end

    def criterion(self) -> JsonObject:
        summable = self.summable["of_seat"]
        by = self.rng.choice(["total", "total", "last_hand", "wins", *(["sum"] * bool(summable))])
        criterion = {"rule": self.rule(), "label": "R", "by": by}
        if self.rng.random() < 0.6:
            criterion["first"] = self.rng.choice(["highest", "lowest"])
        if by == "sum":
            criterion["value"] = self.rng.choice(summable)
        return criterion

    def held(self, drawn: Drawn, tightly: int) -> str:
        """Put brackets where they are needed, and sometimes where they are not."""
        text, tightness = drawn
        return f"({text})" if tightness < tightly or self.rng.random() < 0.1 else text

    def known(self, names: dict[str, list[str]], of_seat: bool) -> list[str]:
        return names["of_table"] + (names["of_seat"] * 2 if of_seat else [])

    def number(self, depth: int, *, of_seat: bool) -> Drawn:
        rng = self.rng
        if depth == 0 or rng.random() < 0.15:
            names = self.known(self.numbers, of_seat)
            return (rng.choice([str(rng.randint(0, 12)), *names]), 8)
        kinds = (self.sum, self.sum, self.product, self.quotient, self.if_else, self.minus)
        return rng.choice((*kinds, self.call, self.row))(depth, of_seat)

    def sum(self, depth: int, of_seat: bool) -> Drawn:
        one, other = (self.number(depth - 1, of_seat=of_seat) for _ in range(2))
        return f"{self.held(one, 5)} {self.rng.choice('+-')} {self.held(other, 6)}", 5

    def product(self, depth: int, of_seat: bool) -> Drawn:
        one = self.number(depth - 1, of_seat=of_seat)
        other = self.number(max(0, depth - 2), of_seat=of_seat)
        return f"{self.held(one, 6)}*{self.held(other, 7)}", 6

    def quotient(self, depth: int, of_seat: bool) -> Drawn:
        divisor = str(self.rng.randint(1, 7))
        if self.rng.random() < 0.3:
            divisor = f"max({divisor}, {self.number(depth - 1, of_seat=of_seat)[0]})"
        one = self.number(depth - 1, of_seat=of_seat)
        return f"{self.held(one, 6)} {self.rng.choice(['/', 'mod'])} {divisor}", 6

    def if_else(self, depth: int, of_seat: bool) -> Drawn:
        condition = self.condition(depth - 1, of_seat=of_seat)[0]
        one, other = (self.number(depth - 1, of_seat=of_seat)[0] for _ in range(2))
        return f"if {condition} then {one} else {other}", 0

    def minus(self, depth: int, of_seat: bool) -> Drawn:
        return f"-{self.held(self.number(depth - 1, of_seat=of_seat), 7)}", 7

    def row(self, depth: int, of_seat: bool) -> Drawn:
        names = self.known(self.choice_columns, of_seat)
        if names and self.rng.random() < 0.5:
            name = self.rng.choice(names)
            return f"by_{name}[{name}]", 8
        return f"steps[{self.number(depth - 1, of_seat=of_seat)[0]}]", 8

    def call(self, depth: int, of_seat: bool) -> Drawn:
        rng = self.rng
        calls = ["sum", "count", "highest", "lowest", "at", "min", "max", "abs", "before"]
        if of_seat:
            calls += ["others", "split", *(["team", "partners", "opponents"] * self.has_teams)]
        if self.has_teams:
            calls.append("teams")
        name = rng.choice(calls)
        if name in ("min", "max", "abs"):
            parts = 1 if name == "abs" else rng.randint(1, 3)
            given = [self.number(depth - 1, of_seat=of_seat)[0] for _ in range(parts)]
        elif name == "before":
            summable = self.known(self.summable, of_seat)
            if not summable:
                return "hand", 8
            given = [rng.choice(summable)]
        elif name == "count":
            given = [self.condition(depth - 1, of_seat=True)[0]]
        elif name == "at":
            given = [self.seat(of_seat), self.number(depth - 1, of_seat=True)[0]]
        elif name == "split":
            given = [self.condition(depth - 1, of_seat=True)[0]]
            given.append(self.number(depth - 1, of_seat=False)[0])
        else:
            given = [self.number(depth - 1, of_seat=True)[0]]
        return f"{name}({', '.join(given)})", 8

    def seat(self, of_seat: bool) -> str:
        return self.rng.choice([*self.seats, *(["me"] if of_seat else [])])

    def condition(self, depth: int, *, of_seat: bool) -> Drawn:
        rng = self.rng
        names = self.known(self.conditions, of_seat)
        if names and (depth <= 0 or rng.random() < 0.2):
            return rng.choice(names), 8
        if depth <= 0:
            return self.compare_seats(depth, of_seat)
        kinds = (self.compare, self.compare, self.compare_seats, self.compare_choices)
        return rng.choice((*kinds, self.both, self.both, self.denied, self.some))(depth, of_seat)

    def both(self, depth: int, of_seat: bool) -> Drawn:
        word, tightness = self.rng.choice([("and", 2), ("or", 1)])
        one, other = (self.condition(depth - 1, of_seat=of_seat) for _ in range(2))
        return f"{self.held(one, tightness)} {word} {self.held(other, tightness + 1)}", tightness

    def denied(self, depth: int, of_seat: bool) -> Drawn:
        return f"not {self.held(self.condition(depth - 1, of_seat=of_seat), 3)}", 3

    def some(self, depth: int, _of_seat: bool) -> Drawn:
        asked = self.condition(depth - 1, of_seat=True)[0]
        return f"{self.rng.choice(['any', 'all'])}({asked})", 8

    def compare_seats(self, _depth: int, of_seat: bool) -> Drawn:
        other = self.rng.choice(["nobody", self.seat(of_seat)])
        return f"{self.seat(of_seat)} {self.rng.choice(['=', '!='])} {other}", 4

    def compare_choices(self, depth: int, of_seat: bool) -> Drawn:
        columns = self.known(self.choice_columns, of_seat)
        if not columns:
            return self.compare(depth, of_seat)
        name = self.rng.choice(columns)
        choice = self.rng.choice(self.choices[name])
        return f"{name} {self.rng.choice(['=', '!='])} '{choice}'", 4

    def compare(self, depth: int, of_seat: bool) -> Drawn:
        one, other = (self.number(depth - 1, of_seat=of_seat) for _ in range(2))
        sign = self.rng.choice(["=", "!=", "<", "<=", ">", ">="])
        return f"{self.held(one, 5)}{sign}{self.held(other, 5)}", 4


def draw_record(
    sheet: JsonObject, seats: int, teams: list[list[int]], rng: random.Random
) -> JsonObject:
    """Draw a record of a hand; `teams` are those that it is to be played in."""
    record: JsonObject = {}
    sides = len(teams) + seats - sum(map(len, teams))
    for column in sheet["columns"]:
        of = column.get("of", "table" if column["kind"] == "seat" else "seat")
        if column.get("default") is not None and rng.random() < 0.4:
            continue
        if column["kind"] == "place":
            record[column["id"]] = draw_places(seats, column.get("shared", False), rng)
        elif of == "table":
            value = draw_item(column, seats, rng)
            if value is not None or rng.random() < 0.5:
                record[column["id"]] = value
        else:
            size = seats if of == "seat" else sides
            record[column["id"]] = [draw_item(column, seats, rng) for _ in range(size)]
    return record


def draw_item(column: JsonObject, seats: int, rng: random.Random) -> Any:
    if column["kind"] in ("number", "count"):
        is_number, step = column["kind"] == "number", column.get("step", 1)
        lowest = column.get("lowest", -10_000) if is_number else 0
        highest = column.get("highest", 10_000 if is_number else 1_000)
        return rng.randint(-(-lowest // step), highest // step) * step
    if column["kind"] == "tick":
        return rng.random() < 0.5
    if column["kind"] == "choice":
        return rng.choice(column["choices"])["id"]
    return None if column.get("optional") and rng.random() < 0.3 else rng.randrange(seats)


def draw_places(seats: int, shared: bool, rng: random.Random) -> list[int]:
    if not shared:
        return rng.sample(range(1, seats + 1), seats)
    strength = [rng.randint(1, 3) for _ in range(seats)]
    return [1 + sum(other > mine for other in strength) for mine in strength]
