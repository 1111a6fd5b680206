"""Open duplicate events and the online tables of rounds; nobody plays the same deals twice."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from django.db import transaction

from games.base import Seat
from games.bots.catalogue import bot as find_bot
from games.bots.strength import level_at
from league.audit.actions import Action
from league.competitions.models import Competition, Table
from league.competitions.queries import seats_in_order, tables
from league.competitions.writing import lock_competition, lock_table, log_competition
from league.core import live
from league.core.games import is_played_online, online_part
from league.online.deals import deal_series, lay_out
from league.online.errors import OnlineError
from league.online.locked_table import LockedOnlineTable, load_locked, save_locked
from league.online.matches import duplicate_match
from league.online.models import (
    ChatMode,
    DuplicateEvent,
    DuplicateMethod,
    DuplicateSettings,
    OnlineSeat,
    OnlineSettings,
    OnlineTable,
    Phase,
)
from league.online.models.tables import DEFAULT_TIME_BANK_SECONDS, SECOND_MS
from league.online.services.duplicate_deals import table_of_person
from league.online.services.hands import is_behind, sync_with_round, take_seats
from league.online.services.seat_assignment import Person, check_tables
from league.online.services.seats import let_bot_sit, sit_down

MOST_TABLES = 40

AnySettings = TypeVar("AnySettings", OnlineSettings, DuplicateSettings)


@dataclass(frozen=True, slots=True)
class Plan:
    """How an event is played; `bots` at other seats, `takes_tables` until `window` ends."""

    seats: int
    hands: int
    tables: int
    method: str = DuplicateMethod.MATCHPOINTS
    bots: str = ""
    takes_tables: bool = False
    window: timedelta = timedelta(days=1)
    move_seconds: int | None = None
    chat_mode: str = ChatMode.PHRASES


PLANNED = ("seats", "hands", "method", "move_seconds", "chat_mode", "takes_tables")


@transaction.atomic
def open_event(*, game: str, plan: Plan, host: Person, now: datetime) -> DuplicateEvent:
    """Open an event with all deals; `host` sits first. Raises OnlineError, InvalidInputError."""
    online_part(game).engine.new_match(online_part(game).engine.options({}), plan.seats, 0)
    bots = level_at(game, plan.seats, plan.bots)
    check_tables(host=host, wanted=plan.tables, bots=bots)
    event = DuplicateEvent.objects.create(
        game=game,
        options=dict(online_part(game).engine.options({}).as_json()),
        **{name: getattr(plan, name) for name in PLANNED},
        host_user=host.user,
        host_guest="" if host.user else host.guest,
        closes_at=now + plan.window,
        due_at=now,
        created_at=now,
    )
    deal_series(event, plan.seats)
    tables = [_new_table(event, plan.seats, host, now) for _ in range(plan.tables)]
    for table in tables:
        _seat_all(table, host if table == tables[0] else None, 0, bots, now)
    return event


@transaction.atomic
def add_table(
    *, event_id: int, person: Person, seat: Seat, bots: str, now: datetime
) -> OnlineTable:
    """Open a further table of an event, or return one's own there; raises OnlineError."""
    event = DuplicateEvent.objects.select_for_update(no_key=True).get(pk=event_id)
    known = table_of_person(event, person.user, person.guest)
    if known is not None:
        return known
    is_closed = event.closes_at is not None and event.closes_at <= now
    is_waiting = event.ended_at is None and (is_closed or not event.takes_tables)
    if event.seats is None or is_waiting:
        raise OnlineError("no_further_tables")
    if event.tables.count() >= MOST_TABLES:
        raise OnlineError("event_full")
    check_tables(host=person, bots=bots)
    table = _new_table(event, event.seats, person, now)
    _seat_all(table, person, seat, bots, now)
    live.bump_versions(duplicate=[event.pk])
    return table


@transaction.atomic
def fill_with_bots(*, event_id: int, bots: str, now: datetime) -> None:
    """Let bots play at all seats that are still open; only who opened the event may ask for it."""
    event = DuplicateEvent.objects.select_for_update(no_key=True).get(pk=event_id)
    for table in event.tables.filter(hand_number=0).order_by("pk"):
        _seat_all(table, None, 0, bots, now)
    live.bump_versions(duplicate=[event.pk])


@transaction.atomic
def event_of_round(*, table: Table, now: datetime) -> DuplicateEvent | None:
    """Return the event of a round's table with its deals; None without, or if hands exist."""
    settings = DuplicateSettings.objects.filter(
        competition=table.round.stage.competition, is_on=True
    ).first()
    if settings is None or table.hands.exists():
        return None
    event, _ = DuplicateEvent.objects.select_for_update(no_key=True).get_or_create(
        round=table.round,
        defaults={
            "game": table.game,
            "options": table.options,
            "hands": settings.hands,
            "method": settings.method,
            "created_at": now,
        },
    )
    if (event.game, event.options) != (table.game, table.options):
        return None
    deal_series(event, seats_in_order().filter(table=table).count())
    return event


def _new_table(event: DuplicateEvent, seats: int, host: Person, now: datetime) -> OnlineTable:
    """Open a table with open seats. Nobody watches: who does may be about to play these deals."""
    table = OnlineTable.objects.create(
        event=event,
        is_late=event.ended_at is not None,
        game=event.game,
        options=event.options,
        hands_limit=event.hands,
        move_seconds=event.move_seconds,
        time_bank_seconds=DEFAULT_TIME_BANK_SECONDS,
        chat_mode=event.chat_mode,
        spectator_delay=None,
        opened_by=host.mark,
        opened_from=host.network,
        created_at=now,
    )
    OnlineSeat.objects.bulk_create(
        OnlineSeat(table=table, number=number, time_bank_ms=table.time_bank_seconds * SECOND_MS)
        for number in range(seats)
    )
    lay_out(table, duplicate_match(event, seats), now)
    return table


def _seat_all(
    table: OnlineTable, person: Person | None, seat: Seat, bots: str, now: datetime
) -> None:
    if person is not None:
        sit_down(table_id=table.pk, seat=seat, person=person, now=now)
    if bots:
        find_bot(table.game, bots)
        for place in OnlineSeat.objects.filter(table=table).order_by("number"):
            if place.is_open:
                let_bot_sit(table_id=table.pk, seat=place.number, bot=bots, now=now)


@transaction.atomic
def set_online_settings(*, competition: Competition, settings: AnySettings) -> AnySettings:
    """Say how a competition is played on screens; what is open or has begun keeps its settings."""
    lock_competition(competition_id=competition.pk)
    known = type(settings)._default_manager.filter(competition=competition).first()
    settings.pk = known.pk if known else None
    settings.competition = competition
    settings.save()
    log_competition(Action.ONLINE_SETTINGS_CHANGED, competition)
    return settings


COPIED_SETTINGS = (
    "move_seconds",
    "time_bank_seconds",
    "timeout_policy",
    "chat_mode",
    "reading_seconds",
)


@transaction.atomic
def open_table_of_round(*, table_id: int, now: datetime) -> OnlineTable:
    """Open the online table of a round's table, once; raises not_online."""
    lock_table(table_id=table_id)
    table = tables().select_related("round__stage__competition__online_settings").get(pk=table_id)
    known = OnlineTable.objects.filter(table=table).first()
    if known is not None:
        return known
    settings = getattr(table.round.stage.competition, "online_settings", None)
    is_possible = table.takes_hands and is_played_online(table.game)
    if settings is None or not settings.is_on or not is_possible:
        raise OnlineError("not_online")
    event = event_of_round(table=table, now=now)
    online = OnlineTable.objects.create(
        table=table,
        event=event,
        game=table.game,
        options=table.options,
        dealer=table.dealer,
        hands_limit=table.hands_limit if event is None else event.hands,
        **{name: getattr(settings, name) for name in COPIED_SETTINGS},
        spectator_delay=settings.spectator_delay if event is None else None,
        created_at=now,
    )
    locked = load_locked(table_id=online.pk)
    take_seats(locked, table, now)
    save_locked(locked, now=now)
    return online


@transaction.atomic
def follow_round(*, table_id: int, now: datetime) -> OnlineTable:
    """Bring a table's seats in step with its round's, between hands; end it with its round."""
    locked = load_locked(table_id=table_id)
    is_free = locked.table.phase in {Phase.WAITING, Phase.BETWEEN} or _is_left(locked, now)
    if is_behind(locked.table) and is_free:
        sync_with_round(locked, now)
        save_locked(locked, now=now)
    return locked.table


def _is_left(locked: LockedOnlineTable, now: datetime) -> bool:
    """Say whether nobody goes on with a hand that no longer counts for the round."""
    table = locked.table
    if table.table is None or table.table.takes_hands:
        return False
    due = [seat.deadline(table) for seat in locked.seats if not seat.is_played_by_bot]
    is_late = any(deadline is not None and deadline <= now for deadline in due)
    return is_late or table.phase in {Phase.PAUSED, Phase.ADJOURNED}
