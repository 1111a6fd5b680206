"""Write people and bots into the seats of a locked table, and bound what visitors may open."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.crypto import salted_hmac

from games.bots.catalogue import bot as find_bot
from league.clubs.models import NAME_LENGTH, User
from league.online.errors import OnlineError, beyond_limit
from league.online.locked_table import LockedOnlineTable
from league.online.models import OnlineSeat, OnlineTable, Phase, TableEventType, Visitor
from league.online.table_log import log_event

BOT_NAMES = ("Tilda", "Bruno", "Minna", "Oskar", "Lotte", "Pavel", "Selma")
# Who plays for somebody who is away, and wherever nobody chose another bot.
DEFAULT_BOT = "heuristic"


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits down: a user or the mark `guest`, from `network`; see OnlineSeat for the others."""

    name: str
    user: User | None = None
    guest: str = ""
    network: str = ""
    adds_share: bool = False
    auto_pass: bool = False

    @property
    def mark(self) -> str:
        """What tells this person from every other, and nobody who they are."""
        who = f"user:{self.user.pk}" if self.user is not None else f"guest:{self.guest}"
        return salted_hmac("league.online.opener", who, algorithm="sha256").hexdigest()

    def sits_at(self, seat: OnlineSeat) -> bool:
        """Say whether a seat is this person's."""
        if self.user is not None:
            return seat.user_id == self.user.pk
        return bool(self.guest) and seat.guest == self.guest


def assign_person(place: OnlineSeat, person: Person) -> None:
    """Write a person into a seat; raises name_missing."""
    name = person.name.strip()[:NAME_LENGTH]
    if place.player_id is None:
        if not name:
            raise OnlineError("name_missing")
        place.name = name
    place.user, place.guest = person.user, "" if person.user else person.guest
    place.adds_share, place.auto_pass = person.adds_share, person.auto_pass
    place.occupant += 1


def is_players_own(place: OnlineSeat, user: User | None) -> bool:
    """Say whether somebody is signed in as the player whose seat it is in the round."""
    return user is not None and place.player is not None and place.player.user_id == user.pk


def keep_out_of_hand(locked: LockedOnlineTable, gone: OnlineSeat) -> None:
    """Let who leaves a seat come to one of their own there with the next hand at the soonest."""
    for place in locked.seats:
        if place is not gone and is_players_own(place, gone.user):
            place.waits_for_hand = True


def assign_bot(place: OnlineSeat, bot: str) -> None:
    """Write a bot into a seat, under the player's name in a round; raises UnknownBotError."""
    find_bot(place.table.game, bot)
    place.bot = bot
    if place.player_id is None:
        place.name = BOT_NAMES[place.number % len(BOT_NAMES)]
    place.is_away = False


def empty(place: OnlineSeat) -> None:
    """Take whoever sits there out of a seat; their page is turned away."""
    place.user, place.guest, place.bot = None, "", ""
    place.name = place.player.name if place.player else ""
    place.is_away = place.is_ready = place.wants_break = place.adds_share = False
    place.auto_pass = place.allows_undo = False
    place.forfeited_at, place.replacement = None, ""
    place.premove = place.moves_at = None
    place.occupant += 1


def seat_replacement(
    locked: LockedOnlineTable, place: OnlineSeat, replacement: str, now: datetime
) -> None:
    """Give a seat to a bot, or open it while a bot plays on; raises UnknownBotError."""
    name, is_opened = place.name, replacement == OnlineSeat.OPEN
    keep_out_of_hand(locked, place)
    empty(place)
    if not is_opened:
        assign_bot(place, replacement)
    if locked.table.phase == Phase.WAITING:
        return
    if is_opened:
        place.is_away = place.player_id is None or locked.table.has_bot_substitutes
        place.name = place.name or BOT_NAMES[place.number % len(BOT_NAMES)]
    event_type = TableEventType.OPENED if is_opened else TableEventType.REPLACED_BY_BOT
    log_event(locked.table, event_type, now, place, name=name)


def seat_replacements(locked: LockedOnlineTable, now: datetime) -> None:
    """Give the seats to those who were to have them after this hand."""
    for place in locked.seats:
        if place.replacement:
            seat_replacement(locked, place, place.replacement, now)
    keep_host(locked, now)


def keep_host(locked: LockedOnlineTable, now: datetime) -> None:
    """Let somebody else look after a table of no round when who did so has gone."""
    table = locked.table
    if table.host is None or locked.seats[table.host].is_taken_by_person:
        return
    others = [seat for seat in locked.seats if seat.is_taken_by_person]
    if others:
        table.host = others[0].number
        log_event(table, TableEventType.HOST, now, others[0])


# The bots that think for up to 200 ms a move; the others take next to nothing.
STRONG = "search"
# Guests leave so much of the whole site to those who sign in.
LEFT_TO_MEMBERS = 4
# Any number that no other lock of this kind has.
_LOCK = 5_243_001


def check_tables(*, host: Person, wanted: int = 1, bots: str = "") -> None:
    """Check limits for so many more tables; raises too_many_tables, too_many_strong_bots."""
    _hold()
    _check_limits("tables", _open_tables(), wanted, host.mark, host.network)
    if bots == STRONG:
        _check_strong(wanted, host.mark, host.network)


def check_strong_bot(table: OnlineTable, bot: str) -> None:
    """Make sure that a bot may play at a table that is open; raises too_many_strong_bots."""
    if bot != STRONG or not table.opened_by:
        return
    _hold()
    if not _with_strong_bots(_open_tables()).filter(pk=table.pk).exists():
        _check_strong(1, table.opened_by, table.opened_from)


def record_guest(person: Person, now: datetime) -> None:
    """Note a browser without an account that takes a seat; raises too_many_guests."""
    if person.user is not None or not person.network:
        return
    if Visitor.objects.filter(mark=person.guest).exists():
        return
    _hold()
    most = settings.PLAY_LIMITS["guests"]
    near = Visitor.objects.filter(network=person.network)
    for whose, counted in (("network", near), ("site", Visitor.objects.all())):
        if counted.count() >= most[whose]:
            raise beyond_limit("too_many_guests", whose, most[whose])
    given = {"network": person.network, "created_at": now}
    Visitor.objects.get_or_create(mark=person.guest, defaults=given)


def _open_tables() -> QuerySet[OnlineTable]:
    return OnlineTable.objects.filter(table=None, ended_at=None)


def _with_strong_bots(tables: QuerySet[OnlineTable]) -> QuerySet[OnlineTable]:
    plays = Q(bot=STRONG) | Q(replacement=STRONG)
    return tables.filter(Exists(OnlineSeat.objects.filter(plays, table=OuterRef("pk"))))


def _check_strong(wanted: int, mark: str, network: str) -> None:
    _check_limits("strong_bots", _with_strong_bots(_open_tables()), wanted, mark, network)


def _check_limits(
    kind: str, tables: QuerySet[OnlineTable], wanted: int, mark: str, network: str
) -> None:
    """Compare tables with the limits for a visitor, their network and the site, in this order."""
    most = settings.PLAY_LIMITS[kind]
    site = most["site"]
    bounds = [("visitor", tables.filter(opened_by=mark), most["visitor"])]
    if network:
        bounds.append(("network", tables.filter(opened_from=network), most["network"]))
        site -= site // LEFT_TO_MEMBERS
    for whose, counted, limit in [*bounds, ("site", tables, site)]:
        count = counted.count()
        if count + wanted > limit:
            raise beyond_limit(f"too_many_{kind}", whose, limit, count)


def _hold() -> None:
    """Let nobody else count until this transaction ends; SQLite has one writer anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
