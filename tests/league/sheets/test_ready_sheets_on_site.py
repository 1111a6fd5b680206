"""Games by the score sheets that come along, on the pages and addresses of a competition."""

from http import HTTPStatus
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from jsonschema import Draft202012Validator

from games.score_sheet.ready import ready_slugs
from league.clubs.models import User
from league.competitions.models import Competition, Table
from league.core.games import offered_games, site_game
from league.core.games.entry import EntryFormContext
from league.results.scoring import record_of
from league.standings.models import PlayerRating
from league.standings.queries import standings_of
from league.standings.ratings.services import update_ratings
from tests.examples.test_crazy_eights_on_site import addresses
from tests.factories import make_club, make_competition, make_organiser, make_round, make_table
from tests.games.score_sheet.test_golden import MATCHES
from tests.league.competitions.test_views import FILLED
from tests.league.results.hands import live_hand, send, totals_of
from tests.league.results.visits import at_the_table, fields_of, form_of, text_of
from tests.portions import some_of

pytestmark = pytest.mark.django_db

FOUR = {"table_min": "4", "table_max": "4", "table_preferred": "4"}
THREE = {"table_min": "3", "table_max": "4", "table_preferred": "4"}
CLUBS_WON = {"c-declarer": "1", "c-game": "clubs", "c-tops": "2", "c-won": "1", "c-level": "plain"}
HEARTS: tuple[dict[str, Any], ...] = (
    {"hearts": [3, 5, 0, 5], "queen": 2},
    {"hearts": [13, 0, 0, 0], "queen": 0},
)


def table_of(game: str, seats: int = 4, **options: Any) -> Table:
    made = dict(site_game(game).engine.options(options).as_json())
    return make_table(make_round(make_competition(game=game, options=made)), seats)


def organiser_of(table: Table) -> Client:
    client = Client()
    client.force_login(make_organiser(table.round.stage.competition.club))
    return client


def test_an_organiser_makes_a_competition_of_a_sheet() -> None:
    club = make_club()
    client = Client()
    client.force_login(make_organiser(club))
    address = reverse("competitions:create", args=[club.slug]) + "?game=skat"
    assert "Skat (Seeger-Fabian)" in text_of(client.get(address))
    refused = client.post(address, FILLED | THREE | {"option-rounds": "9999"})
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert refused.context["forms"]["options"].errors == {
        "rounds": ["Ensure this value is less than or equal to 100."]
    }
    client.post(address, FILLED | THREE | {"option-rounds": "3"})
    made = Competition.objects.get(club=club)
    assert (made.game, made.options) == ("skat", {"sheet": "skat", "version": 1, "rounds": 3})
    shown = text_of(client.get(reverse("competitions:detail", args=[made.pk])))
    assert "Skat (Seeger-Fabian)" in shown


def test_a_hand_is_entered_explained_and_corrected() -> None:
    table = table_of("skat", 3, rounds=3)
    phone = at_the_table(table)
    enter = reverse("results:enter", args=[table.pk])
    form = form_of(phone.get(enter))
    refused = phone.post(enter, form | CLUBS_WON | {"c-declarer": "", "send": "1"})
    assert "Every game has a declarer, unless all passed." in text_of(refused)
    preview = phone.post(reverse("results:preview", args=[table.pk]), form | CLUBS_WON)
    assert "Clubs won: 36" in text_of(preview)
    page = text_of(phone.post(enter, form | CLUBS_WON | {"send": "1"}, follow=True))
    assert "Game 1 recorded." in page
    assert "plays alone" not in page
    hand = live_hand(table, 1)
    assert record_of(hand) == {
        "declarer": 1,
        "game": "clubs",
        "tops": 2,
        "from_hand": False,
        "level": "plain",
        "bid": 0,
        "won": True,
    }
    assert totals_of(table) == [0, 86, 0]
    client = organiser_of(table)
    correct = reverse("results:correct", args=[hand.pk])
    form = form_of(client.get(correct)) | {"reason": "Misread", "send": "1", "apply": "1"}
    client.post(correct, form | {"c-game": "spades"})
    assert totals_of(table) == [0, 83, 0]


def test_everything_is_said_in_the_words_of_the_sheet_in_the_reader_s_language() -> None:
    table = table_of("skat", 3)
    send(table, record={"declarer": 1, "game": "clubs", "tops": 2, "won": True})
    phone, german = at_the_table(table), {"accept-language": "de"}
    address = reverse("results:hand", args=[live_hand(table, 1).pk])
    page = text_of(phone.get(address, headers=german))
    assert "Kreuz gewonnen: 36" in page
    assert "Alleinspieler Björn" in page


def test_fewest_points_win_where_the_sheet_says_so() -> None:
    table = table_of("hearts", target=50)
    for record in HEARTS:
        send(table, record=record)
    assert totals_of(table) == [3, 31, 39, 31]
    competition = table.round.stage.competition
    rows = standings_of(competition)
    assert next((row.name, row.place) for row in rows) == ("Ada", 1)
    assert next(row.game_points for row in rows) == -3
    update_ratings(competition_id=competition.pk)
    best = max(PlayerRating.objects.filter(rating_list__game="hearts"), key=lambda row: row.mu)
    assert best.player.name == "Ada"
    recap = text_of(at_the_table(table).get(reverse("results:recap", args=[table.pk])))
    assert "Ada took fewest." in recap


def test_partners_change_by_turns_as_the_sheet_says() -> None:
    table = table_of("spades")
    page = text_of(at_the_table(table).get(reverse("results:table", args=[table.pk])))
    assert "A Ada C Chiara" in page


def test_whole_sheets_are_typed_and_printed() -> None:
    table = table_of("hearts")
    phone = at_the_table(table)
    sheet = reverse("results:score_sheet", args=[table.pk])
    assert "Queen of spades taken by" in text_of(phone.get(sheet))
    typed = {"first": "1", "seating": "1", "send": "1"}
    for number, record in enumerate(HEARTS, start=1):
        typed |= {f"h{number}-key": str(uuid4()), f"h{number}-c-queen": str(record["queen"])}
        hearts = enumerate(record["hearts"])
        typed |= {f"h{number}-c-hearts-{seat}": str(count) for seat, count in hearts}
    assert phone.post(sheet, typed).status_code == HTTPStatus.FOUND
    assert totals_of(table) == [3, 31, 39, 31]
    printed = organiser_of(table).get(reverse("printing:sheets", args=[table.round.pk]))
    assert printed.content.startswith(b"%PDF")


def test_sheets_are_in_the_api_with_the_schema_of_their_records() -> None:
    table = table_of("skat", 3)
    record = {"declarer": 1, "game": "clubs", "tops": 2, "won": True}
    send(table, record=record)
    client = organiser_of(table)
    games = client.get("/api/v1/games/").json()["results"]
    assert {game["slug"] for game in games} >= {"franks-zoo", *ready_slugs()}
    shown = client.get("/api/v1/games/skat/").json()
    assert shown["options"] == {"sheet": "skat", "version": 1, "rounds": 12}
    for schema, value in (("option_schema", shown["options"]), ("record_schema", record)):
        Draft202012Validator(shown[schema]).validate(value)
    hands = client.get(f"/api/v1/tables/{table.pk}/hands/").json()["results"]
    assert hands[0]["current"]["record"]["game"] == "clubs"
    assert client.get("/api/v1/games/bridge/").status_code == HTTPStatus.NOT_FOUND


def test_nothing_offers_to_play_a_sheet_online() -> None:
    table = table_of("skat", 3)
    competition = table.round.stage.competition
    client = organiser_of(table)
    page = client.get(reverse("competitions:detail", args=[competition.pk])).content.decode()
    assert reverse("online:settings", args=[competition.pk]) not in page
    assert "Skat" not in text_of(client.get("/play/"))


def test_the_calculator_counts_by_a_sheet() -> None:
    client = Client()
    asked = {"seats": "3", "dealer": "0", "option-rounds": "1"}
    begun = client.post(reverse("calculator:begin", args=["skat"]), asked)
    played = client.post(begun["Location"], CLUBS_WON | {"send": "1"}, follow=True)
    assert "86" in text_of(played)


@pytest.mark.parametrize(("game", "match"), MATCHES, ids=[slug for slug, _ in MATCHES])
def test_the_form_of_a_hand_carries_any_record(game: str, match: dict[str, Any]) -> None:
    found = site_game(game)
    options = found.engine.options(match["options"])
    now = found.engine.new_match(options, match["seats"], match["dealer"])
    names = [f"Player {seat}" for seat in range(match["seats"])]
    for hand in match["hands"]:
        record, setup = hand["record"], now.next_hand()
        assert setup is not None
        if record is None:
            now = now.skip()
            continue
        read = now.read(record).as_json()
        entry = found.entry.form.of_record(read).fit(setup)
        assert now.read(entry.as_record()).as_json() == read
        fields = {"fields": entry.fields(EntryFormContext(names, setup, {}))}
        drawn = render_to_string(found.entry.form.TEMPLATE, fields)
        sent = fields_of(f'<form id="hand-form">{drawn}</form>')
        again = found.entry.form.of_form(sent, match["seats"])
        assert now.read(again.as_record()).as_json() == read
        assert found.entry.describe_record(read, names)
        now = now.add(record)


@pytest.mark.parametrize("game", some_of(["doppelkopf", "canasta", "oh-hell"], 0, 1))
def test_no_address_about_a_table_of_a_sheet_fails(game: str) -> None:
    match = dict(MATCHES)[game]
    table = table_of(game, match["seats"], **match["options"])
    for number, hand in enumerate(match["hands"][:3], start=1):
        if hand["record"] is not None:
            send(table, number=number, record=hand["record"])
    client = organiser_of(table)
    call_command("rebuild", check=True)
    for address in addresses(table):
        answer = client.get(address)
        answer.getvalue()
        assert answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, address


def test_every_sheet_is_offered_by_its_title() -> None:
    offered = {game.slug: game.title for game in offered_games()}
    assert set(offered) == {"franks-zoo", "zop-zoo", "animal-poker", *ready_slugs()}
    assert offered["doppelkopf"] == "Doppelkopf"


def test_hand_of_a_sheet_is_called_what_its_players_call_it() -> None:
    table = table_of("skat", 3)
    at_it = at_the_table(table)
    headings = {"en": "Game 1", "de": "Spiel 1", "it": "Smazzata 1"}
    buttons = {"en": "Enter Game 1", "de": "Spiel 1 eintragen", "it": "Inserisci Smazzata 1"}
    for language, heading in headings.items():
        at_it.cookies["language"] = language
        page = text_of(at_it.get(reverse("results:table", args=[table.pk])))
        assert heading in page
        assert buttons[language] in page
    printed = organiser_of(table)
    User.objects.update(language="de")
    assert "Spiel" in text_of(printed.get(reverse("rounds:sheets", args=[table.round.pk])))
    plain = table_of("hearts")
    assert "Enter hand 1" in text_of(
        at_the_table(plain).get(reverse("results:table", args=[plain.pk]))
    )
