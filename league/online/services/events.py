"""Open duplicate events and their tables, and let nobody play the same deals twice."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from games.base import Seat
from games.bots.catalogue import bot as find_bot
from league.audit.verbs import Verb
from league.competitions.models import Competition, Table
from league.competitions.noting import note_competition
from league.competitions.queries import seats_in_order
from league.competitions.services import lock_competition
from league.core import live
from league.core.games import online_part
from league.online.deals import deal_series, lay_out
from league.online.errors import OnlineError
from league.online.matches import duplicate_match
from league.online.models import (
    DuplicateEvent,
    DuplicateTerms,
    Method,
    OnlineSeat,
    OnlineTable,
    Talk,
)
from league.online.models.tables import DEFAULT_RESERVE_SECONDS, SECOND_MS
from league.online.services.boards import TOPIC, table_of_person
from league.online.services.limits import check_tables
from league.online.services.places import Person
from league.online.services.seats import let_bot_sit, sit_down

MOST_TABLES = 40


@dataclass(frozen=True, slots=True)
class Plan:
    """How an event is played that somebody opens.

    `bots` are the strength of those at all other seats; with "" these are open. With `takes_tables`
    further tables may come until the `window` is over, and all deals stay closed until then.
    """

    seats: int
    hands: int
    tables: int
    method: str = Method.MATCHPOINTS
    bots: str = ""
    takes_tables: bool = False
    window: timedelta = timedelta(days=1)
    move_seconds: int | None = None
    talk: str = Talk.PHRASES


@transaction.atomic
def set_duplicate_terms(*, competition: Competition, terms: DuplicateTerms) -> DuplicateTerms:
    """Say whether online tables of a round get the same deals; rounds that have begun go on."""
    lock_competition(competition_id=competition.pk)
    known = DuplicateTerms.objects.filter(competition=competition).first()
    terms.pk = known.pk if known else None
    terms.competition = competition
    terms.save()
    note_competition(Verb.SCREENS_CHANGED, competition)
    return terms


@transaction.atomic
def open_event(*, game: str, plan: Plan, host: Person, now: datetime) -> DuplicateEvent:
    """Open an event: all its deals are made, and `host` has the first seat of its first table.

    Raises name_missing, UnknownBotError, an OnlineError where too much is open already, and
    games.base.InvalidInputError for a number of seats that the game does not know.
    """
    online_part(game).engine.new_match(online_part(game).engine.options({}), plan.seats, 0)
    check_tables(host=host, wanted=plan.tables, bots=plan.bots)
    event = DuplicateEvent.objects.create(
        game=game,
        options=dict(online_part(game).engine.options({}).as_json()),
        seats=plan.seats,
        hands=plan.hands,
        method=plan.method,
        move_seconds=plan.move_seconds,
        talk=plan.talk,
        takes_tables=plan.takes_tables,
        host_user=host.user,
        host_guest="" if host.user else host.guest,
        closes_at=now + plan.window,
        due_at=now,
        created_at=now,
    )
    deal_series(event, plan.seats)
    tables = [_new_table(event, plan.seats, host, now) for _ in range(plan.tables)]
    for table in tables:
        _seat_all(table, host if table == tables[0] else None, 0, plan.bots, now)
    return event


@transaction.atomic
def add_table(
    *, event_id: int, person: Person, seat: Seat, bots: str, now: datetime
) -> OnlineTable:
    """Open a further table of an event for somebody, in the seat they want to be compared in.

    Once all deals lie open it is late: compared, but not counted. Who has a table already is led
    there. Raises no_further_tables, event_full, an OnlineError and name_missing.
    """
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
    live.raise_versions(live.Rows(TOPIC, DuplicateEvent, [event.pk]))
    return table


@transaction.atomic
def fill_with_bots(*, event_id: int, bots: str, now: datetime) -> None:
    """Let bots play at all seats that are still open; only who opened the event may ask for it."""
    event = DuplicateEvent.objects.select_for_update(no_key=True).get(pk=event_id)
    for table in event.tables.filter(hand_number=0).order_by("pk"):
        _seat_all(table, None, 0, bots, now)
    live.raise_versions(live.Rows(TOPIC, DuplicateEvent, [event.pk]))


@transaction.atomic
def event_of_round(*, table: Table, now: datetime) -> DuplicateEvent | None:
    """Return the event that a table of a round is to play in, with its deals made; else None.

    Where hands were entered in the room the table stays what it is.
    """
    terms = DuplicateTerms.objects.filter(
        competition=table.round.stage.competition, is_on=True
    ).first()
    if terms is None or table.hands.exists():
        return None
    event, _ = DuplicateEvent.objects.select_for_update(no_key=True).get_or_create(
        round=table.round,
        defaults={
            "game": table.game,
            "options": table.options,
            "hands": terms.hands,
            "method": terms.method,
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
        reserve_seconds=DEFAULT_RESERVE_SECONDS,
        talk=event.talk,
        watch_delay=None,
        opened_by=host.mark,
        opened_from=host.network,
        created_at=now,
    )
    OnlineSeat.objects.bulk_create(
        OnlineSeat(table=table, number=number, reserve_ms=table.reserve_seconds * SECOND_MS)
        for number in range(seats)
    )
    lay_out(table, duplicate_match(event, seats), now)
    return table


def _seat_all(
    table: OnlineTable, person: Person | None, seat: Seat, bots: str, now: datetime
) -> None:
    """Give a seat to a person, and the open ones of the others to bots."""
    if person is not None:
        sit_down(table_id=table.pk, seat=seat, person=person, now=now)
    if bots:
        find_bot(table.game, bots)
        for place in OnlineSeat.objects.filter(table=table).order_by("number"):
            if place.is_open:
                let_bot_sit(table_id=table.pk, seat=place.number, bot=bots, now=now)
