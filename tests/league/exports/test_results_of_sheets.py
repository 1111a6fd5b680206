"""Results of games by score sheets are read by the headings that the sheet has for its columns."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.competitions.models import Table
from league.core.games import site_game
from league.exports.season_file.columns import guess_columns
from league.results.scoring import record_of
from tests.factories import make_competition, make_organiser, make_round, make_table
from tests.league.results.hands import live_hand, totals_of
from tests.league.results.visits import text_of

pytestmark = pytest.mark.django_db


def table_of(game: str, seats: int) -> Table:
    options = dict(site_game(game).engine.options({}).as_json())
    return make_table(make_round(make_competition(game=game, options=options)), seats)


def bring(table: Table, text: str, **more: str) -> Any:
    client = Client()
    client.force_login(make_organiser(table.round.stage.competition.club))
    address = reverse("exports:import_results", args=[table.round.stage.competition_id])
    return client.post(address, {"text": text, **more})


SKAT = """round;table;player;hand;Alleinspieler;Spiel;Spitzen;Gewonnen
1;1;Ada;1;;Kreuz;2;ja
1;1;Björn;1;x;;;
1;1;Chiara;1;;;;
1;1;Ada;2;x;grand;1;nein
1;1;Björn;2;;;;
1;1;Chiara;2;;;;
"""


def test_hands_of_skat_are_read_by_german_headings_and_choices() -> None:
    table = table_of("skat", 3)
    labels = {column.id: column.label.within("de") for column in skat_columns()}
    text = SKAT.replace("Spitzen", labels["tops"]).replace("Gewonnen", labels["won"])
    bring(table, text, send="1", apply="1")
    first, second = (record_of(live_hand(table, number)) for number in (1, 2))
    assert (first["declarer"], first["game"], first["tops"], first["won"]) == (1, "clubs", 2, True)
    assert (second["declarer"], second["game"], second["won"]) == (0, "grand", False)
    assert totals_of(table) == [-146, 126, 40]


def skat_columns() -> Any:
    return site_game("skat").engine.sheet.columns  # type: ignore[attr-defined]


def test_hands_of_doppelkopf_tick_each_player() -> None:
    table = table_of("doppelkopf", 4)
    text = (
        "round,table,player,hand,re,re_won\n1,1,Ada,1,x,yes\n1,1,Björn,1,,\n"
        "1,1,Chiara,1,x,\n1,1,Dorte,1,,\n"
    )
    bring(table, text, send="1", apply="1")
    assert record_of(live_hand(table, 1))["re"] == [True, False, True, False]


def test_column_of_each_team_is_told_by_either_partner() -> None:
    table = table_of("canasta", 4)
    names = [seat.player.name for seat in table.seats.order_by("number")]
    rows = zip(names, ("500", "", "", "300"), strict=True)
    lines = [f"1,1,{name},1,{points},0,0,0,0,no" for name, points in rows]
    head = "round,table,player,hand,melded,left,natural,mixed,red_threes,went_out\n"
    bring(table, head + "\n".join(lines), send="1", apply="1")
    assert record_of(live_hand(table, 1))["melded"] == [500, 300]


def test_place_of_a_hand_is_another_column_than_that_of_the_match() -> None:
    table = table_of("places-only", 3)
    text = "round,table,player,hand,hand_place\n1,1,Ada,1,2\n1,1,Björn,1,1\n1,1,Chiara,1,3\n"
    bring(table, text, send="1", apply="1")
    assert record_of(live_hand(table, 1)) == {"place": [2, 1, 3]}


def test_fault_of_a_cell_is_shown_and_nothing_is_written() -> None:
    table = table_of("skat", 3)
    answer = bring(table, SKAT.replace("Kreuz", "<b>Kreuzass</b>"), send="1", apply="1")
    assert "<b>Kreuzass" not in answer.content.decode()
    assert "Choose one of the options." in text_of(answer)
    assert totals_of(table) is None or table.hands.count() == 0


def test_season_finds_the_columns_of_a_sheet_by_its_labels() -> None:
    game = site_game("skat")
    found = guess_columns(["Spieltag", "Tisch", "Name", "Alleinspieler", "Declarer", "Spiel"], game)
    assert found == ["round", "table", "player", "declarer", "", "game"]


def test_the_list_of_hands_calls_their_number_as_the_sheet_does(client: Client) -> None:
    table = table_of("skat", 3)
    client.force_login(make_organiser(table.round.stage.competition.club))
    answer = client.get(f"/tables/{table.pk}/hands.csv")
    assert answer.getvalue().decode("utf-8-sig").startswith("Game,Status,Seat,")
