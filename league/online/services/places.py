"""Write people and bots into the seats of a table that is locked."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.crypto import salted_hmac

from games.bots.catalogue import bot as find_bot
from league.clubs.models import NAME_LENGTH, User
from league.online.errors import OnlineError
from league.online.models import Doing, OnlineSeat, Phase
from league.online.opened import OpenTable
from league.online.story import write_down

BOT_NAMES = ("Tilda", "Bruno", "Minna", "Oskar", "Lotte", "Pavel", "Selma")
# Who plays for somebody who is away, and wherever nobody chose another bot.
STAND_IN = "heuristic"


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits down: a user, or (None) whoever's browser holds the mark `guest`.

    `network` is the mark of where a guest comes from; "": it does not count. `adds_share` says that
    the table's page is about to open there, which takes part in shuffling.
    """

    name: str
    user: User | None = None
    guest: str = ""
    network: str = ""
    adds_share: bool = False

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


def put_person(place: OnlineSeat, person: Person) -> None:
    """Write a person into a seat; raises name_missing."""
    name = person.name.strip()[:NAME_LENGTH]
    if place.player_id is None:
        if not name:
            raise OnlineError("name_missing")
        place.name = name
    place.user, place.guest = person.user, "" if person.user else person.guest
    place.adds_share = person.adds_share
    place.occupant += 1


def is_players_own(place: OnlineSeat, user: User | None) -> bool:
    """Say whether somebody is signed in as the player whose seat it is in the round."""
    return user is not None and place.player is not None and place.player.user_id == user.pk


def keep_out_of_hand(opened: OpenTable, gone: OnlineSeat) -> None:
    """Let who leaves a seat come to one of their own there with the next hand at the soonest."""
    for place in opened.seats:
        if place is not gone and is_players_own(place, gone.user):
            place.waits_for_hand = True


def put_bot(place: OnlineSeat, bot: str) -> None:
    """Write a bot into a seat; at a table of a round it plays in the name of the seat's player.

    Raises UnknownBotError.
    """
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
    place.forfeited_at, place.successor = None, ""
    place.occupant += 1


def seat_successor(opened: OpenTable, place: OnlineSeat, successor: str) -> None:
    """Give a seat to a bot, or open it for whoever has the link; raises UnknownBotError.

    While nobody has come to a seat that was opened in a match, a bot plays there.
    """
    keep_out_of_hand(opened, place)
    empty(place)
    if successor != OnlineSeat.OPEN:
        put_bot(place, successor)
    elif opened.table.phase != Phase.WAITING:
        place.is_away = place.player_id is None or opened.table.lets_bots_stand_in
        place.name = place.name or BOT_NAMES[place.number % len(BOT_NAMES)]


def seat_successors(opened: OpenTable, now: datetime) -> None:
    """Give the seats to those who were to have them after this hand."""
    for place in opened.seats:
        if place.successor:
            name, successor = place.name, place.successor
            seat_successor(opened, place, successor)
            doing = Doing.OPENED if successor == OnlineSeat.OPEN else Doing.REPLACED_BY_BOT
            write_down(opened.table, doing, now, place, name=name)
    keep_host(opened, now)


def keep_host(opened: OpenTable, now: datetime) -> None:
    """Let somebody else look after a table of no round when who did so has gone."""
    table = opened.table
    if table.host is None or opened.seats[table.host].is_taken_by_person:
        return
    others = [seat for seat in opened.seats if seat.is_taken_by_person]
    if others:
        table.host = others[0].number
        write_down(table, Doing.HOST, now, others[0])
