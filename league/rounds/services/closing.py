"""Close a round, adjourn its tables, post the standings, and start the next round."""

from datetime import datetime

from django.db import transaction
from django.db.models import F, Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.audit.actions import Action
from league.clubs.models import Player
from league.clubs.rights import PLAY
from league.competitions.models import (
    NOT_PLAYED,
    AbsenceReason,
    Competition,
    Deadline,
    Kind,
    NextRound,
    Round,
    RoundStatus,
    Seat,
    Table,
)
from league.competitions.queries import rounds
from league.competitions.writing import bump, bump_round, lock_round, log_round, log_table
from league.core.enqueue import enqueue
from league.notifications import visibility
from league.notifications.models import NotificationKind, PostText
from league.notifications.services.queueing import Message, notify_club, notify_players, post
from league.rounds.closing_preview import state_of
from league.rounds.errors import RoundError, wrong_status
from league.rounds.queries import (
    SELF_CHECK_IN_BEFORE,
    SWEEP,
    following,
    tables_with_scores,
    unfinished_tables,
)
from league.rounds.services.absences import settle_absences
from league.rounds.services.check_in import copy_check_ins
from league.rounds.services.lifecycle import open_round
from league.rounds.services.reminders import message_about
from league.standings.queries import standings_of
from league.standings.services import update_round


@transaction.atomic
def close_round(*, round_id: int, now: datetime, known: str | None = None) -> Round:
    """Close a round and post the standings; idempotent.

    `known` is the state of its unfinished tables as the page showed it (see closing_preview);
    raises tables_unfinished where it is another by now.
    """
    round = lock_round(round_id)
    if round.status in NOT_PLAYED:
        raise wrong_status(round, _("Round %(number)d is not open yet."))
    if round.is_open:
        if known is not None and known != state_of(tables_with_scores(round)):
            raise RoundError("tables_unfinished")
        _close(round, now)
        log_round(Action.ROUND_CLOSED, round)
    return round


@transaction.atomic
def close_due_round(*, round_id: int, now: datetime) -> Round:
    """Close a round whose time has come, by the deadline rule of its stage."""
    round = lock_round(round_id)
    if not round.is_open or round.closes_at is None or round.closes_at > now:
        return round
    unfinished = unfinished_tables().filter(round=round)
    if round.stage.deadline == Deadline.WAIT and unfinished.exists():
        return round
    if round.stage.deadline == Deadline.ADJOURN:
        late = list(unfinished.filter(adjourned_at=None).values_list("pk", flat=True))
        Table.objects.filter(pk__in=late).update(adjourned_at=now)
    _close(round, now)
    return round


def _close(round: Round, now: datetime) -> None:
    round.status = RoundStatus.CLOSED
    round.closed_at = now
    round.closings += 1
    round.save(update_fields=["status", "closed_at", "closings"])
    settle_absences(round, now)
    if unfinished_tables().filter(round=round).exists():
        update_round(round_id=round.pk)
    bump_round(round)
    post_standings(round, key=f"round:{round.pk}:closing:{round.closings}", now=now)
    if round.stage.next_round == NextRound.CLOSING:
        _prepare_next(round, now)
    enqueue(SWEEP)


def post_standings(round: Round, *, key: str, reason: str | Promise = "", now: datetime) -> None:
    """Post the standings and notify players and chats, once a key; `reason` of a correction."""
    competition = round.stage.competition
    rows = standings_of(competition)
    is_first = key.endswith(":closing:1")
    if round.has_name:
        subject = (
            gettext_lazy("%(competition)s, %(round)s: standings")
            if is_first
            else gettext_lazy("%(competition)s, %(round)s: corrected standings")
        )
    else:
        subject = (
            gettext_lazy("%(competition)s: standings after %(round)s")
            if is_first
            else gettext_lazy("%(competition)s: standings after %(round)s, corrected")
        )
    path = reverse("standings:table", args=[competition.pk])

    def write_post() -> PostText:
        title = message_about(round, subject, "", path).subject
        if not rows:
            return PostText(title, _("No hands recorded yet."))
        head = (_("Place"), _("Player"), _("Points"), _("Tables"))
        return PostText(title, str(reason), head)

    post(
        club=competition.club,
        key=key,
        write=write_post,
        path=path,
        rows=[(row.shown_place, row.name, str(row.points), str(row.tables)) for row in rows],
        about=visibility.name_of("competition", competition.pk),
        now=now,
    )

    def write() -> Message:
        context = {"round": round, "competition": competition, "rows": rows, "reason": reason}
        text = render_to_string("rounds/standings_mail.txt", context)
        return message_about(round, subject, text, path)

    kind = NotificationKind.STANDINGS
    players = Player.objects.filter(entries__competition=competition, entries__withdrawn_at=None)
    notify_players(players=players, kind=kind, key=key, write=write, now=now)
    notify_club(club=competition.club, kind=kind, key=key, write=write, now=now)


def last_posted(competition_id: int) -> Round | None:
    """Return the round whose standings were posted last, if it is still closed."""
    closed = rounds().filter(stage__competition=competition_id, status=RoundStatus.CLOSED)
    return closed.order_by("closed_at", "pk").last()


def correct_posted_standings(
    competition: Competition, reason: str | Promise, now: datetime
) -> None:
    """Post the standings of the last closed round again, once a version of the competition."""
    round = last_posted(competition.pk)
    if round is not None:
        version = Competition.objects.values_list("version", flat=True).get(pk=competition.pk)
        key = f"round:{round.pk}:version:{version}"
        post_standings(round, key=key, reason=reason, now=now)


@transaction.atomic
def begin_next_round(*, round_id: int, now: datetime) -> Round:
    """Open the next round, on the same day with its check-ins; raises no_next_round."""
    round = lock_round(round_id)
    if round.status != RoundStatus.CLOSED:
        raise RoundError("no_next_round", _("Close round %(number)d first."), number=round.number)
    after = round.stage.rounds.filter(number__gt=round.number).order_by("number")
    if (running := after.open().first()) is not None:
        return running
    next_round = following(round)
    if next_round is None:
        raise RoundError("no_next_round", _("That was the last round of this stage."))
    next_round.save()
    if round.stage.competition.kind == Kind.TOURNAMENT or _is_same_day(round, next_round, now):
        _carry_check_ins(round, next_round, now)
    return open_round(round_id=next_round.pk, now=now)


def _prepare_next(round: Round, now: datetime) -> None:
    """Make the next round due with the check-ins of this one, unless a later round was opened."""
    later = round.stage.rounds.filter(number__gt=round.number)
    if later.exclude(status__in=NOT_PLAYED).exists() or (next_round := following(round)) is None:
        return
    if next_round.opens_at is None:
        next_round.opens_at = now
        if next_round.closes_at and next_round.closes_at <= now:
            next_round.closes_at = None
        next_round.save()
    _carry_check_ins(round, next_round, now)


def _is_same_day(round: Round, next_round: Round, now: datetime) -> bool:
    """Say whether a round was played just before the next one, which is due on no other day."""
    is_fresh = round.opened_at is not None and now - round.opened_at < SELF_CHECK_IN_BEFORE
    is_due = next_round.opens_at is None or next_round.opens_at - now < SELF_CHECK_IN_BEFORE
    return is_fresh and is_due


def _carry_check_ins(round: Round, next_round: Round, now: datetime) -> None:
    """Check in for the next round who was here, has not left a match, and is not withdrawn."""
    gone = round.absences.filter(
        Q(reason__in=[AbsenceReason.NO_SHOW, AbsenceReason.REQUESTED_BYE])
        | Q(reason=AbsenceReason.ABSENT, is_automatic=False)
    )
    left = Seat.objects.filter(
        ~Q(player=F("entry__player")) | Q(left_from__isnull=False),
        table__round=round,
        table__dissolved_at=None,
    )
    there = round.check_ins.filter(
        entry__withdrawn_at=None, entry__player__role__in=PLAY.roles
    ).exclude(
        Q(entry__in=gone.values("entry"))
        | Q(entry__in=left.values("entry"))
        | Q(entry__check_ins__round=next_round)
    )
    copy_check_ins(there, next_round, now)


@transaction.atomic
def adjourn_table(*, round_id: int, table_id: int, now: datetime) -> None:
    """Adjourn a table: closing the round does not end its match."""
    round = _lock_open(round_id)
    if not unfinished_tables().filter(round=round, pk=table_id).exists():
        raise RoundError("table_ended")
    if Table.objects.filter(pk=table_id, adjourned_at=None).update(adjourned_at=now):
        bump(competition_id=round.stage.competition_id, table_ids=[table_id])
        log_table(Action.ADJOURNED, round.tables.get(pk=table_id))


@transaction.atomic
def resume_table(*, round_id: int, table_id: int) -> None:
    """Resume an adjourned table of an open round."""
    round = _lock_open(round_id)
    if round.tables.filter(pk=table_id, adjourned_at__isnull=False).update(adjourned_at=None):
        bump(competition_id=round.stage.competition_id, table_ids=[table_id])
        log_table(Action.RESUMED, round.tables.get(pk=table_id))


def _lock_open(round_id: int) -> Round:
    round = lock_round(round_id)
    if not round.is_open:
        text = _("Tables can only be adjourned while the round is open. Reopen the round first.")
        raise RoundError("wrong_status", text)
    return round


@transaction.atomic
def end_adjourned_table(*, table_id: int, now: datetime) -> None:
    """End the adjournment of a finished table, and post the new standings once."""
    table = Table.objects.select_related("round").get(pk=table_id)
    round = lock_round(table.round_id)
    still = round.tables.standing().filter(pk=table_id, adjourned_at__isnull=False)
    if not still.exclude(pk__in=unfinished_tables().values("pk")).exists():
        return
    still.update(adjourned_at=None)
    bump(competition_id=round.stage.competition_id, table_ids=[table_id])
    update_round(round_id=round.pk)
    if round.status == RoundStatus.CLOSED:
        post_standings(round, key=f"round:{round.pk}:table:{table_id}:adjourned", now=now)
