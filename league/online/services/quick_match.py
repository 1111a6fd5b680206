"""Quick match: wait for others, be matched by game and pace, and let bots fill the table."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from league.core.games import online_part
from league.online.errors import OnlineError
from league.online.lobby import WAITS_FOR, open_tables, touch_lobby, waiting_players
from league.online.models import ChatMode, OnlineTable, QuickMatch
from league.online.queries import is_theirs, wants_auto_pass
from league.online.services.seat_assignment import DEFAULT_BOT, Person, check_tables, record_guest
from league.online.services.seats import TableSettings, let_bot_sit, open_pick_up_table, sit_down

HANDS: Final = 3
# Whoever has not come to their table by then does not come.
COMES_FOR: Final = timedelta(minutes=10)


@transaction.atomic
def wait_for_match(
    *,
    person: Person,
    game: str,
    seats: int,
    move_seconds: int | None = None,
    bots_after: int | None = None,
    club_id: int | None = None,
    now: datetime,
) -> QuickMatch:
    """Let somebody wait for one match, instead of what they waited for; raises OnlineError."""
    if not person.name.strip():
        raise OnlineError("name_missing")
    check_tables(host=person)
    record_guest(person, now)
    _delete(QuickMatch.objects.filter(is_theirs(person.user, person.guest)))
    row = QuickMatch.objects.create(
        user=person.user,
        guest="" if person.user else person.guest,
        network=person.network,
        name=person.name.strip(),
        club_id=club_id,
        game=game,
        seats=seats,
        move_seconds=move_seconds,
        bots_after=bots_after,
        created_at=now,
        seen_at=now,
    )
    touch_lobby(row.club_id)
    match_players(now=now)
    row.refresh_from_db()
    return row


@transaction.atomic
def still_waiting(*, token: str, now: datetime) -> QuickMatch | None:
    """Note that somebody still waits, and match who can be; None for who waits no more."""
    if QuickMatch.objects.filter(token=token).update(seen_at=now):
        match_players(now=now)
    return QuickMatch.objects.select_related("table", "club").filter(token=token).first()


@transaction.atomic
def stop_waiting(*, token: str) -> None:
    """Let somebody wait no more, as they wish or because they are at their table; safe twice."""
    _delete(QuickMatch.objects.filter(token=token))


@transaction.atomic
def match_players(*, now: datetime) -> None:
    """Seat those who wait: at listed tables, together, or with bots once their time is over."""
    late = Q(table=None, seen_at__lte=now - WAITS_FOR)
    _delete(QuickMatch.objects.filter(late | Q(table__isnull=False, seen_at__lte=now - COMES_FOR)))
    rows = waiting_players(now).select_related("user", "club").select_for_update(of=("self",))
    groups: defaultdict[tuple[object, ...], list[QuickMatch]] = defaultdict(list)
    for row in rows.order_by("created_at", "pk"):
        groups[row.game, row.seats, row.move_seconds, row.club_id].append(row)
    for waiting in groups.values():
        _match(waiting, now)


def _match(waiting: Sequence[QuickMatch], now: datetime) -> None:
    rows = [row for row in waiting if not _join_table(row, now)]
    size = waiting[0].seats
    while len(rows) >= size:
        _open_for(rows[:size], now)
        rows = rows[size:]
    with_bots = [row for row in rows if row.bots_at is not None]
    if any(row.bots_at <= now for row in with_bots if row.bots_at is not None):
        _open_for(with_bots, now)


def _join_table(row: QuickMatch, now: datetime) -> bool:
    """Seat somebody at a table of the lobby that is played as they want; False without any."""
    person, options = _person(row), online_part(row.game).engine.options({}).as_json()
    for table in open_tables(row.club):
        settings = (table.game, table.move_seconds, table.options)
        seats = list(table.seats.all())
        if settings != (row.game, row.move_seconds, dict(options)):
            continue
        if any(person.sits_at(seat) for seat in seats):
            continue
        free = next(seat for seat in seats if seat.is_open)
        sit_down(table_id=table.pk, seat=free.number, person=person, now=now)
        _send_to(row, table)
        return True
    return False


def _open_for(rows: Sequence[QuickMatch], now: datetime) -> None:
    """Open a table for some people and bots; a host who may open none waits no more."""
    host, *others = rows
    settings = TableSettings(
        options={}, hands_limit=HANDS, move_seconds=host.move_seconds, chat_mode=ChatMode.PHRASES
    )
    try:
        with transaction.atomic():
            table = open_pick_up_table(
                game=host.game,
                seats=host.seats,
                settings=settings,
                host=_person(host),
                bots="",
                now=now,
            )
            for number, row in enumerate(others, start=1):
                sit_down(table_id=table.pk, seat=number, person=_person(row), now=now)
            for number in range(len(rows), host.seats):
                let_bot_sit(table_id=table.pk, seat=number, bot=DEFAULT_BOT, now=now)
    except OnlineError:
        _delete(QuickMatch.objects.filter(pk=host.pk))
        return
    for row in rows:
        _send_to(row, table)


def _person(row: QuickMatch) -> Person:
    passes = wants_auto_pass(row.user, row.guest)
    return Person(row.name, row.user, row.guest, row.network, adds_share=True, auto_pass=passes)


def _send_to(row: QuickMatch, table: OnlineTable) -> None:
    row.table = table
    row.save(update_fields=["table"])
    touch_lobby(row.club_id)


def _delete(rows: QuerySet[QuickMatch]) -> None:
    clubs = set(rows.values_list("club", flat=True))
    rows.delete()
    for club in clubs:
        touch_lobby(club)
