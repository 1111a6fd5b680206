"""Write hands one by one; see the package."""

import hashlib
import json
from collections.abc import Callable, Collection
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

from league.clubs.models import Player
from league.competitions.models import Confirmation
from league.results.errors import ResultError, round_closed
from league.results.models import Hand, RevisionKind, Submission, Verdict, Via
from league.results.noting import note_change
from league.results.place import Place
from league.results.reading import read_record
from league.results.scoring import Record, is_same_record, record_of
from league.results.seats import check_speaker
from league.results.sheet import (
    Author,
    Sheet,
    add_hand,
    add_revision,
    close_sheet,
    close_with_hand,
    open_sheet,
    open_sheet_for_hand,
)
from league.results.telling import ask_to_confirm, tell_change, tell_dispute

TAKEN_BACK = gettext_noop("Taken back at the table.")


class Entered(NamedTuple):
    """What somebody says of a hand, who it is (None for a phone that did not say), by which right.

    It is shaped like a record, which is still to be checked.
    """

    record: object
    by: Player | None
    via: str
    phone: str = ""


def record_hand(  # noqa: PLR0913 - all that a phone says of a hand, each by its name
    *,
    table_id: int,
    number: int,
    key: UUID,
    seating: int,
    record: object,
    by: Player | None,
    via: str,
    phone: str = "",
    now: datetime,
    confirmed: Collection[str] | None = None,
) -> Submission:
    """Write hand `number` of a table by somebody who may, as `enter_hand` does; raises the same."""
    entered = Entered(record, by, via, phone)
    return enter_hand(
        table_id=table_id,
        number=number,
        key=key,
        seating=seating,
        enter=lambda _place: entered,
        now=now,
        confirmed=confirmed,
    )


@transaction.atomic
def enter_hand(
    *,
    table_id: int,
    number: int,
    key: UUID,
    seating: int,
    enter: Callable[[Place], Entered],
    now: datetime,
    confirmed: Collection[str] | None = None,
) -> Submission:
    """Write hand `number` of a table as a phone sent it, under a key that the phone made.

    `enter` says at the place, which is locked, what was sent of it and by whom; what it raises
    goes through. The same key with the same content returns the first submission, whatever has
    happened since. A second phone's record of the hand either agrees with what counts or makes
    the hand disputed. `confirmed` are the warnings (`warning_id`) that the sender has seen; None
    leaves them unasked.
    Raises key_reused, round_closed, table_dissolved, seating_changed,
    seat_needed, skips_ahead, number_void, match_over, invalid_record,
    unconfirmed and Table.DoesNotExist.
    """
    sheet = open_sheet_for_hand(table_id=table_id, key=key)
    record, by, via, phone = enter(sheet.place)
    author = Author(by, via, now, phone)
    digest = _digest(table_id, number, record)
    if sheet.place.sent is not None:
        return _submission_sent_before(sheet.place.sent, digest)
    check_open(sheet, via)
    if seating != sheet.table.seating:
        raise ResultError("seating_changed")
    check_speaker(sheet, author)
    hand = sheet.hand(number)
    if hand is None and number != sheet.next_number:
        code = "number_void" if 1 <= number < sheet.next_number else "skips_ahead"
        raise ResultError(code, number=number, next=sheet.next_number)
    before = sheet.match_before(number)
    played = read_record(before, record, confirmed)
    is_new = hand is None
    if hand is None:
        hand = add_hand(sheet, number, played, author)
        verdict = Verdict.COUNTED
    else:
        verdict = _compare(hand, played)
        if hand.is_disputed and hand.pk not in sheet.disputed:
            tell_dispute(hand, sheet.table, "", now)
    submission = Submission(
        hand=hand,
        key=key,
        digest=digest,
        record=played,
        verdict=verdict,
        by=by,
        via=via,
        phone=phone,
        created_at=now,
    )
    if is_new:
        close_with_hand(sheet, submission, before)
    else:
        submission.save()
        close_sheet(sheet)
    if is_new and sheet.competition.confirmation != Confirmation.NOBODY:
        ask_to_confirm(hand, sheet.table, by, now)
    return submission


@transaction.atomic
def take_back_hand(
    *,
    hand_id: int,
    expected_revision: int,
    by: Player | None,
    via: str,
    phone: str = "",
    now: datetime,
) -> Hand:
    """Make a table's last hand void, as the table itself may while its round is open.

    Raises round_closed, table_dissolved, not_last and stale.
    """
    sheet, hand = _open_hand(hand_id)
    author = Author(by, via, now, phone)
    if _is_done(hand, expected_revision, RevisionKind.VOIDED, None, TAKEN_BACK):
        return hand
    check_open(sheet, via)
    check_speaker(sheet, author)
    _check_fresh(hand, expected_revision)
    if hand.is_void:
        return hand
    if hand.number != sheet.next_number - 1:
        raise ResultError("not_last")
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
    reason_missing, stale, hand_void, table_dissolved, match_over,
    invalid_record and unconfirmed.
    """
    reason = given(reason)
    sheet, hand = _open_hand(hand_id)
    played = read_record(sheet.match_before(hand.number), record, confirmed)
    if _is_done(hand, expected_revision, RevisionKind.CORRECTED, played, reason):
        return hand
    _check_changeable(sheet, hand, expected_revision)
    return _change(sheet, hand, RevisionKind.CORRECTED, played, Author(by, Via.CLUB, now), reason)


@transaction.atomic
def void_hand(
    *, hand_id: int, expected_revision: int, reason: str, by: Player | None, now: datetime
) -> Hand:
    """Let a hand count no longer, at any time, for a reason.

    Raises reason_missing, stale, hand_void and table_dissolved.
    """
    reason = given(reason)
    sheet, hand = _open_hand(hand_id)
    if _is_done(hand, expected_revision, RevisionKind.VOIDED, None, reason):
        return hand
    _check_changeable(sheet, hand, expected_revision)
    return _change(sheet, hand, RevisionKind.VOIDED, None, Author(by, Via.CLUB, now), reason)


@transaction.atomic
def restore_hand(
    *, hand_id: int, expected_revision: int, reason: str, by: Player | None, now: datetime
) -> Hand:
    """Let a void hand count again, as it was before.

    Raises reason_missing, stale, number_taken and table_dissolved.
    """
    reason = given(reason)
    sheet, hand = _open_hand(hand_id)
    before = hand.revisions.exclude(record=None).order_by("-number")[0]
    if _is_done(hand, expected_revision, RevisionKind.RESTORED, before.record, reason):
        return hand
    _check_standing(sheet)
    _check_fresh(hand, expected_revision)
    if not hand.is_void:
        return hand
    if sheet.hand(hand.number) is not None:
        raise ResultError("number_taken", number=hand.number)
    return _change(
        sheet, hand, RevisionKind.RESTORED, before.record, Author(by, Via.CLUB, now), reason
    )


@transaction.atomic
def settle_hand(
    *,
    submission_id: int,
    expected_revision: int,
    reason: str = "",
    by: Player | None,
    via: str,
    phone: str = "",
    now: datetime,
) -> Hand:
    """Pick which of the versions that phones have sent for a hand counts.

    The table may while its round is open, organisers always. Raises stale, hand_void,
    round_closed and table_dissolved.
    """
    picked = Submission.objects.get(pk=submission_id)
    sheet, hand = _open_hand(picked.hand_id)
    if _is_done(hand, expected_revision, RevisionKind.SETTLED, picked.record, reason):
        return hand
    author = Author(by, via, now, phone)
    if via != Via.CLUB:
        check_open(sheet)
        check_speaker(sheet, author)
    _check_changeable(sheet, hand, expected_revision)
    return _change(sheet, hand, RevisionKind.SETTLED, picked.record, author, reason)


@transaction.atomic
def keep_hand(
    *, hand_id: int, expected_revision: int, reason: str, by: Player | None, now: datetime
) -> Hand:
    """Settle a disputed hand as it is, for a reason; one that is not disputed stays as it was.

    Raises reason_missing, stale, hand_void and table_dissolved.
    """
    reason = given(reason)
    sheet, hand = _open_hand(hand_id)
    record = hand.current.record if hand.current else None
    if _is_done(hand, expected_revision, RevisionKind.SETTLED, record, reason):
        return hand
    _check_changeable(sheet, hand, expected_revision)
    if not hand.is_disputed:
        return hand
    return _change(sheet, hand, RevisionKind.SETTLED, record, Author(by, Via.CLUB, now), reason)


def _digest(table_id: int, number: int, record: object) -> str:
    """Return what tells two contents under one key apart."""
    content = json.dumps([table_id, number, record], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()


def _submission_sent_before(submission_id: int, digest: str) -> Submission:
    submission = Submission.objects.select_related("hand").get(pk=submission_id)
    if submission.digest != digest:
        raise ResultError("key_reused")
    return submission


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


def given(reason: str) -> str:
    """Return a reason; raises reason_missing without one."""
    if not reason.strip():
        raise ResultError("reason_missing")
    return reason.strip()


def _change(
    sheet: Sheet, hand: Hand, kind: str, record: Record | None, author: Author, reason: str
) -> Hand:
    """Write what is in force of a hand from now on; its players hear what the club has changed."""
    revision = add_revision(hand, kind, record, author, reason)
    if author.via == Via.CLUB:
        tell_change(hand, sheet.table, revision)
    note_change(hand, sheet.table, revision)
    close_sheet(sheet)
    return hand


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
        raise ResultError("table_dissolved")
    if sheet.result is not None:
        raise ResultError("result_stands")


def check_open(sheet: Sheet, via: str = Via.CODE) -> None:
    """Refuse to write while a table's round is not open; raises the refusal, in words for `via`."""
    _check_standing(sheet)
    if not sheet.table.takes_hands:
        raise round_closed(sheet.table.round, via)


def _check_fresh(hand: Hand, expected_revision: int) -> None:
    if hand.current is None or hand.current.number != expected_revision:
        raise ResultError("stale")


def _check_changeable(sheet: Sheet, hand: Hand, expected_revision: int) -> None:
    _check_standing(sheet)
    _check_fresh(hand, expected_revision)
    if hand.is_void:
        raise ResultError("hand_void")
