"""Let a phone speak for a seat of its table: one phone or account a seat, and one seat a phone.

A phone holds the seat that was tapped on it until it takes another, which it may while nothing was
said with the one it has, or until an organiser frees the seat. Whoever comes with an account has
their seat for themselves.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from league.audit.verbs import Verb
from league.clubs.models import Player
from league.competitions.models import Competition, PhoneUse, Seat, Table
from league.competitions.noting import note_table
from league.competitions.queries import seats_in_order
from league.competitions.services import bump, share_lock_of_table
from league.results.errors import ResultError
from league.results.models import (
    FinalRevision,
    HandAnswer,
    HandRevision,
    SealedSeat,
    Submission,
    Via,
)
from league.results.sheet import Author, Sheet


@transaction.atomic
def take_seat(*, table_id: int, seat: int, phone: str) -> Seat:
    """Let a phone that holds the table's code speak for a seat, and no longer for another.

    Raises seat_signed_in, seat_held, seat_used, seating_changed for a seat that
    there is not, seat_needed for a phone that nobody can tell from others, and
    table_dissolved.
    """
    if not phone:
        raise ResultError("seat_needed")
    share_lock_of_table(table_id=table_id)
    table = Table.objects.select_related("round__stage__competition").get(pk=table_id)
    if table.dissolved_at is not None:
        raise ResultError("table_dissolved")
    seats = list(seats_in_order().filter(table=table))
    wanted = next((each for each in seats if each.number == seat), None)
    if wanted is None:
        raise ResultError("seating_changed")
    if wanted.phone == phone:
        return wanted
    check_free(wanted)
    competition = table.round.stage.competition
    own = next((each for each in seats if each.phone == phone), None)
    if own is not None:
        if competition.phone_use != PhoneUse.TABLE and _has_spoken(own):
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
    note_table(Verb.SEAT_FREED, table, {"players": ([], [found.player_id])})
    bump(competition_id=table.round.stage.competition_id, table_ids=[table_id])


def keep_own_seat(seat: Seat, now: datetime) -> None:
    """Let nobody but its player speak for a seat, who has come to the table with an account."""
    if seat.signed_in_at is None or seat.phone:
        own = Seat.objects.filter(pk=seat.pk, player=seat.player_id)
        own.filter(Q(signed_in_at=None) | ~Q(phone="")).update(signed_in_at=now, phone="")
        seat.signed_in_at, seat.phone = now, ""


def is_free(seat: Seat, phone: str) -> bool:
    """Say whether neither an account nor another phone keeps a seat."""
    return seat.signed_in_at is None and seat.phone in ("", phone)


def check_free(seat: Seat, phone: str = "") -> None:
    """Refuse a seat that its player keeps by an account, or another phone than this one holds."""
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


def check_speaker(sheet: Sheet, author: Author) -> None:
    """Refuse a phone that has to say first who holds it; raises seat_needed."""
    if needs_seat(sheet.competition, author.player, author.via, sheet.place.seats):
        raise ResultError("seat_needed")


def _has_spoken(seat: Seat) -> bool:
    """Say whether something was said at the table on the phone that has a seat."""
    said = {"phone": seat.phone, "by": seat.player_id}
    return (
        HandAnswer.objects.filter(revision__hand__table=seat.table_id, **said).exists()
        or HandRevision.objects.filter(hand__table=seat.table_id, **said).exists()
        or Submission.objects.filter(hand__table=seat.table_id, **said).exists()
        or FinalRevision.objects.filter(result__table=seat.table_id, **said).exists()
        or SealedSeat.objects.filter(
            hand__table=seat.table_id, hand__ended_at=None, number=seat.number
        ).exists()
    )
