"""Mark rounds whose time has passed while nothing ran, tell organisers, and call rounds off."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby

from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.audit.verbs import Verb
from league.clubs.queries import organisers_of
from league.competitions.models import NOT_PLAYED, Round, RoundStatus
from league.competitions.noting import note_round
from league.competitions.queries import rounds
from league.competitions.services import bump, lock_competition
from league.core.wake import wake
from league.notices import sight
from league.notices.models import Kind
from league.notices.services import Message, tell
from league.results.desk import raise_desk
from league.rounds.due import SWEEP, is_too_late
from league.rounds.errors import RoundError
from league.rounds.services.life import not_missed
from league.rounds.services.locking import lock_round
from league.rounds.services.recurrence import days_gone_by
from league.rounds.services.reminders import take_back_called_off, tell_called_off

MOST_DAYS = 12
"""So many days without a round are named one by one."""


@transaction.atomic
def mark_missed_rounds(*, competition_id: int, now: datetime) -> list[Round]:
    """Mark the rounds of a competition whose time has passed, and tell its organisers once.

    They are not opened any more, so that nothing is closed, mailed or posted for them: an organiser
    holds them, moves them or calls them off. Returns those that were not marked before.
    """
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
        _show(missed[0])
        _tell_organisers(missed, now)
        wake(SWEEP)  # the next rounds of a rule are to be made
    return missed


@transaction.atomic
def expect_round_again(*, round_id: int, now: datetime) -> None:
    """Let a round be to come again that was marked by a clock which has been put back since."""
    round = lock_round(round_id)
    if round.is_missed and not is_too_late(round, now):
        not_missed(round)
        round.save(update_fields=["missed_at"])
        bump(competition_id=round.stage.competition_id)


@transaction.atomic
def call_off_round(*, round_id: int, now: datetime) -> Round:
    """Let a round that was not opened not take place; one that is called off stays so.

    Whoever was reminded of it is told. It counts as one of the rounds that its stage plans.
    """
    round = lock_round(round_id)
    if round.status not in NOT_PLAYED:
        raise RoundError(
            "wrong_status",
            _("Round %(number)d has been opened, so it cannot be called off."),
            number=round.number,
        )
    if round.status == RoundStatus.SCHEDULED:
        _set_status(round, RoundStatus.CALLED_OFF)
        note_round(Verb.ROUND_CALLED_OFF, round)
        if round.check_in_reminded_at is not None and round.missed_at is None:
            tell_called_off(round, now)
    return round


@transaction.atomic
def undo_call_off(*, round_id: int) -> Round:
    """Let a round that was called off be to come again, or missed; any other stays as it is."""
    round = lock_round(round_id)
    if round.status == RoundStatus.CALLED_OFF:
        _set_status(round, RoundStatus.SCHEDULED)
        note_round(Verb.ROUND_NOT_OFF, round)
        take_back_called_off(round)
        wake(SWEEP)
    return round


def _set_status(round: Round, status: RoundStatus) -> None:
    round.status = status
    round.save(update_fields=["status"])
    _show(round)


def _show(round: Round) -> None:
    """Let the screens of the competition and of its organisers follow."""
    bump(competition_id=round.stage.competition_id)
    raise_desk(club_id=round.stage.competition.club_id)


def _tell_organisers(missed: Sequence[Round], now: datetime) -> None:
    competition = missed[0].stage.competition
    by_stage = groupby(sorted(missed, key=lambda round: round.stage_id), lambda one: one.stage)
    since = {stage: min(one.opens_at for one in found if one.opens_at) for stage, found in by_stage}
    days = sorted(
        day for stage, first in since.items() for day in days_gone_by(stage, since=first, now=now)
    )

    def write() -> Message:
        subject = ngettext(
            "%(competition)s: %(count)d round was missed",
            "%(competition)s: %(count)d rounds were missed",
            len(missed),
        )
        context = {
            "rounds": missed,
            "days": days[:MOST_DAYS],
            "more_days": max(0, len(days) - MOST_DAYS),
        }
        return Message(
            subject % {"competition": competition.name, "count": len(missed)},
            render_to_string("rounds/missed_mail.txt", context),
            reverse("competitions:detail", args=[competition.pk]),
            sight.name_of("competition", competition.pk),
        )

    tell(
        players=organisers_of(competition.club),
        kind=Kind.MISSED,
        key=f"competition:{competition.pk}:missed:{now:%Y%m%d%H%M%S}:{missed[0].pk}",
        write=write,
        now=now,
    )
