"""Work out a table's score from its hands in force. The engine is the only source of points."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.base import HandScore as EngineScore
from games.base import InvalidRecordError, Match, Problem, ScoreLine
from games.limited import LimitedMatch
from league.competitions.models import Table
from league.core.games import site_game
from league.core.rule_texts import located_words
from league.results.errors import ResultError
from league.results.models import FinalResult, Hand

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ComputedHand:
    """A hand that is not void, and what it is worth: see models.HandScore for `score`.

    `before` is the match before the hand.
    """

    hand: Hand
    before: Match
    score: dict[str, Any]
    is_surplus: bool


@dataclass(frozen=True, slots=True)
class ComputedTable:
    """All hands that are not void, by number, and the match after the last of them."""

    hands: tuple[ComputedHand, ...]
    match: Match

    def as_fields(self) -> dict[str, Any]:
        """Return the values that TableScore keeps."""
        counted = sum(not computed.is_surplus for computed in self.hands)
        return total_fields(self.match, counted)


def compute_hands(table: Table, size: int, hands: Iterable[Hand]) -> ComputedTable:
    """Work out a table of `size` seats from its hands, each with its revision in force.

    Raises later_hand for a hand that does not fit those before it.
    """
    match = begin_match(table, size)
    computed: list[ComputedHand] = []
    for hand in _standing(hands):
        match = _skip_to(match, hand.number)
        each, match = score_hand(match, hand)
        computed.append(each)
    return ComputedTable(tuple(computed), match)


def score_hand(before: Match, hand: Hand) -> tuple[ComputedHand, Match]:
    """Return what the next hand of a match is worth, and the match after it.

    Once the match is over a hand uses up its number and counts for nothing.
    """
    after = _add(before, hand)
    score = EngineScore(((),) * len(before.totals))
    if not before.is_over:
        score = before.score(record_of(hand))
    values = {
        "scores": list(score.scores),
        "totals": list(after.totals),
        "places": list(after.places),
        "lines": [[line_as_json(line) for line in lines] for lines in score.lines],
        "warnings": [problem_as_json(warning) for warning in score.warnings],
        **score.details_as_json(),
    }
    return ComputedHand(hand, before, values, is_surplus=before.is_over), after


def total_fields(match: Match, counted: int) -> dict[str, Any]:
    """Return the values that TableScore keeps of a match in which so many hands have counted."""
    return {
        "hands": counted,
        "totals": list(match.totals),
        "places": list(match.places),
        "is_over": match.is_over,
    }


def score_fields(computed: ComputedTable, result: FinalResult | None) -> dict[str, Any] | None:
    """Return the values that TableScore keeps of a table; None where there is nothing to keep.

    `result` is the final result in force. A table that has one has no hands that count; totals
    that nobody knows are kept as 0.
    """
    if result is None:
        return computed.as_fields() if computed.hands else None
    outcome = outcome_of(result)
    places = outcome["places"]
    return {
        "hands": 0,
        "totals": outcome.get("totals") or [0] * len(places),
        "places": places,
        "is_over": True,
    }


def result_in_force(table: Table) -> FinalResult | None:
    """Return the final result of a table that was read with it; None for a void one too."""
    result: FinalResult | None = getattr(table, "final_result", None)
    return None if result is None or result.is_void else result


def outcome_of(result: FinalResult) -> Record:
    """Return what is in force of a final result that is not void."""
    outcome: Record | None = result.current.outcome if result.current else None
    if outcome is None:
        raise ValueError(f"Final result {result.pk} has no outcome in force.")
    return outcome


def begin_match(table: Table, size: int) -> Match:
    """Return the table's match before its first hand, with the limit of hands if it has one."""
    game = site_game(table.game).engine
    match = game.new_match(game.options(table.options), size, table.dealer)
    return match if table.hands_limit is None else LimitedMatch(match, table.hands_limit)


def match_before(table: Table, size: int, hands: Iterable[Hand], number: int) -> Match:
    """Return the match as it was before hand `number`; void hands before it use up theirs."""
    match = begin_match(table, size)
    for hand in _standing(hands):
        if hand.number < number:
            match = _add(_skip_to(match, hand.number), hand)
    return _skip_to(match, number)


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


def _standing(hands: Iterable[Hand]) -> list[Hand]:
    return sorted((hand for hand in hands if not hand.is_void), key=lambda hand: hand.number)


def _skip_to(match: Match, number: int) -> Match:
    while match.number < number:
        match = match.skip()
    return match


def _add(match: Match, hand: Hand) -> Match:
    """Return the match after the next hand."""
    if match.is_over:
        return match.skip()
    try:
        return match.add(record_of(hand))
    except InvalidRecordError as error:
        why = located_words(error.problems[0])
        raise ResultError("later_hand", number=hand.number, why=why) from error


def _without_order(record: Record) -> dict[str, Any]:
    values = dict(record)
    if isinstance(values.get("teams"), list):
        values["teams"] = sorted(values["teams"])
    return values
