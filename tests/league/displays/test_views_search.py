import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from league.clubs.models import Club
from league.competitions.models import RoundStatus
from tests.factories import (
    NOW,
    make_club,
    make_competition,
    make_organiser,
    make_player,
    make_round,
    make_table,
    make_user,
)
from tests.league.displays.evenings import text_of

pytestmark = pytest.mark.django_db

PIECE = {"HX-Request": "true", "HX-Target": "found"}
MENU = {"HX-Request": "true", "HX-Target": "menu-found"}


def found(client: Client, wanted: str, club: Club | None = None) -> dict[str, list[str]]:
    """Return what a search lists under each heading."""
    name, args = ("search", [club.slug]) if club else ("search_clubs", [])
    page = text_of(client, f"{reverse(f'displays:{name}', args=args)}?q={wanted}", **PIECE)
    groups = re.findall(r"<h2>(.*?)</h2>(.*?)</section>", page)
    return {title: re.findall(r'class="row-link"[^>]*>(.*?)</a>', rows) for title, rows in groups}


def test_search_finds_players_and_competitions_the_best_group_first(client: Client) -> None:
    club = make_club()
    make_player(club, "Katrin Fritag")
    make_competition(club, name="Friday League")
    make_competition(club, name="Freitagsliga")
    make_player(make_club(), "Friday Somewhere Else")
    assert list(found(client, "friday", club).items()) == [("Competitions", ["Friday League"])]
    assert list(found(client, "freitag", club).items()) == [
        ("Competitions", ["Freitagsliga"]),
        ("Players", ["Katrin Fritag"]),
    ]


def test_who_has_left_is_found_by_organisers_alone(client: Client) -> None:
    club = make_club()
    make_player(club, "Ada Gone", left_at=NOW)
    assert found(client, "ada", club) == {}
    client.force_login(make_organiser(make_club()))
    assert found(client, "ada", club) == {}
    client.force_login(make_organiser(club))
    assert found(client, "ada", club) == {"Players": ["Ada Gone"]}


def test_player_who_sits_at_a_table_is_shown_with_it(client: Client) -> None:
    round_ = make_round(make_competition(name="Friday League"))
    make_table(round_, number=1)
    club = round_.stage.competition.club
    address = reverse("displays:search", args=[club.slug])
    assert "now at table 1, Friday League" in text_of(client, f"{address}?q=bjorn")
    round_.status = RoundStatus.CLOSED
    round_.save()
    assert "plays now" not in text_of(client, f"{address}?q=bjorn")


def test_rounds_are_found_by_number_open_ones_first(client: Client) -> None:
    club = make_club()
    friday = make_competition(club, name="Friday League")
    monday = make_competition(club, name="Monday Cup")
    make_round(friday, 3, RoundStatus.CLOSED)
    make_round(monday, 3)
    make_round(friday, 13)
    page = text_of(client, f"{reverse('displays:search', args=[club.slug])}?q=round+3")
    assert re.findall(r"</a> <small>(\w+ \w+)</small>", page) == ["Monday Cup", "Friday League"]
    assert found(client, "roudn+3", club) == {"Rounds": ["Round 3", "Round 3"]}
    assert found(client, "3+mondy", club) == {"Rounds": ["Round 3"]}
    assert found(client, "monday", club) == {"Competitions": ["Monday Cup"]}
    assert found(client, "99", club) == {}


def test_tables_are_found_by_number_and_by_their_round(client: Client) -> None:
    competition = make_competition(name="Friday League")
    first, second = make_round(competition, 1, RoundStatus.CLOSED), make_round(competition, 2)
    make_table(first, number=2)
    make_table(second, number=2)
    make_table(second, number=3)
    make_table(second, number=4, dissolved_at=NOW)
    club = competition.club

    assert found(client, "table+2", club) == {"Tables": ["Table 2", "Table 2"]}
    assert found(client, "tabel+3", club) == {"Tables": ["Table 3"]}
    assert found(client, "table+2+round+1", club) == {"Tables": ["Table 2"]}
    assert found(client, "table+4", club) == {}
    address = reverse("displays:search", args=[club.slug])
    newest, oldest = re.findall(
        r"Friday League · Round (\d)", text_of(client, f"{address}?q=table+2")
    )
    assert (newest, oldest) == ("2", "1")


def test_search_over_clubs_is_over_ones_own_and_else_over_all(client: Client) -> None:
    mine, other = make_club("Mine"), make_club("Other")
    make_player(mine, "Ada Near")
    make_player(other, "Ada Far")
    assert found(client, "ada") == {"Players": ["Ada Far", "Ada Near"]}
    user = make_user()
    make_player(mine, "Me", user=user)
    client.force_login(user)
    assert found(client, "ada") == {"Players": ["Ada Near"]}


def test_search_without_scripts_is_a_page_that_keeps_what_was_typed(client: Client) -> None:
    club = make_club()
    make_player(club, "Ada")
    page = text_of(client, f"{reverse('displays:search', args=[club.slug])}?q=%22%3Cada")
    assert 'value="&quot;&lt;ada"' in page
    assert "<title>“&quot;&lt;ada” · Search" in page
    assert ">Ada</a>" in page


@pytest.mark.parametrize("wanted", ["", "%20", "?!", "%00", "x" * 500, "(%5B*"])
def test_nothing_and_nonsense_find_nothing(client: Client, wanted: str) -> None:
    club = make_club()
    make_player(club, "Ada")
    assert found(client, wanted, club) == {}


def test_menu_is_short_and_leads_to_the_page(client: Client) -> None:
    club = make_club()
    for number in range(6):
        make_player(club, f"Ada {number}")
    address = reverse("displays:search", args=[club.slug])
    menu = text_of(client, f"{address}?q=ada", **MENU)
    assert menu.count("row-link") == 4
    assert f'<a href="{address}?q=ada">Show all results</a>' in menu
    assert text_of(client, f"{address}?q=ada", **PIECE).count("row-link") == 6


def test_more_than_a_page_holds_is_told(client: Client) -> None:
    club = make_club()
    for number in range(15):
        make_player(club, f"Ada {number}")
    page = text_of(client, f"{reverse('displays:search', args=[club.slug])}?q=ada")
    assert page.count("row-link") == 12
    assert "And 3 more results. Type more letters." in page


def test_navigation_of_a_club_has_the_search(client: Client) -> None:
    club = make_club()
    address = reverse("displays:search", args=[club.slug])
    home = text_of(client, reverse("clubs:home", args=[club.slug]))
    assert f'class="nav-search" method="get" action="{address}"' in home
    assert f'class="search-link" href="{address}"' in home
    assert "nav-search" not in text_of(client, address)
    make_user(is_superuser=True)
    assert reverse("displays:search_clubs") in text_of(client, reverse("clubs:index"))


def test_club_that_is_not_there_is_not_found(client: Client) -> None:
    assert client.get(reverse("displays:search", args=["nowhere"])).status_code == 404


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize(("wanted", "queries"), [("ada", 6), ("round+1", 5), ("table+2", 7)])
def test_queries_are_as_many_for_one_row_as_for_three(
    client: Client,
    django_assert_num_queries: Callable[..., object],
    wanted: str,
    queries: int,
    rows: int,
) -> None:
    club = make_club()
    for number in range(rows):
        competition = make_competition(club, name=f"Ada Cup {number}")
        make_table(make_round(competition), number=2)
    address = reverse("displays:search", args=[club.slug])
    with django_assert_num_queries(queries):  # type: ignore[attr-defined]
        client.get(f"{address}?q={wanted}")
