"""A club for show: a season of 20 players and 6 rounds, marked as a demonstration.

It is written by the services that people's own clicks reach, at the times at which it would have
happened, and is a club of its own: nothing of another club is touched by making or removing it.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.clubs.queries import demo_club
from league.clubs.services import add_players, possible_slugs
from league.competitions.models import Competition, Kind, Round, Stage, Table
from league.competitions.queries import rounds_of, tables_of_round
from league.competitions.schedule import RoundTimes
from league.competitions.services import create_competition
from league.core.games import demo_game
from league.notices.services import post
from league.results.models import Hand, Via
from league.results.scoring import begin_match, record_of
from league.results.services import correct_hand, record_hand, void_hand
from league.rounds.lots import HIGHEST_SEED
from league.rounds.services import check_in_players, close_round, open_round, seat_round

# The skill of each player, see DemoPart.
PLAYERS = {
    "Amara Okafor": 0.9,
    "Bastian Vogel": 0.3,
    "Carlotta Neri": 0.6,
    "Dario Conti": -0.2,
    "Elif Yılmaz": 0.8,
    "Florian Huber": 0.0,
    "Greta Lindqvist": 0.4,
    "Henrik Aalto": -0.6,
    "Ines Carvalho": 0.1,
    "Jonas Becker": -0.3,
    "Katalin Szabó": 0.5,
    "Liam Byrne": -0.8,
    "Mei-Ling Chen": 1.1,
    "Noor Haddad": 0.2,
    "Oskar Winter": -0.1,
    "Petra Kovač": -0.4,
    "Quirin Maier": -1.0,
    "Rosa Delgado": 0.3,
    "Søren Holm": -0.5,
    "Tamar Levi": 0.0,
}
ROUNDS = 6
PLANNED_ROUNDS = 10
WEEK = timedelta(days=7)
FRIDAY = 4
REST = timedelta(days=2)
"""At least so long before the open round the one before was played."""
EVENING = timedelta(hours=4)
OPEN_SINCE = timedelta(minutes=70)
HAND_TAKES = timedelta(minutes=8)
HAND_WITH_SLIP = 2
SLIP_NOTICED = timedelta(minutes=3)
MOST_AWAY = 4
SEED = 1899
# How many hands the tables of the open round have played; the first plays to the end.
HANDS_SO_FAR = (None, 3, 2, 1, 0)


@transaction.atomic
def load_demo(*, now: datetime) -> tuple[Club, bool]:
    """Return the demonstration's club, and whether this call has made it."""
    began_at = now - ROUNDS * WEEK
    club = demo_club() or _make_club(began_at)
    is_new = not club.players.exists()
    if is_new:
        post(
            club=club,
            key="demo",
            title=_("This club is a demonstration"),
            body=_("Its players and results are made up. The owner of the site can remove it."),
            now=began_at,
        )
        _Season(club, now).play()
    return club, is_new


@transaction.atomic
def remove_demo() -> bool:
    """Remove the demonstration's club with all that is in it; return whether there was one.

    Seats protect their players, so tables go first.
    """
    demo = Club.objects.select_for_update().filter(is_demo=True)
    is_there = bool(demo)
    tables = Table.objects.filter(round__stage__competition__club__is_demo=True)
    tables.delete()
    Competition.objects.filter(club__is_demo=True).delete()
    demo.delete()
    return is_there


def _make_club(now: datetime) -> Club:
    """Make an empty club, or return the one that somebody else has made in the same moment."""
    for slug in possible_slugs("demo"):
        try:
            with transaction.atomic():
                return Club.objects.create(
                    name=_("Demo Club"), slug=slug, is_demo=True, created_at=now
                )
        except IntegrityError:
            if club := demo_club():
                return club
    raise AssertionError("Addresses do not run out.")


class _Season:
    """Play the season, its last round being open now."""

    def __init__(self, club: Club, now: datetime) -> None:
        self.club = club
        self.game, self.demo = demo_game()
        self.now = now
        self.rng = Random(SEED)  # noqa: S311 - a show that is the same every time

    def play(self) -> None:
        """Make players and competition, then play round by round."""
        evenings = evenings_until(self.now)
        players = add_players(club=self.club, names=list(PLAYERS), now=self.club.created_at)
        competition = create_competition(
            club=self.club,
            game=self.game.slug,
            terms=_terms(),
            stage=Stage(planned_rounds=PLANNED_ROUNDS),
            rounds=[
                RoundTimes(opens_at, None if opens_at is evenings[-1] else opens_at + EVENING)
                for opens_at in evenings
            ],
            players=players,
            now=self.club.created_at,
        )
        for round, opens_at in zip(list(rounds_of(competition)), evenings, strict=True):
            self._seat(round, players, opens_at)
            if opens_at is evenings[-1]:
                self._play_open_round(round)
            else:
                self._play_closed_round(round)

    def _seat(self, round: Round, players: Sequence[Player], opens_at: datetime) -> None:
        """Open a round and seat those who have come."""
        away = self.rng.sample(players, self.rng.randint(0, MOST_AWAY))
        here = [player.pk for player in players if player not in away]
        open_round(round_id=round.pk, now=opens_at)
        check_in_players(round_id=round.pk, player_ids=here, by=None, now=opens_at)
        seed = self.rng.randint(0, HIGHEST_SEED)
        seat_round(round_id=round.pk, seating=round.seating, seed=seed, now=opens_at)

    def _play_closed_round(self, round: Round) -> None:
        """Play every table to its end; at the first one a slip is made and put right."""
        for table in tables_of_round(round):
            self._play(table, None, slips=table.number == 1)
        close_round(round_id=round.pk, now=_begin(round) + EVENING)

    def _play_open_round(self, round: Round) -> None:
        """Leave the tables in the middle of their matches, one of them with a hand disputed."""
        for table, hands in zip(tables_of_round(round), HANDS_SO_FAR, strict=False):
            self._play(table, hands)
        disputed = Hand.objects.filter(table__round=round, table__number=2).latest("number")
        other_phone = disputed.table.seats.get(number=1).player
        told = self.demo.misread(record_of(disputed), 1)
        self._send(disputed.table, disputed.number, told, other_phone, self.now)

    def _play(self, table: Table, hands: int | None, *, slips: bool = False) -> None:
        """Play so many hands of a match at most; None: until it is over."""
        seats = sorted(table.seats.all(), key=lambda seat: seat.number)
        skills = [PLAYERS[seat.player.name] for seat in seats]
        match = begin_match(table, len(seats))
        while (setup := match.next_hand()) is not None and (hands is None or setup.number <= hands):
            record = self.demo.play_hand(setup, skills, self.rng)
            at = _begin(table.round) + setup.number * HAND_TAKES
            by = self.rng.choice(seats).player
            if slips and setup.number == HAND_WITH_SLIP:
                self._slip(table, setup.number, record, by, at)
            else:
                self._send(table, setup.number, record, by, at)
            match = match.add(record)

    def _slip(
        self, table: Table, number: int, record: Mapping[str, Any], by: Player, at: datetime
    ) -> None:
        """Enter a hand wrongly, then correct it or, every other time, void and enter it again."""
        wrong = self._send(table, number, self.demo.misread(record, 0), by, at)
        if table.round.number % 2:
            correct_hand(
                hand_id=wrong.pk,
                expected_revision=1,
                record=record,
                reason=_("The first two were entered the wrong way round."),
                by=None,
                now=at + SLIP_NOTICED,
            )
        else:
            void_hand(
                hand_id=wrong.pk,
                expected_revision=1,
                reason=_("A card was missing, so the hand was played again."),
                by=None,
                now=at + SLIP_NOTICED,
            )
            self._send(table, number, record, by, at + HAND_TAKES)

    def _send(self, table: Table, number: int, record: object, by: Player, now: datetime) -> Hand:
        """Send a hand from somebody's phone."""
        submission = record_hand(
            table_id=table.pk,
            number=number,
            key=UUID(int=self.rng.getrandbits(128), version=4),
            seating=table.seating,
            record=record,
            by=by,
            via=Via.CODE,
            now=now,
        )
        return submission.hand


def evenings_until(now: datetime) -> list[datetime]:
    """Return when the rounds opened: on Fridays at half past seven, the last one just now."""
    before = now - REST
    friday = before.replace(hour=19, minute=30, second=0, microsecond=0) - timedelta(
        days=(before.weekday() - FRIDAY) % 7
    )
    return [*(friday - back * WEEK for back in reversed(range(ROUNDS - 1))), now - OPEN_SINCE]


def _begin(round: Round) -> datetime:
    """Return when a round of the season begins, which all of them have."""
    if round.opens_at is None:
        raise ValueError(f"Round {round.pk} has no time to open at.")
    return round.opens_at


def _terms() -> Competition:
    return Competition(
        name=_("Friday League"),
        kind=Kind.LEAGUE,
        options={},
        table_min=3,
        table_max=6,
        table_preferred=[4, 5],
        place_points=[10, 7, 5, 3, 2, 1],
    )
