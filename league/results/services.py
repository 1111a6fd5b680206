"""Write hands: enter, undo, correct, void, restore, resolve. Each change is a new revision."""

import hashlib
import json
from collections.abc import Callable, Collection
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

from league.competitions.models import Confirmation
from league.results.authors import Author, Via
from league.results.errors import ResultError, required_reason, round_closed
from league.results.locked_table import (
    check_speaker,
    load_locked,
    revise,
    save_locked,
    save_with_hand,
)
from league.results.models import Hand, HandRevision, RevisionKind, Submission, SubmissionOutcome
from league.results.notifications import ask_to_confirm, log_change, notify_change, notify_dispute
from league.results.scoring import Record, is_same_record, match_before, read_record, record_of
from league.results.table_context import TableContext

UNDONE = gettext_noop("Undone at the table.")


def record_hand(
    *,
    table_id: int,
    number: int,
    key: UUID,
    seating: int,
    record: object,
    author: Author,
    confirmed: Collection[str] | None = None,
) -> Submission:
    """Write hand `number` of a table by a known author; raises what `enter_hand` does."""
    return enter_hand(
        table_id=table_id,
        number=number,
        key=key,
        seating=seating,
        enter=lambda _context: (record, author),
        confirmed=confirmed,
    )


@transaction.atomic
def enter_hand(
    *,
    table_id: int,
    number: int,
    key: UUID,
    seating: int,
    enter: Callable[[TableContext], tuple[object, Author]],
    confirmed: Collection[str] | None = None,
) -> Submission:
    """Write hand `number` of a table as a phone sent it, under a key that the phone made.

    `enter` returns, for the locked table, the unchecked record and its author; what it raises goes
    through. The same key with the same content returns the first submission, whatever has happened
    since. A second phone's record of the hand either agrees with what counts or makes the hand
    disputed. `confirmed` are the warnings (`warning_id`) that the sender has seen; None leaves them
    unasked. Raises key_reused, round_closed, table_dissolved, seating_changed, seat_needed,
    skips_ahead, number_void, match_over, invalid_record, unconfirmed and Table.DoesNotExist.
    """
    locked = load_locked(table_id=table_id, key=key)
    record, author = enter(locked)
    digest = digest_of(table_id, number, record)
    if locked.sent is not None:
        sent = Submission.objects.select_related("hand").get(pk=locked.sent)
        if sent.digest != digest:
            raise ResultError("key_reused")
        return sent
    check_open(locked, author.via)
    if seating != locked.table.seating:
        raise ResultError("seating_changed")
    check_speaker(locked, author)
    standing = locked.standing
    hand, next_number = standing.get(number), locked.next_number
    if hand is None and number != next_number:
        code = "number_void" if 1 <= number < next_number else "skips_ahead"
        game = locked.table.site_game
        hand_title, next_hand = game.hand_title(number), game.hand_named(next_number)
        raise ResultError(code, hand=hand_title, next=next_number, next_hand=next_hand)
    before = match_before(locked.table, len(locked.seats), locked.hands, number)
    played = read_record(before, record, confirmed)
    sent = Submission(key=key, digest=digest, record=played, **author._asdict())
    if hand is None:
        sent.hand = Hand(table=locked.table, number=number, created_at=author.created_at)
        sent.outcome = SubmissionOutcome.COUNTED
        revise(sent.hand, RevisionKind.ENTERED, played, author)
        save_with_hand(locked, sent, before)
        if locked.competition.confirmation != Confirmation.NOBODY:
            ask_to_confirm(sent.hand, locked.table, author.by, author.created_at)
        return sent
    sent.hand, sent.outcome = hand, _compare(hand, played)
    if hand.is_disputed and hand.pk not in locked.disputed:
        notify_dispute(hand, locked.table, "", author.created_at)
    sent.save()
    save_locked(locked)
    return sent


@transaction.atomic
def undo_hand(*, hand_id: int, expected_revision: int, author: Author) -> Hand:
    """Void a table's last hand; raises round_closed, table_dissolved, not_last and stale."""
    locked, hand = _lock_hand(hand_id)
    if _is_done(hand, expected_revision, RevisionKind.VOIDED, None, UNDONE):
        return hand
    check_open(locked, author.via)
    check_speaker(locked, author)
    _check_fresh(hand, expected_revision)
    if hand.is_void:
        return hand
    if hand.number != locked.next_number - 1:
        raise ResultError("not_last")
    _add_revision(hand, RevisionKind.VOIDED, None, author, UNDONE)
    save_locked(locked)
    return hand


@transaction.atomic
def correct_hand(
    *,
    hand_id: int,
    expected_revision: int,
    record: object,
    reason: str,
    author: Author,
    confirmed: Collection[str] | None = None,
) -> Hand:
    """Replace what is in force of a hand, at any time, for a reason.

    Later hands keep the teams they were played with. `confirmed` as in `enter_hand`. Raises
    reason_missing, stale, hand_void, table_dissolved, match_over, invalid_record and unconfirmed.
    """
    reason = required_reason(reason)
    locked, hand = _lock_hand(hand_id)
    before = match_before(locked.table, len(locked.seats), locked.hands, hand.number)
    played = read_record(before, record, confirmed)
    return _change(locked, hand, expected_revision, RevisionKind.CORRECTED, played, author, reason)


@transaction.atomic
def void_hand(*, hand_id: int, expected_revision: int, reason: str, author: Author) -> Hand:
    """Void a hand, at any time; raises reason_missing, stale, hand_void and table_dissolved."""
    reason = required_reason(reason)
    locked, hand = _lock_hand(hand_id)
    return _change(locked, hand, expected_revision, RevisionKind.VOIDED, None, author, reason)


@transaction.atomic
def restore_hand(*, hand_id: int, expected_revision: int, reason: str, author: Author) -> Hand:
    """Restore a void hand; raises reason_missing, stale, number_taken and table_dissolved."""
    reason = required_reason(reason)
    locked, hand = _lock_hand(hand_id)
    before = hand.revisions.exclude(record=None).order_by("-number")[0]
    return _change(
        locked, hand, expected_revision, RevisionKind.RESTORED, before.record, author, reason
    )


@transaction.atomic
def resolve_dispute(
    *, submission_id: int, expected_revision: int, reason: str = "", author: Author
) -> Hand:
    """Pick which of the versions that phones have sent for a hand counts.

    The table may while its round is open, organisers always. Raises stale, hand_void, round_closed
    and table_dissolved.
    """
    picked = Submission.objects.get(pk=submission_id)
    locked, hand = _lock_hand(picked.hand_id)
    return _change(
        locked, hand, expected_revision, RevisionKind.RESOLVED, picked.record, author, reason
    )


@transaction.atomic
def dismiss_dispute(*, hand_id: int, expected_revision: int, reason: str, author: Author) -> Hand:
    """Keep a disputed hand as it is; raises reason_missing, stale, hand_void, table_dissolved."""
    reason = required_reason(reason)
    locked, hand = _lock_hand(hand_id)
    record = hand.current.record if hand.current else None
    return _change(
        locked,
        hand,
        expected_revision,
        RevisionKind.RESOLVED,
        record,
        author,
        reason,
        hand.is_disputed,
    )


def digest_of(*content: object) -> str:
    """Return the digest that tells two contents under one key apart."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _compare(hand: Hand, record: Record) -> SubmissionOutcome:
    """Compare a further record of a hand, which is disputed by a new version of it."""
    if is_same_record(record, record_of(hand)):
        return SubmissionOutcome.AGREED
    decided = hand.current is not None and hand.current.kind != RevisionKind.ENTERED
    known = list(hand.submissions.values_list("record", flat=True)) if decided else []
    if not any(is_same_record(record, other) for other in known):
        hand.is_disputed = True
        hand.save(update_fields=["is_disputed"])
    return SubmissionOutcome.DIFFERED


def _lock_hand(hand_id: int) -> tuple[TableContext, Hand]:
    """Lock a hand's competition; return its table and the hand."""
    locked = load_locked(table_id=Hand.objects.values_list("table_id", flat=True).get(pk=hand_id))
    return locked, next(hand for hand in locked.hands if hand.pk == hand_id)


def _change(
    locked: TableContext,
    hand: Hand,
    expected_revision: int,
    kind: str,
    record: Record | None,
    author: Author,
    reason: str,
    is_needed: bool = True,
) -> Hand:
    """Put another revision in force, once; the hand's players hear what the club has changed."""
    if _is_done(hand, expected_revision, kind, record, reason):
        return hand
    if author.via != Via.CLUB:
        check_open(locked, Via.CODE)
        check_speaker(locked, author)
    _check_standing(locked)
    _check_fresh(hand, expected_revision)
    is_restored = kind == RevisionKind.RESTORED
    if hand.is_void and not is_restored:
        raise ResultError("hand_void")
    if not is_needed or (is_restored and not hand.is_void):
        return hand
    if is_restored and hand.number in locked.standing:
        named = locked.table.site_game.hand_named(hand.number)
        raise ResultError("number_taken", hand=named)
    revision = _add_revision(hand, kind, record, author, reason)
    if author.via == Via.CLUB:
        notify_change(hand, locked.table, revision)
    log_change(hand, locked.table, revision)
    save_locked(locked)
    return hand


def _add_revision(
    hand: Hand, kind: str, record: Record | None, author: Author, reason: str
) -> HandRevision:
    revision = revise(hand, kind, record, author, reason)
    revision.save()
    hand.save(update_fields=["revision", "is_void", "is_disputed"])
    return revision


def _is_done(
    hand: Hand, expected_revision: int, kind: str, record: Record | None, reason: str
) -> bool:
    """Say whether this very change has just been made: the same call came twice."""
    now = hand.current
    done = (expected_revision + 1, kind, record, reason)
    return now is not None and (now.number, now.kind, now.record, now.reason) == done


def _check_standing(locked: TableContext) -> None:
    if locked.table.dissolved_at is not None:
        raise ResultError("table_dissolved")
    if locked.result is not None:
        raise ResultError("result_stands")


def check_open(locked: TableContext, via: str = Via.CODE) -> None:
    """Refuse to write while a table's round is not open; raises the refusal for `via`."""
    _check_standing(locked)
    if not locked.table.takes_hands:
        raise round_closed(locked.table.round, via)


def _check_fresh(hand: Hand, expected_revision: int) -> None:
    if hand.current is None or hand.current.number != expected_revision:
        raise ResultError("stale")
