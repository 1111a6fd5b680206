"""Close a round, and post how the competition stands then."""

from datetime import datetime

from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.competitions.models import Round, RoundStatus
from league.competitions.services import bump
from league.core.address import absolute_url
from league.notices.services import post, queue_mail
from league.rounds.services.life import WrongStatusError
from league.rounds.services.locking import lock_round
from league.standings.queries import standings_of


@transaction.atomic
def close_round(*, round_id: int, now: datetime) -> Round:
    """Close a round and post the standings; one that is closed stays as it is.

    A match that is not over counts as it stands.
    """
    round = lock_round(round_id)
    if round.status == RoundStatus.SCHEDULED:
        raise WrongStatusError(
            _("Round %(number)d has not been opened yet.") % {"number": round.number}
        )
    if round.is_open:
        _close(round, now)
    return round


@transaction.atomic
def close_due_round(*, round_id: int, now: datetime) -> Round:
    """Close a round if it is open and its closing time has come."""
    round = lock_round(round_id)
    if round.is_open and round.closes_at is not None and round.closes_at <= now:
        _close(round, now)
    return round


def _close(round: Round, now: datetime) -> None:
    round.status = RoundStatus.CLOSED
    round.closed_at = now
    round.closings += 1
    round.save(update_fields=["status", "closed_at", "closings"])
    bump(
        competition_id=round.stage.competition_id,
        table_ids=round.tables.standing().values_list("pk", flat=True),
    )
    _post_standings(round, now)


def _post_standings(round: Round, now: datetime) -> None:
    """Put the standings into the club's feed and into the players' mail, once a closing."""
    competition = round.stage.competition
    rows = standings_of(competition)
    names = {"number": round.number, "competition": competition.name}
    title = (
        _("%(competition)s: standings after round %(number)d")
        if round.closings == 1
        else _("%(competition)s: standings after round %(number)d, corrected")
    ) % names
    key = f"round:{round.pk}:closing:{round.closings}"
    path = reverse("standings:table", args=[competition.pk])
    post(
        club=competition.club,
        key=key,
        title=title,
        body="" if rows else _("No hand has been recorded yet."),
        path=path,
        table={
            "head": [_("Place"), _("Player"), _("Points"), _("Tables")],
            "rows": [[str(row.place), row.name, str(row.points), str(row.tables)] for row in rows],
        }
        if rows
        else None,
        now=now,
    )
    context = {"round": round, "competition": competition, "rows": rows, "title": title}
    queue_mail(
        players=Player.objects.filter(entries__competition=competition, entries__withdrawn_at=None),
        key=key,
        subject=title,
        text=render_to_string(
            "rounds/standings_mail.txt", context | {"address": absolute_url(path)}
        ),
        now=now,
    )
