"""Tell people by notices whose turn it is at tables where a move may take days, and of reports."""

from datetime import timedelta
from functools import partial

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import Player
from league.clubs.queries import organisers_of
from league.notices import sight
from league.notices.models import Kind
from league.notices.services import Message, take_back, tell
from league.online.models import OnlineSeat, OnlineTable, Report
from league.online.turns import Turns

YOUR_MOVE = gettext_lazy("Your move at %(table)s")
RUNS_OUT = gettext_lazy("Your time at %(table)s runs out")
TOLD_AFTER = timedelta(minutes=3)
"""Whoever sits before the table has moved by then, and is not told."""


def tell_turns(turns: Turns) -> None:
    """Tell those a table waits for, and take back what was not told yet to those it does not."""
    table = turns.table
    for seat in turns.over:
        take_back(kind=Kind.TURN, key=_key(table, seat))
    turn = f"{table.hand_number}.{table.moves}"
    for seat in turns.begun:
        tell(
            players=players_of(table, seat),
            kind=Kind.TURN,
            key=f"{_key(table, seat)}:{turn}",
            write=partial(_message, table, YOUR_MOVE),
            now=turns.now,
            not_before=turns.now + TOLD_AFTER,
        )
    for seat in turns.running_out:
        tell(
            players=players_of(table, seat),
            kind=Kind.TURN,
            key=f"{_key(table, seat)}:{turn}:late",
            write=partial(_message, table, RUNS_OUT),
            now=turns.now,
        )


def tell_report(report: Report) -> None:
    """Tell the organisers of a table's club that somebody reports what was said there."""
    remark = report.remark
    round_table = remark.table.table
    if round_table is None:  # the owners of the site judge it, and belong to no club
        return
    competition = round_table.round.stage.competition

    def write() -> Message:
        return Message(
            _("%(name)s reports what was said at a table") % {"name": report.name},
            _("%(competition)s, table %(table)d. What was said is on the page of reports.")
            % {"competition": competition.name, "table": round_table.number},
            reverse("online:reports"),
            sight.name_of("competition", competition.pk),
        )

    tell(
        players=organisers_of(competition.club),
        kind=Kind.REPORT,
        key=f"report:{report.pk}",
        write=write,
        now=report.created_at,
    )


def players_of(table: OnlineTable, seat: OnlineSeat) -> list[Player]:
    """Return as whom the person of a seat is told: in the table's club, else in their first one."""
    if seat.player is not None:
        return [seat.player]
    if seat.user_id is None or table.table is not None:
        return []
    return list(Player.objects.active().filter(user=seat.user_id).order_by("pk")[:1])


def _message(table: OnlineTable, words: Promise) -> Message:
    about = ""
    if table.table is not None:
        about = sight.name_of("competition", table.table.round.stage.competition_id)
    title = str(words) % {"table": table.title}
    return Message(title, path=reverse("online:table", args=[table.token]), about=about)


def _key(table: OnlineTable, seat: OnlineSeat) -> str:
    return f"online:{table.pk}:seat:{seat.number}"
