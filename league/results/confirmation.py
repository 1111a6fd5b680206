"""Confirmation of hands: how far a table agrees with the version of a hand in force."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Prefetch
from django.utils.translation import gettext as _

from league.competitions.lineups import Lineup, lineup_of
from league.competitions.models import Competition, Confirmation, PhoneUse, Table
from league.competitions.queries import seats_in_order
from league.competitions.writing import bump, lock_competition_of_table
from league.core.games.entry import Who
from league.core.rule_texts import join_names
from league.results.authors import Author, Via
from league.results.errors import ResultError, required_reason, round_closed
from league.results.inbox import bump_inbox
from league.results.locked_table import check_free, is_free, reserve_own_seat
from league.results.models import (
    Hand,
    HandResponse,
    HandResponseKind,
    HandRevision,
    RevisionKind,
    SubmissionOutcome,
)
from league.results.notifications import notify_dispute, stop_asking
from league.results.scoring import first_of_present, is_same_record

ASKED, WAITING, CONFIRMED, SILENT = "asked", "waiting", "confirmed", "silent"
DECIDED, DISPUTED = "decided", "disputed"
BY_WHAT_WAS_SENT = (RevisionKind.ENTERED, RevisionKind.RESOLVED)


class Dispute(NamedTuple):
    """Who disputes a hand, and why."""

    who: Who
    reason: str


class HandConfirmation(NamedTuple):
    """How far a table has agreed with a hand that is not void.

    `state` is "asked" where nobody has to agree, "waiting", "confirmed", "silent" (confirmed, as
    nobody disputed it until `until`), "decided" by `by`, or "disputed". `agreed` are those who have
    confirmed it or sent the same, `silent` those who have not responded.
    """

    state: str
    agreed: tuple[Who, ...]
    silent: tuple[Who, ...]
    disputes: tuple[Dispute, ...]
    until: datetime
    by: str
    needs_all: bool
    takes_responses: bool

    @property
    def text(self) -> str:
        """The state in a line; empty where nobody is asked."""
        agreed = _names(self.agreed)
        by = _("confirmed by %(names)s") % {"names": agreed} if agreed else ""
        if self.state == WAITING:
            one, everybody = _("waiting for one of %(names)s"), _("waiting for %(names)s")
            wait = everybody if self.needs_all or len(self.silent) == 1 else one
            return "; ".join(filter(None, [by, wait % {"names": _names(self.silent)}]))
        if self.state == DISPUTED:
            names = _names([dispute.who for dispute in self.disputes])
            return _("disputed by %(names)s") % {"names": names} if names else ""
        if self.state == SILENT:
            return "; ".join(filter(None, [by, _("confirmed automatically")]))
        if self.state == DECIDED:
            return _("decided by %(name)s") % {"name": self.by or _("an organiser")}
        return by

    def has_agreed(self, seat: int) -> bool:
        """Say whether a seat has agreed."""
        return any(who.seat == seat for who in self.agreed)

    def has_disputed(self, seat: int) -> bool:
        """Say whether a seat has disputed the hand."""
        return any(dispute.who.seat == seat for dispute in self.disputes)


def confirmation_of(hand: Hand, lineup: Lineup, table: Table, now: datetime) -> HandConfirmation:
    """Return how far a table has agreed with a hand, read with its responses and submissions."""
    revision, competition = revision_in_force(hand), table.round.stage.competition
    people = [Who(seat, name) for seat, name in enumerate(lineup.names(hand.number))]
    latest = latest_responses(revision.responses.all())
    kinds = {seat: response.kind for seat, response in latest.items()}
    no = {seat for seat, kind in kinds.items() if kind == HandResponseKind.DISPUTED}
    numbers: dict[int | None, int] = {seat.player_id: seat.number for seat in lineup.seats}
    numbers |= {player.pk: seat for seat, player in enumerate(lineup.players(hand.number))}
    author = numbers.get(revision.by_id)
    sent = [each for each in hand.submissions.all() if each.by_id in numbers]
    # A seat agrees that has entered, sent or confirmed what is in force.
    yes = {seat for seat, kind in kinds.items() if kind == HandResponseKind.CONFIRMED}
    if revision.kind in BY_WHAT_WAS_SENT and revision.record is not None:
        yes |= {
            numbers[each.by_id] for each in sent if is_same_record(each.record, revision.record)
        }
    # The seats for which the phone that entered the hand has agreed are no others than its own,
    # unless one phone may confirm for its whole table.
    own = set()
    if author is not None:
        yes.add(author)
        own.add(author)
    if revision.phone and competition.phone_use != PhoneUse.TABLE:
        own |= {numbers[each.by_id] for each in sent if each.phone == revision.phone}
        own |= {seat for seat, each in latest.items() if each.phone == revision.phone}
    agreed = tuple(who for who in people if who.seat in yes - no)
    until = silence_until(revision, competition)
    return HandConfirmation(
        state=_state(hand, competition, {who.seat for who in agreed}, own, len(people), now),
        agreed=agreed,
        silent=tuple(who for who in people if who.seat not in yes | no),
        disputes=tuple(Dispute(who, latest[who.seat].reason) for who in people if who.seat in no),
        until=until,
        by=revision.by.name if revision.by else "",
        needs_all=competition.confirmation == Confirmation.EVERYONE,
        takes_responses=takes_responses(hand, table, until, now),
    )


def silence_until(revision: HandRevision, competition: Competition) -> datetime:
    """Return when silence confirms a version of a hand."""
    return revision.created_at + timedelta(minutes=competition.confirm_minutes)


def is_decided(revision: HandRevision) -> bool:
    """Say whether an organiser has decided what counts."""
    return revision.kind == RevisionKind.RESOLVED and revision.via == Via.CLUB


def takes_responses(hand: Hand, table: Table, until: datetime, now: datetime) -> bool:
    """Say whether seats may respond: while the table plays, or silence runs."""
    if hand.is_void or table.dissolved_at is not None or is_decided(revision_in_force(hand)):
        return False
    # The seats had other numbers before somebody left.
    if hand.number < first_of_present(table):
        return False
    return table.takes_hands or now < until


def latest_responses(responses: Iterable[HandResponse]) -> dict[int, HandResponse]:
    """Return the response of each seat that is in force."""
    in_order = sorted(responses, key=lambda response: response.pk)
    return {response.seat: response for response in in_order}


def _state(
    hand: Hand,
    competition: Competition,
    agreed: AbstractSet[int],
    own: AbstractSet[int],
    size: int,
    now: datetime,
) -> str:
    """Return the state; `own` are the seats of whoever has entered the hand."""
    revision, others = revision_in_force(hand), agreed - own
    if hand.is_disputed:
        return DISPUTED
    if is_decided(revision):
        return DECIDED
    if competition.confirmation == Confirmation.NOBODY:
        return CONFIRMED if others else ASKED
    needs_all = competition.confirmation == Confirmation.EVERYONE
    if len(agreed) == size if needs_all else others:
        return CONFIRMED
    return SILENT if now >= silence_until(revision, competition) else WAITING


def revision_in_force(hand: Hand) -> HandRevision:
    """Return the version of a hand that counts."""
    if hand.current is None:
        raise ValueError(f"Hand {hand.pk} has no revision in force.")
    return hand.current


def _names(people: Sequence[Who]) -> str:
    return join_names([who.name for who in people])


@transaction.atomic
def confirm_hand(
    *, hand_id: int, expected_revision: int, seat: int, author: Author
) -> HandResponse:
    """Confirm a hand from a seat, which ends a dispute of its own.

    By the table's code a phone answers for the seat that it holds alone. Raises stale, hand_void,
    decided, round_closed, table_dissolved, seating_changed, seat_needed, seat_held and
    seat_signed_in.
    """
    hand = _locked(hand_id, expected_revision, author.created_at)
    _check_speaker(hand.table, seat, author)
    return _respond(hand, HandResponseKind.CONFIRMED, "", seat, author)


@transaction.atomic
def confirm_for_table(*, hand_id: int, expected_revision: int, author: Author) -> int:
    """Confirm for all for whom a phone with the table's code may speak; return how many.

    These are the silent seats that neither an account nor another phone holds. Raises what
    `confirm_hand` raises, and seat_needed where a phone may confirm one seat only.
    """
    phone, now = author.phone, author.created_at
    hand = _locked(hand_id, expected_revision, now)
    table, competition = hand.table, hand.table.round.stage.competition
    if competition.phone_use != PhoneUse.TABLE or not phone:
        raise ResultError("seat_needed")
    silent = {who.seat for who in confirmation_of(hand, lineup_of(table), table, now).silent}
    free = [seat for seat in table.seats.all() if seat.number in silent and is_free(seat, phone)]
    for seat in free:
        own = author._replace(by=seat.player)
        _respond(hand, HandResponseKind.CONFIRMED, "", seat.number, own)
    return len(free)


@transaction.atomic
def dispute_hand(
    *, hand_id: int, expected_revision: int, seat: int, reason: str, author: Author
) -> HandResponse:
    """Dispute a hand from a seat; raises reason_missing, and what `confirm_hand` raises."""
    reason = required_reason(reason)
    hand = _locked(hand_id, expected_revision, author.created_at)
    _check_speaker(hand.table, seat, author)
    return _respond(hand, HandResponseKind.DISPUTED, reason, seat, author)


def _locked(hand_id: int, expected_revision: int, now: datetime) -> Hand:
    """Lock a hand's competition; return the hand, refused unless it takes responses."""
    table_id = Hand.objects.values_list("table_id", flat=True).get(pk=hand_id)
    lock_competition_of_table(table_id=table_id)
    hand = (
        Hand.objects.select_related("current", "table__round__stage__competition__club")
        .prefetch_related(Prefetch("table__seats", queryset=seats_in_order()))
        .get(pk=hand_id)
    )
    revision, table = revision_in_force(hand), hand.table
    if table.dissolved_at is not None:
        raise ResultError("table_dissolved")
    if revision.number != expected_revision:
        raise ResultError("stale")
    if hand.is_void:
        raise ResultError("hand_void")
    if is_decided(revision):
        raise ResultError("decided")
    until = silence_until(revision, table.round.stage.competition)
    if not takes_responses(hand, table, until, now):
        raise round_closed(table.round)
    return hand


def _respond(
    hand: Hand, kind: HandResponseKind, reason: str, seat: int, author: Author
) -> HandResponse:
    revision, table = revision_in_force(hand), hand.table
    competition = table.round.stage.competition
    responses = latest_responses(revision.responses.all())
    own = responses.get(seat)
    if own is not None and (own.kind, own.reason) == (kind, reason):
        return own
    responses[seat] = response = HandResponse.objects.create(
        revision=revision, seat=seat, kind=kind, reason=reason, **author._asdict()
    )
    is_disputed = _are_versions_open(hand, revision) or any(
        each.kind == HandResponseKind.DISPUTED for each in responses.values()
    )
    if is_disputed or hand.is_disputed:
        hand.is_disputed = is_disputed
        hand.save(update_fields=["is_disputed"])
        bump_inbox(club_id=competition.club_id)
    if kind == HandResponseKind.DISPUTED:
        notify_dispute(hand, table, reason, author.created_at)
    stop_asking(hand, author.by)
    bump(competition_id=competition.pk, table_ids=[table.pk])
    return response


def _check_speaker(table: Table, number: int, author: Author) -> None:
    """Refuse who may not speak for a seat; a player who is signed in holds it from then on."""
    by = author.by
    seat = next((seat for seat in table.seats.all() if seat.number == number), None)
    if seat is None or by is None or seat.player_id != by.pk:
        raise ResultError("seating_changed")
    if author.via == Via.SEAT:
        reserve_own_seat(seat, author.created_at)
        return
    check_free(seat, author.phone)
    if not author.phone or seat.phone != author.phone:
        raise ResultError("seat_needed")


def _are_versions_open(hand: Hand, revision: HandRevision) -> bool:
    """Say whether another version was sent since a decision."""
    differing = hand.submissions.filter(outcome=SubmissionOutcome.DIFFERED)
    if revision.kind != RevisionKind.ENTERED:
        differing = differing.filter(created_at__gt=revision.created_at)
    return differing.exists()
