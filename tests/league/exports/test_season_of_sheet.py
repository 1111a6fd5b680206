"""A past season of Skat comes in as a club has it: CSV, XLSX or pasted, by German headings."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import translation

from league.clubs.models import Club, Player, User
from league.competitions.models import Competition, RoundStatus, Table
from league.core.games import site_game
from league.exports.season_file.columns import columns_of_season, guess_columns
from league.results.models import Hand
from league.results.scoring import record_of
from league.standings.models import PlayerRating
from league.standings.queries import standings_of
from league.standings.ratings.services import update_ratings
from tests.factories import make_club, make_organiser
from tests.league.exports.test_views_season import carried, page_of
from tests.league.exports.workbooks import workbook
from tests.league.results.hands import live_hand, totals_of
from tests.league.results.visits import text_of
from tests.portions import some_of

pytestmark = pytest.mark.django_db

SETTINGS = {"name": "Ligasaison 2025", "game": "skat", "kind": "league", "scoring": "raw"}
HEADINGS = [
    *("Datum", "Tisch", "Spieler", "Spiel-Nr.", "Alleinspieler"),
    *("Spiel", "Spitzen (mit oder ohne)", "Hand", "Gewinnstufe", "Gewonnen"),
]
GAMES = [
    ("03.10.2025", 1, "Björn", "Kreuz", 2, "", "", "ja"),
    ("03.10.2025", 2, "Chiara", "Grand", 1, "", "", "nein"),
    ("03.10.2025", 3, "Ada", "Null ouvert", "", "", "", "ja"),
    ("07.11.2025", 1, "Ada", "Pik", 4, "x", "Schneider angesagt", "ja"),
    ("07.11.2025", 2, "", "Eingepasst", "", "", "", ""),
]
PEOPLE = ("Ada", "Björn", "Chiara")


def rows() -> list[list[object]]:
    """Return a row for each player of each game; what the table notes stands in the first."""
    found: list[list[object]] = [list(HEADINGS)]
    for day, number, declarer, *noted in GAMES:
        for at, name in enumerate(PEOPLE):
            alone = "x" if name == declarer else ""
            found.append([day, 1, name, number, alone, *(noted if at == 0 else [""] * 5)])
    return found


def as_csv() -> str:
    return "\n".join(";".join(map(str, row)) for row in rows()) + "\n"


def organiser_of(club: Club) -> Client:
    client = Client()
    client.force_login(make_organiser(club))
    User.objects.update(language="de")
    return client


GIVEN: dict[str, dict[str, Any]] = {
    "csv": {"file": ("skat.csv", as_csv().encode("cp1252"))},
    "xlsx": {"file": ("skat.xlsx", workbook(*rows()))},
    "pasted": {"text": as_csv().replace(";", "\t")},
}


@pytest.mark.parametrize("how", some_of(GIVEN, 1))
def test_season_of_skat_comes_in_counts_and_is_undone_as_one(how: str) -> None:
    club = make_club()
    organiser = organiser_of(club)
    given = {
        key: SimpleUploadedFile(*value) if isinstance(value, tuple) else value
        for key, value in GIVEN[how].items()
    }
    seen = organiser.post(page_of(club), SETTINGS | given)
    assert seen.status_code == 200, text_of(seen)
    assert "Runden 2 Tische 2 Neue Spieler 3 Ada, Björn, Chiara" in text_of(seen)
    organiser.post(page_of(club), carried(seen.content.decode()) | SETTINGS | {"apply": "1"})

    competition = Competition.objects.get(club=club)
    assert (competition.game, competition.options["sheet"]) == ("skat", "skat")
    tables = Table.objects.filter(round__stage__competition=competition).order_by("round__number")
    assert {table.round.status for table in tables} == {RoundStatus.CLOSED}
    first, second = tables
    assert totals_of(first) == [136, 126, -146]
    assert totals_of(second) == [138, 0, 0]
    spades = record_of(live_hand(second, 1))
    assert (spades["from_hand"], spades["level"], spades["tops"]) == (True, "schneider_called", 4)
    standing = [(row.name, row.game_points) for row in standings_of(competition)]
    assert standing == [("Ada", 274), ("Björn", 126), ("Chiara", -146)]
    update_ratings(competition_id=competition.pk)
    rated = PlayerRating.objects.filter(rating_list__game="skat").order_by("-mu")
    assert [row.player.name for row in rated] == ["Ada", "Björn", "Chiara"]

    organiser.post(reverse("exports:undo_season", args=[competition.pk]))
    assert not Competition.objects.filter(club=club).exists()
    assert not Hand.objects.exists()
    assert not Player.objects.filter(club=club, name__in=PEOPLE).exists()


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        (";Kreuz;", ";Kreuzass;", "Wähle eine der Möglichkeiten."),
        (";3;", ";4;", "Spiel 3 fehlt"),
        (
            "03.10.2025;1;Björn;2;",
            "03.10.2025;1;Björn;;",
            "Spiel 2: Es fehlen diese Spieler: Björn.",
        ),
    ],
)
def test_faults_stand_at_their_rows_in_the_words_of_the_sheet(
    right: str, wrong: str, said: str
) -> None:
    club = make_club()
    text = as_csv()
    assert right in text
    answer = organiser_of(club).post(page_of(club), SETTINGS | {"text": text.replace(right, wrong)})
    assert answer.status_code == 422
    assert said in text_of(answer), text_of(answer)
    assert "Hand 3" not in text_of(answer)
    assert not Competition.objects.exists()


def test_numbers_of_hands_are_called_by_the_word_of_the_sheet() -> None:
    skat = site_game("skat")
    expected = ["date", "table", "player", "hand", "declarer", "game", "tops", "from_hand"]
    assert guess_columns(HEADINGS[:8], skat) == expected
    assert guess_columns(["Spielnr", "Hand", "Spiel"], skat) == ["hand", "from_hand", "game"]
    assert guess_columns(["hand", "from_hand"], skat) == ["hand", "from_hand"]
    assert guess_columns(["Spiel", "Nr."], site_game("doppelkopf")) == ["hand", ""]
    with translation.override("de"):
        labels = {each.key: str(each.label) for each in columns_of_season(skat)}
        assert labels["hand"] == "Spiel 1, 2, 3 …"
        assert len({*labels.values()}) == len(labels)
        plain = {each.key: str(each.label) for each in columns_of_season(site_game("hearts"))}
        assert plain["hand"] == "Hand"
