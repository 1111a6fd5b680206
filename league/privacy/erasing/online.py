"""Take a person out of online tables: seats, stories, talk."""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db.models import Q

from league.clubs.models import User
from league.core import live
from league.online.models import Happening, OnlineSeat, OnlineTable, Phase, Remark, Report
from league.online.queries import TOPIC
from league.online.services.seats import leave
from league.privacy.erasing.scrubbing import Scrubber, scrub_rows
from league.privacy.keeping.guests import gone_mark


def seats_of_person(user: User | None, players: Collection[int]) -> list[OnlineSeat]:
    """Return the seats of a person at online tables."""
    mine = Q(player__in=players)
    if user is not None:
        mine |= Q(user=user)
    return list(OnlineSeat.objects.filter(mine).select_related("table").order_by("table", "number"))


def get_up(seats: Iterable[OnlineSeat], now: datetime) -> None:
    """Leave all tables that are not over, as if by the button."""
    for seat in seats:
        if seat.table.phase != Phase.OVER:
            leave(table_id=seat.table_id, seat=seat.number, now=now)


def rename_seats(seats: Iterable[OnlineSeat], placeholder: str) -> None:
    """Give the seats a neutral name; nobody comes back to them by a browser or an account."""
    for seat in OnlineSeat.objects.filter(pk__in=[each.pk for each in seats]):
        is_bots = seat.player_id is None and bool(seat.bot)
        is_empty = seat.player_id is None and seat.user_id is None and not seat.guest
        if is_bots or is_empty:
            continue
        # A mark that no browser holds: the seat stays taken, by nobody.
        seat.guest = gone_mark() if seat.player_id is None else ""
        seat.name, seat.user = placeholder, None
        seat.occupant += 1
        seat.save(update_fields=["guest", "name", "user", "occupant"])


def take_out_of_talk(seats: Collection[OnlineSeat], names: Collection[str], name: str) -> None:
    """Delete what a person said, and name them by `name` in the stories of tables.

    `names` are those the person had there. At tables of no club it is told by the name alone who
    it was, and not where somebody else sits who is called the same.
    """
    for model, table, column in (
        (Remark, "table", "name"),
        (Report, "remark__table", "name"),
        (Happening, "table", "name"),
        (Happening, "table", "by"),
    ):
        is_own = Q(pk__in=())
        for seat in seats:
            at_seat = {} if column == "by" else {"seat": seat.number}
            is_own |= Q(**{table: seat.table_id, **at_seat})
        others = OnlineSeat.objects.filter(name__in=names).values("table")
        of_no_club = Q(**{f"{table}__table": None}) & ~Q(**{f"{table}__in": others})
        said = model._default_manager.filter(is_own | of_no_club, **{f"{column}__in": names})
        found = model._default_manager.filter(pk__in=list(said.values_list("pk", flat=True)))
        if model is Remark:
            found.delete()
        else:
            found.update(**{column: name})


def scrub_tables(scrubber: Scrubber, seats: Iterable[OnlineSeat]) -> None:
    """Take a person's names out of what others said at the tables."""
    tables = {seat.table_id for seat in seats}
    scrub_rows(scrubber, Remark.objects.filter(table__in=tables), ("text",))


def tell_screens(seats: Iterable[OnlineSeat]) -> None:
    """Let the screens of the tables fetch what is there now."""
    tables = sorted({seat.table_id for seat in seats})
    live.raise_versions(live.Rows(TOPIC, OnlineTable, tables))
