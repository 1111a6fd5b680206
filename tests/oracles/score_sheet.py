"""Score hands by a score sheet, naively: written from docs/score-sheets.md alone.

Nothing of `games` is imported here. A sheet is its JSON, known to be without fault, and so is a
record but for the sheet's own checks; nobody is None.
"""

from typing import Any

from tests.oracles.score_sheet_formulas import Hand, all_sides

JsonObject = dict[str, Any]

LIMIT = 1_000


class Match:
    """A match by a sheet, told hand after hand."""

    def __init__(self, sheet: JsonObject, chosen: JsonObject, seats: int, dealer: int) -> None:
        self.sheet = sheet
        self.seats = seats
        self.first_dealer = self.dealer = dealer
        self.number = 1
        self.hands: list[Hand] = []
        self.scores: list[list[int]] = []
        self.chosen = {
            each["id"]: chosen.get(each["id"], each["default"])
            for each in sheet.get("parameters", [])
        }

    def totals(self) -> list[int]:
        return [sum(scores[seat] for scores in self.scores) for seat in range(self.seats)]

    def ranking(self) -> list[JsonObject]:
        ranking: list[JsonObject] = self.sheet.get("ranking", [{"rule": "SH-05", "by": "total"}])
        return ranking

    def number_by(self, criterion: JsonObject, seat: int) -> int:
        """What a seat has by a criterion, so that less is better."""
        less_is_better = criterion.get("first", "highest") == "lowest"
        total_first = [each for each in self.ranking() if each["by"] == "total"]
        fewest_win = bool(total_first) and total_first[0].get("first") == "lowest"
        if criterion["by"] == "total":
            number = self.totals()[seat]
        elif criterion["by"] == "last_hand":
            number = self.scores[-1][seat] if self.scores else 0
        elif criterion["by"] == "wins":
            best = min if fewest_win else max
            number = sum(scores[seat] == best(scores) for scores in self.scores)
        else:
            number = sum(hand.of_seat[criterion["value"]][seat] for hand in self.hands)
        return number if less_is_better else -number

    def keys(self) -> list[list[int]]:
        return [
            [self.number_by(criterion, seat) for criterion in self.ranking()]
            for seat in range(self.seats)
        ]

    def places(self) -> list[int]:
        keys = self.keys()
        return [1 + sum(other < key for other in keys) for key in keys]

    def reasons(self) -> list[tuple[str, int | None, list[int]]]:
        """For each seat what rule set it before whom, and with whom it shares its place."""
        keys, places = self.keys(), self.places()
        found: list[tuple[str, int | None, list[int]]] = []
        for seat in range(self.seats):
            sharing = [s for s in range(self.seats) if s != seat and places[s] == places[seat]]
            worse = [place for place in places if place > places[seat]]
            if not worse:
                found.append((str(self.ranking()[0]["rule"]), None, sharing))
                continue
            below = places.index(min(worse))
            at = [one == other for one, other in zip(keys[seat], keys[below], strict=True)]
            found.append((str(self.ranking()[at.index(False)]["rule"]), below, sharing))
        return found

    def order(self) -> list[int]:
        places = self.places()
        left = [(self.first_dealer + 1 + step) % self.seats for step in range(self.seats)]
        return sorted(left, key=lambda seat: places[seat])

    def bound(self, name: str) -> int | None:
        value = self.sheet.get("end", {}).get(name)
        number: int | None = self.chosen[value] if isinstance(value, str) else value
        return number

    def is_over(self) -> bool:
        counted = len(self.scores)
        if counted == 0 or counted >= LIMIT:
            return counted >= LIMIT
        hands, rounds = self.bound("hands"), self.bound("rounds")
        reaches, falls_to = self.bound("reaches"), self.bound("falls_to")
        ended = (
            (hands is not None and counted >= hands)
            or (rounds is not None and counted >= rounds * self.seats)
            or (reaches is not None and max(self.totals()) >= reaches)
            or (falls_to is not None and min(self.totals()) <= falls_to)
        )
        if ended and self.sheet.get("end", {}).get("plays_on"):
            firsts = {seat for seat, place in enumerate(self.places()) if place == 1}
            lasting = self.sheet.get("partners", {}).get("kind") in ("seats", "fixed")
            together = [set(team) for team in self.teams()] if lasting else []
            return len(firsts) == 1 or any(firsts <= team for team in together)
        return ended

    def teams(self) -> list[list[int]]:
        """The teams of the next hand, as far as they are known."""
        partners, seats = self.sheet.get("partners", {"kind": "none"}), self.seats
        if partners["kind"] == "seats":
            teams = seats // partners.get("size", 2)
            return [[seat for seat in range(seats) if seat % teams == at] for at in range(teams)]
        if partners["kind"] == "fixed":
            return [list(team) for team in partners["teams"][str(seats)]]
        if partners["kind"] == "rotating":
            turns = partners["turns"][str(seats)]
            return [list(team) for team in turns[(self.number - 1) % len(turns)]]
        if partners["kind"] == "places" and self.number > 1:
            order, half = self.order(), seats // 2
            return [[order[at], order[at + seats - half]] for at in range(half)]
        return []

    def next(self) -> JsonObject | None:
        if self.is_over():
            return None
        step = -1 if self.order_of_deal() == "right" else 1
        teams = self.teams()
        alone = [side[0] for side in all_sides(teams, self.seats) if len(side) == 1]
        return {
            "number": self.number,
            "dealer": self.dealer,
            "leader": (self.dealer + step) % self.seats,
            "teams": teams or None,
            "solo": alone[0] if teams and len(alone) == 1 else None,
        }

    def order_of_deal(self) -> str:
        dealer = self.sheet.get("dealer", "left")
        return str(dealer if isinstance(dealer, str) else dealer["order"])

    def void(self) -> None:
        self.number += 1
        self.deal_on(None)

    def hand_of(self, record: JsonObject) -> Hand:
        """Fill in a record and all values that follow from it."""
        teams = [list(team) for team in record.get("teams") or self.teams()]
        hand = Hand(self.seats, teams)
        hand.tables = self.sheet.get("tables", {})
        hand.earlier = list(self.hands)
        hand.of_table = {**self.chosen, "seats": self.seats, "hand": min(self.number, LIMIT)}
        hand.of_table["dealer"] = self.dealer
        hand.of_seat["total"] = self.totals()
        sides = all_sides(teams, self.seats)
        for column in self.sheet["columns"]:
            self.fill(hand, column, record.get(column["id"]), sides)
        partners = self.sheet.get("partners", {"kind": "none"})
        if partners["kind"] == "declared":
            said = [hand.ask(partners["side"], seat) for seat in range(self.seats)]
            inside = [seat for seat in range(self.seats) if said[seat]]
            outside = [seat for seat in range(self.seats) if not said[seat]]
            hand.teams = [side for side in (inside, outside) if side]
        for each in self.sheet.get("values", []):
            if each.get("of", "seat") == "table":
                hand.of_table[each["id"]] = hand.ask(each["is"], None)
            else:
                found = [hand.ask(each["is"], seat) for seat in range(self.seats)]
                hand.of_seat[each["id"]] = found
        return hand

    def fill(self, hand: Hand, column: JsonObject, value: Any, sides: list[list[int]]) -> None:
        default, name = column.get("default"), column["id"]
        of = column.get("of", "table" if column["kind"] == "seat" else "seat")
        if of == "table":
            hand.of_table[name] = default if value is None else value
            return
        groups = sides if of == "team" else [[seat] for seat in range(self.seats)]
        values = [None] * len(groups) if value is None else value
        hand.of_seat[name] = [None] * self.seats
        for group, item in zip(groups, values, strict=True):
            for seat in group:
                hand.of_seat[name][seat] = default if item is None else item

    def play(self, record: JsonObject) -> JsonObject:
        """Score a hand and count it; if it is refused, say by which rules and where."""
        hand = self.hand_of(record)
        refused, warned = self.judge(hand)
        if refused:
            return {"refused": refused}
        lines: list[list[tuple[str, int]]] = []
        for seat in range(self.seats):
            lines.append([])
            for line in self.sheet["lines"]:
                if "when" in line and not hand.ask(line["when"], seat):
                    continue
                points = hand.ask(line["points"], seat)
                if "when" in line or points != 0:
                    lines[seat].append((line["rule"], points))
        self.hands.append(hand)
        self.scores.append([sum(points for _, points in of_seat) for of_seat in lines])
        self.number += 1
        self.deal_on(hand)
        return {"lines": lines, "scores": self.scores[-1], "warned": warned}

    def judge(self, hand: Hand) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        refused: list[tuple[str, str]] = []
        warned: list[tuple[str, str]] = []
        for check in self.sheet.get("checks", []):
            of_seats = check.get("of", "table") == "seat"
            for seat in range(self.seats) if of_seats else [None]:
                if hand.ask(check["that"], seat):
                    continue
                column = check.get("column", "")
                field = f"{column}[{seat}]" if of_seats and column else column
                found = warned if check.get("level", "error") == "warning" else refused
                found.append((check["rule"], field))
        return refused, warned

    def deal_on(self, hand: Hand | None) -> None:
        order = self.order_of_deal()
        if order == "column":
            named = hand.of_table[self.sheet["dealer"]["column"]] if hand else None
            self.dealer = (self.dealer + 1) % self.seats if named is None else named
        elif order in ("first", "last"):
            self.dealer = self.order()[0 if order == "first" else -1]
        else:
            step = {"left": 1, "right": -1, "same": 0}[order]
            self.dealer = (self.dealer + step) % self.seats
