"""Whatever happens, and in whatever order, standings are what docs/scoring.md says."""

from random import Random
from typing import Any

import pytest

from league.competitions.models import Competition
from league.standings.models import Standing, TableResult
from league.standings.services import recompute_competition
from tests.league.standings.seasons import Season, random_terms
from tests.oracles.standings import expected_results, expected_standings

pytestmark = pytest.mark.django_db
STEPS = 12


def kept_results(competition: Competition) -> list[tuple[Any, ...]]:
    fields = ("table", "entry", "place", "game_points", "points")
    results = TableResult.objects.filter(entry__competition=competition)
    return sorted(results.values_list(*fields))


def kept_standings(competition: Competition) -> list[tuple[Any, ...]]:
    fields = (
        "stage__number",
        "entry",
        "place",
        "points",
        "wins",
        "game_points",
        "tables",
        "rounds",
        "decided_by",
    )
    rows = Standing.objects.filter(competition=competition).values_list(*fields)
    return sorted(rows, key=lambda row: row[:2])


def check(competition: Competition, done: list[str]) -> None:
    expected = sorted(expected_standings(competition), key=lambda row: row[:2])
    assert kept_results(competition) == expected_results(competition), done
    assert kept_standings(competition) == expected, done
    assert recompute_competition(competition_id=competition.pk) == [], done


@pytest.mark.parametrize("seed", range(15))
def test_standings_are_right_after_anything_that_happens(seed: int) -> None:
    chance = Random(seed)
    season = Season(chance)
    done = [season.happen() for _ in range(STEPS)]
    check(season.competition, done)
    season.begin_second_stage()
    done += [season.happen() for _ in range(STEPS)]
    check(season.competition, done)


@pytest.mark.parametrize("seed", range(3))
def test_standings_are_right_after_every_step(seed: int) -> None:
    season = Season(Random(1000 + seed))
    done = []
    for _ in range(2 * STEPS):
        done.append(season.happen())
        check(season.competition, done)


@pytest.mark.parametrize("seed", range(3))
def test_other_terms_make_other_standings_at_once(seed: int) -> None:
    chance = Random(2000 + seed)
    season = Season(chance)
    done = [season.happen() for _ in range(2 * STEPS)]
    season.begin_second_stage()
    terms = random_terms(chance)
    Competition.objects.filter(pk=season.competition.pk).update(**terms)
    season.competition.refresh_from_db()
    recompute_competition(competition_id=season.competition.pk)
    check(season.competition, done)
    kept = kept_standings(season.competition)
    Standing.objects.filter(competition=season.competition).delete()
    TableResult.objects.filter(entry__competition=season.competition).delete()
    recompute_competition(competition_id=season.competition.pk)
    assert kept_standings(season.competition) == kept
