"""Whatever happens, and in whatever order, standings are what docs/scoring.md says."""

from random import Random
from typing import Any

import pytest

from league.competitions.models import Competition
from league.standings.models import Standing, TableResult
from league.standings.overview import StandingsQuery, overview_of
from league.standings.queries import standings_by_stage
from league.standings.services import recompute_competition
from tests.league.standings.seasons import Season, random_settings
from tests.oracles.standings import expected_results, expected_standings
from tests.portions import some_of

pytestmark = [pytest.mark.django_db, pytest.mark.databases]
STEPS = 12


def stored_results(competition: Competition) -> list[tuple[Any, ...]]:
    fields = ("table", "entry", "place", "game_points", "points")
    results = TableResult.objects.filter(entry__competition=competition)
    return sorted(results.values_list(*fields))


def stored_standings(competition: Competition) -> list[tuple[Any, ...]]:
    rows = [
        (
            stage,
            row.entry_id,
            row.place,
            row.points,
            row.wins,
            row.game_points,
            row.tables,
            row.rounds,
            row.decided_by,
        )
        for stage, rows in standings_by_stage(competition).items()
        for row in rows
    ]
    return sorted(rows, key=lambda row: row[:2])


def check(competition: Competition, done: list[str]) -> None:
    expected = sorted(expected_standings(competition), key=lambda row: row[:2])
    assert stored_results(competition) == expected_results(competition), done
    assert stored_standings(competition) == expected, done
    assert recompute_competition(competition_id=competition.pk) == [], done


@pytest.mark.parametrize("seed", some_of(range(15), 1, 3))
def test_standings_are_right_after_anything_that_happens(seed: int) -> None:
    chance = Random(seed)
    season = Season(chance)
    done = [season.happen() for _ in range(STEPS)]
    check(season.competition, done)
    season.begin_second_stage()
    done += [season.happen() for _ in range(STEPS)]
    check(season.competition, done)


@pytest.mark.parametrize("seed", some_of(range(6), 1, 2))
def test_pages_of_any_moment_say_what_the_whole_table_says(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(3000 + seed)
    season = Season(chance)
    done = [season.happen() for _ in range(4 * STEPS)]
    competition = season.competition
    monkeypatch.setattr("league.standings.overview.ROWS_A_PAGE", 3)
    for query in (
        StandingsQuery(),
        *(StandingsQuery(after=number) for number in (1, 2)),
        StandingsQuery(is_settled=True),
    ):
        whole = overview_of(competition, query)
        pages = range(1, 1 + -(-len(whole.rows) // 3))
        shown = [
            row for at in pages for row in overview_of(competition, query._replace(page=at)).rows
        ]
        assert shown == whole.rows, done


@pytest.mark.parametrize("seed", some_of(range(3), 1))
def test_standings_are_right_after_every_step(seed: int) -> None:
    season = Season(Random(1000 + seed))
    done = []
    for _ in range(2 * STEPS):
        done.append(season.happen())
        check(season.competition, done)


@pytest.mark.parametrize("seed", some_of(range(3), 1))
def test_other_terms_make_other_standings_at_once(seed: int) -> None:
    chance = Random(2000 + seed)
    season = Season(chance)
    done = [season.happen() for _ in range(2 * STEPS)]
    season.begin_second_stage()
    settings = random_settings(chance)
    Competition.objects.filter(pk=season.competition.pk).update(**settings)
    season.competition.refresh_from_db()
    recompute_competition(competition_id=season.competition.pk)
    check(season.competition, done)
    kept = stored_standings(season.competition)
    Standing.objects.filter(competition=season.competition).delete()
    TableResult.objects.filter(entry__competition=season.competition).delete()
    recompute_competition(competition_id=season.competition.pk)
    assert stored_standings(season.competition) == kept
