"""What pictures of shared links show."""

import pytest

from league.competitions.models import Table
from league.competitions.queries import tables
from league.printing.pictures import (
    ROWS,
    TABLES,
    club_picture,
    entry_picture,
    player_picture,
    round_picture,
    standings_picture,
    table_picture,
    team_picture,
)
from league.printing.rendering import Document
from league.results.models import TableScore
from league.standings.teams import team_of
from tests.factories import (
    make_club,
    make_competition,
    make_entry,
    make_player,
    make_round,
    make_table,
)
from tests.league.printing.evenings import competition_of, make_evening

pytestmark = pytest.mark.django_db


def rows_of(document: Document) -> list[tuple[str, str, str]]:
    return [(row["mark"], row["name"], row["value"]) for row in document.data["rows"]]


def test_standings_show_the_first_five() -> None:
    rows = rows_of(standings_picture(competition_of(make_evening(2))))
    assert len(rows) == ROWS
    assert rows[:3] == [("1", "Chiara", "10"), ("1", "Chiara 2", "10"), ("3", "Ada", "7")]


def test_standings_of_nobody_have_no_rows() -> None:
    assert rows_of(standings_picture(make_competition())) == []


def test_round_shows_as_many_tables_as_can_be_read() -> None:
    evening = make_round()
    for number in range(1, TABLES + 3):
        make_table(evening, number=number)
    data = round_picture(evening).data
    assert [group["name"] for group in data["groups"]] == [f"Table {at}" for at in range(1, 7)]
    assert [seat["name"] for seat in data["groups"][0]["seats"]] == [
        "Ada",
        "Björn",
        "Chiara",
        "Dörte",
    ]
    assert data["more"] == "and 2 more tables"


def test_table_shows_its_match_best_first() -> None:
    evening = make_evening()
    table = tables().select_related("score").get(round=evening)
    rows = [
        (row["seat"]["letter"], row["name"], row["value"])
        for row in table_picture(table).data["rows"]
    ]
    assert rows == [
        ("C", "Chiara", "4"),
        ("A", "Ada", "3"),
        ("B", "Björn", "2"),
        ("D", "Dörte", "0"),
    ]


def test_table_shows_an_outcome_that_was_entered_without_hands() -> None:
    pk = make_table().pk
    TableScore.objects.create(table_id=pk, totals=[3, 9, 1, 5], places=[3, 1, 4, 2], is_over=True)
    table: Table = tables().select_related("score").get(pk=pk)
    assert [(name, value) for _, name, value in rows_of(table_picture(table))] == [
        ("Björn", "9"),
        ("Dörte", "5"),
        ("Ada", "3"),
        ("Chiara", "1"),
    ]


def test_table_before_its_first_hand_shows_who_sits_there() -> None:
    table: Table = tables().select_related("score").get(pk=make_table().pk)
    assert [(name, value) for _, name, value in rows_of(table_picture(table))] == [
        ("Ada", ""),
        ("Björn", ""),
        ("Chiara", ""),
        ("Dörte", ""),
    ]


def test_player_shows_tables_and_wins() -> None:
    player = competition_of(make_evening()).entries.get(player__name="Chiara").player
    rows = [(name, value) for _, name, value in rows_of(player_picture(player))]
    assert rows[-3:] == [("Tables", "1"), ("Tables won", "1"), ("Longest streak", "1")]


def test_entry_shows_its_standing_and_its_team() -> None:
    entry = competition_of(make_evening()).entries.get(player__name="Chiara")
    entry.team = "Lions"
    document = entry_picture(entry)
    assert document.data["under"] == f"{entry.competition.name} · Lions"
    assert [(name, value) for _, name, value in rows_of(document)] == [
        ("Place", "1"),
        ("Ranking points", "10"),
        ("Tables", "1"),
        ("Tables won", "1"),
    ]


def test_entry_that_has_not_played_is_only_named() -> None:
    document = entry_picture(make_entry(make_competition(), name="Ada"))
    assert (document.data["title"], rows_of(document)) == ("Ada", [])


def test_team_shows_its_best_members() -> None:
    competition = competition_of(make_evening())
    competition.entries.filter(player__name__in=["Chiara", "Dörte"]).update(team="Lions")
    team = team_of(competition, "Lions")
    assert team is not None
    document = team_picture(team)
    assert document.data["under"] == f"{competition.name} · Place 1 of 1 · 13 ranking points"
    assert rows_of(document) == [("", "Chiara", "10"), ("", "Dörte", "3")]


def test_club_shows_its_newest_competitions() -> None:
    club = make_club()
    make_player(club)
    make_player(club)
    for number in range(6):
        make_competition(club, name=f"Cup {number}")
    document = club_picture(club)
    assert document.data["under"] == "2 players"
    assert [name for _, name, _ in rows_of(document)] == ["Cup 5", "Cup 4", "Cup 3", "Cup 2"]
