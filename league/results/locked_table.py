"""A table under its lock: read it, add revisions, write what is derived; and who holds its seats.

A phone holds a seat until it takes another, which it may while it has written nothing from the
first, or until an organiser frees it. A player who is signed in has their own seat.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from games.base import Match
from league.audit.actions import Action
from league.clubs.models import Player
from league.competitions.models import Competition, PhoneUse, Seat, Table
from league.competitions.queries import seats_in_order
from league.competitions.writing import bump, lock_table, log_table, share_lock_of_table
from league.core.hooks import hooks
from league.results.authors import Author, Via
from league.results.errors import ResultError
from league.results.inbox import bump_inbox
from league.results.models import (
    FinalRevision,
    Hand,
    HandResponse,
    HandRevision,
    HandScore,
    RevisionKind,
    SealedSeat,
    Submission,
    TableScore,
)
from league.results.scoring import (
    ComputedTable,
    Record,
    compute_hands,
    score_fields,
    score_hand,
)
from league.results.table_context import (
    TableContext,
    load_table_context,
    store_table_score,
    write_new_hand,
)


class PlacedRow(NamedTuple):
    """An entry's place (None without one) and points in a competition's standings."""

    entry_id: int
    name: str
    place: int | None
    points: int


def standings_now(competition_id: int) -> list[PlacedRow]:
    """Return the current standings of a competition, best first."""
    return [row for read in hooks("standings") for row in read(competition_id)]


def load_locked(*, table_id: int, key: UUID | None = None) -> TableContext:
    """Lock a table's competition and read the table; raises Table.DoesNotExist.

    To add a hand under a key locks the table alone, and hinders no other of the competition.
    """
    if key is None:
        lock_table(table_id=table_id)
    else:
        share_lock_of_table(table_id=table_id)
    context = load_table_context(table_id, key)
    if context is None:
        raise Table.DoesNotExist
    return context


def revise(
    hand: Hand, kind: str, record: Record | None, author: Author, reason: str = ""
) -> HandRevision:
    """Put a new revision of a hand in force, which is still to be saved; it ends a dispute."""
    number = hand.current.number + 1 if hand.current else 1
    hand.current = HandRevision(
        hand=hand, number=number, kind=kind, record=record, reason=reason, **author._asdict()
    )
    hand.is_void = kind == RevisionKind.VOIDED
    hand.is_disputed = False
    return hand.current


def save_locked(locked: TableContext) -> None:
    """Bring all that is derived from a table's hands up to date, and notify the screens."""
    _publish(locked, _rescore(locked))


def save_with_hand(locked: TableContext, submission: Submission, before: Match) -> None:
    """Write a new hand with its submission and what is derived; `before` is the match before it."""
    hand = submission.hand
    locked.hands.append(hand)
    last, match = score_hand(before, hand)
    computed = ComputedTable((), match)
    if locked.table.departures:
        computed = compute_hands(locked.table, len(locked.seats), locked.hands)
    fields = {**computed.as_fields(), "hands": len(locked.standing)}
    score = TableScore(table=locked.table, **fields)
    hand_score = HandScore(hand=hand, score=last.score, is_surplus=last.is_surplus)
    write_new_hand(hand, submission, hand_score, score)
    _publish(locked, score)


def _publish(locked: TableContext, score: TableScore | None) -> None:
    """Notify the apps above and the screens of a table's score; None if it has one no longer."""
    for listener in hooks("score"):
        listener(context=locked, score=score)
    bump(competition_id=locked.competition.pk, table_ids=[locked.table.pk])
    if locked.disputed_now() != locked.disputed:
        bump_inbox(club_id=locked.competition.club_id)


def _rescore(locked: TableContext) -> TableScore | None:
    """Write the scores of hands that have changed, and that of the table; return it if any."""
    computed = compute_hands(locked.table, len(locked.seats), locked.hands)
    stored = HandScore.objects.filter(hand__table=locked.table).in_bulk(field_name="hand_id")
    changed = [
        HandScore(hand=each.hand, score=each.score, is_surplus=each.is_surplus)
        for each in computed.hands
        if (old := stored.pop(each.hand.pk, None)) is None
        or (old.score, old.is_surplus) != (each.score, each.is_surplus)
    ]
    HandScore.objects.bulk_create(
        changed,
        update_conflicts=True,
        unique_fields=["hand"],
        update_fields=["score", "is_surplus"],
    )
    if stored:
        HandScore.objects.filter(hand__in=stored).delete()
    fields = score_fields(computed, locked.result)
    if fields is None:
        TableScore.objects.filter(table=locked.table).delete()
        return None
    score = TableScore(table=locked.table, **fields)
    store_table_score(score)
    return score


@transaction.atomic
def take_seat(*, table_id: int, seat: int, phone: str) -> Seat:
    """Let a phone that holds the table's code speak for a seat, and no longer for another."""
    if not phone:
        raise ResultError("seat_needed")
    share_lock_of_table(table_id=table_id)
    table = Table.objects.select_related("round__stage__competition").get(pk=table_id)
    if table.dissolved_at is not None:
        raise ResultError("table_dissolved")
    seats = list(seats_in_order().filter(table=table))
    wanted = next((each for each in seats if each.number == seat), None)
    if wanted is None or wanted.left_from is not None:
        raise ResultError("seating_changed")
    if wanted.phone == phone:
        return wanted
    check_free(wanted)
    competition = table.round.stage.competition
    own = next((each for each in seats if each.phone == phone), None)
    if own is not None:
        if competition.phone_use != PhoneUse.TABLE and _has_written(own):
            raise ResultError("seat_used", name=own.player.name)
        own.phone = ""
        own.save(update_fields=["phone"])
    # Whoever opens the table's page signed in takes no lock, and may have come just now.
    if not Seat.objects.filter(pk=wanted.pk, phone="", signed_in_at=None).update(phone=phone):
        raise ResultError("seat_signed_in", name=wanted.player.name)
    wanted.phone = phone
    return wanted


@transaction.atomic
def free_seat(*, table_id: int, seat: int) -> None:
    """Let another phone take a seat, as an organiser may; nothing if none has it."""
    share_lock_of_table(table_id=table_id)
    held = Seat.objects.filter(table=table_id, number=seat).exclude(phone="", signed_in_at=None)
    found = held.first()
    if found is None:
        return
    held.update(phone="", signed_in_at=None)
    table = Table.objects.select_related("round__stage__competition").get(pk=table_id)
    log_table(Action.SEAT_FREED, table, {"players": ([], [found.player_id])})
    bump(competition_id=table.round.stage.competition_id, table_ids=[table_id])


def reserve_own_seat(seat: Seat, now: datetime) -> None:
    """Reserve a seat for its player, who has come to the table with an account."""
    if seat.signed_in_at is None or seat.phone:
        own = Seat.objects.filter(pk=seat.pk, player=seat.player_id)
        own.filter(Q(signed_in_at=None) | ~Q(phone="")).update(signed_in_at=now, phone="")
        seat.signed_in_at, seat.phone = now, ""


def is_free(seat: Seat, phone: str) -> bool:
    """Say whether neither an account nor another phone holds a seat, nor its player has left."""
    return seat.left_from is None and seat.signed_in_at is None and seat.phone in ("", phone)


def check_free(seat: Seat, phone: str = "") -> None:
    """Refuse a seat that an account or another phone than this one holds."""
    if seat.signed_in_at is not None:
        raise ResultError("seat_signed_in", name=seat.player.name)
    if seat.phone not in ("", phone):
        raise ResultError("seat_held", name=seat.player.name)


def needs_seat(
    competition: Competition, by: Player | None, via: str, seats: Iterable[Seat]
) -> bool:
    """Say whether a phone has to say first who holds it before it enters anything."""
    if competition.phone_use != PhoneUse.OWN or via != Via.CODE:
        return False
    return by is None or all(seat.player_id != by.pk for seat in seats)


def check_speaker(locked: TableContext, author: Author) -> None:
    """Refuse a phone that has to say first who holds it; raises seat_needed."""
    if needs_seat(locked.competition, author.by, author.via, locked.seats):
        raise ResultError("seat_needed")


def _has_written(seat: Seat) -> bool:
    """Say whether something was written at the table on the phone that holds a seat."""
    table, written = seat.table_id, {"phone": seat.phone, "by": seat.player_id}
    sealed = SealedSeat.objects.filter(hand__table=table, hand__ended_at=None, number=seat.number)
    found: tuple[QuerySet[Any], ...] = (
        HandResponse.objects.filter(revision__hand__table=table, **written),
        HandRevision.objects.filter(hand__table=table, **written),
        Submission.objects.filter(hand__table=table, **written),
        FinalRevision.objects.filter(result__table=table, **written),
        sealed,
    )
    return any(rows.exists() for rows in found)
