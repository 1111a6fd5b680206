"""Sweeps at once, while hands come in, rate each hand once."""

from collections import Counter

import pytest

from league.competitions.models import Table
from league.rounds.tasks import sweep
from league.standings.models import RatedCompetition, RatingChange, RatingList
from league.standings.ratings.services import competitions_to_rate, recompute_ratings
from tests.factories import make_competition, make_round, make_table
from tests.league.results.hands import send
from tests.league.rounds.test_locks import PHONES, press_together

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_first_updates_at_once_make_one_book_and_rate_each_hand_once() -> None:
    competition = make_competition(options={"mode": "simple"})
    evening = make_round(competition)
    tables = [make_table(evening, number=number) for number in (1, 2)]
    for table in tables:
        send(table)
    assert press_together(lambda phone: sweep()) == ["done"] * PHONES
    assert RatingList.objects.count() == RatedCompetition.objects.count() == 1
    counted = Counter(RatingChange.objects.values_list("hand", "player"))
    assert len(counted) == 8
    assert set(counted.values()) == {1}


def test_hand_that_comes_while_ratings_are_made_is_rated_by_the_next_sweep() -> None:
    competition = make_competition(options={"mode": "simple"})
    evening = make_round(competition)
    tables = [make_table(evening, number=number) for number in range(1, PHONES)]

    def press(phone: int) -> None:
        for _ in range(3):
            if phone:
                send(Table.objects.get(pk=tables[phone - 1].pk))
            else:
                sweep()

    assert press_together(press) == ["done"] * PHONES
    sweep()
    assert competitions_to_rate() == []
    assert RatingChange.objects.count() == 4 * 3 * len(tables)
    assert recompute_ratings(competition_id=competition.pk) == []
