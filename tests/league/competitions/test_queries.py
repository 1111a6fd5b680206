from operator import attrgetter

import pytest
from django.contrib.auth.models import AnonymousUser
from pytest_django import DjangoAssertNumQueries

from league.competitions import queries
from tests.factories import (
    make_club,
    make_competition,
    make_entry,
    make_player,
    make_round,
    make_table,
)

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


@pytest.mark.parametrize("count", [1, 3])
def test_tables_of_round_take_two_queries(
    count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    round_ = make_round()
    for number in range(1, count + 1):
        make_table(round_, number=number)

    with django_assert_num_queries(2):
        names = [
            [seat.player.name for seat in table.seats.all()]
            for table in queries.tables_of_round(round_)
        ]

    assert [len(seats) for seats in names] == [4] * count


@pytest.mark.parametrize("count", [1, 3])
def test_competitions_of_a_club_take_one_query_with_their_counts(
    count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club = make_club()
    for _ in range(count):
        competition = make_competition(club)
        make_entry(competition)
        make_entry(competition)
        make_round(competition)
        make_round(competition, number=2, status="scheduled")

    counted = attrgetter("all_rounds", "open_rounds", "players")
    with django_assert_num_queries(1):
        shown = list(map(counted, queries.competitions_of(club, AnonymousUser())))

    assert shown == [(2, 1, 2)] * count


@pytest.mark.parametrize("count", [1, 3])
def test_rounds_of_a_competition_take_one_query(
    count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    competition = make_competition()
    for number in range(1, count + 1):
        make_round(competition, number=number)

    with django_assert_num_queries(1):
        shown = [round_.stage.competition.club for round_ in queries.rounds_of(competition)]

    assert shown == [competition.club] * count


def test_player_is_told_of_competitions_of_their_own_club_alone() -> None:
    player = make_player()
    own, other = make_competition(player.club), make_competition()
    assert queries.is_competition_visible_to_player(player, own.pk)
    assert not queries.is_competition_visible_to_player(player, other.pk)
    assert not queries.is_competition_visible_to_player(player, other.pk + 1)
