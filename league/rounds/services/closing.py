"""Close a round, post how the competition stands then, and let the next round follow."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from league.audit.verbs import Verb
from league.clubs.models import Player
from league.clubs.rights import PLAY
from league.competitions.models import (
    NOT_PLAYED,
    Absence,
    CheckIn,
    Deadline,
    Kind,
    NextRound,
    Round,
    RoundStatus,
    Table,
)
from league.competitions.noting import note_round
from league.competitions.services import bump
from league.core.wake import wake
from league.notices import sight
from league.notices.models import Kind as NoticeKind
from league.notices.services import Message, post, tell, tell_club
from league.rounds.due import SWEEP, unfinished_tables
from league.rounds.errors import RoundError
from league.rounds.series import following
from league.rounds.services.absences import settle_absences
from league.rounds.services.life import open_round
from league.rounds.services.locking import lock_round
from league.standings.queries import standings_of
from league.standings.services import update_round


@transaction.atomic
def close_round(*, round_id: int, now: datetime) -> Round:
    """Close a round and post the standings; one that is closed stays as it is.

    A match that is not over counts as the competition says, unless its table was adjourned.
    """
    round = lock_round(round_id)
    if round.status in NOT_PLAYED:
        raise RoundError(
            "wrong_status", _("Round %(number)d has not been opened yet."), number=round.number
        )
    if round.is_open:
        _close(round, now)
        note_round(Verb.ROUND_CLOSED, round)
    return round


@transaction.atomic
def close_due_round(*, round_id: int, now: datetime) -> Round:
    """Close a round if it is open and its time has come, as its stage wants of a deadline.

    Tables that have not ended make it wait, or are adjourned, or count as they stand.
    """
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
    competition_id = round.stage.competition_id
    settle_absences(round, now)
    if unfinished_tables().filter(round=round).exists():
        update_round(round_id=round.pk)
    bump(
        competition_id=competition_id,
        table_ids=round.tables.standing().values_list("pk", flat=True),
    )
    post_standings(round, key=f"round:{round.pk}:closing:{round.closings}", now=now)
    if round.stage.next_round == NextRound.CLOSING:
        _prepare_next(round, now)
    wake(SWEEP)


def post_standings(round: Round, *, key: str, now: datetime) -> None:
    """Put the standings into the club's feed, and tell players and the club's chats, once a key."""
    competition = round.stage.competition
    rows = standings_of(competition)
    path = reverse("standings:table", args=[competition.pk])
    about = sight.name_of("competition", competition.pk)
    post(
        club=competition.club,
        key=key,
        title=_standings_title(round, key),
        body="" if rows else _("No hand has been recorded yet."),
        path=path,
        table={
            "head": [_("Place"), _("Player"), _("Points"), _("Tables")],
            "rows": [[row.shown_place, row.name, str(row.points), str(row.tables)] for row in rows],
        }
        if rows
        else None,
        about=about,
        now=now,
    )

    def write() -> Message:
        context = {"round": round, "competition": competition, "rows": rows}
        text = render_to_string("rounds/standings_mail.txt", context)
        return Message(_standings_title(round, key), text, path, about)

    players = Player.objects.filter(entries__competition=competition, entries__withdrawn_at=None)
    tell(players=players, kind=NoticeKind.STANDINGS, key=key, write=write, now=now)
    tell_club(club=competition.club, kind=NoticeKind.STANDINGS, key=key, write=write, now=now)


def _standings_title(round: Round, key: str) -> str:
    title = (
        _("%(competition)s: standings after round %(number)d")
        if key.endswith(":closing:1")
        else _("%(competition)s: standings after round %(number)d, corrected")
    )
    return title % {"number": round.number, "competition": round.stage.competition.name}


@transaction.atomic
def begin_next_round(*, round_id: int, now: datetime) -> Round:
    """Open the round after one that has closed, at once; one that is open already is that round.

    At a tournament whoever was there is there for the next round too. Raises no_next_round.
    """
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
    if round.stage.competition.kind == Kind.TOURNAMENT:
        _carry_check_ins(round, next_round, now)
    return open_round(round_id=next_round.pk, now=now)


def _prepare_next(round: Round, now: datetime) -> None:
    """Let the next round fall due now, or at its own time, with those who were there checked in.

    A round before the latest that is closed once more sets off nothing.
    """
    later = round.stage.rounds.filter(number__gt=round.number)
    if later.exclude(status__in=NOT_PLAYED).exists():
        return
    next_round = following(round)
    if next_round is None:
        return
    if next_round.opens_at is None:
        next_round.opens_at = now
        if next_round.closes_at and next_round.closes_at <= now:
            next_round.closes_at = None
        next_round.save()
    _carry_check_ins(round, next_round, now)


def _carry_check_ins(round: Round, next_round: Round, now: datetime) -> None:
    """Check in for the next round whoever was there for this one, and has not withdrawn.

    Whoever sat at a table where nothing was recorded was there, too.
    """
    gone = round.sitting_out.filter(
        Q(reason__in=[Absence.NO_SHOW, Absence.WISH]) | Q(reason=Absence.ABSENT, is_automatic=False)
    )
    there = round.check_ins.filter(
        entry__withdrawn_at=None, entry__player__role__in=PLAY.roles
    ).exclude(Q(entry__in=gone.values("entry")) | Q(entry__check_ins__round=next_round))
    CheckIn.objects.bulk_create(
        (
            CheckIn(round=next_round, entry_id=entry_id, by_id=by_id, created_at=now)
            for entry_id, by_id in there.order_by("pk").values_list("entry", "by")
        ),
        ignore_conflicts=True,
    )
