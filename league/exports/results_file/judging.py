"""Judge what a file says of each table: a result as a whole, or its hands."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.base import Problem
from games.final_result import PLACES, TOTALS, InvalidOutcomeError, read_outcome
from league.competitions.models import Competition
from league.core.games import site_game
from league.core.games.entry import read_count
from league.core.rule_texts import problem_words
from league.exports.results_file.hands import judge_hands
from league.exports.results_file.plan import MatchPlan, Noted, Plan, find_tables
from league.exports.results_file.reading import ResultsFile
from league.results.access import Recorder, why_closed
from league.results.errors import ResultError
from league.results.final_board import rows_of
from league.results.final_results import needs_totals
from league.results.models import Via
from league.results.scoring import outcome_of, result_in_force


def plan_of(competition: Competition, file: ResultsFile) -> Plan:
    """Return what a file of results would make in a competition, with all that is wrong in it."""
    plan = find_tables(competition, file)
    for match in plan.matches:
        results = [noted for noted in match.lines if not noted.line.said("hand")]
        of_hands = [noted for noted in match.lines if noted.line.said("hand")]
        if of_hands:
            judge_hands(match, of_hands, by_seat(match, results) if results else {})
        else:
            _judge_result(match, competition, results)
        if match.is_new and (refusal := why_closed(match.table, Recorder(None, Via.CLUB))):
            match.lines[0].problems.append(refusal.text)
    return plan


def by_seat(match: MatchPlan, lines: Iterable[Noted]) -> dict[int, Noted]:
    """Return the line of each seat; note whoever is named twice, and who is missing."""
    found: dict[int, Noted] = {}
    first = None
    for noted in lines:
        first = first or noted
        seat = match.seat_of(noted)
        if seat is not None and seat in found:
            noted.problems.append(
                _("%(name)s stands in row %(row)d already.")
                % {"name": match.names[seat], "row": found[seat].line.number}
            )
        elif seat is not None:
            found[seat] = noted
    missing = [name for seat, name in enumerate(match.names) if seat not in found]
    if first is not None and missing and match.is_sound:
        words = _("Of table %(number)d these are missing: %(names)s.")
        data = {"number": match.table.number, "names": ", ".join(missing)}
        first.problems.append(words % data)
    return found


def _judge_result(match: MatchPlan, competition: Competition, lines: Iterable[Noted]) -> None:
    """Read places and totals, and hold them against what is recorded."""
    lines = list(lines)
    seats = by_seat(match, lines)
    if not match.is_sound:
        for noted in lines:
            _note_words_for_numbers(noted)
        return
    size = len(match.names)
    given = {
        PLACES: [_number(seats[seat], "place") for seat in range(size)],
        TOTALS: [_total(seats[seat]) for seat in range(size)],
    }
    data = {name: values for name, values in given.items() if any(v is not None for v in values)}
    try:
        outcome = read_outcome(site_game(match.table.game).totals_rule, size, data)
    except InvalidOutcomeError as error:
        for problem in error.problems:
            line = seats[seat_at(problem)]
            line.problems.append(problem_words(problem, match.names))
        return
    match.rows = rows_of(outcome.as_json(), match.names)
    if outcome.totals is None and needs_totals(competition):
        match.lines[0].problems.append(ResultError("totals_needed").text)
    _hold_against_recorded(match, outcome.as_json())


def _note_words_for_numbers(noted: Noted) -> None:
    """Say what stands in a line where a number belongs; the game is asked once names are right."""
    for column in ("place", "total", "points"):
        if isinstance(said := _number(noted, column), str):
            noted.problems.append(_("“%(said)s” is no whole number.") % {"said": said})


def _hold_against_recorded(match: MatchPlan, outcome: Mapping[str, Any]) -> None:
    result = result_in_force(match.table)
    if result is None:
        if any(not hand.is_void for hand in match.hands_before):
            match.lines[0].problems.append(ResultError("hands_stand").text)
        match.outcome = outcome
    elif outcome_of(result) != outcome:
        match.lines[0].problems.append(
            _("Table %(number)d has another result already. Correct it on the table’s page.")
            % {"number": match.table.number}
        )


def seat_at(problem: Problem) -> int:
    """Return which seat a problem with a list of one item a seat is about, 0 for the whole."""
    _name, _bracket, rest = problem.field.partition("[")
    return int(rest.partition("]")[0] or 0)


def _total(noted: Noted) -> int | str | None:
    return _number(noted, "total") if noted.line.said("total") else _number(noted, "points")


def _number(noted: Noted, column: str) -> int | str | None:
    text = noted.line.said(column)
    return read_count(text) if text else None
