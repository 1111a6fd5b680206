"""Open tables, give out their seats, and play again."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime
from functools import partial
from hashlib import sha256

from django.conf import settings
from django.db import transaction

from games.base import Json, Seat
from games.bots.strength import level_at
from league.core.games import online_part
from league.online.deals import lay_out
from league.online.errors import OnlineError
from league.online.lobby import touch_lobby
from league.online.locked_table import LockedOnlineTable, load_locked, save_locked
from league.online.matches import begin_match as begin_match_of
from league.online.models import Listing, OnlineSeat, OnlineTable, Phase, TableEventType
from league.online.models.tables import (
    DEFAULT_MOVE_SECONDS,
    DEFAULT_TIME_BANK_SECONDS,
    SECOND_MS,
    ChatMode,
)
from league.online.queries import seats_of
from league.online.services import absence
from league.online.services.duplicate_deals import record_player
from league.online.services.hands import begin_hand
from league.online.services.match_results import record_leaving
from league.online.services.play import get_ready, keep_reading
from league.online.services.premoves import switch_auto_pass
from league.online.services.seat_assignment import (
    DEFAULT_BOT,
    Person,
    assign_bot,
    assign_person,
    check_strong_bot,
    check_tables,
    empty,
    is_players_own,
    keep_host,
    record_guest,
)
from league.online.services.undo import answer_undo, ask_for_undo
from league.online.table_log import log_event


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How a table is played that somebody opens; `hands_limit` None: to the game's own end."""

    options: Mapping[str, Json]
    hands_limit: int | None = None
    move_seconds: int | None = DEFAULT_MOVE_SECONDS
    time_bank_seconds: int = DEFAULT_TIME_BANK_SECONDS
    chat_mode: str = ChatMode.PHRASES
    spectator_delay: int | None = 0
    reading_seconds: int | None = None


@transaction.atomic
def list_table(*, table_id: int, club_id: int | None) -> None:
    """Offer the free seats of a table in a lobby, of a club or everybody's; safe twice."""
    if OnlineTable.objects.filter(pk=table_id, phase=Phase.WAITING).exists():
        Listing.objects.get_or_create(table_id=table_id, defaults={"club_id": club_id})
        touch_lobby(club_id)


@transaction.atomic
def open_pick_up_table(
    *, game: str, seats: int, settings: TableSettings, host: Person, bots: str, now: datetime
) -> OnlineTable:
    """Open a table with `host` and bots or open seats; raises OnlineError, InvalidInputError."""
    bots = level_at(game, seats, bots)
    check_tables(host=host, bots=bots)
    record_guest(host, now)
    options = online_part(game).engine.options(settings.options).as_json()
    given = {**asdict(settings), "options": dict(options)}
    marks = {"opened_by": host.mark, "opened_from": host.network}
    table = OnlineTable(game=game, host=0, created_at=now, **given, **marks)
    match = begin_match_of(table, seats)
    table.save()
    reserve = table.time_bank_seconds * SECOND_MS
    places = [OnlineSeat(table=table, number=seat, time_bank_ms=reserve) for seat in range(seats)]
    assign_person(places[0], host)
    for seat in places[1:] if bots else ():
        assign_bot(seat, bots)
    OnlineSeat.objects.bulk_create(places)
    locked = load_locked(table_id=table.pk)
    lay_out(locked.table, match, now)
    _begin_if_full(locked, now)
    return locked.table


@transaction.atomic
def sit_down(*, table_id: int, seat: Seat, person: Person, now: datetime) -> OnlineSeat:
    """Give somebody an open seat; the match begins once all seats are taken. Raises OnlineError.

    In a running match they play from the next hand on, as they may have seen cards of this one,
    unless they are the seat's player. At a table of a round the caller checks whose seat it is.
    """
    locked = load_locked(table_id=table_id)
    own = next((each for each in locked.seats if person.sits_at(each)), None)
    if own is not None:
        return own
    place = locked.seats[seat]
    if place.bot or place.is_taken_by_person:
        raise OnlineError("seat_taken")
    record_player(locked.table, person.user, person.guest)
    if locked.table.is_pick_up:
        record_guest(person, now)
    had_name = place.name
    assign_person(place, person)
    if locked.table.hand_number and not is_players_own(place, person.user):
        place.waits_for_hand = True
    absence.take_over(locked, place, now)
    if locked.table.phase != Phase.WAITING:
        event_type = TableEventType.GIVEN_BACK if person.name == had_name else TableEventType.TOOK
        log_event(locked.table, event_type, now, place, name=had_name, by=person.name)
    _begin_if_full(locked, now)
    return place


@transaction.atomic
def let_bot_sit(*, table_id: int, seat: Seat, bot: str, now: datetime) -> OnlineSeat:
    """Give an open seat to a bot; raises seat_taken, too_many_strong_bots, UnknownBotError."""
    locked = load_locked(table_id=table_id)
    place = locked.seats[seat]
    if place.bot:
        return place
    if not place.is_open:
        raise OnlineError("seat_taken")
    bot = level_at(locked.table.game, len(locked.seats), bot)
    check_strong_bot(locked.table, bot)
    assign_bot(place, bot)
    _begin_if_full(locked, now)
    return place


@transaction.atomic
def send_bot_away(*, table_id: int, seat: Seat, now: datetime) -> OnlineSeat:
    """Open a bot's seat again before the first hand. Raises already_begun."""
    locked = load_locked(table_id=table_id)
    place = locked.seats[seat]
    if locked.table.phase != Phase.WAITING:
        raise OnlineError("already_begun")
    if place.bot:
        empty(place)
        save_locked(locked, now=now)
    return place


@transaction.atomic
def leave(*, table_id: int, seat: Seat, now: datetime) -> OnlineSeat:
    """Get up for good: before the first hand the seat opens; later a bot plays, or as is set."""
    locked = load_locked(table_id=table_id)
    place = locked.seats[seat]
    if not place.is_taken_by_person:
        return place
    if locked.table.phase == Phase.WAITING:
        empty(place)
        is_left = not any(seat.is_taken_by_person for seat in locked.seats)
        if is_left and locked.table.is_pick_up and locked.table.event_id is None:
            locked.end(now)
        save_locked(locked, now=now)
    else:
        log_event(locked.table, TableEventType.LEFT, now, place)
        if locked.table.is_pick_up and locked.table.phase != Phase.OVER:
            record_leaving(locked, place, now)
        _get_up(locked, place, now)
        save_locked(locked, now=now)
    return place


@transaction.atomic
def begin_match(*, table_id: int, now: datetime) -> OnlineTable:
    """Begin without those who have not come; raises open_seats and nobody_there."""
    locked = load_locked(table_id=table_id)
    if locked.table.phase != Phase.WAITING:
        return locked.table
    if not locked.people:
        raise OnlineError("nobody_there")
    still_open = sum(seat.is_open for seat in locked.seats)
    if still_open:
        raise OnlineError("open_seats", count=still_open)
    for seat in locked.seats:
        is_missing = not seat.bot and not seat.is_taken_by_person
        seat.is_away = is_missing and locked.table.has_bot_substitutes
    position = begin_hand(locked, now)
    save_locked(locked, now=now, position=position)
    return locked.table


SEAT_ACTIONS: Mapping[str, Callable[..., object]] = {
    "ready": get_ready,
    "read": keep_reading,
    "away": absence.go_away,
    "back": absence.come_back,
    "leave": leave,
    "break": partial(absence.vote_for_break, wants=True),
    "no_break": partial(absence.vote_for_break, wants=False),
    "go_on": absence.vote_to_resume,
    "auto_pass": partial(switch_auto_pass, is_on=True),
    "no_auto_pass": partial(switch_auto_pass, is_on=False),
    "undo": ask_for_undo,
    "allow_undo": partial(answer_undo, allows=True),
    "refuse_undo": partial(answer_undo, allows=False),
}


def _get_up(locked: LockedOnlineTable, place: OnlineSeat, now: datetime) -> None:
    if locked.table.is_pick_up:
        absence.hand_over(locked, place, now)
        empty(place)
        assign_bot(place, DEFAULT_BOT)
        keep_host(locked, now)
        if not locked.people:
            locked.end(now)
    elif locked.table.has_bot_substitutes:
        absence.hand_over(locked, place, now)


def _begin_if_full(locked: LockedOnlineTable, now: datetime) -> None:
    position = None
    if locked.table.phase == Phase.WAITING and all(
        seat.bot or seat.is_taken_by_person for seat in locked.seats
    ):
        position = begin_hand(locked, now)
    save_locked(locked, now=now, position=position)


TOKEN_BYTES = 12


@transaction.atomic
def open_rematch(*, table_id: int, person: Person, now: datetime) -> OnlineTable:
    """Return the table that follows one that is over, opened once, set like it, with a seat."""
    table = load_locked(table_id=table_id).table
    if not table.is_pick_up or table.phase != Phase.OVER:
        return table
    seats = seats_of(table)
    own = next((seat for seat in seats if person.sits_at(seat)), None)
    person = replace(person, name=own.name if own else person.name)
    following = OnlineTable.objects.filter(token__in=_following(table)).first()
    if following is None:
        return _open_like(table, seats, person, now)
    free = [seat for seat in seats_of(following) if seat.is_open]
    if free:
        sit_down(table_id=following.pk, seat=free[0].number, person=person, now=now)
    return following


def _open_like(
    table: OnlineTable, seats: list[OnlineSeat], host: Person, now: datetime
) -> OnlineTable:
    settings = TableSettings(
        **{each.name: getattr(table, each.name) for each in fields(TableSettings)}
    )
    opened = open_pick_up_table(
        game=table.game, seats=len(seats), settings=settings, host=host, bots="", now=now
    )
    OnlineTable.objects.filter(pk=opened.pk).update(token=_following(table)[0])
    bots = [seat.bot for seat in seats if seat.bot]
    for number, bot in enumerate(bots, start=len(seats) - len(bots)):
        let_bot_sit(table_id=opened.pk, seat=number, bot=bot, now=now)
    return OnlineTable.objects.get(pk=opened.pk)


def _following(table: OnlineTable) -> list[str]:
    """Return the secret token of the table that follows, and those made with earlier keys."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    secrets = [f"{key}:again:{table.token}" for key in keys]
    return [sha256(secret.encode()).hexdigest()[: 2 * TOKEN_BYTES] for secret in secrets]
