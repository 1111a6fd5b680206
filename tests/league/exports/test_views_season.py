"""The pages that import a season: preview, columns by hand, import and undo, and who may."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from league.audit.models import AuditEntry
from league.clubs.models import Club, Role
from league.competitions.models import Competition
from league.core import safe_http
from league.exports.season_file import sources
from tests.factories import make_club, make_organiser, make_player
from tests.league.exports.test_season_file import SEASON
from tests.league.results.visits import signed_in, text_of

pytestmark = pytest.mark.django_db
SETTINGS = {"name": "Season 2025", "game": "franks-zoo", "kind": "league", "scoring": "places"}


def page_of(club: Club) -> str:
    return reverse("exports:import_season", args=[club.slug])


def organiser_of(club: Club) -> Client:
    client = Client()
    client.force_login(make_organiser(club))
    return client


def carried(page: str) -> dict[str, str]:
    """Return what the form of the preview sends once more, as a browser reads it."""
    text = re.search(r"<textarea[^>]*hidden>\n(.*?)</textarea>", page, re.DOTALL)
    columns = re.findall(r'name="(column-\d+)">(.*?)</select>', page, re.DOTALL)
    assert text
    chosen = {name: re.findall(r'value="([^"]*)" selected', options) for name, options in columns}
    return SETTINGS | {name: (*found, "")[0] for name, found in chosen.items()} | {"text": text[1]}


def test_organiser_looks_imports_and_undoes() -> None:
    club = make_club()
    organiser = organiser_of(club)
    assert (
        page_of(club)
        in organiser.get(reverse("competitions:list", args=[club.slug])).content.decode()
    )
    file = SimpleUploadedFile("season.csv", SEASON.encode())
    seen = organiser.post(page_of(club), SETTINGS | {"file": file})
    assert seen.status_code == 200
    assert "Rounds 3 (1 still to be played) Tables 3 New players 4" in text_of(seen)
    assert Competition.objects.count() == 0

    sent = carried(seen.content.decode()) | {"apply": "1"}
    done = organiser.post(page_of(club), sent, follow=True)
    competition = Competition.objects.get()
    assert "Season 2025 is imported. You can undo this in its settings." in text_of(done)
    undo = reverse("exports:undo_season", args=[competition.pk])
    settings = reverse("competitions:settings", args=[competition.pk])
    assert undo in organiser.get(settings).content.decode()

    assert "is deleted with all its rounds" in text_of(organiser.get(undo))
    gone = organiser.post(undo, follow=True)
    assert "The import of Season 2025 is undone." in text_of(gone)
    assert (Competition.objects.count(), club.players.filter(name="Ada").count()) == (0, 0)
    actions = AuditEntry.objects.filter(action__contains="season").order_by("pk")
    assert list(actions.values_list("action", flat=True)) == [
        "competition.season_imported",
        "competition.season_undone",
    ]


def test_columns_that_nobody_guesses_are_matched_by_hand() -> None:
    club = make_club()
    organiser = organiser_of(club)
    text = "a,b,c\n" + "\n".join(f"1,{name},{place}" for place, name in enumerate("XYZ", 1))
    seen = organiser.post(page_of(club), SETTINGS | {"text": text})
    assert "Choose which column has: Player, Round." in text_of(seen)
    chosen = {"column-0": "round", "column-1": "player", "column-2": "place"}
    again = organiser.post(page_of(club), SETTINGS | {"text": text} | chosen)
    assert "New players 3 X, Y, Z" in text_of(again)


def test_name_is_asked_for_where_the_file_has_none_and_must_be_free() -> None:
    club = make_club()
    organiser = organiser_of(club)
    sent = SETTINGS | {"name": "", "text": SEASON}
    assert "Enter a name." in text_of(organiser.post(page_of(club), sent))
    Competition.objects.create(
        club=club, name="Taken", game="franks-zoo", created_at=club.created_at
    )
    refused = organiser.post(page_of(club), sent | {"name": "Taken"})
    assert refused.status_code == 422


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "Choose a file, or paste a link or rows."),
        ({"text": "{"}, "This file is not valid JSON."),
        ({"text": "{}"}, "This JSON has no matches."),
        ({"text": "<a>"}, "This file is not valid XML."),
        ({"text": "<!DOCTYPE a><a/>"}, "This XML is not the export of a tournament."),
        ({"link": "https://example.org/x"}, "This is not the link of a Google Sheet."),
    ],
)
def test_what_cannot_be_read_is_refused_at_its_field(given: dict[str, str], said: str) -> None:
    club = make_club()
    answer = organiser_of(club).post(page_of(club), SETTINGS | given)
    assert answer.status_code == 422
    assert said in text_of(answer)


def test_google_sheet_is_fetched_as_csv(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def send(url: str, **_options: object) -> safe_http.Answer:
        asked.append(url)
        if len(asked) == 1:
            moved = {"location": "https://doc-0.googleusercontent.com/export/1"}
            return safe_http.Answer(307, moved, b"")
        return safe_http.Answer(200, {"content-type": "text/csv"}, SEASON.encode())

    monkeypatch.setattr(sources, "send", send)
    club = make_club()
    link = "https://docs.google.com/spreadsheets/d/abc-1/edit#gid=7"
    seen = organiser_of(club).post(page_of(club), SETTINGS | {"link": link})
    assert "Rounds 3" in text_of(seen)
    assert asked == [
        "https://docs.google.com/spreadsheets/d/abc-1/export?format=csv&gid=7",
        "https://doc-0.googleusercontent.com/export/1",
    ]


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SCORER, Role.VIEWER])
def test_others_find_no_such_page(role: str) -> None:
    club = make_club()
    client = signed_in(make_player(club, role=role))
    assert client.get(page_of(club)).status_code == 404
