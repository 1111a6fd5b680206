"""The demonstration: a club of its own with a season of 20 players and 6 rounds."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from time import monotonic, sleep
from typing import Any
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.clubs.queries import demo_club
from league.clubs.services import add_players, possible_slugs
from league.competitions.models import Competition, Kind, Round, Stage, Table
from league.competitions.queries import rounds_of, tables_of_round
from league.competitions.schedule import RoundTimes
from league.competitions.services import create_competition
from league.core.games import demo_game
from league.notifications.models import PostText
from league.notifications.services.queueing import post
from league.results.authors import Author, Via
from league.results.models import Hand
from league.results.scoring import begin_match, record_of
from league.results.services import correct_hand, record_hand, void_hand
from league.rounds.draws import HIGHEST_SEED
from league.rounds.services.check_in import check_in_players
from league.rounds.services.closing import close_round
from league.rounds.services.lifecycle import open_round
from league.rounds.services.seating import seat_round

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
WEEK = timedelta(days=7)
EVENING = timedelta(hours=4)
HAND_TAKES = timedelta(minutes=8)
# How long a club may take to load; after that somebody has stopped it.
LOADING = timedelta(minutes=10)
SLIP_NOTICED = timedelta(minutes=3)
# Whoever waits to write on SQLite tries again after at most 100 ms: now and then it is free longer.
PAUSE = 0.12  # seconds
AT_WORK = 1.0  # seconds between two pauses
# How many hands the tables of the open round have played; the first plays to the end.
HANDS_SO_FAR = (None, 3, 2, 1, 0)


def load_demo(*, now: datetime) -> tuple[Club, bool]:
    """Return the demonstration's club, and whether this call created it.

    Each step is a transaction of its own, so that a running site can write in between. The club is
    older than its players once all is there; one that was left half-loaded is replaced.
    """
    club = demo_club()
    if club is not None and (_is_whole(club) or now - club.created_at < LOADING):
        return club, False
    remove_demo()
    club, is_new = _make_club(now)
    if is_new:
        began_at = now - ROUNDS * WEEK
        post(
            club=club,
            key="demo",
            write=_welcome,
            now=began_at,
        )
        _Season(club, now).play(began_at)
        club.created_at = began_at
        club.save(update_fields=["created_at"])
    return club, is_new


def _welcome() -> PostText:
    text = _("Players and results are invented. The site administrator can delete this club.")
    return PostText(_("Demo club"), text)


def _is_whole(club: Club) -> bool:
    return club.players.exists() and not club.players.filter(created_at__lt=club.created_at)


@transaction.atomic
def remove_demo() -> bool:
    """Remove the demonstration, tables first, and return whether there was one."""
    demo = Club.objects.select_for_update().filter(is_demo=True)
    is_there = bool(demo)
    Table.objects.filter(round__stage__competition__club__is_demo=True).delete()
    Competition.objects.filter(club__is_demo=True).delete()
    demo.delete()
    return is_there


def _make_club(now: datetime) -> tuple[Club, bool]:
    """Create an empty club, or return one created at the same time, and whether it is new."""
    for slug in possible_slugs("demo"):
        try:
            with transaction.atomic():
                club = Club.objects.create(
                    name=_("Demo Club"), slug=slug, is_demo=True, created_at=now
                )
                return club, True
        except IntegrityError:
            if found := demo_club():
                return found, False
    raise AssertionError("Addresses do not run out.")


class _Season:
    def __init__(self, club: Club, now: datetime) -> None:
        self.club = club
        self.game, self.demo = demo_game()
        self.now = now
        self.rng = Random(1899)  # noqa: S311 - the same every time
        self.rested_at = monotonic()

    def play(self, began_at: datetime) -> None:
        """Create players and competition and play round by round."""
        evenings = evenings_until(self.now)
        players = add_players(club=self.club, names=list(PLAYERS), now=began_at)
        settings = Competition(
            name=_("Friday League"),
            kind=Kind.LEAGUE,
            options={},
            table_min=3,
            table_max=6,
            table_preferred=[4, 5],
            place_points=[10, 7, 5, 3, 2, 1],
        )
        competition = create_competition(
            club=self.club,
            game=self.game.slug,
            settings=settings,
            stage=Stage(planned_rounds=10),
            # A sweep of the running site would open or miss rounds whose time has passed.
            rounds=[RoundTimes()] * ROUNDS,
            players=players,
            now=began_at,
        )
        for round, opens_at in zip(list(rounds_of(competition)), evenings, strict=True):
            self._seat(round, players, opens_at)
            if opens_at is evenings[-1]:
                self._play_open_round(round, opens_at)
            else:
                self._play_closed_round(round, opens_at)

    def _seat(self, round: Round, players: Sequence[Player], opens_at: datetime) -> None:
        away = self.rng.sample(players, self.rng.randint(0, 4))
        here = [player.pk for player in players if player not in away]
        open_round(round_id=round.pk, now=opens_at)
        check_in_players(round_id=round.pk, player_ids=here, by=None, now=opens_at)
        seed = self.rng.randint(0, HIGHEST_SEED)
        seat_round(round_id=round.pk, seating=round.seating, seed=seed, now=opens_at)

    def _play_closed_round(self, round: Round, opens_at: datetime) -> None:
        for table in list(tables_of_round(round)):
            self._play(table, None, opens_at, slips=table.number == 1)
        with transaction.atomic():
            close_round(round_id=round.pk, now=opens_at + EVENING)
            _date(round, RoundTimes(opens_at, opens_at + EVENING))

    def _play_open_round(self, round: Round, opens_at: datetime) -> None:
        _date(round, RoundTimes(opens_at))
        for table, hands in zip(list(tables_of_round(round)), HANDS_SO_FAR, strict=False):
            self._play(table, hands, opens_at)
        disputed = Hand.objects.filter(table__round=round, table__number=2).latest("number")
        other_phone = disputed.table.seats.get(number=1).player
        misread = self.demo.misread(record_of(disputed), 1)
        self._send(disputed.table, disputed.number, misread, other_phone, self.now)

    def _play(
        self, table: Table, hands: int | None, opens_at: datetime, *, slips: bool = False
    ) -> None:
        seats = sorted(table.seats.all(), key=lambda seat: seat.number)
        skills = [PLAYERS[seat.player.name] for seat in seats]
        match = begin_match(table, len(seats))
        while (setup := match.next_hand()) is not None and (hands is None or setup.number <= hands):
            record = self.demo.play_hand(setup, skills, self.rng)
            at = opens_at + setup.number * HAND_TAKES
            by = self.rng.choice(seats).player
            if slips and setup.number == 2:
                self._slip(table, setup.number, record, by, at)
            else:
                self._send(table, setup.number, record, by, at)
            match = match.add(record)

    def _slip(
        self, table: Table, number: int, record: Mapping[str, Any], by: Player, at: datetime
    ) -> None:
        """Record a hand wrongly, then correct it or, every other time, void and record it again."""
        wrong = self._send(table, number, self.demo.misread(record, 0), by, at)
        author = Author(None, Via.CLUB, at + SLIP_NOTICED)
        slip: dict[str, Any] = {"hand_id": wrong.pk, "expected_revision": 1, "author": author}
        if table.round.number % 2:
            reason = _("The first two were entered the wrong way round.")
            correct_hand(**slip, record=record, reason=reason)
        else:
            reason = _("A card was missing, so the hand was played again.")
            void_hand(**slip, reason=reason)
            self._send(table, number, record, by, at + HAND_TAKES)

    def _send(self, table: Table, number: int, record: object, by: Player, now: datetime) -> Hand:
        submission = record_hand(
            table_id=table.pk,
            number=number,
            key=UUID(int=self.rng.getrandbits(128), version=4),
            seating=table.seating,
            record=record,
            author=Author(by, Via.CODE, now),
        )
        self._let_others_write()
        return submission.hand

    def _let_others_write(self) -> None:
        if connection.in_atomic_block or monotonic() - self.rested_at < AT_WORK:
            return
        sleep(PAUSE)
        self.rested_at = monotonic()


def evenings_until(now: datetime) -> list[datetime]:
    """Return when the rounds opened: Fridays at 19:30, the last one just now."""
    before = now - timedelta(days=2)
    friday = before - timedelta(days=(before.weekday() - 4) % 7)
    friday = friday.replace(hour=19, minute=30, second=0, microsecond=0)
    earlier = [friday - back * WEEK for back in reversed(range(ROUNDS - 1))]
    return [*earlier, now - timedelta(minutes=70)]


def _date(round: Round, times: RoundTimes) -> None:
    Round.objects.filter(pk=round.pk).update(**times._asdict())
