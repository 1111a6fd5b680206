"""Open tables, and give out their seats."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from games.base import Json, Seat
from league.core.games import online_part
from league.online.deals import lay_out
from league.online.errors import OnlineError
from league.online.matches import begin_match as begin_match_of
from league.online.models import Doing, OnlineSeat, OnlineTable, Phase
from league.online.models.tables import (
    DEFAULT_MOVE_SECONDS,
    DEFAULT_RESERVE_SECONDS,
    SECOND_MS,
    Talk,
)
from league.online.opened import OpenTable, close_table, open_table
from league.online.services.absence import hand_over, take_over
from league.online.services.boards import note_player
from league.online.services.hands import begin_hand
from league.online.services.limits import check_strong_bot, check_tables, note_guest
from league.online.services.places import (
    STAND_IN,
    Person,
    empty,
    is_players_own,
    keep_host,
    put_bot,
    put_person,
)
from league.online.story import write_down


@dataclass(frozen=True, slots=True)
class Terms:
    """How a table is played that somebody opens; `hands_limit` None: to the game's own end."""

    options: Mapping[str, Json]
    hands_limit: int | None = None
    move_seconds: int | None = DEFAULT_MOVE_SECONDS
    reserve_seconds: int = DEFAULT_RESERVE_SECONDS
    talk: str = Talk.PHRASES
    watch_delay: int | None = 0


@transaction.atomic
def open_pick_up_table(
    *, game: str, seats: int, terms: Terms, host: Person, bots: str, now: datetime
) -> OnlineTable:
    """Open a table to play now: `host` has the first seat, bots of strength `bots` the others.

    With `bots` empty the other seats are open, for those who have the link. Raises
    name_missing, an OnlineError where too much is open already, and games.base.InvalidInputError
    for options or a number of seats that the game does not know.
    """
    check_tables(host=host, bots=bots)
    note_guest(host, now)
    table = _new_table(game, terms, now)
    table.host = 0
    table.opened_by, table.opened_from = host.mark, host.network
    table.options = dict(online_part(game).engine.options(terms.options).as_json())
    match = begin_match_of(table, seats)
    table.save()
    places = [_new_seat(table, number) for number in range(seats)]
    put_person(places[0], host)
    for seat in places[1:] if bots else ():
        put_bot(seat, bots)
    OnlineSeat.objects.bulk_create(places)
    opened = open_table(table_id=table.pk)
    lay_out(opened.table, match, now)
    _begin_if_full(opened, now)
    return opened.table


@transaction.atomic
def sit_down(*, table_id: int, seat: Seat, person: Person, now: datetime) -> OnlineSeat:
    """Give somebody an open seat; who has one keeps it. The match begins once all seats are taken.

    Who comes to a match that goes on begins with the next hand, as they may have seen others' cards
    in this one, unless they sign in as the player whose seat it is. At a table of a round the
    caller has made sure that the seat is theirs. Raises seat_taken, plays_elsewhere,
    too_many_guests and name_missing.
    """
    opened = open_table(table_id=table_id)
    own = next((each for each in opened.seats if person.sits_at(each)), None)
    if own is not None:
        return own
    place = opened.seats[seat]
    if place.bot or place.is_taken_by_person:
        raise OnlineError("seat_taken")
    note_player(opened.table, person.user, person.guest)
    if opened.table.is_pick_up:
        note_guest(person, now)
    had_name = place.name
    put_person(place, person)
    if opened.table.hand_number and not is_players_own(place, person.user):
        place.waits_for_hand = True
    take_over(opened, place, now)
    if opened.table.phase != Phase.WAITING:
        doing = Doing.GIVEN_BACK if person.name == had_name else Doing.TOOK
        write_down(opened.table, doing, now, place, name=had_name, by=person.name)
    _begin_if_full(opened, now)
    return place


@transaction.atomic
def let_bot_sit(*, table_id: int, seat: Seat, bot: str, now: datetime) -> OnlineSeat:
    """Give an open seat to a bot.

    Raises seat_taken, UnknownBotError and too_many_strong_bots.
    """
    opened = open_table(table_id=table_id)
    place = opened.seats[seat]
    if place.bot:
        return place
    if not place.is_open:
        raise OnlineError("seat_taken")
    check_strong_bot(opened.table, bot)
    put_bot(place, bot)
    _begin_if_full(opened, now)
    return place


@transaction.atomic
def send_bot_away(*, table_id: int, seat: Seat, now: datetime) -> OnlineSeat:
    """Open a bot's seat again before the first hand. Raises already_begun."""
    opened = open_table(table_id=table_id)
    place = opened.seats[seat]
    if opened.table.phase != Phase.WAITING:
        raise OnlineError("already_begun")
    if place.bot:
        empty(place)
        close_table(opened, now=now)
    return place


@transaction.atomic
def leave(*, table_id: int, seat: Seat, now: datetime) -> OnlineSeat:
    """Get up for good: before the first hand the seat is open again, later a bot takes it over.

    A table of no round that nobody is left at is over.

    At a table of a round it stays the player's, who may come back; until then it goes as the terms
    say of who is away.
    """
    opened = open_table(table_id=table_id)
    place = opened.seats[seat]
    if not place.is_taken_by_person:
        return place
    if opened.table.phase == Phase.WAITING:
        empty(place)
        is_left = not any(seat.is_taken_by_person for seat in opened.seats)
        if is_left and opened.table.is_pick_up and opened.table.event_id is None:
            opened.end(now)
        close_table(opened, now=now)
    else:
        write_down(opened.table, Doing.LEFT, now, place)
        _get_up(opened, place, now)
        close_table(opened, now=now)
    return place


@transaction.atomic
def begin_match(*, table_id: int, now: datetime) -> OnlineTable:
    """Begin at once; at a table of a round bots play for those who have not come.

    Where the terms let no bot stand in, the clocks of those run instead.

    Raises open_seats and nobody_there.
    """
    opened = open_table(table_id=table_id)
    if opened.table.phase != Phase.WAITING:
        return opened.table
    if not opened.people:
        raise OnlineError("nobody_there")
    still_open = sum(seat.is_open for seat in opened.seats)
    if still_open:
        raise OnlineError("open_seats", count=still_open)
    for seat in opened.seats:
        is_missing = not seat.bot and not seat.is_taken_by_person
        seat.is_away = is_missing and opened.table.lets_bots_stand_in
    position = begin_hand(opened, now)
    close_table(opened, now=now, position=position)
    return opened.table


def _get_up(opened: OpenTable, place: OnlineSeat, now: datetime) -> None:
    if opened.table.is_pick_up:
        hand_over(opened, place, now)
        empty(place)
        put_bot(place, STAND_IN)
        keep_host(opened, now)
        if not opened.people:
            opened.end(now)
    elif opened.table.lets_bots_stand_in:
        hand_over(opened, place, now)


def _begin_if_full(opened: OpenTable, now: datetime) -> None:
    """Begin the match once there is a bot or a person at every seat."""
    position = None
    if opened.table.phase == Phase.WAITING and all(
        seat.bot or seat.is_taken_by_person for seat in opened.seats
    ):
        position = begin_hand(opened, now)
    close_table(opened, now=now, position=position)


def _new_table(game: str, terms: Terms, now: datetime) -> OnlineTable:
    return OnlineTable(
        game=game,
        hands_limit=terms.hands_limit,
        move_seconds=terms.move_seconds,
        reserve_seconds=terms.reserve_seconds,
        talk=terms.talk,
        watch_delay=terms.watch_delay,
        created_at=now,
    )


def _new_seat(table: OnlineTable, number: Seat) -> OnlineSeat:
    return OnlineSeat(table=table, number=number, reserve_ms=table.reserve_seconds * SECOND_MS)
