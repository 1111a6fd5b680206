"""What a formula of a score sheet comes to, naively: written from docs/score-sheets.md alone.

A formula is never parsed: each time it is asked, its words are cut at the operator that binds
loosest, and both halves are asked in turn. Nothing of `games` is imported here; nobody is None.
"""

import math
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

Words = list[str]

WORDS = re.compile(r"[0-9]+|'[^']*'|[a-z][a-z0-9_]*|<=|>=|!=|[^\s]")
LOOSEST_FIRST = (
    ("or",),
    ("and",),
    ("=", "!=", "<", "<=", ">", ">="),
    ("+", "-"),
    ("*", "/", "mod"),
)
OPERATORS = {sign for signs in LOOSEST_FIRST for sign in signs}


class Hand:
    """Everything that formulas may ask about one hand."""

    def __init__(self, seats: int, teams: list[list[int]]) -> None:
        self.seats = seats
        self.teams = teams
        self.of_seat: dict[str, list[Any]] = {}
        self.of_table: dict[str, Any] = {}
        self.tables: dict[str, dict[str, int]] = {}
        self.earlier: list[Hand] = []

    def ask(self, text: str, seat: int | None) -> Any:
        return self.value(WORDS.findall(text), seat)

    def team_of(self, seat: int) -> list[int]:
        return next((team for team in self.teams if seat in team), [seat])

    def value(self, words: Words, seat: int | None) -> Any:
        if words[0] == "(" and closing(words, 0) == len(words) - 1:
            return self.value(words[1:-1], seat)
        if words[0] == "if":
            then, otherwise = parts_of_if(words)
            branch = words[then + 1 : otherwise]
            if not self.value(words[1:then], seat):
                branch = words[otherwise + 1 :]
            return self.value(branch, seat)
        for signs in LOOSEST_FIRST:
            if signs[0] == "=" and words[0] == "not":
                return not self.value(words[1:], seat)
            at = last_operator(words, signs)
            if at:
                left = self.value(words[:at], seat)
                return joined(words[at], left, self.value(words[at + 1 :], seat))
        if words[0] == "-":
            return -self.value(words[1:], seat)
        return self.simple(words, seat)

    def simple(self, words: Words, seat: int | None) -> Any:
        """A number, a name, a row of a table, or something called."""
        word = words[0]
        if word.isdigit():
            return int(word)
        if word[0] == "'":
            return word[1:-1]
        if len(words) == 1:
            return self.named(word, seat)
        if words[1] == "[":
            return self.row(word, self.value(words[2:-1], seat))
        return self.called(word, commas(words[2:-1]), seat)

    def named(self, word: str, seat: int | None) -> Any:
        if word in ("me", "nobody"):
            return seat if word == "me" else None
        if word in self.of_table:
            return self.of_table[word]
        assert seat is not None
        return self.of_seat[word][seat]

    def row(self, table: str, key: Any) -> int:
        rows = self.tables[table]
        if isinstance(key, str):
            return rows[key]
        return rows[str(max(int(step) for step in rows if int(step) <= key))]

    def called(self, name: str, given: list[Words], seat: int | None) -> Any:
        plain: dict[str, Callable[[list[Words], int | None], Any]] = {
            "min": lambda parts, me: min(self.value(each, me) for each in parts),
            "max": lambda parts, me: max(self.value(each, me) for each in parts),
            "abs": lambda parts, me: abs(self.value(parts[0], me)),
            "at": self.at,
            "split": self.split,
            "before": lambda parts, me: sum(e.named(parts[0][0], me) for e in self.earlier),
        }
        if name in plain:
            return plain[name](given, seat)
        return self.over_seats(name, given[0], seat)

    def at(self, given: list[Words], seat: int | None) -> Any:
        whose = self.value(given[0], seat)
        return 0 if whose is None else self.value(given[1], whose)

    def split(self, given: list[Words], seat: int | None) -> int:
        inside = [each for each in range(self.seats) if self.value(given[0], each)]
        amount: int = self.value(given[1], seat)
        return amount * (self.seats - len(inside)) if seat in inside else -amount * len(inside)

    def over_seats(self, name: str, asked: Words, seat: int | None) -> Any:
        everybody = list(range(self.seats))
        over_all: dict[str, Callable[[list[Any]], Any]] = {
            "sum": sum,
            "count": lambda found: len([each for each in found if each]),
            "any": any,
            "all": all,
            "highest": max,
            "lowest": min,
        }
        if name in over_all:
            return over_all[name]([self.value(asked, each) for each in everybody])
        if name == "teams":
            firsts = [min(team) for team in all_sides(self.teams, self.seats)]
            return sum(self.value(asked, each) for each in firsts)
        assert seat is not None
        mine = self.team_of(seat)
        some = {
            "others": [each for each in everybody if each != seat],
            "team": mine,
            "partners": [each for each in mine if each != seat],
            "opponents": [each for each in everybody if each not in mine],
        }
        return sum(self.value(asked, each) for each in some[name])


def closing(words: Words, at: int) -> int:
    """Where the bracket that opens here is closed."""
    depth = 0
    for place in range(at, len(words)):
        depth += (words[place] in "([") - (words[place] in ")]")
        if depth == 0:
            return place
    raise AssertionError(words)


def parts_of_if(words: Words) -> tuple[int, int]:
    """Where `then` and `else` of the `if` at the beginning stand."""
    depth, ifs, then = 0, 0, 0
    for at, word in enumerate(words):
        depth += (word in "([") - (word in ")]")
        if depth:
            continue
        ifs += word == "if"
        if word == "then" and ifs == 1 and not then:
            then = at
        if word == "else":
            ifs -= 1
            if ifs == 0:
                return then, at
    raise AssertionError(words)


def last_operator(words: Words, signs: tuple[str, ...]) -> int:
    """Where the last of these signs stands between two values; 0: nowhere."""
    depth, found = 0, 0
    for at, word in enumerate(words):
        if word == "if" and depth == 0:
            break
        depth += (word in "([") - (word in ")]")
        before = words[at - 1] if at else "("
        is_between = before not in OPERATORS and before not in ("(", "[", ",", "not")
        if depth == 0 and word in signs and is_between:
            found = at
    return found


def commas(words: Words) -> list[Words]:
    parts: list[Words] = [[]]
    depth = 0
    for word in words:
        depth += (word in "([") - (word in ")]")
        if word == "," and depth == 0:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def joined(sign: str, left: Any, right: Any) -> Any:
    if sign == "/":
        return math.trunc(Fraction(left, right))
    if sign == "mod":
        return left - math.trunc(Fraction(left, right)) * right
    signs: dict[str, Callable[[], Any]] = {
        "or": lambda: left or right,
        "and": lambda: left and right,
        "=": lambda: left == right,
        "!=": lambda: left != right,
        "<": lambda: left < right,
        "<=": lambda: left <= right,
        ">": lambda: left > right,
        ">=": lambda: left >= right,
        "+": lambda: left + right,
        "-": lambda: left - right,
        "*": lambda: left * right,
    }
    return signs[sign]()


def all_sides(teams: list[list[int]], seats: int) -> list[list[int]]:
    in_teams = [seat for team in teams for seat in team]
    return teams + [[seat] for seat in range(seats) if seat not in in_teams]
