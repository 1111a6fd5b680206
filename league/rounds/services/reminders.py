"""Notifications of rounds, seats and deadlines; each key is sent once."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import Player
from league.competitions.models import Entry, Round, RoundStatus, Seat, Table
from league.competitions.queries import entries_in_stage, tables
from league.competitions.writing import lock_round
from league.core.errors import Text
from league.core.templatetags.ui import SEAT_LETTERS
from league.notifications import visibility
from league.notifications.models import NotificationKind
from league.notifications.services.queueing import (
    Message,
    cancel_notifications,
    notify_club,
    notify_players,
)
from league.rounds.queries import unfinished_tables


def message_about(round: Round, subject: Text, text: str, path: str, **names: object) -> Message:
    """Return a message about a round; `names`, competition, round and times fill the subject."""
    competition = round.stage.competition
    names |= {"competition": competition.name, "round": round.label}
    about = visibility.name_of("competition", competition.pk)
    return Message(str(subject) % names, text, path, about)


def notify_opened(round: Round, now: datetime) -> None:
    """Notify entries that are not checked in that a round is open."""
    subject = gettext_lazy("%(competition)s: %(round)s is open")
    _notify_to_check_in(round, f"round:{round.pk}:opened", subject, now)


@transaction.atomic
def remind_check_in(*, round_id: int, now: datetime) -> None:
    """Notify entries when a round opens, once for each time."""
    round = lock_round(round_id)
    is_to_come = round.opens_at is not None and round.opens_at > now
    is_scheduled = round.status == RoundStatus.SCHEDULED
    if is_scheduled and is_to_come and round.check_in_reminded_at is None:
        round.check_in_reminded_at = now
        round.save(update_fields=["check_in_reminded_at"])
        subject = gettext_lazy("%(competition)s: %(round)s opens %(when)s")
        _notify_to_check_in(
            round, f"round:{round.pk}:opens:{round.opens_at:%Y%m%d%H%M}", subject, now
        )


def _notify_to_check_in(round: Round, key: str, subject: Promise, now: datetime) -> None:
    def write() -> Message:
        text = render_to_string("rounds/round_mail.txt", {"closes": _time_text(round.closes_at)})
        path = reverse("rounds:check_in_self", args=[round.pk])
        return message_about(round, subject, text, path, when=_time_text(round.opens_at))

    entries = entries_in_stage(round.stage).exclude(check_ins__round=round)
    _notify_entries(round, entries, key, write, now)


def notify_called_off(round: Round, now: datetime) -> None:
    """Notify entries that a round is called off."""

    def write() -> Message:
        subject = _("%(competition)s: %(round)s (%(when)s) is cancelled")
        path = reverse("rounds:detail", args=[round.pk])
        return message_about(round, subject, "", path, when=_time_text(round.opens_at))

    _notify_entries(round, entries_in_stage(round.stage), _called_off_key(round), write, now)


def cancel_called_off(round: Round) -> None:
    """Cancel unsent notifications that a round is called off."""
    cancel_notifications(kind=NotificationKind.ROUND, key=_called_off_key(round))


def _called_off_key(round: Round) -> str:
    timestamp = f"{round.opens_at:%Y%m%d%H%M}" if round.opens_at else "by-hand"
    return f"round:{round.pk}:off:{timestamp}"


def _notify_entries(
    round: Round, entries: QuerySet[Entry], key: str, write: Callable[[], Message], now: datetime
) -> None:
    club = round.stage.competition.club
    players = Player.objects.filter(pk__in=entries.values("player"))
    notify_players(players=players, kind=NotificationKind.ROUND, key=key, write=write, now=now)
    notify_club(club=club, kind=NotificationKind.ROUND, key=key, write=write, now=now)


@transaction.atomic
def notify_seats(*, table_id: int, now: datetime) -> None:
    """Notify each player of a table where they sit."""
    round = lock_round(Table.objects.values_list("round", flat=True).get(pk=table_id))
    table = tables().get(pk=table_id)
    if (
        table.dissolved_at is not None
        or table.seating_notified >= table.seating
        or not round.is_open
    ):
        return
    Table.objects.filter(pk=table_id).update(seating_notified=table.seating)
    seats = list(table.seats.all())
    if any(seat.left_from is not None for seat in seats):
        return  # Who plays on sits where they sat.
    for seat in seats:
        notify_players(
            players=[seat.player],
            kind=NotificationKind.SEAT,
            key=f"table:{table.pk}:seat:{seat.number}",
            write=partial(_write_seat, table, seats, seat),
            now=now,
        )

    def write() -> Message:
        text = "\n".join(f"{SEAT_LETTERS[seat.number]}  {_named(seat)}" for seat in seats)
        subject = _("%(competition)s: table %(table)d")
        path = reverse("results:table", args=[table.pk])
        return message_about(round, subject, text, path, table=table.number)

    notify_club(
        club=round.stage.competition.club,
        kind=NotificationKind.SEAT,
        key=f"table:{table.pk}:seating:{table.seating}",
        write=write,
        now=now,
    )


def _write_seat(table: Table, seats: Sequence[Seat], seat: Seat) -> Message:
    context = {
        "round": table.round,
        "others": [_named(other) for other in seats if other.pk != seat.pk],
        "dealer": next(one.player for one in seats if one.number == table.dealer),
        "deals": seat.number == table.dealer,
        "closes": _time_text(table.round.closes_at),
    }
    return message_about(
        table.round,
        _("%(competition)s: table %(table)d, seat %(seat)s"),
        render_to_string("rounds/seat_mail.txt", context),
        reverse("results:table", args=[table.pk]),
        table=table.number,
        seat=SEAT_LETTERS[seat.number],
    )


def _named(seat: Seat) -> str:
    name, team = seat.player.name, seat.entry.team
    return f"{name} ({team})" if team else name


@transaction.atomic
def remind_deadline(*, round_id: int, now: datetime) -> None:
    """Remind players of unfinished tables of the deadline, once."""
    round = lock_round(round_id)
    is_to_come = round.closes_at is not None and round.closes_at > now
    if round.is_open and is_to_come and round.deadline_reminded_at is None:
        round.deadline_reminded_at = now
        round.save(update_fields=["deadline_reminded_at"])
        unfinished = unfinished_tables().filter(round=round, adjourned_at=None)
        for table in tables().filter(pk__in=unfinished.values("pk")).select_related("score"):
            _remind_table(round, table, now)


def _remind_table(round: Round, table: Table, now: datetime) -> None:
    score = getattr(table, "score", None)
    seats = [seat for seat in table.seats.all() if seat.left_from is None]
    context = {
        "round": round,
        "players": [_named(seat) for seat in seats],
        "game": table.site_game,
        "hands": score.hands if score else 0,
        "deadline": round.stage.deadline,
    }

    def write() -> Message:
        subject = _("%(competition)s: finish table %(table)d before %(when)s")
        text = render_to_string("rounds/deadline_mail.txt", context)
        path = reverse("results:table", args=[table.pk])
        when = _time_text(round.closes_at)
        return message_about(round, subject, text, path, table=table.number, when=when)

    notify_players(
        players=[seat.player for seat in seats],
        kind=NotificationKind.DEADLINE,
        key=f"table:{table.pk}:deadline:{round.closes_at:%Y%m%d%H%M}",
        write=write,
        now=now,
    )


def _time_text(timestamp: datetime | None) -> str:
    return date_format(timezone.localtime(timestamp), "SHORT_DATETIME_FORMAT") if timestamp else ""
