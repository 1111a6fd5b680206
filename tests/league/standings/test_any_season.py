"""Whatever happens, and in whatever order, standings are what docs/scoring.md says."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from league.competitions.models import Competition
from league.standings.ledger import LAST, Rules
from league.standings.models import Standing, TableResult
from league.standings.overview import Asked, overview_of
from league.standings.queries import standings_by_stage
from league.standings.services import recompute_competition
from league.standings.shares import settled_points, with_ledgers
from tests.league.standings.seasons import Season, random_terms
from tests.oracles.standings import expected_results, expected_standings
from tests.portions import some_of

pytestmark = [pytest.mark.django_db, pytest.mark.databases]
STEPS = 12


def kept_results(competition: Competition) -> list[tuple[Any, ...]]:
    fields = ("table", "entry", "place", "game_points", "points")
    results = TableResult.objects.filter(entry__competition=competition)
    return sorted(results.values_list(*fields))


def kept_standings(competition: Competition) -> list[tuple[Any, ...]]:
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
    assert kept_results(competition) == expected_results(competition), done
    assert kept_standings(competition) == expected, done
    assert recompute_competition(competition_id=competition.pk) == [], done


@pytest.mark.parametrize("seed", some_of(range(15), 3))
def test_standings_are_right_after_anything_that_happens(seed: int) -> None:
    chance = Random(seed)
    season = Season(chance)
    done = [season.happen() for _ in range(STEPS)]
    check(season.competition, done)
    season.begin_second_stage()
    done += [season.happen() for _ in range(STEPS)]
    check(season.competition, done)


@pytest.mark.parametrize("seed", some_of(range(6), 1))
def test_pages_of_any_moment_say_what_the_whole_table_says(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(3000 + seed)
    season = Season(chance)
    done = [season.happen() for _ in range(4 * STEPS)]
    competition = season.competition
    monkeypatch.setattr("league.standings.overview.ROWS_A_PAGE", 3)
    for asked in (Asked(), *(Asked(after=number) for number in (1, 2)), Asked(is_settled=True)):
        whole = overview_of(competition, asked)
        pages = range(1, 1 + -(-len(whole.rows) // 3))
        shown = [
            row for at in pages for row in overview_of(competition, replace(asked, page=at)).rows
        ]
        assert shown == whole.rows, done


@pytest.mark.parametrize("seed", some_of(range(6), 1))
def test_points_of_rounds_are_those_of_the_books(seed: int) -> None:
    season = Season(Random(4000 + seed))
    done = [season.happen() for _ in range(4 * STEPS)]
    competition = season.competition
    competition.best_of = 1
    rows = standings_by_stage(competition)[1]
    besides = frozenset({season.tables[seed % len(season.tables)].pk})
    rules = Rules(1, competition.attendance_bonus)
    books = {
        row.entry_id: row.ledger.until(LAST, besides) for row in with_ledgers(rows, competition)
    }
    points, fixed = settled_points(rows, competition, besides)
    assert {entry: sorted(own) for entry, own in points.items()} == {
        entry: sorted(result.points for result in book.by_round().values())
        for entry, book in books.items()
    }, done
    assert fixed == {entry: book.besides_rounds(rules) for entry, book in books.items()}, done


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
