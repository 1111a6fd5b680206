"""A club's own game, made and changed in the browser."""

import html
import json
import re
from http import HTTPStatus
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.score_sheet.ready import ready_sheet
from league.clubs.models import Club
from league.competitions.models import Competition, Table
from league.core.games import offered_games, site_game
from league.exports.services import import_club, write_club
from league.printing.documents import empty_sheet_document
from league.sheets.models import ClubSheet, SheetVersion
from tests.factories import NOW, make_club, make_competition, make_organiser, make_round, make_table
from tests.league.results.hands import live_hand, send, totals_of
from tests.league.results.visits import Answer, text_of

pytestmark = pytest.mark.django_db

AREA = r'<textarea[^>]*name="([^"]+)"[^>]*>(.*?)</textarea>'
SELECT = r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>'


def organiser_of(club: Club) -> Client:
    client = Client()
    client.force_login(make_organiser(club))
    return client


def fields_of(answer: Answer) -> dict[str, Any]:
    """Return what the editor's form would send, as a browser reads it."""
    page = answer.content.decode()
    form = page[page.index('id="sheet-form"') : page.index("</form>", page.index("sheet-form"))]
    found: dict[str, Any] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        values = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if values.get("type") not in {"checkbox", "radio"} or " checked" in tag:
            found[values["name"]] = html.unescape(values.get("value", ""))
    for name, text in re.findall(AREA, form, re.DOTALL):
        found[name] = html.unescape(text)
    for name, options in re.findall(SELECT, form, re.DOTALL):
        picked = re.findall(r'value="([^"]*)" selected', options)
        found[name] = picked[0] if picked else re.findall(r'value="([^"]*)"', options)[0]
    return {name: value for name, value in found.items() if name != "csrfmiddlewaretoken"}


def new_address(club: Club, ready: str = "hearts") -> str:
    return reverse("sheets:create", args=[club.slug]) + f"?from={ready}"


def make_hearts(club: Club, client: Client, **changes: str) -> ClubSheet:
    form = fields_of(client.get(new_address(club))) | changes
    client.post(new_address(club), form | {"title@label": "Hearts to 50", "save": "1"})
    return club.sheets.latest("pk")


def test_sheets_to_begin_from_say_how_many_play() -> None:
    club = make_club()
    words = text_of(organiser_of(club).get(reverse("sheets:create", args=[club.slug])))
    assert "Doppelkopf 4 players" in words
    assert "Hearts 3 to 6 players" in words


@pytest.mark.parametrize("ready", ["hearts", "skat", "doppelkopf", "canasta", "oh-hell", "tarock"])
def test_a_sheet_that_is_saved_unchanged_scores_alike(ready: str) -> None:
    club = make_club()
    client = organiser_of(club)
    answer = client.post(
        new_address(club, ready), fields_of(client.get(new_address(club, ready))) | {"save": "1"}
    )
    assert answer.status_code == HTTPStatus.FOUND
    source = SheetVersion.objects.get().source
    kept = {name: value for name, value in source.items() if name not in ("slug", "version")}
    ours = ready_sheet(ready).as_json()
    assert {name: kept.get(name) for name in ("lines", "columns", "values", "tables")} == {
        name: ours.get(name) for name in ("lines", "columns", "values", "tables")
    }


def test_hearts_to_50_is_made_from_hearts_and_played() -> None:
    club = make_club()
    client = organiser_of(club)
    sheet = make_hearts(club, client, **{"parameters[0].default@number": "50"})
    assert sheet.slug.startswith("own-")
    game = site_game(sheet.slug)
    assert game.title == "Hearts to 50"
    assert game in offered_games(club.pk)
    assert game not in offered_games(make_club().pk)
    options = dict(game.engine.options({}).as_json())
    assert options == {"sheet": sheet.slug, "version": 1, "target": 50}
    table = make_table(make_round(make_competition(club, game=sheet.slug, options=options)))
    send(table, record={"hearts": [3, 5, 0, 5], "queen": 2})
    assert totals_of(table) == [3, 5, 13, 5]
    page = text_of(client.get(reverse("sheets:list", args=[club.slug])))
    assert "Hearts to 50 Version 1 · 1 competition" in page


def test_what_is_wrong_stands_at_its_field_and_nothing_typed_is_lost() -> None:
    club = make_club()
    client = organiser_of(club)
    form = fields_of(client.get(new_address(club)))
    form |= {"lines[0].points@text": "hearts * spades", "title@label": "Our Hearts", "save": "1"}
    answer = client.post(new_address(club), form)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    page = answer.content.decode()
    assert "This name is not known here." in text_of(answer)
    assert 'value="hearts * spades"' in page
    assert 'value="Our Hearts"' in page
    assert not ClubSheet.objects.exists()


def test_a_new_game_that_is_renamed_has_that_name_in_every_language() -> None:
    club = make_club()
    client = organiser_of(club)
    sheet = make_hearts(club, client)
    assert sheet.versions.get().source["title"] == "Hearts to 50"
    address = reverse("sheets:edit", args=[club.slug, sheet.slug])
    client.post(f"{address}labels/", {"title@de": "Herzeln bis 50", "title@en": "Hearts to 50"})
    form = fields_of(client.get(address)) | {"title@label": "Hearts to fifty", "save": "1"}
    client.post(address, form)
    newest = sheet.versions.latest("number")
    assert newest.source["title"] == {"en": "Hearts to fifty", "de": "Herzeln bis 50"}


def test_a_label_changed_in_a_new_game_has_no_text_of_the_old_one_in_other_languages() -> None:
    club = make_club()
    before: Any = ready_sheet("hearts").as_json()["lines"]
    sheet = make_hearts(club, organiser_of(club), **{"lines[0].label@label": "Love taken"})
    lines = sheet.versions.get().source["lines"]
    assert (before[0]["label"].keys() > {"en", "de"}, lines[0]["label"]) == (True, "Love taken")
    assert lines[1:] == before[1:]


def test_a_changed_label_asks_for_its_translations_to_be_checked() -> None:
    club = make_club()
    client = organiser_of(club)
    sheet = make_hearts(club, client)
    address = reverse("sheets:edit", args=[club.slug, sheet.slug])
    form = fields_of(client.get(address))
    # What is new or moved, and what has no other languages, asks for nothing.
    form |= {"title@label": "Hearts to fifty", "press": "up lines[1]", "save": "1"}
    assert client.post(address, form)["Location"] == address
    form = fields_of(client.get(address)) | {"lines[0].label@label": "The queen", "save": "1"}
    answer = client.post(address, form, follow=True)
    assert answer.redirect_chain == [(f"{address}labels/", HTTPStatus.FOUND)]
    asked = "Check the translations of: “The queen”. They are still of the text from before."
    assert asked in text_of(answer)


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("lines[1].points@text", "1+" * 400 + "1", "The formula is too long."),
        ("lines[1].points@text", "", "This value is missing."),
        ("columns[0].highest@number", "1000000000", "Enter a number from"),
    ],
)
def test_a_fault_is_said_for_what_it_is(field: str, value: str, text: str) -> None:
    club = make_club()
    client = organiser_of(club)
    form = fields_of(client.get(new_address(club)))
    assert field in form
    answer = client.post(new_address(club), form | {field: value, "save": "1"})
    assert text in text_of(answer)


def test_rows_are_added_moved_and_removed_by_buttons() -> None:
    club = make_club()
    client = organiser_of(club)
    address = new_address(club, "points-only")
    form = fields_of(client.get(address))
    grown = fields_of(client.post(address, form | {"press": "add columns"}))
    last = max(int(at) for at in re.findall(r"columns\[(\d+)\]", " ".join(grown)))
    added = {f"columns[{last}].label@label": "Tricks won", f"columns[{last}].kind@text": "count"}
    moved = fields_of(client.post(address, grown | added | {"press": f"up columns[{last}]"}))
    assert moved[f"columns[{last - 1}].label@label"] == "Tricks won"
    assert moved[f"columns[{last - 1}].id@text"] == "tricks_won"
    fewer = fields_of(client.post(address, moved | {"press": f"remove columns[{last - 1}]"}))
    assert f"columns[{last}].label@label" not in fewer


def test_a_hand_is_tried_beside_the_editor() -> None:
    club = make_club()
    client = organiser_of(club)
    page = client.get(new_address(club))
    form = fields_of(page)
    tried = {f"c-hearts-{seat}": str(count) for seat, count in enumerate([3, 5, 0, 5])}
    answer = client.post(
        new_address(club), form | tried | {"c-queen": "2"}, headers={"HX-Target": "trial-result"}
    )
    shown = text_of(answer)
    assert "Queen of spades" in shown
    assert "+13" in shown
    assert "<form" not in answer.content.decode()
    whole = client.post(new_address(club), form | tried, headers={"HX-Target": "trial"})
    assert 'name="c-hearts-1" value="5"' in whole.content.decode()


def test_a_change_shows_what_it_would_change_and_hands_keep_their_version() -> None:
    club = make_club()
    client = organiser_of(club)
    sheet = make_hearts(club, client)
    options = dict(site_game(sheet.slug).engine.options({}).as_json())
    competition = make_competition(club, game=sheet.slug, options=options)
    table = make_table(make_round(competition))
    send(table, record={"hearts": [3, 5, 0, 5], "queen": 2})
    address = reverse("sheets:edit", args=[club.slug, sheet.slug])
    form = fields_of(client.get(address)) | {"lines[1].points@text": "20", "save": "1"}
    shown = client.post(address, form)
    assert "1 of 1 hand would score otherwise." in text_of(shown)
    assert "Chiara +13 → +20" in text_of(shown)
    assert sheet.versions.count() == 1
    sent = {
        "source": shown.context["source"],
        "expected": "1",
        "confirmed": "1",
        "save": "1",
        "competition": str(competition.pk),
    }
    assert client.post(address, sent).status_code == HTTPStatus.FOUND
    assert client.post(address, sent).status_code == HTTPStatus.FOUND  # a second tap
    assert sheet.versions.count() == 2
    competition.refresh_from_db()
    assert competition.options["version"] == 2
    table.refresh_from_db()
    assert table.options["version"] == 1
    send(table, record={"hearts": [3, 5, 0, 5], "queen": 2})
    assert totals_of(table) == [6, 10, 26, 10]
    assert live_hand(table, 2).score.score["scores"] == [3, 5, 13, 5]
    new_table = make_table(make_round(competition, number=2), number=2)
    send(new_table, record={"hearts": [3, 5, 0, 5], "queen": 2})
    assert totals_of(new_table) == [3, 5, 20, 5]


def test_a_game_is_shared_by_link_and_by_file_between_clubs() -> None:
    club, other = make_club(), make_club()
    client, theirs = organiser_of(club), organiser_of(other)
    sheet = make_hearts(club, client)
    share = reverse("sheets:share", args=[club.slug, sheet.slug])
    client.post(share, {"share": "1"})
    sheet.refresh_from_db()
    link = reverse("sheets:shared", args=[sheet.share_token])
    page = theirs.get(link)
    assert "Hearts to 50" in text_of(Client().get(link))
    start = f"{reverse('sheets:create', args=[other.slug])}?from={sheet.share_token}"
    assert html.escape(start) in page.content.decode()
    theirs.post(start, fields_of(theirs.get(start)) | {"save": "1"})
    copied = other.sheets.get()
    assert copied.slug != sheet.slug
    assert site_game(copied.slug).title == "Hearts to 50"
    file = client.get(reverse("sheets:file", args=[club.slug, sheet.slug]))
    assert 'filename="hearts-to-50.json"' in file["Content-Disposition"]
    assert "slug" not in json.loads(file.content)
    upload = SimpleUploadedFile("hearts.json", file.content)
    opened = theirs.post(reverse("sheets:create", args=[other.slug]), {"file": upload})
    assert fields_of(opened)["title@label"] == "Hearts to 50"
    client.post(share, {"stop": "1"})
    assert Client().get(link).status_code == HTTPStatus.NOT_FOUND


def test_a_file_that_is_no_sheet_says_where_what_is_missing() -> None:
    club = make_club()
    source: dict[str, Any] = {**ready_sheet("hearts").as_json()}
    source |= {"players": "3 to 5", "lines": [*source["lines"], "13"], "colour": "red"}
    upload = SimpleUploadedFile("hearts.json", json.dumps(source).encode())
    address = reverse("sheets:create", args=[club.slug])
    words = text_of(organiser_of(club).post(address, {"file": upload}))
    at = len(source["lines"]) - 1
    for path, said in (
        ("players", "Expected { } with: fewest (Fewest players), most (Most players)."),
        (f"lines[{at}]", "Expected { } with: label (Label), points (Points), when (For whom"),
        ("colour", "This does not belong here."),
    ):
        assert f"In the file at “{path}”: {said}" in words
    assert f"lines[{at}].rule" not in words


def test_labels_are_translated() -> None:
    club = make_club()
    client = organiser_of(club)
    sheet = make_hearts(club, client)
    address = reverse("sheets:translate", args=[club.slug, sheet.slug])
    assert client.get(address).status_code == HTTPStatus.OK
    answer = client.post(address, {"title@de": "Herzeln bis 50", "title@en": "Hearts to 50"})
    assert answer.status_code == HTTPStatus.FOUND
    newest = sheet.versions.latest("number")
    assert newest.source["title"]["de"] == "Herzeln bis 50"
    assert newest.source["columns"] == ready_sheet("hearts").as_json()["columns"]


def test_nobody_else_reaches_a_club_s_games() -> None:
    club = make_club()
    sheet = make_hearts(club, organiser_of(club))
    stranger = organiser_of(make_club())
    for name in ("edit", "translate", "file"):
        address = reverse(f"sheets:{name}", args=[club.slug, sheet.slug])
        assert stranger.get(address).status_code == HTTPStatus.NOT_FOUND
    assert stranger.get(reverse("sheets:list", args=[club.slug])).status_code == 404


def test_a_retired_game_is_offered_no_longer_and_goes_on() -> None:
    club = make_club()
    client = organiser_of(club)
    sheet = make_hearts(club, client)
    address = reverse("sheets:retire", args=[club.slug, sheet.slug])
    client.post(address, {"retire": "1"})
    assert sheet.slug not in {game.slug for game in offered_games(club.pk)}
    assert site_game(sheet.slug).title == "Hearts to 50"
    client.post(address, {"restore": "1"})
    assert sheet.slug in {game.slug for game in offered_games(club.pk)}


def test_another_club_s_game_cannot_be_chosen() -> None:
    club, other = make_club(), make_club()
    sheet = make_hearts(club, organiser_of(club))
    page = organiser_of(other).get(
        reverse("competitions:create", args=[other.slug]) + f"?game={sheet.slug}"
    )
    assert "Hearts to 50" not in text_of(page)
    assert not Competition.objects.exists()


def test_a_club_file_takes_its_own_games_along() -> None:
    club = make_club()
    client = organiser_of(club)
    sheet = make_hearts(club, client)
    options = dict(site_game(sheet.slug).engine.options({}).as_json())
    table = make_table(make_round(make_competition(club, game=sheet.slug, options=options)))
    send(table, record={"hearts": [3, 5, 0, 5], "queen": 2})
    written = "".join(write_club(club))
    assert sheet.slug not in written
    copy = import_club(written=written, slug="copy", now=NOW)
    made = copy.sheets.get()
    assert made.slug != sheet.slug
    competition = copy.competitions.get()
    assert (competition.game, competition.options["sheet"]) == (made.slug, made.slug)
    copied = Table.objects.get(round__stage__competition=competition)
    assert totals_of(copied) == [3, 5, 13, 5]
    assert "".join(write_club(copy)).replace('"slug": "copy"', "") == written.replace(
        f'"slug": "{club.slug}"', ""
    )


def test_the_paper_of_a_game_is_printed_from_its_page() -> None:
    club = make_club()
    client = organiser_of(club)
    sheet = make_hearts(club, client)
    address = reverse("printing:empty_sheet", args=[sheet.pk])
    page = client.get(reverse("sheets:edit", args=[club.slug, sheet.slug])).content.decode()
    assert f"{address}?paper=letter" in page
    printed = client.get(address)
    assert printed.content.startswith(b"%PDF")
    paper = empty_sheet_document(sheet, "a4").data
    assert paper["sheets"][0]["of_seat"] == ["Hearts taken", "Total"]
    assert paper["labels"]["hand"] == "Hand"
    assert organiser_of(make_club()).get(address).status_code == HTTPStatus.NOT_FOUND
