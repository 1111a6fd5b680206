"""Create and remove a season of any size."""

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Final

from django.db import connection, transaction
from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.clubs.services import possible_slugs
from league.competitions.models import Competition, Entry, Kind, Round, RoundStatus, Stage, Table
from league.competitions.services import create_competition
from league.core.database import delete_in_batches
from league.core.games import demo_game
from league.notifications.models import Post
from league.rounds.loadtest.season import Sizes, Writer, play_match
from league.standings.forecast_store import update_forecast
from league.standings.ratings.services import update_ratings
from league.standings.services import recompute_competition
from league.standings.statistics.services import give_awards

MARK: Final = "loadtest"
"""Key of the post that marks such a club."""
WEEK: Final = timedelta(days=7)
MANY_HANDS: Final = 5_000


def make_load_test(
    *, sizes: Sizes, seed: int, now: datetime, report: Callable[[str], None]
) -> Competition:
    """Write a season whose last round is open, with all derived data; `report` reports progress."""
    chance = Random(seed)  # noqa: S311 - a season that is the same every time
    began_at = now - sizes.rounds * WEEK
    competition = _make_competition(sizes, began_at)
    report("Playing matches to draw from …")
    entries = Entry.objects.filter(competition=competition).order_by("pk")
    skills = {entry: chance.gauss(0, 1) for entry in entries}
    most_hands = sizes.hands_at(0)
    matches = [play_match(competition, most_hands, chance) for _ in range(min(300, sizes.tables))]
    writer = Writer(competition, sizes, skills, matches, chance)
    stage = competition.stages.get()
    for number in range(1, sizes.rounds + 1):
        with transaction.atomic():
            opened_at = began_at + number * WEEK
            writer.write_round(_add_round(stage, number, sizes.rounds, opened_at), opened_at)
        if number % 10 == 0 or number == sizes.rounds:
            report(f"Round {number} of {sizes.rounds} …")
    if sizes.hands >= MANY_HANDS:
        analyze()
    report("Adding up results and standings …")
    recompute_competition(competition_id=competition.pk)
    report("Rating all hands …")
    update_ratings(competition_id=competition.pk)
    if sizes.hands >= MANY_HANDS:
        analyze()
    report("Giving awards …")
    give_awards(rating_list_id=competition.club.rating_lists.get().pk)
    report("Forecasting …")
    update_forecast(competition_id=competition.pk, now=now)
    return competition


def remove_load_test() -> bool:
    """Remove all load tests and return whether there was one."""
    clubs = Club.objects.filter(posts__key=MARK)
    if not clubs.exists():
        return False
    delete_in_batches(Table.objects.filter(round__stage__competition__club__in=clubs))
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
            title=_("Load test club"),
            body=_("Players and results are invented. They can be deleted together."),
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
            settings=Competition(
                name=_("Long season"),
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
        draw_seed=number,
        seated_at=now,
    )


def analyze() -> None:
    """Update the statistics of the database."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
