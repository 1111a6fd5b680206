"""Notify players of their turn where a move may take days, and organisers of reports."""

from collections.abc import Mapping, Sequence
from copy import copy
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import Player
from league.clubs.queries import organisers_of
from league.notifications import visibility
from league.notifications.models import Channel, NotificationKind
from league.notifications.services.queueing import Message, cancel_notifications, notify_players
from league.online.models import OnlineSeat, OnlineTable, Phase, Report
from league.online.presence import GONE, presence_of

YOUR_MOVE = gettext_lazy("Your turn at %(table)s")
RUNS_OUT = gettext_lazy("Your time at %(table)s is running out")
# Whoever looks at the table has moved by then.
NOTIFIED_AFTER = timedelta(minutes=3)

# Who a table waits for, by seat and occupant.
Waiting = Mapping[tuple[int, int], OnlineSeat]


class Turns(NamedTuple):
    """What has changed at a table: for whom it waits now, no longer, and whose time runs out.

    A turn that has begun may be over a second later, as bots and people play on.
    """

    table: OnlineTable
    begun: tuple[OnlineSeat, ...]
    over: tuple[OnlineSeat, ...]
    running_out: tuple[OnlineSeat, ...]
    now: datetime


def waited_for(table: OnlineTable, seats: Sequence[OnlineSeat]) -> Waiting:
    """Return the people a table waits for, as they are now; none where moves are quick."""
    if not table.is_by_correspondence or table.phase != Phase.PLAYING:
        return {}
    return {
        (seat.number, seat.occupant): copy(seat)
        for seat in seats
        if seat.acts_since is not None and not seat.is_played_by_bot
    }


def changed_turns(
    table: OnlineTable,
    before: Waiting,
    seats: Sequence[OnlineSeat],
    running_out: Sequence[OnlineSeat],
    now: datetime,
) -> Turns | None:
    """Return what has changed since the table waited for `before`; None for nothing."""
    after = waited_for(table, seats)
    begun = tuple(seat for key, seat in after.items() if key not in before)
    over = tuple(seat for key, seat in before.items() if key not in after)
    is_changed = begun or over or running_out
    return Turns(table, begun, over, tuple(running_out), now) if is_changed else None


def notify_turns(turns: Turns) -> None:
    """Notify those a table waits for, and cancel unsent notifications of the others."""
    table = turns.table
    for seat in turns.over:
        cancel_notifications(kind=NotificationKind.TURN, key=_key(table, seat))
    for seat in turns.begun:
        later = turns.now + NOTIFIED_AFTER
        _notify(table, seat, YOUR_MOVE, now=turns.now, not_before=later)
    for seat in turns.running_out:
        _notify(table, seat, RUNS_OUT, ":late", now=turns.now)


def notify_who_has_gone(table: OnlineTable, seats: Sequence[OnlineSeat], now: datetime) -> None:
    """Send a push to those whose turn has just begun and who have closed a table of quick moves."""
    if table.phase != Phase.PLAYING or table.is_by_correspondence:
        return
    for seat in seats:
        has_account = seat.user_id is not None and not seat.is_played_by_bot
        if seat.acts_since != now or not has_account or seat.moves_at is not None:
            continue
        known = presence_of(seat, now)
        if known is not None and known.state == GONE:
            _notify(table, seat, YOUR_MOVE, now=now, channels={Channel.PUSH})


def notify_report(report: Report) -> None:
    """Notify the organisers of a table's club of a reported message."""
    message = report.message
    round_table = message.table.table
    if round_table is None:  # the owners of the site judge it, and belong to no club
        return
    competition = round_table.round.stage.competition

    def write() -> Message:
        return Message(
            _("%(name)s reported a chat message") % {"name": report.name},
            _("%(competition)s, table %(table)d. See “Reported messages”.")
            % {"competition": competition.name, "table": round_table.number},
            reverse("online:reports"),
            visibility.name_of("competition", competition.pk),
        )

    notify_players(
        players=organisers_of(competition.club),
        kind=NotificationKind.REPORT,
        key=f"report:{report.pk}",
        write=write,
        now=report.created_at,
    )


def _notify(
    table: OnlineTable, seat: OnlineSeat, text: Promise, key: str = "", **options: Any
) -> None:
    """Notify the player of a seat of a turn: in the table's club, else in their first one."""
    players = [] if seat.player is None else [seat.player]
    if seat.player is None and seat.user_id is not None and table.table is None:
        players = list(Player.objects.active().filter(user=seat.user_id).order_by("pk")[:1])
    notify_players(
        players=players,
        kind=NotificationKind.TURN,
        key=f"{_key(table, seat)}:{table.hand_number}.{table.moves}{key}",
        write=partial(_message, table, text),
        **options,
    )


def _message(table: OnlineTable, text: Promise) -> Message:
    about = ""
    if table.table is not None:
        about = visibility.name_of("competition", table.table.round.stage.competition_id)
    title = str(text) % {"table": table.title}
    return Message(title, path=reverse("online:table", args=[table.token]), about=about)


def _key(table: OnlineTable, seat: OnlineSeat) -> str:
    return f"online:{table.pk}:seat:{seat.number}"
