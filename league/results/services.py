"""Write hands: enter, take back, correct, void, restore, settle.

Nothing is edited or deleted: each change is a new revision. Every function locks the competition,
leaves the derived scores right, and may be called twice. Refusals are ResultErrors.
"""

import hashlib
import json
from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

from games.base import Problem
from league.clubs.models import Player
from league.results.models import Hand, RevisionKind, Submission, Verdict, Via
from league.results.refusals import (
    HandVoidError,
    KeyReusedError,
    MatchOverError,
    NotLastHandError,
    NumberTakenError,
    NumberVoidError,
    ReasonMissingError,
    RecordRefusedError,
    RoundClosedError,
    SeatingChangedError,
    SkipsAheadError,
    StaleHandError,
    TableDissolvedError,
    UnconfirmedError,
)
from league.results.scoring import Record, is_same_record, record_of
from league.results.sheet import (
    Author,
    Sheet,
    add_hand,
    add_revision,
    close_sheet,
    open_sheet,
)

TAKEN_BACK = gettext_noop("Taken back at the table.")


@transaction.atomic
def record_hand(  # noqa: PLR0913 - all that a phone says of a hand, each by its name
    *,
    table_id: int,
    number: int,
    key: UUID,
    seating: int,
    record: object,
    by: Player | None,
    via: str,
    now: datetime,
    confirmed: Collection[str] | None = None,
) -> Submission:
    """Write hand `number` of a table as a phone sent it, under a key that the phone made.

    The same key with the same content returns the first submission, whatever has happened since.
    A second phone's record of the hand either agrees with what counts or makes the hand disputed.
    `confirmed` are the warnings (`warning_id`) that the sender has seen; None leaves them unasked.
    Raises KeyReusedError, RoundClosedError, TableDissolvedError, SeatingChangedError,
    SkipsAheadError, NumberVoidError, MatchOverError, RecordRefusedError and UnconfirmedError.
    """
    author = Author(by, via, now)
    digest = _digest(table_id, number, record)
    sheet = open_sheet(table_id=table_id, key=key)
    if sheet.sent is not None:
        return _submission_sent_before(sheet.sent, digest)
    _check_open(sheet)
    if seating != sheet.table.seating:
        raise SeatingChangedError
    hand = sheet.hand(number)
    if hand is None and number != sheet.next_number:
        refusal = NumberVoidError if 1 <= number < sheet.next_number else SkipsAheadError
        raise refusal(number=number, next=sheet.next_number)
    played = _read(sheet, number, record, confirmed)
    if hand is None:
        hand = add_hand(sheet, number, author)
        add_revision(hand, RevisionKind.ENTERED, played, author)
        verdict = Verdict.COUNTED
    else:
        verdict = _compare(hand, played)
    submission = Submission.objects.create(
        hand=hand,
        key=key,
        digest=digest,
        record=played,
        verdict=verdict,
        by=by,
        via=via,
        created_at=now,
    )
    close_sheet(sheet)
    return submission


@transaction.atomic
def take_back_hand(
    *, hand_id: int, expected_revision: int, by: Player | None, via: str, now: datetime
) -> Hand:
    """Make a table's last hand void, as the table itself may while its round is open.

    Raises RoundClosedError, TableDissolvedError, NotLastHandError and StaleHandError.
    """
    sheet, hand = _open_hand(hand_id)
    author = Author(by, via, now)
    if _is_done(hand, expected_revision, RevisionKind.VOIDED, None, TAKEN_BACK):
        return hand
    _check_open(sheet)
    _check_fresh(hand, expected_revision)
    if hand.is_void:
        return hand
    if hand.number != sheet.next_number - 1:
        raise NotLastHandError
    add_revision(hand, RevisionKind.VOIDED, None, author, TAKEN_BACK)
    close_sheet(sheet)
    return hand


@transaction.atomic
def correct_hand(
    *,
    hand_id: int,
    expected_revision: int,
    record: object,
    reason: str,
    by: Player | None,
    now: datetime,
    confirmed: Collection[str] | None = None,
) -> Hand:
    """Replace what is in force of a hand, at any time, for a reason.

    Later hands keep the teams they were played with. `confirmed` as in `record_hand`. Raises
    ReasonMissingError, StaleHandError, HandVoidError, TableDissolvedError, MatchOverError,
    RecordRefusedError and UnconfirmedError.
    """
    reason = _given(reason)
    sheet, hand = _open_hand(hand_id)
    played = _read(sheet, hand.number, record, confirmed)
    if _is_done(hand, expected_revision, RevisionKind.CORRECTED, played, reason):
        return hand
    _check_changeable(sheet, hand, expected_revision)
    add_revision(hand, RevisionKind.CORRECTED, played, Author(by, Via.CLUB, now), reason)
    close_sheet(sheet)
    return hand


@transaction.atomic
def void_hand(
    *, hand_id: int, expected_revision: int, reason: str, by: Player | None, now: datetime
) -> Hand:
    """Let a hand count no longer, at any time, for a reason.

    Raises ReasonMissingError, StaleHandError, HandVoidError and TableDissolvedError.
    """
    reason = _given(reason)
    sheet, hand = _open_hand(hand_id)
    if _is_done(hand, expected_revision, RevisionKind.VOIDED, None, reason):
        return hand
    _check_changeable(sheet, hand, expected_revision)
    add_revision(hand, RevisionKind.VOIDED, None, Author(by, Via.CLUB, now), reason)
    close_sheet(sheet)
    return hand


@transaction.atomic
def restore_hand(
    *, hand_id: int, expected_revision: int, reason: str, by: Player | None, now: datetime
) -> Hand:
    """Let a void hand count again, as it was before.

    Raises ReasonMissingError, StaleHandError, NumberTakenError and TableDissolvedError.
    """
    reason = _given(reason)
    sheet, hand = _open_hand(hand_id)
    before = hand.revisions.exclude(record=None).order_by("-number")[0]
    if _is_done(hand, expected_revision, RevisionKind.RESTORED, before.record, reason):
        return hand
    _check_standing(sheet)
    _check_fresh(hand, expected_revision)
    if not hand.is_void:
        return hand
    if sheet.hand(hand.number) is not None:
        raise NumberTakenError(number=hand.number)
    author = Author(by, Via.CLUB, now)
    add_revision(hand, RevisionKind.RESTORED, before.record, author, reason)
    close_sheet(sheet)
    return hand


@transaction.atomic
def settle_hand(
    *,
    submission_id: int,
    expected_revision: int,
    reason: str = "",
    by: Player | None,
    via: str,
    now: datetime,
) -> Hand:
    """Pick which of the versions that phones have sent for a hand counts.

    The table may while its round is open, organisers always. Raises StaleHandError, HandVoidError,
    RoundClosedError and TableDissolvedError.
    """
    picked = Submission.objects.get(pk=submission_id)
    sheet, hand = _open_hand(picked.hand_id)
    if _is_done(hand, expected_revision, RevisionKind.SETTLED, picked.record, reason):
        return hand
    if via != Via.CLUB:
        _check_open(sheet)
    _check_changeable(sheet, hand, expected_revision)
    add_revision(hand, RevisionKind.SETTLED, picked.record, Author(by, via, now), reason)
    close_sheet(sheet)
    return hand


def warning_id(warning: Problem) -> str:
    """Name a warning with the numbers in it, so that another count has to be confirmed again."""
    return "-".join([warning.code, *(f"{warning.data[key]}" for key in sorted(warning.data))])


def _digest(table_id: int, number: int, record: object) -> str:
    """Return what tells two contents under one key apart."""
    content = json.dumps([table_id, number, record], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()


def _submission_sent_before(submission_id: int, digest: str) -> Submission:
    submission = Submission.objects.select_related("hand").get(pk=submission_id)
    if submission.digest != digest:
        raise KeyReusedError
    return submission


def _read(sheet: Sheet, number: int, record: object, confirmed: Collection[str] | None) -> Record:
    """Return a record as the engine writes it."""
    match = sheet.match_before(number)
    if match.is_over:
        raise MatchOverError
    problems = match.check(record)
    if errors := [problem for problem in problems if problem.level == "error"]:
        raise RecordRefusedError(problems=errors)
    if confirmed is not None and not {warning_id(problem) for problem in problems} <= {*confirmed}:
        raise UnconfirmedError(problems=problems)
    return match.read(record).as_json()


def _compare(hand: Hand, record: Record) -> Verdict:
    """Return what a further phone's record makes of a hand, and mark the hand if they differ.

    A version that was on the table when the hand was decided does not open it again.
    """
    if is_same_record(record, record_of(hand)):
        return Verdict.AGREED
    decided = hand.current is not None and hand.current.kind != RevisionKind.ENTERED
    known = list(hand.submissions.values_list("record", flat=True)) if decided else []
    if not any(is_same_record(record, other) for other in known):
        hand.is_disputed = True
        hand.save(update_fields=["is_disputed"])
    return Verdict.DIFFERED


def _open_hand(hand_id: int) -> tuple[Sheet, Hand]:
    """Lock a hand's competition; return its table's sheet and the hand on it."""
    table_id = Hand.objects.values_list("table_id", flat=True).get(pk=hand_id)
    sheet = open_sheet(table_id=table_id)
    return sheet, next(hand for hand in sheet.hands if hand.pk == hand_id)


def _given(reason: str) -> str:
    if not reason.strip():
        raise ReasonMissingError
    return reason.strip()


def _is_done(
    hand: Hand, expected_revision: int, kind: str, record: Record | None, reason: str
) -> bool:
    """Say whether this very change has just been made: the same call came twice."""
    current = hand.current
    return (
        current is not None
        and current.number == expected_revision + 1
        and (current.kind, current.record, current.reason) == (kind, record, reason)
    )


def _check_standing(sheet: Sheet) -> None:
    if sheet.table.dissolved_at is not None:
        raise TableDissolvedError


def _check_open(sheet: Sheet) -> None:
    _check_standing(sheet)
    if not sheet.table.round.is_open:
        raise RoundClosedError


def _check_fresh(hand: Hand, expected_revision: int) -> None:
    if hand.current is None or hand.current.number != expected_revision:
        raise StaleHandError


def _check_changeable(sheet: Sheet, hand: Hand, expected_revision: int) -> None:
    _check_standing(sheet)
    _check_fresh(hand, expected_revision)
    if hand.is_void:
        raise HandVoidError
