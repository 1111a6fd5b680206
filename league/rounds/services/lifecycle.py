"""Add, open, reopen, reschedule, call off and delete rounds, and mark missed ones."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.audit.actions import Action
from league.audit.services import differences
from league.clubs.models import Player
from league.clubs.queries import organisers_of
from league.competitions import services as competitions
from league.competitions.models import NOT_PLAYED, Reply, Round, RoundStatus, Stage
from league.competitions.queries import rounds
from league.competitions.schedule import RoundTimes, field_in_the_past
from league.competitions.writing import (
    bump,
    bump_round,
    lock_competition,
    lock_round,
    lock_stage,
    log_round,
)
from league.core.enqueue import enqueue
from league.notifications.models import NotificationKind
from league.notifications.services.queueing import Message, notify_players
from league.results.inbox import bump_inbox
from league.rounds.errors import RoundError, wrong_status
from league.rounds.queries import SWEEP, is_too_late, unfinished_tables
from league.rounds.services.absences import undo_absences
from league.rounds.services.recurrence import (
    days_gone_by,
    insert_round,
    recurring_days,
    remove_replacement,
    remove_round,
    set_skipped,
)
from league.rounds.services.reminders import (
    cancel_called_off,
    message_about,
    notify_called_off,
    notify_opened,
)
from league.rounds.services.seating import DrawAhead, draw_ahead, seat_as_drawn, seat_round
from league.standings.services import update_round


@transaction.atomic
def add_round(*, competition_id: int, number: int, times: RoundTimes, now: datetime) -> Round:
    """Add round `number` and notify its players if it is open at once."""
    added = competitions.add_round(
        competition_id=competition_id, number=number, times=times, now=now
    )
    if added.is_open and added.opened_at == now:
        notify_opened(added, now)
    return added


@transaction.atomic
def open_round(*, round_id: int, now: datetime) -> Round:
    """Open a round by hand; a closing time that has passed is dropped."""
    round = lock_round(round_id)
    if round.status == RoundStatus.CLOSED:
        raise wrong_status(round, _("Round %(number)d is closed. You can reopen it."))
    if round.status == RoundStatus.CALLED_OFF:
        raise wrong_status(round, _("Round %(number)d is cancelled. Undo that first."))
    if round.status == RoundStatus.SCHEDULED:
        if round.closes_at and round.closes_at <= now:
            round.closes_at = None
        _open(round, now)
        log_round(Action.ROUND_OPENED, round)
    return round


def open_due_round(*, round_id: int, seed: int, now: datetime) -> Round:
    """Open a round whose time has come, and seat it if the competition wants that.

    It is drawn before the lock is taken, and again under it if something changed. A refused
    draw leaves it open.
    """
    round = rounds().get(pk=round_id)
    drawn = None
    if _is_due(round, now) and round.stage.competition.is_seated_on_opening:
        with suppress(RoundError):
            drawn = draw_ahead(round, seed)
    return _open_due(round_id, drawn, seed, now)


@transaction.atomic
def _open_due(round_id: int, drawn: DrawAhead | None, seed: int, now: datetime) -> Round:
    round = lock_round(round_id)
    if not _is_due(round, now):
        return round
    _open(round, now)
    if not round.stage.competition.is_seated_on_opening:
        return round
    if drawn is not None:
        with suppress(RoundError):
            return seat_as_drawn(round=round, seating=round.seating, drawn=drawn, now=now)
    try:
        return seat_round(round_id=round.pk, seating=round.seating, seed=seed, now=now)
    except RoundError as error:
        round.draw = {"refused": str(error)}
        round.save(update_fields=["draw"])
        return round


def _is_due(round: Round, now: datetime) -> bool:
    has_come = round.opens_at is not None and round.opens_at <= now
    return round.status == RoundStatus.SCHEDULED and has_come and not is_too_late(round, now)


def _open(round: Round, now: datetime) -> None:
    round.status = RoundStatus.OPEN
    round.opened_at = now
    if round.opens_at and round.opens_at > now:
        if round.recurs_on and round.closes_at:
            # The rule says how long it lasts, not when it ends.
            round.closes_at -= round.opens_at - now
        round.opens_at = now
    not_missed(round)
    round.save(update_fields=["status", "opened_at", "opens_at", "closes_at", "missed_at"])
    bump(competition_id=round.stage.competition_id)
    notify_opened(round, now)
    enqueue(SWEEP)


def not_missed(round: Round) -> None:
    """Clear the missed mark of a round, which the caller saves."""
    if round.missed_at is not None:
        round.missed_at = None
        bump_inbox(club_id=round.stage.competition.club_id)


@transaction.atomic
def reopen_round(*, round_id: int, now: datetime) -> Round:
    """Reopen a closed round, undoing its absences; from then on it closes by hand."""
    round = lock_round(round_id)
    if round.status in NOT_PLAYED:
        raise wrong_status(round, _("Round %(number)d is not open yet."))
    if round.status == RoundStatus.CLOSED:
        round.status = RoundStatus.OPEN
        round.closed_at = None
        round.closes_at = None
        round.save(update_fields=["status", "closed_at", "closes_at"])
        undo_absences(round, now)
        if unfinished_tables().filter(round=round).exists():
            update_round(round_id=round.pk)
        bump_round(round)
        log_round(Action.ROUND_REOPENED, round)
    return round


@transaction.atomic
def set_round_times(*, round_id: int, times: RoundTimes, now: datetime) -> Round:
    """Change when a round opens and closes; of an open one only the latter."""
    round = lock_round(round_id)
    if round.status == RoundStatus.CLOSED:
        raise wrong_status(round, _("Round %(number)d is closed. Reopen it first."))
    if round.status == RoundStatus.CALLED_OFF:
        raise wrong_status(round, _("Round %(number)d is cancelled. Undo that first."))
    is_open = round.status == RoundStatus.OPEN
    opens_at = round.opens_at if is_open else times.opens_at
    if field := field_in_the_past(RoundTimes(None if is_open else opens_at, times.closes_at), now):
        raise RoundError("bad_times", _("This time is in the past. Choose a later one."), field)
    if times.closes_at and opens_at and times.closes_at <= opens_at:
        raise RoundError(
            "bad_times",
            _("The round must close after it opens. Choose a later closing time."),
            "closes_at",
        )
    # People are reminded of a new time, too.
    if opens_at != round.opens_at:
        round.check_in_reminded_at = None
    if times.closes_at != round.closes_at:
        round.deadline_reminded_at = None
    wanted = {"opens_at": opens_at, "closes_at": times.closes_at}
    if changes := differences(round, wanted):
        log_round(Action.ROUND_RESCHEDULED, round, changes)
    round.opens_at, round.closes_at = opens_at, times.closes_at
    if not is_open and is_too_late(round, now):
        raise RoundError(
            "bad_times", _("This time is in the past. Choose a later one."), "opens_at"
        )
    not_missed(round)
    reminded = ["check_in_reminded_at", "deadline_reminded_at"]
    round.save(update_fields=["opens_at", "closes_at", "missed_at", *reminded])
    bump(competition_id=round.stage.competition_id)
    return round


KEPT_OF_A_REMOVED = ("id", "stage_id", "number", "status", "opens_at", "closes_at", "recurs_on")
"""The fields of a deleted round by which it can be restored."""


@transaction.atomic
def delete_round(*, round_id: int) -> dict[str, Any]:
    """Delete a scheduled round without check-ins; idempotent.

    Returns what `restore_round` needs as JSON, nothing if it was deleted before.
    """
    try:
        round = lock_round(round_id)
    except Round.DoesNotExist:
        return {}
    is_opened = round.status not in NOT_PLAYED or round.tables.exists()
    if is_opened or round.check_ins.exists():
        raise RoundError("round_in_use", number=round.number)
    if round.recurs_on:
        set_skipped(round.stage, round.recurs_on, is_skipped=True)
    log_round(Action.ROUND_REMOVED, round)
    not_missed(round)
    removed: dict[str, Any] = {
        "round": {name: _as_text(getattr(round, name)) for name in KEPT_OF_A_REMOVED},
        "replies": [
            [reply.player_id, reply.is_coming, reply.replied_at.isoformat()]
            for reply in round.replies.order_by("pk")
        ],
    }
    remove_round(round)
    removed["recurring"] = recurring_days(round.stage)
    bump(competition_id=round.stage.competition_id)
    return removed


def _as_text(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


@transaction.atomic
def restore_round(*, removed: Mapping[str, Any], now: datetime) -> Round:
    """Restore a deleted round with its replies; idempotent; raises Stage.DoesNotExist.

    The round that the stage's rule has created in its place is removed, if nobody touched it.
    """
    values = removed["round"]
    stage = lock_stage(values["stage_id"])
    if (there := Round.objects.filter(pk=values["id"]).first()) is not None:
        return there
    times = {
        name: parse_datetime(values[name]) if values[name] else None
        for name in ("opens_at", "closes_at")
    }
    day = parse_date(values["recurs_on"]) if values["recurs_on"] else None
    round = Round(pk=values["id"], stage=stage, status=values["status"], recurs_on=day, **times)
    if "recurring" in removed:
        remove_replacement(stage, before=removed["recurring"], now=now)
    insert_round(round, values["number"])
    if day:
        set_skipped(stage, day, is_skipped=False)
    players = Player.objects.in_bulk([player for player, _is_coming, _at in removed["replies"]])
    Reply.objects.bulk_create(
        Reply(round=round, player_id=player, is_coming=is_coming, replied_at=at)
        for player, is_coming, at in removed["replies"]
        if player in players
    )
    log_round(Action.ROUND_RESTORED, round)
    _bump_with_inbox(round)
    enqueue(SWEEP)
    return round


MOST_DAYS = 12
"""Days without a round that are listed in a message."""


@transaction.atomic
def mark_missed_rounds(*, competition_id: int, now: datetime) -> list[Round]:
    """Mark and return missed rounds, and notify the organisers once."""
    lock_competition(competition_id=competition_id)
    come = rounds().filter(
        stage__competition=competition_id,
        status=RoundStatus.SCHEDULED,
        opens_at__lte=now,
        missed_at=None,
    )
    missed = [round for round in come.order_by("opens_at", "pk") if is_too_late(round, now)]
    if missed:
        Round.objects.filter(pk__in=[round.pk for round in missed]).update(missed_at=now)
        _bump_with_inbox(missed[0])
        _notify_organisers(missed, now)
        enqueue(SWEEP)  # the next rounds of a rule are to be made
    return missed


@transaction.atomic
def expect_round_again(*, round_id: int, now: datetime) -> None:
    """Unmark a missed round that is not late after the server's clock was set back."""
    round = lock_round(round_id)
    if round.is_missed and not is_too_late(round, now):
        not_missed(round)
        round.save(update_fields=["missed_at"])
        bump(competition_id=round.stage.competition_id)


@transaction.atomic
def call_off_round(*, round_id: int, now: datetime) -> Round:
    """Call off an unopened round, and notify whoever was reminded of it."""
    round = lock_round(round_id)
    if round.status not in NOT_PLAYED:
        text = _("Round %(number)d has been opened, so it cannot be cancelled.")
        raise wrong_status(round, text)
    if round.status == RoundStatus.SCHEDULED:
        _set_status(round, RoundStatus.CALLED_OFF)
        log_round(Action.ROUND_CALLED_OFF, round)
        if round.check_in_reminded_at is not None and round.missed_at is None:
            notify_called_off(round, now)
    return round


@transaction.atomic
def undo_call_off(*, round_id: int) -> Round:
    """Undo calling off a round."""
    round = lock_round(round_id)
    if round.status == RoundStatus.CALLED_OFF:
        _set_status(round, RoundStatus.SCHEDULED)
        log_round(Action.ROUND_CALLED_ON, round)
        cancel_called_off(round)
        enqueue(SWEEP)
    return round


def _set_status(round: Round, status: RoundStatus) -> None:
    round.status = status
    round.save(update_fields=["status"])
    _bump_with_inbox(round)


def _bump_with_inbox(round: Round) -> None:
    bump(competition_id=round.stage.competition_id)
    bump_inbox(club_id=round.stage.competition.club_id)


def _notify_organisers(missed: Sequence[Round], now: datetime) -> None:
    competition = missed[0].stage.competition
    first: dict[Stage, datetime] = {}
    for round in missed:
        if round.opens_at:
            first[round.stage] = min(first.get(round.stage, round.opens_at), round.opens_at)
    days = sorted(
        day for stage, since in first.items() for day in days_gone_by(stage, since=since, now=now)
    )

    def write() -> Message:
        subject = ngettext(
            "%(competition)s: %(count)d round missed",
            "%(competition)s: %(count)d rounds missed",
            len(missed),
        )
        more_days = max(0, len(days) - MOST_DAYS)
        context = {"rounds": missed, "days": days[:MOST_DAYS], "more_days": more_days}
        text = render_to_string("rounds/missed_mail.txt", context)
        path = reverse("competitions:detail", args=[competition.pk])
        return message_about(missed[0], subject, text, path, count=len(missed))

    notify_players(
        players=organisers_of(competition.club),
        kind=NotificationKind.MISSED,
        key=f"competition:{competition.pk}:missed:{now:%Y%m%d%H%M%S}:{missed[0].pk}",
        write=write,
        now=now,
    )
