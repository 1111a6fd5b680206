"""Make and remove a season of any size."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Final

from django.db import connection, transaction
from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.clubs.services import possible_slugs
from league.competitions.models import (
    CheckIn,
    Competition,
    Entry,
    Kind,
    Round,
    RoundStatus,
    Seat,
    Stage,
    Table,
    TableCode,
)
from league.competitions.services import create_competition
from league.core.games import demo_game
from league.notices.models import Post
from league.results.models import Hand, HandRevision, HandScore, Submission, TableScore
from league.rounds.loadtest.matches import play_matches
from league.rounds.loadtest.ratings import rate_season
from league.rounds.loadtest.season import Cast, Writer
from league.rounds.loadtest.sizes import Sizes
from league.standings.foretelling import foretell
from league.standings.models import RatedTable, RatingChange, TableResult
from league.standings.services import recompute_competition
from league.standings.statistics.deeds import honour

MARK: Final = "loadtest"
"""The key of the post that tells such a club from all others."""
MATCHES: Final = 300
WEEK: Final = timedelta(days=7)
MANY_HANDS: Final = 5_000
Tell = Callable[[str], None]


def make_load_test(*, sizes: Sizes, seed: int, now: datetime, tell: Tell) -> Competition:
    """Write a season whose last round is open, round by round, and all that is derived from it.

    `tell` is told how far it is.
    """
    chance = Random(seed)  # noqa: S311 - a season that is the same every time
    began_at = now - sizes.rounds * WEEK
    competition = _make_competition(sizes, began_at)
    tell("Playing matches to draw from …")
    entries = list(Entry.objects.filter(competition=competition).order_by("pk"))
    cast = Cast(
        entries,
        {entry.pk: chance.gauss(0, 1) for entry in entries},
        play_matches(competition, min(MATCHES, sizes.tables), sizes.most_hands, chance),
    )
    writer = Writer(competition, sizes, cast, chance)
    stage = competition.stages.get()
    for number in range(1, sizes.rounds + 1):
        with transaction.atomic():
            opened_at = began_at + number * WEEK
            writer.write_round(_add_round(stage, number, sizes.rounds, opened_at), opened_at)
        if number % 10 == 0 or number == sizes.rounds:
            tell(f"Round {number} of {sizes.rounds} …")
    if sizes.hands >= MANY_HANDS:
        analyze()
    tell("Adding up results and standings …")
    recompute_competition(competition_id=competition.pk)
    tell("Rating all hands …")
    book = rate_season(competition)
    if sizes.hands >= MANY_HANDS:
        analyze()
    tell("Giving awards …")
    honour(book_id=book.pk)
    tell("Forecasting …")
    foretell(competition_id=competition.pk, now=now)
    return competition


def remove_load_test() -> bool:
    """Remove every such club with all that is in it; return whether there was one."""
    clubs = Club.objects.filter(posts__key=MARK)
    if not clubs.exists():
        return False
    for rows in _rows_of(list(clubs.values_list("pk", flat=True))):
        with transaction.atomic():
            rows._raw_delete(rows.db)
    Competition.objects.filter(club__in=clubs).delete()
    clubs.delete()
    return True


def _make_competition(sizes: Sizes, now: datetime) -> Competition:
    game, demo = demo_game()
    slug = next(slug for slug in possible_slugs("load-test") if not Club.objects.filter(slug=slug))
    with transaction.atomic():
        club = Club.objects.create(name=_("Load test"), slug=slug, created_at=now)
        Post.objects.create(
            club=club,
            key=MARK,
            title=_("This club is a load test"),
            body=_("Its players and results are made up, and can be removed as one."),
            created_at=now,
        )
        width = len(str(sizes.entries))
        players = Player.objects.bulk_create(
            Player(club=club, name=f"Player {number:0{width}}", created_at=now)
            for number in range(1, sizes.entries + 1)
        )
        return create_competition(
            club=club,
            game=game.slug,
            terms=Competition(
                name=_("A long season"),
                kind=Kind.LEAGUE,
                options=demo.long_match,
                table_min=3,
                table_max=6,
                table_preferred=[4],
                place_points=[10, 7, 5, 3, 2, 1],
            ),
            stage=Stage(planned_rounds=sizes.rounds + 1),
            rounds=(),
            players=players,
            now=now,
        )


def _add_round(stage: Stage, number: int, last: int, now: datetime) -> Round:
    """Add a round that has been played, the last one a round that is being played."""
    is_open = number == last
    return Round.objects.create(
        stage=stage,
        number=number,
        status=RoundStatus.OPEN if is_open else RoundStatus.CLOSED,
        opens_at=now,
        opened_at=now,
        closed_at=None if is_open else now + WEEK / 2,
        closings=0 if is_open else 1,
        seating=1,
        seed=number,
        seated_at=now,
    )


def _rows_of(clubs: Sequence[int]) -> Iterator[QuerySet[Model]]:
    """Name the rows of clubs that are many, those that refer to others first."""
    tables = Table.objects.filter(round__stage__competition__club__in=clubs)
    hands = Hand.objects.filter(table__in=tables)
    for of_hand in (RatingChange, HandScore, Submission, HandRevision):
        yield of_hand._base_manager.filter(hand__in=hands)
    yield hands
    for of_table in (RatedTable, TableResult, TableScore, TableCode, Seat):
        yield of_table._base_manager.filter(table__in=tables)
    yield tables
    yield CheckIn.objects.filter(round__stage__competition__club__in=clubs)


def analyze() -> None:
    """Let the database count what has come, as it does by itself after a while."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
