"""Tell players what concerns them: rounds to come, their seats, deadlines.

Each notice has a key, so that it is told once however often a task runs.
"""

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
from league.notices.services import Message, tell, tell_club
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
    closes = _moment(round.closes_at, round) if round.closes_at else ""
    message = Message(
        subject % names,
        render_to_string("rounds/round_mail.txt", {"closes": closes}),
        reverse("rounds:check_in_self", args=[round.pk]),
        sight.name_of("competition", competition.pk),
    )
    players = Player.objects.filter(pk__in=entries.values("player"))
    tell(players=players, kind=Kind.ROUND, key=key, message=message, now=now)
    tell_club(club=competition.club, kind=Kind.ROUND, key=key, message=message, now=now)


@transaction.atomic
def tell_seats(*, table_id: int, now: datetime) -> None:
    """Tell each player of a table of an open round where they sit, once a seat."""
    round = lock_round(Table.objects.values_list("round", flat=True).get(pk=table_id))
    table = tables().get(pk=table_id)
    if table.dissolved_at is not None or table.seating_told >= table.seating or not round.is_open:
        return
    Table.objects.filter(pk=table_id).update(seating_told=table.seating)
    seats = list(table.seats.all())
    competition = round.stage.competition
    path = reverse("results:table", args=[table.pk])
    about = sight.name_of("competition", competition.pk)
    names = {"competition": competition.name, "table": table.number}
    for seat in seats:
        context = {
            "round": round,
            "others": [other.player for other in seats if other.pk != seat.pk],
            "dealer": next(one.player for one in seats if one.number == table.dealer),
            "deals": seat.number == table.dealer,
            "closes": _moment(round.closes_at, round) if round.closes_at else "",
        }
        title = _("%(competition)s: table %(table)d, seat %(seat)s")
        tell(
            players=[seat.player],
            kind=Kind.SEAT,
            key=f"table:{table.pk}:seat:{seat.number}",
            message=Message(
                title % {**names, "seat": SEAT_LETTERS[seat.number]},
                render_to_string("rounds/seat_mail.txt", context),
                path,
                about,
            ),
            now=now,
        )
    sitting = "\n".join(f"{SEAT_LETTERS[seat.number]}  {seat.player.name}" for seat in seats)
    tell_club(
        club=competition.club,
        kind=Kind.SEAT,
        key=f"table:{table.pk}:seating:{table.seating}",
        message=Message(_("%(competition)s: table %(table)d") % names, sitting, path, about),
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
    context = {
        "round": round,
        "players": [seat.player for seat in table.seats.all()],
        "hands": score.hands if score else 0,
        "deadline": round.stage.deadline,
    }
    tell(
        players=[seat.player for seat in table.seats.all()],
        kind=Kind.DEADLINE,
        key=f"table:{table.pk}:deadline:{round.closes_at:%Y%m%d%H%M}",
        message=Message(
            title,
            render_to_string("rounds/deadline_mail.txt", context),
            reverse("results:table", args=[table.pk]),
            sight.name_of("competition", round.stage.competition_id),
        ),
        now=now,
    )


def _moment(moment: datetime, round: Round) -> str:
    """Write a moment by the clock of the round's club."""
    local = timezone.localtime(moment, ZoneInfo(round.stage.competition.club.time_zone))
    return date_format(local, "SHORT_DATETIME_FORMAT")
