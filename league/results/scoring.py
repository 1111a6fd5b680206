"""Work out a table's score from its hands in force. The engine is the only source of points."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.base import HandScore as EngineScore
from games.base import Match, Problem, ScoreLine
from games.registry import game as find_game
from league.competitions.models import Table
from league.results.models import Hand

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ComputedHand:
    """A hand that is not void, and what it is worth: see models.HandScore for `score`."""

    hand: Hand
    score: dict[str, Any]
    is_surplus: bool


@dataclass(frozen=True, slots=True)
class ComputedTable:
    """All hands that are not void, by number, and the match after the last of them."""

    hands: tuple[ComputedHand, ...]
    match: Match

    def as_fields(self) -> dict[str, Any]:
        """Return the values that TableScore keeps."""
        return {
            "hands": sum(not computed.is_surplus for computed in self.hands),
            "totals": list(self.match.totals),
            "places": list(self.match.places),
            "is_over": self.match.is_over,
        }


def compute_hands(table: Table, size: int, hands: Iterable[Hand]) -> ComputedTable:
    """Work out a table of `size` seats from its hands, each with its revision in force."""
    standing = sorted((hand for hand in hands if not hand.is_void), key=lambda hand: hand.number)
    match = begin_match(table, size)
    computed: list[ComputedHand] = []
    for hand in standing:
        while match.number < hand.number:
            match = match.skip()
        score, match_after = _score(match, record_of(hand))
        computed.append(ComputedHand(hand, score, is_surplus=match.is_over))
        match = match_after
    return ComputedTable(tuple(computed), match)


def begin_match(table: Table, size: int) -> Match:
    """Return the table's match before its first hand."""
    game = find_game(table.game)
    return game.new_match(game.options(table.options), size, table.dealer)


def match_before(table: Table, size: int, hands: Iterable[Hand], number: int) -> Match:
    """Return the match as it was before hand `number`; void hands before it use up theirs."""
    earlier = [hand for hand in hands if hand.number < number]
    match = compute_hands(table, size, earlier).match
    while match.number < number:
        match = match.skip()
    return match


def record_of(hand: Hand) -> Record:
    """Return what is in force of a hand that is not void."""
    record: Record | None = hand.current.record if hand.current else None
    if record is None:
        raise ValueError(f"Hand {hand.pk} has no record in force.")
    return record


def is_same_record(one: Record, other: Record) -> bool:
    """Say whether two records as the engine writes them tell the same; teams have no order."""
    return _without_order(one) == _without_order(other)


def line_as_json(line: ScoreLine) -> dict[str, Any]:
    """Return a line as formats.md shows it, with what is needed to word it again."""
    return {**line.as_json(), "code": line.code, "data": dict(line.data)}


def problem_as_json(problem: Problem) -> dict[str, Any]:
    """Return a problem as formats.md shows it, with what is needed to word it again."""
    return {**problem.as_json(), "data": dict(problem.data)}


def _score(match: Match, record: Record) -> tuple[dict[str, Any], Match]:
    """Return the score of the next hand, and the match after it.

    Once the match is over a hand uses up its number and counts for nothing.
    """
    if match.is_over:
        after = match.skip()
        score = EngineScore(((),) * len(match.totals))
    else:
        after = match.add(record)
        score = match.score(record)
    values = {
        "scores": list(score.scores),
        "totals": list(after.totals),
        "places": list(after.places),
        "lines": [[line_as_json(line) for line in lines] for lines in score.lines],
        "warnings": [problem_as_json(warning) for warning in score.warnings],
    }
    return values, after


def _without_order(record: Record) -> dict[str, Any]:
    values = dict(record)
    if isinstance(values.get("teams"), list):
        values["teams"] = sorted(values["teams"])
    return values
