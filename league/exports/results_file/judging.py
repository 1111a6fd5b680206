"""Check and import the results and hands that a file has for each table."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.base import Problem
from games.final_result import PLACES, TOTALS, InvalidOutcomeError, read_outcome
from league.audit.actions import Action
from league.clubs.models import Player
from league.competitions.models import Competition
from league.competitions.writing import lock_competition, log_competition
from league.core.games.entry import read_count
from league.core.rule_texts import problem_text
from league.exports.results_file.plan import (
    MatchPlan,
    Noted,
    Plan,
    ResultsFile,
    columns_of_hands,
    find_tables,
)
from league.results.access import why_closed
from league.results.authors import Author, Via
from league.results.errors import ResultError
from league.results.final_forms import ResultRow, rows_of
from league.results.final_results import needs_totals, record_final_result
from league.results.score_sheet import (
    MOST_HANDS,
    ScoreSheetHand,
    ScoreSheetRecord,
    TableScoreSheet,
    part_of,
    record_hands,
)
from league.results.scoring import is_same_record, outcome_of, record_of, result_in_force

Hands = Mapping[int, Mapping[int, Noted]]


def judge_hands(match: MatchPlan, lines: Sequence[Noted], results: Mapping[int, Noted]) -> None:
    """Judge the hands on `lines`, and hold them against the results by seat, if any are given."""
    hands = _by_number(match, lines)
    if not match.is_sound or not _is_whole(match, hands):
        return
    if result_in_force(match.table) is not None:
        match.lines[0].problems.append(ResultError("result_stands").text)
        return
    if not columns_of_hands(match.table.site_game):
        _report_missing(match, hands, sorted(hands))
        return
    sheet = TableScoreSheet.of_post(match.table, match.hands_before, _as_form(match, hands))
    for hand in sheet.typed:
        _note(hand, hands[hand.number])
    _report_missing(match, hands, sorted(hands)[len(sheet.typed) :])
    if not match.is_sound:
        return
    match.rows = _rows_after(sheet)
    _hold_against_results(match, results)
    _keep_new_hands(match, sheet, hands)


def _by_number(match: MatchPlan, lines: Iterable[Noted]) -> dict[int, dict[int, Noted]]:
    """Return the line of each seat in each hand; note what names no hand, or one twice."""
    hands: dict[int, dict[int, Noted]] = {}
    for noted in lines:
        text, seat = noted.line.said("hand"), match.seat_of(noted)
        if not (text.isascii() and text.isdecimal() and len(text) <= 3 and int(text)):
            noted.problems.append(_("“%(said)s” is not a hand number.") % {"said": text})
        elif seat is not None:
            other = hands.setdefault(int(text), {}).setdefault(seat, noted)
            if other is not noted:
                noted.problems.append(
                    _("%(name)s is already in row %(row)d.")
                    % {"name": match.names[seat], "row": other.line.number}
                )
    return hands


def _is_whole(match: MatchPlan, hands: Hands) -> bool:
    """Say whether everybody is there in every hand, and no hand is left out; note it if not."""
    game = match.table.site_game
    for number, seats in sorted(hands.items()):
        missing = [name for seat, name in enumerate(match.names) if seat not in seats]
        if missing:
            text = _("%(hand)s is missing these players: %(names)s.")
            data = {"hand": game.hand_title(number), "names": ", ".join(missing)}
            next(iter(seats.values())).problems.append(text % data)
    first, last = min(hands), max(hands)
    recorded = max((hand.number for hand in match.hands_before if not hand.is_void), default=0)
    gaps = {*range(min(first, recorded + 1), last + 1)} - hands.keys()
    if gaps:
        text = _("%(hand)s is missing.") % {"hand": game.hand_title(min(gaps))}
        match.lines[0].problems.append(text)
    elif last - first >= MOST_HANDS:
        text = _("Import at most %(most)d hands per table at once.") % {"most": MOST_HANDS}
        match.lines[0].problems.append(text)
    return match.is_sound


def _as_form(match: MatchPlan, hands: Hands) -> dict[str, str]:
    part = part_of(match.table)
    way = next((way for way in part.ways if way != "cards"), "")
    first = min(hands)
    form = {"first": str(first), "rows": str(len(hands)), "way": way}
    for number, seats in hands.items():
        for name, value in _fields_of_hand(match, seats):
            form[f"h{number}-{name}"] = value
        if any(noted.line.said(name) for name in part.ticked for noted in seats.values()):
            # Without a key a sheet is a new one, with those boxes on that are at first.
            form[f"h{number}-key"] = str(uuid4())
    return form


def _fields_of_hand(match: MatchPlan, seats: Mapping[int, Noted]) -> Iterable[tuple[str, str]]:
    for column in columns_of_hands(match.table.site_game):
        cells = {seat: noted.line.said(column.key) for seat, noted in sorted(seats.items())}
        is_there = any(column.key in noted.line.cells for noted in seats.values())
        yield from column.as_fields(column.key, cells, is_there)


def _report_missing(match: MatchPlan, hands: Hands, numbers: Iterable[int]) -> None:
    for number in numbers:
        first = next(iter(hands[number].values()))
        title = match.table.site_game.hand_title(number)
        first.problems.append(_("%(hand)s has no data.") % {"hand": title})


def _note(hand: ScoreSheetHand, seats: Mapping[int, Noted]) -> None:
    """Put what the sheet says of a hand on its lines: at the player it is about, or the first."""
    first = next(iter(seats.values()))
    for field, text in hand.errors.items():
        about = re.search(r"\[(\d+)\]", field)
        (seats[int(about[1])] if about else first).problems.extend(text)
    first.notes.extend(hand.warnings)


def _rows_after(sheet: TableScoreSheet) -> tuple[ResultRow, ...]:
    rows = (ResultRow(row.who, row.place, row.total) for row in sheet.typed[-1].points)
    return tuple(sorted(rows, key=lambda row: (row.place, row.who.seat)))


def _hold_against_results(match: MatchPlan, results: Mapping[int, Noted]) -> None:
    for row in match.rows:
        noted = results.get(row.who.seat)
        if noted is None:
            continue
        for column, right, text in (
            ("total", row.total, _("The hands add up to %(right)s, not to %(said)s.")),
            ("place", row.place, _("The hands give place %(right)s, not %(said)s.")),
        ):
            given = noted.line.said(column).replace("\u2212", "-")
            if given and given != str(right):
                noted.problems.append(text % {"right": right, "said": given})


def _keep_new_hands(match: MatchPlan, sheet: TableScoreSheet, hands: Hands) -> None:
    recorded = {hand.number: hand for hand in match.hands_before if not hand.is_void}
    fresh: list[ScoreSheetRecord] = []
    for hand in sheet.typed:
        if hand.number not in recorded:
            fresh.append(ScoreSheetRecord(hand.number, UUID(hand.key), hand.record))
        elif not is_same_record(
            hand.match.read(hand.record).as_json() if hand.match else {},
            record_of(recorded[hand.number]),
        ):
            next(iter(hands[hand.number].values())).problems.append(
                _("%(hand)s is already recorded differently. Correct it on its page.")
                % {"hand": match.table.site_game.hand_title(hand.number)}
            )
    match.hands = tuple(fresh)


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
        if match.is_new and (
            refusal := why_closed(match.table, Author(None, Via.CLUB, timezone.now()))
        ):
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
                _("%(name)s is already in row %(row)d.")
                % {"name": match.names[seat], "row": found[seat].line.number}
            )
        elif seat is not None:
            found[seat] = noted
    missing = [name for seat, name in enumerate(match.names) if seat not in found]
    if first is not None and missing and match.is_sound:
        text = _("Table %(number)d is missing these players: %(names)s.")
        data = {"number": match.table.number, "names": ", ".join(missing)}
        first.problems.append(text % data)
    return found


def _judge_result(match: MatchPlan, competition: Competition, lines: Iterable[Noted]) -> None:
    lines = list(lines)
    seats = by_seat(match, lines)
    if not match.is_sound:
        for noted in lines:
            _report_text_for_numbers(noted)
        return
    size = len(match.names)
    given = {
        PLACES: [_number(seats[seat], "place") for seat in range(size)],
        TOTALS: [_total(seats[seat]) for seat in range(size)],
    }
    data = {name: values for name, values in given.items() if any(v is not None for v in values)}
    try:
        outcome = read_outcome(match.table.site_game.totals_rule, size, data)
    except InvalidOutcomeError as error:
        for problem in error.problems:
            line = seats[seat_at(problem)]
            line.problems.append(problem_text(problem, match.names))
        return
    match.rows = rows_of(outcome.as_json(), match.names)
    if outcome.totals is None and needs_totals(competition):
        match.lines[0].problems.append(ResultError("totals_needed").text)
    _hold_against_recorded(match, outcome.as_json())


def _report_text_for_numbers(noted: Noted) -> None:
    """Say what stands in a line where a number belongs; the game is asked once names are right."""
    for column in ("place", "total", "points"):
        if isinstance(said := _number(noted, column), str):
            noted.problems.append(_("“%(said)s” is not a whole number.") % {"said": said})


def _hold_against_recorded(match: MatchPlan, outcome: Mapping[str, Any]) -> None:
    result = result_in_force(match.table)
    if result is None:
        if any(not hand.is_void for hand in match.hands_before):
            match.lines[0].problems.append(ResultError("hands_stand").text)
        match.outcome = outcome
    elif outcome_of(result) != outcome:
        match.lines[0].problems.append(
            _("Table %(number)d already has a different result. Correct it on the table’s page.")
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


class UnsoundFileError(Exception):
    """Something in the file is wrong, so that nothing was written; `plan` says what."""

    def __init__(self, plan: Plan) -> None:
        super().__init__("unsound")
        self.plan = plan


@transaction.atomic
def import_results(
    *, competition_id: int, file: ResultsFile, by: Player | None, now: datetime
) -> Plan:
    """Record the new results and hands of a file; raises UnsoundFileError and writes nothing."""
    competition = lock_competition(competition_id=competition_id)
    plan = plan_of(competition, file)
    if not plan.is_sound:
        raise UnsoundFileError(plan)
    for match in plan.fresh:
        try:
            _write(match, by, now)
        except ResultError as error:
            match.lines[0].problems.append(error.text)
            raise UnsoundFileError(plan) from error
    if plan.fresh:
        log_competition(Action.RESULTS_IMPORTED, competition, {"tables": (None, len(plan.fresh))})
    return plan


def _write(match: MatchPlan, by: Player | None, now: datetime) -> None:
    table = match.table
    author = Author(by, Via.CLUB, now)
    given: Any = {"table_id": table.pk, "seating": table.seating, "author": author}
    if match.outcome is not None:
        record_final_result(key=uuid4(), outcome=match.outcome, **given)
    else:
        record_hands(hands=match.hands, **given)
