"""Tell players what concerns them: rounds to come, their seats, deadlines.

Each notice has a key, so that it is told once however often a task runs.
"""

from collections.abc import Iterable
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.competitions.models import Round, RoundStatus, Table
from league.competitions.queries import entries_in_stage, tables
from league.core.templatetags.ui import SEAT_LETTERS
from league.notices import sight
from league.notices.models import Kind
from league.notices.services import tell, tell_club
from league.rounds.due import unfinished_tables
from league.rounds.services.locking import lock_round


def tell_opened(round: Round, now: datetime) -> None:
    """Tell who takes part, is not checked in and wants to know that a round is open."""
    _tell_round(
        round,
        key=f"round:{round.pk}:opened",
        subject=_("%(competition)s: round %(number)d is open"),
        now=now,
    )


@transaction.atomic
def remind_check_in(*, round_id: int, now: datetime) -> None:
    """Tell who takes part and wants to know when a round opens, once a time that was set."""
    round = lock_round(round_id)
    if (
        round.status != RoundStatus.SCHEDULED
        or round.opens_at is None
        or round.opens_at <= now
        or round.check_in_reminded_at is not None
    ):
        return
    round.check_in_reminded_at = now
    round.save(update_fields=["check_in_reminded_at"])
    _tell_round(
        round,
        key=f"round:{round.pk}:opens:{round.opens_at:%Y%m%d%H%M}",
        subject=_("%(competition)s: round %(number)d opens %(when)s"),
        when=_moment(round.opens_at, round),
        now=now,
    )


def _tell_round(round: Round, *, key: str, subject: str, when: str = "", now: datetime) -> None:
    competition = round.stage.competition
    entries = entries_in_stage(round.stage).exclude(check_ins__round=round)
    names = {"competition": competition.name, "number": round.number, "when": when}
    title = subject % names
    context = {"closes": _moment(round.closes_at, round) if round.closes_at else ""}
    path = reverse("rounds:check_in_self", args=[round.pk])
    _tell(
        Player.objects.filter(pk__in=entries.values("player")),
        round,
        kind=Kind.ROUND,
        key=key,
        subject=title,
        template="rounds/round_mail.txt",
        context=context,
        path=path,
        now=now,
    )
    tell_club(
        club=competition.club,
        kind=Kind.ROUND,
        key=key,
        subject=title,
        text=render_to_string("rounds/round_mail.txt", context),
        path=path,
        about=sight.name_of("competition", competition.pk),
        now=now,
    )


@transaction.atomic
def tell_seats(*, table_id: int, now: datetime) -> None:
    """Tell each player of a table of an open round where they sit, once a seat."""
    round = lock_round(Table.objects.values_list("round", flat=True).get(pk=table_id))
    table = tables().get(pk=table_id)
    if table.dissolved_at is not None or table.seating_told >= table.seating or not round.is_open:
        return
    Table.objects.filter(pk=table_id).update(seating_told=table.seating)
    seats = list(table.seats.all())
    for seat in seats:
        title = _("%(competition)s: table %(table)d, seat %(seat)s") % {
            "competition": round.stage.competition.name,
            "table": table.number,
            "seat": SEAT_LETTERS[seat.number],
        }
        _tell(
            [seat.player],
            round,
            kind=Kind.SEAT,
            key=f"table:{table.pk}:seat:{seat.number}",
            subject=title,
            template="rounds/seat_mail.txt",
            context={
                "round": round,
                "competition": round.stage.competition,
                "others": [other.player for other in seats if other.pk != seat.pk],
                "dealer": next(one.player for one in seats if one.number == table.dealer),
                "deals": seat.number == table.dealer,
                "closes": _moment(round.closes_at, round) if round.closes_at else "",
            },
            path=reverse("results:table", args=[table.pk]),
            now=now,
        )
    tell_club(
        club=round.stage.competition.club,
        kind=Kind.SEAT,
        key=f"table:{table.pk}:seating:{table.seating}",
        subject=_("%(competition)s: table %(table)d")
        % {"competition": round.stage.competition.name, "table": table.number},
        text="\n".join(f"{SEAT_LETTERS[seat.number]}  {seat.player.name}" for seat in seats),
        path=reverse("results:table", args=[table.pk]),
        about=sight.name_of("competition", round.stage.competition_id),
        now=now,
    )


@transaction.atomic
def remind_deadline(*, round_id: int, now: datetime) -> None:
    """Tell the players of tables that have not ended when their round closes, once a deadline."""
    round = lock_round(round_id)
    if not round.is_open or round.closes_at is None or round.deadline_reminded_at is not None:
        return
    if round.closes_at <= now:
        return
    round.deadline_reminded_at = now
    round.save(update_fields=["deadline_reminded_at"])
    unfinished = unfinished_tables().filter(round=round, adjourned_at=None)
    when = _moment(round.closes_at, round)
    for table in tables().filter(pk__in=unfinished.values("pk")).select_related("score"):
        _remind_table(round, table, when, now)


def _remind_table(round: Round, table: Table, when: str, now: datetime) -> None:
    names = {
        "competition": round.stage.competition.name,
        "table": table.number,
        "when": when,
    }
    title = _("%(competition)s: finish table %(table)d before %(when)s") % names
    score = getattr(table, "score", None)
    closes_at = round.closes_at
    _tell(
        [seat.player for seat in table.seats.all()],
        round,
        kind=Kind.DEADLINE,
        key=f"table:{table.pk}:deadline:{closes_at:%Y%m%d%H%M}",
        subject=title,
        template="rounds/deadline_mail.txt",
        context={
            "round": round,
            "competition": round.stage.competition,
            "players": [seat.player for seat in table.seats.all()],
            "hands": score.hands if score else 0,
            "deadline": round.stage.deadline,
        },
        path=reverse("results:table", args=[table.pk]),
        now=now,
    )


def _tell(
    players: Iterable[Player],
    round: Round,
    *,
    kind: Kind,
    key: str,
    subject: str,
    template: str,
    context: dict[str, object],
    path: str,
    now: datetime,
) -> None:
    tell(
        players=players,
        kind=kind,
        key=key,
        subject=subject,
        text=render_to_string(template, context),
        path=path,
        about=sight.name_of("competition", round.stage.competition_id),
        now=now,
    )


def _moment(moment: datetime, round: Round) -> str:
    """Write a moment by the clock of the round's club."""
    local = timezone.localtime(moment, ZoneInfo(round.stage.competition.club.time_zone))
    return date_format(local, "SHORT_DATETIME_FORMAT")
