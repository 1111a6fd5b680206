"""Tell players what concerns them: rounds to come, their seats, deadlines.

Each notice has a key, so that it is told once however often a task runs.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import Player
from league.competitions.models import Round, RoundStatus, Seat, Table
from league.competitions.queries import entries_in_stage, tables
from league.core.templatetags.ui import SEAT_LETTERS
from league.notices import sight
from league.notices.models import Kind
from league.notices.services import Message, take_back, tell, tell_club
from league.rounds.due import unfinished_tables
from league.rounds.services.locking import lock_round

IS_OPEN = gettext_lazy("%(competition)s: round %(number)d is open")
OPENS = gettext_lazy("%(competition)s: round %(number)d opens %(when)s")


def tell_opened(round: Round, now: datetime) -> None:
    """Tell who takes part, is not checked in and wants to know that a round is open."""
    _tell_round(
        round,
        key=f"round:{round.pk}:opened",
        subject=IS_OPEN,
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
        subject=OPENS,
        now=now,
    )


def tell_called_off(round: Round, now: datetime) -> None:
    """Tell who takes part, and was told when it opens, that a round does not take place."""
    competition = round.stage.competition

    def write() -> Message:
        names = {
            "competition": competition.name,
            "number": round.number,
            "when": _moment(round.opens_at),
        }
        return Message(
            _("%(competition)s: round %(number)d (%(when)s) is called off") % names,
            "",
            reverse("rounds:detail", args=[round.pk]),
            sight.name_of("competition", competition.pk),
        )

    key = _key_of_calling_off(round)
    players = Player.objects.filter(pk__in=entries_in_stage(round.stage).values("player"))
    tell(players=players, kind=Kind.ROUND, key=key, write=write, now=now)
    tell_club(club=competition.club, kind=Kind.ROUND, key=key, write=write, now=now)


def take_back_called_off(round: Round) -> None:
    """Forget to tell that a round is called off where that has not gone out yet."""
    take_back(kind=Kind.ROUND, key=_key_of_calling_off(round))


def _key_of_calling_off(round: Round) -> str:
    moment = f"{round.opens_at:%Y%m%d%H%M}" if round.opens_at else "by-hand"
    return f"round:{round.pk}:off:{moment}"


def _tell_round(round: Round, *, key: str, subject: Promise, now: datetime) -> None:
    competition = round.stage.competition
    entries = entries_in_stage(round.stage).exclude(check_ins__round=round)

    def write() -> Message:
        opens = _moment(round.opens_at)
        names = {"competition": competition.name, "number": round.number, "when": opens}
        return Message(
            str(subject) % names,
            render_to_string("rounds/round_mail.txt", {"closes": _moment(round.closes_at)}),
            reverse("rounds:check_in_self", args=[round.pk]),
            sight.name_of("competition", competition.pk),
        )

    players = Player.objects.filter(pk__in=entries.values("player"))
    tell(players=players, kind=Kind.ROUND, key=key, write=write, now=now)
    tell_club(club=competition.club, kind=Kind.ROUND, key=key, write=write, now=now)


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
    for seat in seats:
        tell(
            players=[seat.player],
            kind=Kind.SEAT,
            key=f"table:{table.pk}:seat:{seat.number}",
            write=partial(_write_seat, table, seats, seat),
            now=now,
        )
    tell_club(
        club=competition.club,
        kind=Kind.SEAT,
        key=f"table:{table.pk}:seating:{table.seating}",
        write=partial(_write_seating, table, seats),
        now=now,
    )


def _write_seat(table: Table, seats: Sequence[Seat], seat: Seat) -> Message:
    """Write to a player where they sit."""
    round = table.round
    context = {
        "round": round,
        "others": [_named(other) for other in seats if other.pk != seat.pk],
        "dealer": next(one.player for one in seats if one.number == table.dealer),
        "deals": seat.number == table.dealer,
        "closes": _moment(round.closes_at),
    }
    names = {
        "competition": round.stage.competition.name,
        "table": table.number,
        "seat": SEAT_LETTERS[seat.number],
    }
    return Message(
        _("%(competition)s: table %(table)d, seat %(seat)s") % names,
        render_to_string("rounds/seat_mail.txt", context),
        reverse("results:table", args=[table.pk]),
        sight.name_of("competition", round.stage.competition_id),
    )


def _named(seat: Seat) -> str:
    """Return who sits there, with the team for which they play."""
    name, team = seat.player.name, seat.entry.team
    return f"{name} ({team})" if team else name


def _write_seating(table: Table, seats: Sequence[Seat]) -> Message:
    """Write to a club's chats who sits at a table."""
    names = {"competition": table.round.stage.competition.name, "table": table.number}
    return Message(
        _("%(competition)s: table %(table)d") % names,
        "\n".join(f"{SEAT_LETTERS[seat.number]}  {_named(seat)}" for seat in seats),
        reverse("results:table", args=[table.pk]),
        sight.name_of("competition", table.round.stage.competition_id),
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
    for table in tables().filter(pk__in=unfinished.values("pk")).select_related("score"):
        _remind_table(round, table, now)


def _remind_table(round: Round, table: Table, now: datetime) -> None:
    score = getattr(table, "score", None)
    context = {
        "round": round,
        "players": [_named(seat) for seat in table.seats.all()],
        "hands": score.hands if score else 0,
        "deadline": round.stage.deadline,
    }

    def write() -> Message:
        names = {
            "competition": round.stage.competition.name,
            "table": table.number,
            "when": _moment(round.closes_at),
        }
        return Message(
            _("%(competition)s: finish table %(table)d before %(when)s") % names,
            render_to_string("rounds/deadline_mail.txt", context),
            reverse("results:table", args=[table.pk]),
            sight.name_of("competition", round.stage.competition_id),
        )

    tell(
        players=[seat.player for seat in table.seats.all()],
        kind=Kind.DEADLINE,
        key=f"table:{table.pk}:deadline:{round.closes_at:%Y%m%d%H%M}",
        write=write,
        now=now,
    )


def _moment(moment: datetime | None) -> str:
    """Write a moment by the reader's clock; nothing for none."""
    return date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT") if moment else ""
