from typing import Any, get_args

import pytest

from games.tournament import points as games_points
from games.tournament.tiebreaks import DEFAULT_TIE_BREAKS, POINTS, TIE_BREAKS
from league.competitions.models import (
    Competition,
    Entry,
    Round,
    RoundStatus,
    Scoring,
    Stage,
    StageEntry,
    Table,
    TieBreak,
)
from league.results.models import TableScore
from league.standings.models import Standing
from league.standings.queries import StandingRow, points_by_entry, provisional_results, standings_of
from league.standings.services import recompute_competition, update_table
from league.standings.teams import teams_of
from league.standings.texts import NAMES, place_texts
from tests.factories import NOW, make_competition, make_entry, make_table

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def standing(entry: Entry, points: int, stage: Stage | None = None, **fields: Any) -> Standing:
    values = {"wins": 0, "game_points": 0, "tables": 1, "rounds": 1} | fields
    return Standing.objects.create(
        competition=entry.competition,
        stage=stage or entry.competition.stages.get(number=1),
        entry=entry,
        points=points,
        **values,
    )


def make_field(competition: Competition, *points: int) -> list[Entry]:
    """Enter a player for each number of points, best first, those with equal points level."""
    entries: list[Entry] = []
    for number in points:
        entry = make_entry(competition, name=f"Player {len(entries) + 1}")
        standing(entry, number)
        entries.append(entry)
    return entries


def test_final_table_has_the_last_stage_first_and_names_the_stage() -> None:
    competition = make_competition()
    entries = make_field(competition, 40, 30, 20, 10)
    finals = Stage.objects.create(competition=competition, number=2, name="Finals")
    standing(entries[1], 15, finals)
    standing(entries[0], 12, finals)
    rows = standings_of(competition)
    assert [(row.name, row.place, row.points, row.stage_name) for row in rows] == [
        ("Player 2", 1, 15, "Finals"),
        ("Player 1", 2, 12, "Finals"),
        ("Player 3", 3, 20, ""),
        ("Player 4", 4, 10, ""),
    ]
    assert points_by_entry(finals) == {entries[0].pk: 12, entries[1].pk: 15}


def test_final_table_lets_those_left_of_a_stage_share_and_lists_who_has_no_place_last() -> None:
    competition = make_competition()
    entries = make_field(competition, 20, 20, 20)
    late = make_entry(competition, name="Late")
    standing(late, 90, rounds=0)
    finals = Stage.objects.create(competition=competition, number=2)
    standing(entries[0], 0, finals)
    Standing.objects.filter(entry=entries[0]).update(wins=1)
    Competition.objects.filter(pk=competition.pk).update(attendance_min=1, tie_breaks=["wins"])
    rows = standings_of(Competition.objects.get(pk=competition.pk))
    assert [(row.name, row.shown_place, row.missing) for row in rows] == [
        ("Player 1", "1", 0),
        ("Player 2", "2", 0),
        ("Player 3", "2", 0),
        ("Late", "–", 1),
    ]
    # Who was ahead of them by wins is in another part of the table now.
    assert rows[1].behind is None


def test_results_are_provisional_until_the_match_or_the_round_ends() -> None:
    table = make_table(seats=3)
    competition = table.round.stage.competition
    TableScore.objects.create(table=table, hands=2, totals=[3, 2, 1], places=[1, 2, 3])
    update_table(table_id=table.pk)
    provisional = provisional_results(competition.pk)
    assert provisional.count() == 3
    TableScore.objects.update(is_over=True)
    assert provisional.count() == 0
    TableScore.objects.update(is_over=False)
    Round.objects.update(status=RoundStatus.CLOSED)
    assert provisional.count() == 0
    Table.objects.update(adjourned_at=NOW)
    assert provisional.count() == 3
    TableScore.objects.update(is_over=True)
    assert provisional.count() == 0


def row(name: str, points: int, team: str = "", **fields: Any) -> StandingRow:
    values: dict[str, Any] = {
        "entry_id": points,
        "place": 1,
        "wins": 0,
        "game_points": 0,
        "tables": 1,
        "decided_by": "",
        "is_provisional": False,
        **fields,
    }
    return StandingRow(name=name, points=points, team=team, **values)


def test_a_team_has_the_points_of_its_best_members() -> None:
    rows = [
        row("Ada", 20, "Lions"),
        row("Björn", 18, "Seals"),
        row("Chiara", 17, "Seals"),
        row("Dörte", 1, "Seals"),
        row("Emil", 99, "Lions", place=None),
        row("Fatima", 12, "Lions", place=None, missing=1),
        row("Goran", 80),
    ]
    teams = teams_of(rows, 2)
    assert [(team.name, team.place, team.points) for team in teams] == [
        ("Seals", 1, 35),
        ("Lions", 2, 32),
    ]
    assert [member.name for member in teams[0].counted] == ["Björn", "Chiara"]
    assert [member.name for member in teams[0].others] == ["Dörte"]
    assert [team.points for team in teams_of(rows, None)] == [36, 32]


def test_level_teams_are_parted_by_wins_then_game_points_then_share() -> None:
    rows = [
        row("Ada", 20, "Lions", wins=1),
        row("Björn", 20, "Seals", game_points=5),
        row("Chiara", 20, "Hedgehogs", game_points=6),
        row("Dörte", 20, "Cats", game_points=5),
    ]
    assert [(team.name, team.place) for team in teams_of(rows, None)] == [
        ("Lions", 1),
        ("Hedgehogs", 2),
        ("Cats", 3),
        ("Seals", 3),
    ]


@pytest.mark.parametrize(
    ("gap", "words"),
    [
        (["wins"], "wins (2 to 1)"),
        (["game_points"], "game points (−3 to −4)"),
        (["byes"], "fewer byes (0 to 1)"),
        (["places"], "countback (place 2: 1 to 0)"),
        (["head_to_head", 2, -2], "head-to-head (2 to −2)"),
        (["opponents", 12345, 12000], "Buchholz (average) (12.345 to 12.000)"),
        (["best", [10, 7], [10, 5]], "best results (result 2: 7 to 5)"),
        (["best", [10, 7], [10]], "best results (result 2: 7 to none)"),
        (["latest", [5, 7], [3, 7]], "latest results (5 to 3)"),
        (["latest", [5, 7], [5, None]], "latest results (1 before the latest: 7 to none)"),
        (["rating", 1600, 1500], "rating at start (1600 to 1500)"),
        (["lot", 4711, 9000], "drawing of lots (000000001267 to 000000002328)"),
    ],
)
def test_place_words_name_what_decided_with_both_values(gap: list[Any], words: str) -> None:
    first = row("Ada", 9, ahead=gap, wins=2, game_points=-3, places=[1, 1])
    values: dict[str, Any] = {"wins": 1, "game_points": -4, "byes": 1, "places": [1], "entry_id": 8}
    second = row("Björn", 9, place=2, behind=gap, **values)
    assert place_texts([first, second])[0] == f"ahead of Björn on {words}"
    assert place_texts([first, second])[1].startswith("behind Ada on ")


def test_place_words_say_what_is_missing_for_a_place() -> None:
    rows = [row("Ada", 9, place=None, missing=2), row("Björn", 9, place=None)]
    assert place_texts(rows) == ["2 more rounds needed for a place", "guest, not ranked"]


def test_who_was_let_into_a_stage_stands_in_it_before_the_first_hand() -> None:
    competition = make_competition()
    entry = make_entry(competition, name="Ada")
    finals = Stage.objects.create(competition=competition, number=2)
    StageEntry.objects.create(stage=finals, entry=entry, seed=1, carried_points=7)
    recompute_competition(competition_id=competition.pk)
    assert [(row.name, row.place, row.points) for row in standings_of(competition)] == [
        ("Ada", 1, 7)
    ]


def test_every_tie_break_and_scoring_that_can_be_chosen_is_known_and_named() -> None:
    assert {str(each) for each in TieBreak} == set(TIE_BREAKS)
    assert set(NAMES) == {POINTS, *TIE_BREAKS}
    assert {str(each) for each in Scoring} == set(get_args(games_points.Scoring))
    assert Competition().tie_breaks == list(DEFAULT_TIE_BREAKS)
