"""Judge the hands that a file tells of a table, by the sheet on which they are typed from paper."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from django.utils.translation import gettext as _

from league.exports.results_file.columns import columns_of_hands
from league.exports.results_file.plan import MatchPlan, Noted
from league.results.errors import ResultError
from league.results.final_board import ResultRow
from league.results.models import Hand
from league.results.paper.sheet import MOST_HANDS, PaperHand, PaperSheet, part_of
from league.results.scoring import is_same_record, record_of, result_in_force
from league.results.services import PaperRecord

Hands = Mapping[int, Mapping[int, Noted]]


def judge_hands(match: MatchPlan, lines: Sequence[Noted], results: Mapping[int, Noted]) -> None:
    """Judge the hands on `lines`, and hold them against the results by seat, if any are given."""
    hands = _by_number(match, lines)
    if not match.is_sound or not _is_whole(match, hands):
        return
    if result_in_force(match.table) is not None:
        match.lines[0].problems.append(ResultError("result_stands").text)
        return
    if not columns_of_hands(match.table.game):
        _note_untold(hands, sorted(hands))
        return
    sheet = PaperSheet.of_post(match.table, match.hands_before, _as_form(match, hands))
    for hand in sheet.typed:
        _note(hand, hands[hand.number])
    _note_untold(hands, sorted(hands)[len(sheet.typed) :])
    if not match.is_sound:
        return
    match.rows = _rows_after(sheet)
    _hold_against_results(match, results)
    _hold_against_recorded(match, sheet, hands)


def _by_number(match: MatchPlan, lines: Iterable[Noted]) -> dict[int, dict[int, Noted]]:
    """Return the line of each seat in each hand; note what names no hand, or one twice."""
    hands: dict[int, dict[int, Noted]] = {}
    for noted in lines:
        text, seat = noted.line.said("hand"), match.seat_of(noted)
        if not (text.isascii() and text.isdecimal() and len(text) <= 3 and int(text)):
            noted.problems.append(_("“%(said)s” is no hand’s number.") % {"said": text})
        elif seat is not None:
            other = hands.setdefault(int(text), {}).setdefault(seat, noted)
            if other is not noted:
                noted.problems.append(
                    _("%(name)s stands in row %(row)d already.")
                    % {"name": match.names[seat], "row": other.line.number}
                )
    return hands


def _is_whole(match: MatchPlan, hands: Hands) -> bool:
    """Say whether everybody is there in every hand, and no hand is left out; note it if not."""
    for number, seats in sorted(hands.items()):
        missing = [name for seat, name in enumerate(match.names) if seat not in seats]
        if missing:
            words = _("Of hand %(number)d these are missing: %(names)s.")
            data = {"number": number, "names": ", ".join(missing)}
            next(iter(seats.values())).problems.append(words % data)
    first, last = min(hands), max(hands)
    recorded = max((hand.number for hand in match.hands_before if not hand.is_void), default=0)
    gaps = {*range(min(first, recorded + 1), last + 1)} - hands.keys()
    if gaps:
        words = _("Hand %(number)d is missing.") % {"number": min(gaps)}
        match.lines[0].problems.append(words)
    elif last - first >= MOST_HANDS:
        words = _("Bring in at most %(most)d hands of a table at once.") % {"most": MOST_HANDS}
        match.lines[0].problems.append(words)
    return match.is_sound


def _as_form(match: MatchPlan, hands: Hands) -> dict[str, str]:
    """Return the fields that the sheet for hands on paper would send."""
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
    for column in columns_of_hands(match.table.game):
        cells = {seat: noted.line.said(column.key) for seat, noted in sorted(seats.items())}
        is_there = any(column.key in noted.line.cells for noted in seats.values())
        yield from column.as_fields(column.key, cells, is_there)


def _note_untold(hands: Hands, numbers: Iterable[int]) -> None:
    for number in numbers:
        first = next(iter(hands[number].values()))
        first.problems.append(_("Nothing is told of hand %(number)d.") % {"number": number})


def _note(hand: PaperHand, seats: Mapping[int, Noted]) -> None:
    """Put what the sheet says of a hand on its lines: at the player it is about, or the first."""
    first = next(iter(seats.values()))
    for field, words in hand.errors.items():
        about = re.search(r"\[(\d+)\]", field)
        (seats[int(about[1])] if about else first).problems.extend(words)
    first.notes.extend(hand.warnings)


def _rows_after(sheet: PaperSheet) -> tuple[ResultRow, ...]:
    """Return who stands where after the last hand."""
    rows = (ResultRow(row.who, row.place, row.total) for row in sheet.typed[-1].points)
    return tuple(sorted(rows, key=lambda row: (row.place, row.who.seat)))


def _hold_against_results(match: MatchPlan, results: Mapping[int, Noted]) -> None:
    for row in match.rows:
        noted = results.get(row.who.seat)
        if noted is None:
            continue
        said = {"total": row.total, "place": row.place}
        for column, right in said.items():
            given = noted.line.said(column).replace("\u2212", "-")
            if given and given != str(right):
                noted.problems.append(_contradiction(column) % {"right": right, "said": given})


def _contradiction(column: str) -> str:
    if column == "total":
        return _("The hands add up to %(right)s, not to %(said)s.")
    return _("By the hands it is place %(right)s, not %(said)s.")


def _hold_against_recorded(match: MatchPlan, sheet: PaperSheet, hands: Hands) -> None:
    """Keep the hands that are new; note those that are recorded otherwise."""
    recorded = {hand.number: hand for hand in match.hands_before if not hand.is_void}
    fresh: list[PaperRecord] = []
    for hand in sheet.typed:
        if hand.number not in recorded:
            fresh.append(PaperRecord(hand.number, UUID(hand.key), hand.record))
        elif not _is_recorded(hand, recorded[hand.number]):
            next(iter(hands[hand.number].values())).problems.append(
                _("Hand %(number)d is recorded otherwise already. Correct it on its page.")
                % {"number": hand.number}
            )
    match.hands = tuple(fresh)


def _is_recorded(hand: PaperHand, recorded: Hand) -> bool:
    read: Any = hand.match.read(hand.record).as_json() if hand.match else {}
    return is_same_record(read, record_of(recorded))
