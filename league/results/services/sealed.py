"""Seal what each player of a table submits on an own phone, and reveal it once all are in.

A hand needs what every seat has played, and the seasons on show, which are no secret and are
entered once by whoever sees them. The last of these records the hand. `SiteGame.sealed` says how.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from games.base import HandSetup
from league.audit.verbs import Verb
from league.clubs.models import Player
from league.competitions.models import Seat
from league.competitions.noting import note_table
from league.competitions.services import bump
from league.core.games import site_game
from league.core.games.sealed import SealedPart
from league.results.errors import ResultError
from league.results.models import SealedHand, SealedSeat, SealReset, Submission, Via
from league.results.services.hands import check_open, given, record_hand
from league.results.sheet import Author, Sheet, open_sheet


@transaction.atomic
def seal_submission(  # noqa: PLR0913 - all that a phone says of a seat, each by its name
    *,
    table_id: int,
    recorded: int,
    seating: int,
    seat: int,
    content: Mapping[str, Any],
    phone: str,
    by: Player | None,
    via: str,
    now: datetime,
) -> Submission | None:
    """Keep what a seat submits for the next hand; return the hand's submission once revealed.

    `recorded` is how many hands the phone's page knew, void ones too; `phone` tells the phone from
    others, which may change what it has sent until all are in. So may a player who is signed in.
    By the table's code a phone seals for the seat that it holds alone.
    Raises round_closed, table_dissolved, seating_changed, seal_broken,
    match_over, sealed_elsewhere, seat_held, seat_needed and invalid_record,
    whose fields are the seat's.
    """
    sheet = open_sheet(table_id=table_id)
    if (revealed := _revealed_before(table_id, recorded)) is not None:
        return revealed
    setup = _setup_of(sheet, recorded, seating)
    submitted, problems = _part_of(sheet).read(content, sheet.size)
    if submitted is None:
        raise ResultError("invalid_record", problems=problems)
    sitting = sheet.place.seats[seat]
    if via == Via.CODE and (not phone or sitting.phone != phone):
        code = "seat_held" if sitting.phone else "seat_needed"
        raise ResultError(code, name=sitting.player.name)
    sealed = _open_sealed(sheet, recorded, now)
    kept = sealed.seats.filter(number=seat).values_list("phone", flat=True).first()
    if kept not in (None, phone) and via != Via.SEAT:
        raise ResultError("sealed_elsewhere")
    SealedSeat.objects.update_or_create(
        hand=sealed,
        number=seat,
        defaults={
            "content": submitted.as_json(),
            "phone": phone,
            "by": by,
            "created_at": now,
        },
    )
    return _reveal_if_ready(sheet, sealed, setup, Author(by, via, now, phone))


@transaction.atomic
def choose_seasons(
    *,
    table_id: int,
    recorded: int,
    seating: int,
    seasons: Mapping[str, Any],
    by: Player | None,
    via: str,
    phone: str = "",
    now: datetime,
) -> Submission | None:
    """Keep the seasons on show for a hand that is being sealed; return as `seal_submission`."""
    sheet = open_sheet(table_id=table_id)
    if (revealed := _revealed_before(table_id, recorded)) is not None:
        return revealed
    setup = _setup_of(sheet, recorded, seating)
    read, problems = _part_of(sheet).read_seasons(seasons, setup)
    if read is None:
        raise ResultError("invalid_record", problems=problems)
    sealed = _open_sealed(sheet, recorded, now)
    sealed.seasons = read
    sealed.save(update_fields=["seasons"])
    return _reveal_if_ready(sheet, sealed, setup, Author(by, via, now, phone))


@transaction.atomic
def reset_sealed_seat(
    *, table_id: int, seat: int, reason: str, by: Player | None, now: datetime
) -> None:
    """Throw away what a seat has submitted, unseen, for a reason; nothing if it has nothing.

    Raises reason_missing, round_closed and table_dissolved.
    """
    reason = given(reason)
    sheet = open_sheet(table_id=table_id)
    check_open(sheet)
    kept = SealedSeat.objects.filter(hand__table=table_id, hand__ended_at=None, number=seat)
    hand_id = kept.values_list("hand", flat=True).first()
    if hand_id is None:
        return
    kept.delete()
    # Whoever submits again may do so from another phone: this one may be lost.
    Seat.objects.filter(table=table_id, number=seat).update(phone="", signed_in_at=None)
    SealReset.objects.create(hand_id=hand_id, number=seat, reason=reason, by=by, created_at=now)
    note_table(Verb.SEAL_RESET, sheet.table, {"reason": (None, reason)})
    bump(competition_id=sheet.competition.pk, table_ids=[table_id])


@transaction.atomic
def give_up_sealed_hand(*, table_id: int, now: datetime) -> None:
    """Throw away, unseen, all that is sealed at a table, which then enters the hand together.

    Raises round_closed and table_dissolved.
    """
    sheet = open_sheet(table_id=table_id)
    check_open(sheet)
    sealed = SealedHand.objects.filter(table=table_id, ended_at=None).first()
    if sealed is not None:
        _end(sealed, now)
        bump(competition_id=sheet.competition.pk, table_ids=[table_id])


def _revealed_before(table_id: int, recorded: int) -> Submission | None:
    """Return what the sealed hand has become for which this comes late, or again."""
    revealed = SealedHand.objects.filter(table=table_id, recorded=recorded).exclude(submission=None)
    found = revealed.select_related("submission__hand").order_by("-pk").first()
    return found.submission if found else None


def _setup_of(sheet: Sheet, recorded: int, seating: int) -> HandSetup:
    """Return the set-up of the next hand, if it is still the one that the phone shows."""
    check_open(sheet)
    if seating != sheet.table.seating:
        raise ResultError("seating_changed")
    setup = sheet.match_before(sheet.next_number).next_hand()
    if setup is None:
        raise ResultError("match_over")
    if recorded != len(sheet.hands):
        raise ResultError("seal_broken")
    return setup


def _part_of(sheet: Sheet) -> SealedPart:
    part = site_game(sheet.table.game).sealed
    if part is None:
        raise TypeError(f"This game seals nothing: {sheet.table.game}")
    return part


def _open_sealed(sheet: Sheet, recorded: int, now: datetime) -> SealedHand:
    """Return the table's open sealed hand; a new one if that is out of date, or there is none."""
    table = sheet.table
    sealed = SealedHand.objects.filter(table=table, ended_at=None).first()
    if sealed is not None and (sealed.recorded, sealed.seating) == (recorded, table.seating):
        return sealed
    if sealed is not None:
        _end(sealed, now)
    return SealedHand.objects.create(
        table=table, recorded=recorded, seating=table.seating, created_at=now
    )


def _reveal_if_ready(
    sheet: Sheet, sealed: SealedHand, setup: HandSetup, author: Author
) -> Submission | None:
    """Record the hand if all are in and the seasons are known; else tell the screens who is."""
    contents = dict(sealed.seats.values_list("number", "content"))
    part = _part_of(sheet)
    seasons = sealed.seasons or part.known_seasons(setup)
    submission = None
    if seasons and len(contents) == sheet.size:
        record = part.as_record(seasons, [contents[seat] for seat in range(sheet.size)])
        submission = _record(sheet, sealed, record, author)
    if submission is None:
        bump(competition_id=sheet.competition.pk, table_ids=[sheet.table.pk])
        return None
    sealed.submission = submission
    sealed.save(update_fields=["submission"])
    _end(sealed, author.now)
    return submission


def _record(
    sheet: Sheet, sealed: SealedHand, record: Mapping[str, Any], author: Author
) -> Submission | None:
    """Record the hand; None if its seasons fit no more, as an earlier hand was corrected."""
    try:
        return record_hand(
            table_id=sheet.table.pk,
            number=sheet.next_number,
            key=sealed.key,
            seating=sealed.seating,
            record=record,
            by=author.player,
            via=author.via,
            phone=author.phone,
            now=author.now,
        )
    except ResultError as error:
        if error.code != "invalid_record":
            raise
        sealed.seasons = None
        sealed.save(update_fields=["seasons"])
        return None


def _end(sealed: SealedHand, now: datetime) -> None:
    """Let a sealed hand be over; what is still sealed of it is thrown away unseen."""
    sealed.seats.all().delete()
    sealed.ended_at = now
    sealed.save(update_fields=["ended_at"])
