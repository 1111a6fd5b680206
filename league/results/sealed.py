"""Sealed hands: each seat submits its choice on an own phone; the last one records the hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction

from games.base import HandSetup
from league.audit.actions import Action
from league.clubs.models import Player
from league.competitions.models import Seat
from league.competitions.writing import bump, log_table
from league.core.games.entry import Who
from league.core.games.site_game import SealedPart
from league.results.authors import Author, Via
from league.results.errors import ResultError, required_reason
from league.results.locked_table import load_locked
from league.results.models import SealedHand, SealedSeat, SealReset, Submission
from league.results.scoring import match_before
from league.results.services import check_open, enter_hand
from league.results.table_context import TableContext
from league.results.table_view import PlayedHand, TableView


class SealedSeatState(NamedTuple):
    """A seat, and whether something was submitted from it."""

    who: Who
    is_in: bool


class Reset(NamedTuple):
    """The reset of a player's seat."""

    who: Who
    reset: SealReset


@dataclass(frozen=True, slots=True)
class Sealing:
    """All that is public of hand `number` before it is revealed; `revealed` is it then."""

    number: int
    recorded: int
    seats: tuple[SealedSeatState, ...]
    seasons: str
    are_seasons_known: bool
    resets: tuple[Reset, ...]
    revealed: PlayedHand | None = None

    @property
    def count(self) -> int:
        """How many are in."""
        return sum(seat.is_in for seat in self.seats)


def sealing_of(
    part: SealedPart, view: TableView, sealed: SealedHand | None, number: int
) -> Sealing:
    """Return what is public of hand `number`, the next one or one that was played."""
    setup = view.match.next_hand()
    known = part.known_seasons(setup) if setup else None
    seasons = known or (sealed.seasons if sealed else None)
    people = tuple(map(Who, range(len(view.names)), view.names))
    sealed_in = {seat.number for seat in sealed.seats.all()} if sealed else set()
    played = (each for each in view.hands if each.hand.number == number and not each.hand.is_void)
    return Sealing(
        number=number,
        recorded=len(view.hands),
        seats=tuple(SealedSeatState(who, who.seat in sealed_in) for who in people),
        seasons=part.seasons_text(seasons) if seasons else "",
        are_seasons_known=bool(known),
        resets=tuple(
            Reset(people[reset.number], reset) for reset in (sealed.resets.all() if sealed else ())
        ),
        revealed=next(played, None),
    )


@transaction.atomic
def seal_submission(
    *,
    table_id: int,
    recorded: int,
    seating: int,
    seat: int,
    content: Mapping[str, Any],
    author: Author,
) -> Submission | None:
    """Keep what a seat submits for the next hand; return the hand's submission once revealed.

    `recorded` is how many hands the phone's page knew, void ones too. A phone may change what it
    has sent until all are in. Raises round_closed, table_dissolved, seating_changed, seal_broken,
    match_over, sealed_elsewhere, seat_held, seat_needed and invalid_record.
    """
    locked = load_locked(table_id=table_id)
    if (revealed := _revealed_before(table_id, recorded)) is not None:
        return revealed
    setup = _setup_of(locked, recorded, seating)
    if seat >= len(locked.names):
        raise ResultError("seating_changed")
    submitted, problems = _part_of(locked).read(content, len(locked.names))
    if submitted is None:
        raise ResultError("invalid_record", problems=problems)
    sitting, phone = locked.seats[seat], author.phone
    if author.via == Via.CODE and (not phone or sitting.phone != phone):
        code = "seat_held" if sitting.phone else "seat_needed"
        raise ResultError(code, name=sitting.player.name)
    sealed = _open_sealed(locked, recorded, author.created_at)
    stored = sealed.seats.filter(number=seat).values_list("phone", flat=True).first()
    if stored not in (None, phone) and author.via != Via.SEAT:
        raise ResultError("sealed_elsewhere")
    SealedSeat.objects.update_or_create(
        hand=sealed,
        number=seat,
        defaults={
            "content": submitted.as_json(),
            "phone": phone,
            "by": author.by,
            "created_at": author.created_at,
        },
    )
    return _reveal_if_ready(locked, sealed, setup, author)


@transaction.atomic
def choose_seasons(
    *,
    table_id: int,
    recorded: int,
    seating: int,
    seasons: Mapping[str, Any],
    author: Author,
) -> Submission | None:
    """Store the seasons of a hand that is being sealed; return as `seal_submission`."""
    locked = load_locked(table_id=table_id)
    if (revealed := _revealed_before(table_id, recorded)) is not None:
        return revealed
    setup = _setup_of(locked, recorded, seating)
    read, problems = _part_of(locked).read_seasons(seasons, setup)
    if read is None:
        raise ResultError("invalid_record", problems=problems)
    sealed = _open_sealed(locked, recorded, author.created_at)
    sealed.seasons = read
    sealed.save(update_fields=["seasons"])
    return _reveal_if_ready(locked, sealed, setup, author)


@transaction.atomic
def reset_sealed_seat(
    *, table_id: int, seat: int, reason: str, by: Player | None, now: datetime
) -> None:
    """Delete a seat's choice, unseen; raises reason_missing, round_closed, table_dissolved."""
    reason = required_reason(reason)
    locked = load_locked(table_id=table_id)
    check_open(locked)
    stored = SealedSeat.objects.filter(hand__table=table_id, hand__ended_at=None, number=seat)
    hand_id = stored.values_list("hand", flat=True).first()
    if hand_id is None:
        return
    stored.delete()
    # Whoever submits again may do so from another phone: this one may be lost.
    Seat.objects.filter(table=table_id, number=seat).update(phone="", signed_in_at=None)
    SealReset.objects.create(hand_id=hand_id, number=seat, reason=reason, by=by, created_at=now)
    log_table(Action.SEAL_RESET, locked.table, {"reason": (None, reason)})
    bump(competition_id=locked.competition.pk, table_ids=[table_id])


@transaction.atomic
def give_up_sealed_hand(*, table_id: int, now: datetime) -> None:
    """Delete, unseen, all that is sealed at a table; raises round_closed and table_dissolved."""
    locked = load_locked(table_id=table_id)
    check_open(locked)
    sealed = SealedHand.objects.filter(table=table_id, ended_at=None).first()
    if sealed is not None:
        _end(sealed, now)
        bump(competition_id=locked.competition.pk, table_ids=[table_id])


def _revealed_before(table_id: int, recorded: int) -> Submission | None:
    """Return the submission of a sealed hand that was revealed meanwhile."""
    revealed = SealedHand.objects.filter(table=table_id, recorded=recorded).exclude(submission=None)
    found = revealed.select_related("submission__hand").order_by("-pk").first()
    return found.submission if found else None


def _setup_of(locked: TableContext, recorded: int, seating: int) -> HandSetup:
    """Return the set-up of the next hand, if it is still the one that the phone shows."""
    check_open(locked)
    if seating != locked.table.seating:
        raise ResultError("seating_changed")
    match = match_before(locked.table, len(locked.seats), locked.hands, locked.next_number)
    setup = match.next_hand()
    if setup is None:
        raise ResultError("match_over")
    if recorded != len(locked.hands):
        raise ResultError("seal_broken")
    return setup


def _part_of(locked: TableContext) -> SealedPart:
    part = locked.table.site_game.sealed
    if part is None:
        raise TypeError(f"This game seals nothing: {locked.table.game}")
    return part


def _open_sealed(locked: TableContext, recorded: int, now: datetime) -> SealedHand:
    """Return the table's open sealed hand; a new one if that is out of date, or there is none."""
    table = locked.table
    sealed = SealedHand.objects.filter(table=table, ended_at=None).first()
    if sealed is not None and (sealed.recorded, sealed.seating) == (recorded, table.seating):
        return sealed
    if sealed is not None:
        _end(sealed, now)
    return SealedHand.objects.create(
        table=table, recorded=recorded, seating=table.seating, created_at=now
    )


def _reveal_if_ready(
    locked: TableContext, sealed: SealedHand, setup: HandSetup, author: Author
) -> Submission | None:
    """Record the hand if all are in and the seasons are known; else notify the screens."""
    contents = dict(sealed.seats.values_list("number", "content"))
    part, seats = _part_of(locked), range(len(locked.names))
    seasons = sealed.seasons or part.known_seasons(setup)
    if seasons and len(contents) == len(seats):
        record = part.as_record(seasons, [contents[seat] for seat in seats])
        if (submission := _record(locked, sealed, record, author)) is not None:
            sealed.submission = submission
            sealed.save(update_fields=["submission"])
            _end(sealed, author.created_at)
            return submission
    bump(competition_id=locked.competition.pk, table_ids=[locked.table.pk])
    return None


def _record(
    locked: TableContext, sealed: SealedHand, record: Mapping[str, Any], author: Author
) -> Submission | None:
    """Record the hand; None if its seasons fit no more, as an earlier hand was corrected."""
    try:
        return enter_hand(
            table_id=locked.table.pk,
            number=locked.next_number,
            key=sealed.key,
            seating=sealed.seating,
            enter=lambda _context: (record, author),
        )
    except ResultError as error:
        if error.code != "invalid_record":
            raise
        sealed.seasons = None
        sealed.save(update_fields=["seasons"])
        return None


def _end(sealed: SealedHand, now: datetime) -> None:
    """End a sealed hand; what is still sealed of it is deleted unseen."""
    sealed.seats.all().delete()
    sealed.ended_at = now
    sealed.save(update_fields=["ended_at"])
