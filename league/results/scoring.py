"""Reading what was entered of a hand, and a table's score from its hands in force."""

from collections.abc import Collection, Iterable, Mapping
from operator import attrgetter
from typing import Any, NamedTuple

from games.base import HandScore as EngineScore
from games.base import InvalidRecordError, Match, Problem, ScoreLine
from games.departure import go_on_without
from games.hand_limit import LimitedMatch
from league.competitions.models import Table, departures_of
from league.core.rule_texts import located_text
from league.results.errors import ResultError
from league.results.models import FinalResult, Hand

Record = Mapping[str, Any]


class ComputedHand(NamedTuple):
    """A hand that is not void, with the match before it; `score` as in models.HandScore."""

    hand: Hand
    before: Match
    score: dict[str, Any]
    is_surplus: bool


class ComputedTable(NamedTuple):
    """All hands that are not void, by number, and the match after the last of them.

    `left` are the totals of those who have left, without whom the match goes on; they have the
    places after all others, who left last the best.
    """

    hands: tuple[ComputedHand, ...]
    match: Match
    left: tuple[int, ...] = ()

    def as_fields(self) -> dict[str, Any]:
        """Return the stored values of TableScore."""
        places = self.match.places
        last = len(places) + len(self.left)
        return {
            "hands": sum(not each.is_surplus for each in self.hands),
            "totals": [*self.match.totals, *self.left],
            "places": [*places, *range(len(places) + 1, last + 1)],
            "is_over": self.match.is_over,
        }


def first_of_present(table: Table) -> int:
    """Return the first hand that those who play now may have played."""
    return max((first for first, _seat in departures_of(table.departures)), default=1)


def compute_hands(table: Table, size: int, hands: Iterable[Hand]) -> ComputedTable:
    """Compute a table of `size` seats from its hands; raises later_hand for one that fits not."""
    match, left = begin_match(table, size), list[int]()
    computed: list[ComputedHand] = []
    for hand in _standing(hands):
        match = _go_to(match, hand.number, table, left)
        each, match = score_hand(match, hand)
        computed.append(each)
    match = _go_to(match, max(match.number, first_of_present(table)), table, left)
    return ComputedTable(tuple(computed), match, tuple(left))


def score_hand(before: Match, hand: Hand) -> tuple[ComputedHand, Match]:
    """Return what the next hand of a match is worth, and the match after it.

    Once the match is over a hand uses up its number and counts for nothing.
    """
    after, is_surplus = _add(before, hand), before.is_over
    totals = list(after.totals)
    score = EngineScore(((),) * len(totals)) if is_surplus else before.score(record_of(hand))
    values = {
        "scores": list(score.scores),
        "totals": totals,
        "places": list(after.places),
        "lines": lines_as_json(score),
        "warnings": [
            {**warning.as_json(), "data": dict(warning.data)} for warning in score.warnings
        ],
        **score.details_as_json(),
    }
    return ComputedHand(hand, before, values, is_surplus), after


def score_fields(computed: ComputedTable, result: FinalResult | None) -> dict[str, Any] | None:
    """Return a table's stored score, None if there is none; unknown totals of a result are 0."""
    if result is None:
        return computed.as_fields() if computed.hands else None
    outcome = outcome_of(result)
    places = outcome["places"]
    totals = outcome.get("totals") or [0] * len(places)
    return {"hands": 0, "totals": totals, "places": places, "is_over": True}


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
    game = table.site_game.engine
    seats = table.departures["seats"] if table.departures else size
    match = game.new_match(game.options(table.options), seats, table.dealer)
    return match if table.hands_limit is None else LimitedMatch(match, table.hands_limit)


def match_before(table: Table, size: int, hands: Iterable[Hand], number: int) -> Match:
    """Return the match as it was before hand `number`; void hands before it use up theirs."""
    match = begin_match(table, size)
    for hand in _standing(hands):
        if hand.number < number:
            match = _add(_go_to(match, hand.number, table), hand)
    return _go_to(match, number, table)


def next_number(table: Table, hands: Iterable[Hand]) -> int:
    """Return the number of a table's next hand: void hands at the end give theirs back."""
    last = max((hand.number for hand in hands if not hand.is_void), default=0)
    return max(last + 1, first_of_present(table))


def last_record(table: Table, hands: Iterable[Hand]) -> Record | None:
    """Return the record of the last hand that those who play now have played, if any."""
    first = first_of_present(table)
    standing = [hand for hand in _standing(hands) if hand.number >= first]
    return record_of(standing[-1]) if standing else None


def record_of(hand: Hand) -> Record:
    """Return what is in force of a hand that is not void."""
    record: Record | None = hand.current.record if hand.current else None
    if record is None:
        raise ValueError(f"Hand {hand.pk} has no record in force.")
    return record


def is_same_record(one: Record, other: Record) -> bool:
    """Say whether two records as the engine writes them are equal; teams have no order."""
    first, second = (
        {**each, "teams": sorted(each["teams"])} if isinstance(each.get("teams"), list) else each
        for each in (one, other)
    )
    return first == second


def line_as_json(line: ScoreLine) -> dict[str, Any]:
    """Return a line as formats.md shows it, with the code and data of its text."""
    shown = {"rule": line.rule, "points": line.points, "text": line.text}
    return {**shown, "code": line.code, "data": dict(line.data)}


def lines_as_json(score: EngineScore) -> list[list[dict[str, Any]]]:
    """Return the lines of every seat likewise."""
    return [list(map(line_as_json, lines)) for lines in score.lines]


def _standing(hands: Iterable[Hand]) -> list[Hand]:
    return sorted([hand for hand in hands if not hand.is_void], key=attrgetter("number"))


def _go_to(match: Match, number: int, table: Table, left: list[int] | None = None) -> Match:
    """Return the match before a hand, without who has left since; `left` takes their totals."""
    for first, seat in departures_of(table.departures):
        if match.number <= first <= number:
            match = _skip_to(match, first)
            if left is not None:
                left.insert(0, match.totals[seat])
            match = go_on_without(match, seat)
    return _skip_to(match, number)


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
        why = located_text(error.problems[0])
        named = hand.table.site_game.hand_named(hand.number)
        raise ResultError("later_hand", hand=named, why=why) from error


TEAMS_DIFFER = "teams_differ"
"""The warning that a hand was played in other teams than follow from the hands before."""


def read_record(match: Match, record: object, confirmed: Collection[str] | None) -> Record:
    """Return a record as the engine writes it; raises match_over, invalid_record, unconfirmed."""
    if match.is_over:
        raise ResultError("match_over")
    problems = match.check(record)
    if errors := [problem for problem in problems if problem.level == "error"]:
        raise ResultError("invalid_record", problems=errors)
    if confirmed is not None and not {*map(warning_id, problems)} <= {*confirmed}:
        raise ResultError("unconfirmed", problems=problems)
    return match.read(record).as_json()


def warning_id(warning: Problem) -> str:
    """Name a warning with the numbers in it: another count has to be confirmed again."""
    # The checks of a sheet have one code.
    rule = [warning.rule] if warning.rule and "sheet" in warning.data else []
    numbers = (f"{warning.data[key]}" for key in sorted(warning.data))
    return "-".join([warning.code, *rule, *numbers])
