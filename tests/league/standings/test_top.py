"""Who leads a competition, and its podium."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from league.competitions.models import Competition, RoundStatus
from league.standings.top import top_of
from tests.factories import make_competition, make_round
from tests.league.standings.test_queries import make_field

pytestmark = pytest.mark.django_db


def end(competition: Competition) -> None:
    make_round(competition, status=RoundStatus.CLOSED)
    competition.stages.update(planned_rounds=1)


def test_while_it_goes_on_the_best_lead_and_ones_own_row_is_there() -> None:
    competition = make_competition()
    entries = make_field(competition, 50, 40, 30, 20, 10)

    top = top_of(competition, own=entries[4].pk, places=3)

    assert [row.points for row in top.rows] == [50, 40, 30, 10]
    assert (top.podium, top.players, top.has_ended) == ([], 5, False)


def test_at_the_end_three_are_on_the_podium_and_the_others_below() -> None:
    competition = make_competition()
    make_field(competition, 50, 40, 30, 20, 10)
    end(competition)

    top = top_of(competition, own=None, places=4)

    assert [row.place for row in top.podium] == [1, 2, 3]
    assert [row.points for row in top.rows] == [20]
    assert top.has_ended


def test_too_many_for_a_podium_are_a_list() -> None:
    competition = make_competition()
    make_field(competition, *[50] * 5)
    end(competition)

    top = top_of(competition, own=None, places=5)

    assert (len(top.podium), len(top.rows)) == (0, 5)


def test_page_of_a_competition_shows_who_leads_and_then_its_champion(client: Client) -> None:
    cache.clear()
    competition = make_competition()
    make_field(competition, 50, 40)
    address = reverse("competitions:detail", args=[competition.pk])

    going_on = client.get(address).content.decode()
    end(competition)
    Competition.objects.update(version=2)
    ended = client.get(address).content.decode()

    assert ("Player 1" in going_on, "Champion" in going_on) == (True, False)
    assert ("Final standings" in ended, ended.count("Champion")) == (True, 1)
