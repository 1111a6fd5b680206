"""The rounds that stand in somebody's calendar."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.competitions.models import Round, RoundStatus
from league.competitions.queries import rounds
from league.competitions.schedule import USUAL_LENGTH
from league.notices import sight
from league.notices.calendars import Event

LONGEST_EVENING = timedelta(hours=24)


def rounds_in_calendar(player: Player, about: str, since: datetime) -> Iterator[Event]:
    """Yield the rounds of what a player takes part in, or of one competition.

    One that was called off is left out, by which the calendar tells it as cancelled.
    """
    dated = rounds().filter(opens_at__isnull=False, stage__competition__club=player.club_id)
    dated = dated.exclude(status=RoundStatus.CALLED_OFF)
    recent = dated.filter(Q(opens_at__gte=since) | Q(closes_at__gte=since))
    if about:
        kind, _colon, pk = about.partition(":")
        if kind != "competition":
            return
        chosen = recent.filter(stage__competition=int(pk))
    else:
        chosen = recent.filter(
            stage__competition__entries__player=player,
            stage__competition__entries__withdrawn_at=None,
        )
    for round in chosen:
        yield _event(round)


def _event(round: Round) -> Event:
    opens_at = round.opens_at
    if opens_at is None:
        raise ValueError("A round without a time stands in no calendar.")
    ends_at = round.closes_at or opens_at + USUAL_LENGTH
    competition = round.stage.competition
    title = (
        _("%(competition)s, round %(number)d: missed")
        if round.is_missed
        else _("%(competition)s, round %(number)d")
    )
    return Event(
        uid=f"round-{round.pk}",
        title=title % {"competition": competition.name, "number": round.number},
        begins_at=opens_at,
        ends_at=ends_at,
        words=competition.club.name,
        path=reverse("rounds:detail", args=[round.pk]),
        about=sight.name_of("competition", competition.pk),
        takes_time=ends_at - opens_at <= LONGEST_EVENING,
    )
