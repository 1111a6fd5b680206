"""Lists take as many queries for one thing as for three."""

import pytest
from pytest_django import DjangoAssertNumQueries

from league.api.views.description import schema
from league.notices.models import Post
from league.results.adjustments import adjust
from league.standings.ratings.services import update_ratings
from tests.factories import (
    NOW,
    make_check_in,
    make_club,
    make_competition,
    make_entry,
    make_player,
    make_round,
    make_table,
)
from tests.league.api.scenes import Program
from tests.league.results.hands import send

pytestmark = pytest.mark.django_db


class Lists:
    """A club whose lists grow by one of everything at a time."""

    def __init__(self) -> None:
        self.club = make_club(slug="zoo")
        self.competition = make_competition(self.club)
        self.round = make_round(self.competition)
        self.table = make_table(self.round)
        self.player = self.table.seats.get(number=0).player_id

    def grow(self, number: int) -> None:
        """Add one of everything."""
        make_club()
        make_player(self.club)
        make_competition(self.club)
        make_round(self.competition, 10 + number)
        make_table(self.round, number=10 + number)
        send(self.table)
        entry = make_entry(self.competition)
        make_check_in(self.round, entry)
        adjust(
            competition_id=self.competition.pk,
            entry_id=entry.pk,
            kind="bonus",
            points=1,
            reason="Why not",
            by=None,
            now=NOW,
        )
        update_ratings(competition_id=self.competition.pk)
        Post.objects.create(club=self.club, key=f"{number}", title="Hello", created_at=NOW)


PATHS = {
    "get_clubs": ("clubs/", 1),
    "get_club_players": ("clubs/zoo/players/", 2),
    "get_club_feed": ("clubs/zoo/feed/", 2),
    "get_club_competitions": ("clubs/zoo/competitions/", 2),
    "get_competitions": ("competitions/", 1),
    "get_competition_entries": ("competitions/{s.competition.pk}/entries/", 2),
    "get_competition_rounds": ("competitions/{s.competition.pk}/rounds/", 2),
    "get_competition_adjustments": ("competitions/{s.competition.pk}/adjustments/", 2),
    "get_competition_standings": ("competitions/{s.competition.pk}/standings/", 8),
    "get_round_players": ("rounds/{s.round.pk}/players/", 5),
    "get_round_tables": ("rounds/{s.round.pk}/tables/", 3),
    "get_table_hands": ("tables/{s.table.pk}/hands/", 4),
    "get_club_ratings": ("clubs/zoo/ratings/franks-zoo/", 3),
    "get_player_rating_changes": ("players/{s.player}/ratings/franks-zoo/", 3),
}


@pytest.mark.parametrize(("path", "queries"), PATHS.values(), ids=PATHS)
def test_a_list_takes_as_many_queries_for_three(
    path: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    lists = Lists()
    lists.grow(1)
    for number in (2, 3):
        with django_assert_num_queries(queries):
            assert Program().get(path.format(s=lists)).status_code == 200
        lists.grow(number)
    with django_assert_num_queries(queries):
        assert Program().get(path.format(s=lists)).status_code == 200


def test_every_paged_list_is_counted() -> None:
    paged = {
        operation["operationId"]
        for methods in schema()["paths"].values()
        for operation in methods.values()
        if any(each["name"] == "cursor" for each in operation.get("parameters", ()))
    }
    assert paged <= set(PATHS)
