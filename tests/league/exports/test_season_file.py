"""Import of a past season: what rows become, what is refused, and that it is undone as one."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from league.clubs.models import Club, Player
from league.competitions.models import Competition, Round, RoundStatus, Seat, TableCode
from league.competitions.services import CompetitionError
from league.core.games import site_game
from league.exports.results_file.judging import UnsoundFileError
from league.exports.season_file.columns import guess_columns, read_season
from league.exports.season_file.importing import (
    SeasonPlan,
    SeasonSettings,
    import_season,
    preview_season,
    undo_season_import,
)
from league.exports.season_file.sources import read_source
from league.results.models import Hand, TableScore
from league.standings.queries import standings_of
from tests.factories import NOW, make_club, make_competition, make_player

pytestmark = pytest.mark.django_db
SETTINGS = SeasonSettings("Season 2025", "franks-zoo")
FRANKS_ZOO = site_game("franks-zoo")
SEASON = """Datum;Tisch;Spieler;Platz;Punkte
6.3.2025;1;Ada;1;19
6.3.2025;1;Björn;2;11
6.3.2025;1;Cleo;3;7
13.3.2025;1;Cleo;1;21
13.3.2025;1;Ada;2;15
13.3.2025;1;Dan;3;2
20.3.2025;1;Dan;;
20.3.2025;1;Ada;;
20.3.2025;1;Björn;;
"""


def imported(club: Club, text: str = SEASON, settings: SeasonSettings = SETTINGS) -> Competition:
    file = read_season(text, site_game(settings.game)).file
    return import_season(club=club, settings=settings, file=file, by=None, now=NOW)


def preview(club: Club, text: str, settings: SeasonSettings = SETTINGS) -> SeasonPlan:
    file = read_season(text, site_game(settings.game)).file
    return preview_season(club=club, settings=settings, file=file, now=NOW)


def problems(plan: SeasonPlan) -> list[tuple[int, list[str]]]:
    """Return what is wrong, by row."""
    of_matches = [noted for match in plan.plan.matches for noted in match.lines]
    noted = [each for each in (*plan.plan.lost, *of_matches) if each.problems]
    return [(each.line.number, each.problems) for each in noted]


def points_of(competition: Competition) -> list[tuple[str, int]]:
    return [(row.name, row.points) for row in standings_of(competition)]


def test_season_becomes_rounds_with_results_standings_and_ratings() -> None:
    club = make_club()
    ada = make_player(club, name="Ada")
    competition = imported(club)

    rounds = Round.objects.filter(stage__competition=competition).order_by("number")
    assert [
        (each.number, each.status, str(each.opened_at or each.opens_at)[:10]) for each in rounds
    ] == [
        (1, RoundStatus.CLOSED, "2025-03-06"),
        (2, RoundStatus.CLOSED, "2025-03-13"),
        (3, RoundStatus.SCHEDULED, "2025-03-20"),
    ]
    assert points_of(competition) == [("Ada", 17), ("Cleo", 15), ("Björn", 7), ("Dan", 5)]
    assert Seat.objects.filter(player=ada).count() == 3
    assert sorted(club.players.values_list("name", flat=True)) == ["Ada", "Björn", "Cleo", "Dan"]
    assert TableCode.objects.filter(table__round__number=3).count() == 1
    output = StringIO()
    call_command("rebuild", "--check", stdout=output)
    assert output.getvalue().splitlines()[-1] == "Differences found: 0."


def test_preview_changes_nothing_and_names_who_is_new() -> None:
    club = make_club()
    make_player(club, name="Bjorn")
    make_player(club, name="Kleo")
    plan = preview(club, SEASON)

    assert (plan.rounds, plan.scheduled, plan.tables, plan.is_sound) == (3, 1, 3, True)
    assert plan.new_players == ("Ada", "Cleo", "Dan")
    assert (Competition.objects.count(), club.players.count()) == (0, 2)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("round,player\n,Ada\n1,Bo\n1,Cy\n1,Di", [(2, ["The round is missing."])]),
        ("round,player\n1,\n1,Bo\n1,Cy\n1,Di", [(2, ["The player is missing."])]),
        (
            "date,player\n31.31.2025,Ada",
            [(2, ["“31.31.2025” is not a date. Write it like 2026-03-31."])],
        ),
        (
            "round,player,place\n1,Ada,1\n1,Bo,2",
            [(2, ["2 players at this table; Frank’s Zoo takes 3 to 7."])],
        ),
        (
            "round,player,place\n1,Ada,1\n1,Bo,one\n1,Cy,3",
            [(3, ["Enter a whole number."])],
        ),
        (
            "round,player,place\n1,Ada,1\n1,Bo,2\n1,Ada,3\n1,Cy,3",
            [(4, ["Ada is already in row 2."])],
        ),
    ],
)
def test_every_problem_is_at_its_row_and_nothing_is_written(
    text: str, found: list[tuple[int, list[str]]]
) -> None:
    club = make_club()
    assert problems(preview(club, text)) == found
    with pytest.raises(UnsoundFileError):
        imported(club, text)
    assert (Competition.objects.count(), club.players.count()) == (0, 0)


def test_name_of_a_competition_is_used_once() -> None:
    club = make_competition(name=SETTINGS.name).club
    with pytest.raises(CompetitionError) as caught:
        preview(club, SEASON)
    assert caught.value.code == "name_taken"


def test_hands_of_a_season_are_scored() -> None:
    club = make_club()
    rows = [f"1,1,{name},{hand},{out}" for hand in (1, 2) for out, name in enumerate("ABCD", 1)]
    text = "\n".join(["round,table,player,hand,out", *rows])
    competition = imported(club, text, SETTINGS._replace(scoring="raw"))
    hands = Hand.objects.filter(table__round__stage__competition=competition)
    assert [hand.number for hand in hands.order_by("number")] == [1, 2]
    totals = TableScore.objects.get(table__round__stage__competition=competition).totals
    assert [points for _name, points in points_of(competition)] == sorted(totals, reverse=True)


def test_undoing_deletes_the_season_and_who_came_with_it() -> None:
    club = make_club()
    ada = make_player(club, name="Ada")
    competition = imported(club)
    busy = Player.objects.get(name="Dan")
    other = make_competition(club, name="Other")
    other.entries.create(player=busy, created_at=NOW)

    undo_season_import(competition_id=competition.pk)
    assert list(Competition.objects.all()) == [other]
    assert set(club.players.all()) == {ada, busy}


def test_columns_are_guessed_in_three_languages_and_by_likeness() -> None:
    headings = ["Spieltag", "Tisch", "Teilnehmer", "Platz", "Gesamt", "Bemerkung"]
    assert guess_columns(headings, FRANKS_ZOO) == [
        "round",
        "table",
        "player",
        "place",
        "total",
        "",
    ]
    assert guess_columns(["giornata", "tavolo", "giocatore", "posizione"], FRANKS_ZOO) == [
        *("round", "table", "player", "place")
    ]
    assert guess_columns(["Playr", "Rounds"], FRANKS_ZOO) == ["player", "round"]


def test_columns_chosen_by_hand_win() -> None:
    text = "a,b,c\n1,Ada,3"
    rows = read_season(text, FRANKS_ZOO, ["round", "player", "place"])
    assert rows.file.lines[0].cells == {"round": "1", "player": "Ada", "place": "3"}


@pytest.mark.thorough
def test_thousand_rows_make_a_season() -> None:
    rows = [
        f"{round},{table},Player {table + 10 * seat},{seat + 1},{20 - seat}"
        for round in range(1, 26)
        for table in range(1, 11)
        for seat in range(4)
    ]
    competition = imported(make_club(), "\n".join(["round,table,player,place,total", *rows]))
    assert points_of(competition)[0] == ("Player 1", 250)
    assert len(points_of(competition)) == 40


CHALLONGE: dict[str, Any] = {
    "tournament": {
        "id": 9,
        "name": "Duel",
        "tournament_type": "double elimination",
        "participants": [
            {"participant": {"id": 1, "name": "Ada"}},
            {"participant": {"id": 2, "display_name": "Bo", "name": None}},
        ],
        "matches": [
            {
                "match": {
                    "id": 5,
                    "round": round,
                    "player1_id": 1,
                    "player2_id": 2,
                    "winner_id": winner,
                    "scores_csv": scores,
                    "completed_at": "2025-05-01T20:00:00.000+02:00",
                }
            }
            for round, winner, scores in ((1, 2, "5-9"), (-1, 1, "3-1,1-3,4-0"), (2, None, ""))
        ],
    }
}


def test_challonge_gives_a_table_for_each_match() -> None:
    source = read_source(json.dumps(CHALLONGE))
    assert source.name == "Duel"
    assert source.text.splitlines()[1:] == [
        "1\t2025-05-01\t1\tAda\t2\t5",
        "1\t2025-05-01\t1\tBo\t1\t9",
        "L1\t2025-05-01\t1\tAda\t1\t2",
        "L1\t2025-05-01\t1\tBo\t2\t1",
        "2\t2025-05-01\t1\tAda\t\t",
        "2\t2025-05-01\t1\tBo\t\t",
    ]


def test_match_play_gives_a_table_for_each_game() -> None:
    tournament = {
        "data": {
            "tournamentId": 3,
            "name": "Pin night",
            "players": [{"playerId": pk, "name": name} for pk, name in enumerate("ABC", 1)],
        }
    }
    rounds = {"data": [{"roundId": 70, "name": "Round 1", "tournamentId": 3}]}
    games = {
        "data": [
            {
                "gameId": 1,
                "roundId": 70,
                "playerIds": [1, 2, 3],
                "resultPositions": [3, 1, 2],
                "resultPoints": ["4.00", "2.00", "7.50"],
                "completedAt": "2025-06-01T19:00:00Z",
            }
        ]
    }
    text = "\n".join(map(json.dumps, (tournament, rounds, games)))
    source = read_source(text)
    assert source.name == "Pin night"
    assert source.text.splitlines()[1:] == [
        "Round 1\t2025-06-01\t1\tA\t2\t4",
        "Round 1\t2025-06-01\t1\tB\t3\t2",
        "Round 1\t2025-06-01\t1\tC\t1\t",
    ]


TABBYCAT = """<tournament name="Open" short="O">
<round name="Round 1" elimination="False" start="2025-07-01 10:00:00+00:00">
<debate id="D1"><side team="T1"><ballot adjudicators="A1 A2" rank="1" ignored="False">78</ballot>
<speech speaker="S1" reply="False"><ballot adjudicators="A1">78</ballot></speech></side>
<side team="T2"><ballot adjudicators="A1 A2" rank="2" ignored="False">75.5</ballot></side></debate>
</round><participants><team name="Lions" id="T1"/><team name="Apes" id="T2"/></participants>
</tournament>"""


def test_tabbycat_gives_a_table_for_each_debate() -> None:
    source = read_source(TABBYCAT)
    assert source == (
        "Open",
        (
            "round\tdate\ttable\tplayer\tplace\ttotal\n"
            "Round 1\t2025-07-01\t1\tLions\t1\t78\nRound 1\t2025-07-01\t1\tApes\t2\t"
        ),
    )
