"""Let those at a table agree with a hand, or say that it is wrong, each from their own seat."""

from datetime import datetime

from django.db import transaction
from django.db.models import Prefetch

from league.clubs.models import Player
from league.competitions.models import PhoneUse, Table
from league.competitions.queries import seats_in_order
from league.competitions.services import bump, lock_competition_of_table
from league.results.agreement import (
    agreement_of,
    is_decided,
    latest_answers,
    revision_in_force,
    silence_until,
    takes_answers,
)
from league.results.desk import raise_desk
from league.results.errors import ResultError, round_closed
from league.results.models import (
    AnswerKind,
    Hand,
    HandAnswer,
    HandRevision,
    RevisionKind,
    Verdict,
    Via,
)
from league.results.seats import check_free, is_free, keep_own_seat
from league.results.sheet import Author
from league.results.telling import stop_asking, tell_dispute


@transaction.atomic
def confirm_hand(
    *,
    hand_id: int,
    expected_revision: int,
    seat: int,
    by: Player | None,
    via: str,
    phone: str = "",
    now: datetime,
) -> HandAnswer:
    """Note that the player of a seat agrees with a hand; whoever objected takes it back so.

    By the table's code a phone answers for the seat that it holds alone. Raises stale,
    hand_void, decided, round_closed, table_dissolved, seating_changed,
    seat_needed, seat_held and seat_signed_in.
    """
    hand = _locked(hand_id)
    author = Author(by, via, now, phone)
    _check(hand, expected_revision, now)
    _check_speaker(hand.table, seat, author)
    return _answer(hand, AnswerKind.CONFIRMED, "", seat, author)


@transaction.atomic
def confirm_for_table(*, hand_id: int, expected_revision: int, phone: str, now: datetime) -> int:
    """Note that all agree for whom a phone with the table's code may speak; return how many.

    Those are the seats that have said nothing, and that neither an account nor another phone
    keeps. Raises what `confirm_hand` raises, and seat_needed where a phone may confirm one
    seat only.
    """
    hand = _locked(hand_id)
    _check(hand, expected_revision, now)
    competition = hand.table.round.stage.competition
    if competition.phone_use != PhoneUse.TABLE or not phone:
        raise ResultError("seat_needed")
    said = agreement_of(hand, hand.table, competition, now)
    silent = {who.seat for who in said.silent}
    free = [
        seat for seat in hand.table.seats.all() if seat.number in silent and is_free(seat, phone)
    ]
    for seat in free:
        author = Author(seat.player, Via.CODE, now, phone)
        _answer(hand, AnswerKind.CONFIRMED, "", seat.number, author)
    return len(free)


@transaction.atomic
def dispute_hand(
    *,
    hand_id: int,
    expected_revision: int,
    seat: int,
    words: str,
    by: Player | None,
    via: str,
    phone: str = "",
    now: datetime,
) -> HandAnswer:
    """Note that the player of a seat says a hand is wrong, and why; tell the organisers.

    Raises reason_missing, and what `confirm_hand` raises.
    """
    words = words.strip()
    if not words:
        raise ResultError("reason_missing")
    hand = _locked(hand_id)
    author = Author(by, via, now, phone)
    _check(hand, expected_revision, now)
    _check_speaker(hand.table, seat, author)
    return _answer(hand, AnswerKind.DISPUTED, words, seat, author)


def _locked(hand_id: int) -> Hand:
    """Lock the competition of a hand; return the hand with what is in force and was said of it."""
    lock_competition_of_table(
        table_id=Hand.objects.values_list("table_id", flat=True).get(pk=hand_id)
    )
    return (
        Hand.objects.select_related("current", "table__round__stage__competition__club")
        .prefetch_related(Prefetch("table__seats", queryset=seats_in_order()))
        .get(pk=hand_id)
    )


def _answer(hand: Hand, kind: AnswerKind, words: str, seat: int, author: Author) -> HandAnswer:
    revision, table = revision_in_force(hand), hand.table
    competition = table.round.stage.competition
    before = latest_answers(revision.answers.all())
    mine = before.get(seat)
    if mine is not None and (mine.kind, mine.words) == (kind, words):
        return mine
    answer = HandAnswer.objects.create(
        revision=revision,
        seat=seat,
        kind=kind,
        words=words,
        by=author.player,
        via=author.via,
        phone=author.phone,
        created_at=author.now,
    )
    after = {**before, seat: answer}
    is_disputed = _are_versions_open(hand, revision) or any(
        each.kind == AnswerKind.DISPUTED for each in after.values()
    )
    if is_disputed or hand.is_disputed:
        hand.is_disputed = is_disputed
        hand.save(update_fields=["is_disputed"])
        raise_desk(club_id=competition.club_id)
    if kind == AnswerKind.DISPUTED:
        tell_dispute(hand, table, words, author.now)
    stop_asking(hand, author.player)
    bump(competition_id=competition.pk, table_ids=[table.pk])
    return answer


def _check(hand: Hand, expected_revision: int, now: datetime) -> None:
    """Refuse an answer to a hand that takes none."""
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
    if not takes_answers(hand, table, until, now):
        raise round_closed(table.round)


def _check_speaker(table: Table, number: int, author: Author) -> None:
    """Refuse whoever may not speak for a seat; who may by an account, keeps it from then on."""
    by = author.player
    seat = next((seat for seat in table.seats.all() if seat.number == number), None)
    if seat is None or by is None or seat.player_id != by.pk:
        raise ResultError("seating_changed")
    if author.via == Via.SEAT:
        keep_own_seat(seat, author.now)
        return
    check_free(seat, author.phone)
    if not author.phone or seat.phone != author.phone:
        raise ResultError("seat_needed")


def _are_versions_open(hand: Hand, revision: HandRevision) -> bool:
    """Say whether phones have sent another version since somebody decided."""
    differing = hand.submissions.filter(verdict=Verdict.DIFFERED)
    if revision.kind != RevisionKind.ENTERED:
        differing = differing.filter(created_at__gt=revision.created_at)
    return differing.exists()
