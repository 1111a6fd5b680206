import re
from datetime import UTC, datetime

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.clubs.models import Club
from league.competitions.models import Competition, RoundStatus, TieBreak
from tests.factories import (
    make_club,
    make_competition,
    make_entry,
    make_organiser,
    make_player,
    make_round,
    make_user,
)

pytestmark = pytest.mark.django_db

FILLED = {
    "name": "Autumn League",
    "kind": "league",
    "mode": "partners",
    "target": "19",
    "final_trick": "owner",
    "table_min": "3",
    "table_preferred": "5, 4",
    "table_max": "6",
    "place_points": "10, 7, 5",
    "scoring": "places",
    "size_points": "",
    "win_bonus": "0",
    "target_bonus": "0",
    "attendance_bonus": "0",
    "tie_breaks_0": "wins",
    "tie_breaks_1": "game_points",
    "team_best": "",
    "best_of": "",
    "attendance_min": "0",
    "bye_points": "0",
    "absence_points": "0",
    "no_show_points": "0",
    "are_guests_ranked": "on",
    "substitutes": "entry",
    "unfinished": "standing",
    "confirmation": "other",
    "confirm_minutes": "15",
    "phone_use": "enters",
    "method": "variety",
    "planned_rounds": "",
    "seating_priority": "even",
    "score_weight": "50",
    "hands_limit": "",
    "minutes": "",
    "last_call_minutes": "10",
    "reminder_hours": "",
    "deadline": "close",
    "next_round": "hand",
    "start": "now",
    "first_at": "",
    "count": "6",
    "every": "1",
    "unit": "7",
    "hours": "",
}
DATES = {"start": "dates", "first_at": "2099-03-22T20:30"}


@pytest.fixture
def club() -> Club:
    return make_club(time_zone="Europe/Rome")


@pytest.fixture
def organiser(club: Club, client: Client) -> Client:
    client.force_login(make_organiser(club))
    return client


def create(client: Client, club: Club, **changes: str) -> object:
    return client.post(reverse("competitions:create", args=[club.slug]), FILLED | changes)


def test_create_now_leads_to_the_open_round_with_all_players_entered(
    organiser: Client, club: Club
) -> None:
    make_player(club, "Ada")
    make_player(club, "Gone", left_at=club.created_at)

    answer = organiser.post(reverse("competitions:create", args=[club.slug]), FILLED)

    competition = Competition.objects.get()
    opened = competition.stages.get().rounds.get()
    assert answer.headers["Location"] == reverse("rounds:detail", args=[opened.pk])
    assert opened.is_open
    assert competition.table_preferred == [5, 4]
    assert sorted(competition.entries.values_list("player__name", flat=True)) == [
        "Ada",
        "Olga Organiser",
    ]


def test_create_with_dates_makes_rounds_by_the_clubs_clock(organiser: Client, club: Club) -> None:
    create(
        organiser,
        club,
        start="dates",
        first_at="2099-03-22T20:30",
        count="2",
        every="1",
        unit="7",
        hours="4",
    )

    rounds = Competition.objects.get().stages.get().rounds.order_by("number")
    assert list(rounds.values_list("status", "opens_at", "closes_at")) == [
        (
            RoundStatus.SCHEDULED,
            datetime(2099, 3, 22, 19, 30, tzinfo=UTC),
            datetime(2099, 3, 22, 23, 30, tzinfo=UTC),
        ),
        (
            RoundStatus.SCHEDULED,
            datetime(2099, 3, 29, 18, 30, tzinfo=UTC),
            datetime(2099, 3, 29, 22, 30, tzinfo=UTC),
        ),
    ]


def test_create_without_rounds_leads_to_the_competition(organiser: Client, club: Club) -> None:
    answer = organiser.post(
        reverse("competitions:create", args=[club.slug]),
        FILLED | {"start": "later", "count": "", "every": "", "unit": ""},
    )

    competition = Competition.objects.get()
    assert answer.headers["Location"] == reverse("competitions:detail", args=[competition.pk])
    assert competition.stages.get().rounds.count() == 0


@pytest.mark.parametrize(
    ("form", "changes", "field", "words"),
    [
        ("settings", {"name": "🎲🎲"}, "name", "The name needs at least one letter"),
        ("settings", {"name": "x" * 300}, "name", "too long: 300 characters. Use at most 80"),
        (
            "settings",
            {"table_min": "5", "table_max": "4"},
            "table_max",
            "smaller than the smallest",
        ),
        ("settings", {"table_preferred": "7"}, "table_preferred", "sizes from 3 to 6"),
        ("settings", {"place_points": "3, 5"}, "place_points", "cannot be worth fewer points"),
        ("options", {"target": "0"}, "target", "from 1 to 1000000"),
        ("options", {"mode": "solo"}, "mode", "not one of the available choices"),
        ("schedule", {"start": "dates"}, "first_at", "Choose when"),
        ("schedule", DATES | {"first_at": "0001-01-01T20:30"}, "first_at", "from 2000 to 2100"),
        ("schedule", DATES | {"first_at": "9999-12-31T23:59"}, "first_at", "from 2000 to 2100"),
        ("schedule", DATES | {"first_at": "2020-03-22T20:30"}, "first_at", "time is in the past"),
        ("schedule", DATES | {"count": "200"}, "count", "less than or equal to 60"),
        ("schedule", DATES | {"hours": "9" * 5000}, "hours", "Enter a whole number"),
        ("schedule", {"count": "0", "start": "dates"}, "count", "greater than or equal to 1"),
    ],
)
def test_create_with_a_fault_says_so_at_the_field_and_keeps_what_was_typed(
    organiser: Client, club: Club, form: str, changes: dict[str, str], field: str, words: str
) -> None:
    answer = organiser.post(
        reverse("competitions:create", args=[club.slug]), FILLED | {"hours": "3"} | changes
    )

    errors = answer.context["forms"][form].errors
    assert answer.status_code == 422
    assert words in " ".join(errors[field])
    assert 'value="3"' in answer.content.decode()
    assert Competition.objects.count() == 0


def test_first_round_is_asked_for_where_rounds_have_dates(organiser: Client, club: Club) -> None:
    page = organiser.get(reverse("competitions:create", args=[club.slug])).content.decode()

    assert "First round opens</label>" in page
    assert "Close after (hours) <span" in page


def test_create_sent_twice_makes_one_competition(organiser: Client, club: Club) -> None:
    create(organiser, club)
    answer = organiser.post(reverse("competitions:create", args=[club.slug]), FILLED)

    assert answer.context["forms"]["settings"].errors == {
        "name": ["A competition with this name already exists. Choose another name."]
    }
    assert Competition.objects.count() == 1


def test_create_shows_a_form_that_is_ready_but_for_the_name(organiser: Client, club: Club) -> None:
    answer = organiser.get(reverse("competitions:create", args=[club.slug]))

    page = answer.content.decode()
    assert 'value="10, 7, 5, 3, 2, 1, 0"' in page
    assert 'value="19"' in page


def test_entries_page_changes_what_was_changed_and_keeps_what_others_did(
    organiser: Client, club: Club
) -> None:
    competition = make_competition(club)
    ada = make_entry(competition, name="Ada").player
    bjoern = make_player(club, "Björn")
    # Somebody else enters Chiara while the page is open.
    make_entry(competition, name="Chiara")

    organiser.post(
        reverse("competitions:entries", args=[competition.pk]),
        {"was": [ada.pk], "player": [bjoern.pk]},
    )

    taking_part = competition.entries.filter(withdrawn_at=None)
    assert sorted(taking_part.values_list("player__name", flat=True)) == ["Björn", "Chiara"]


def test_entries_page_ignores_players_of_other_clubs(organiser: Client, club: Club) -> None:
    competition = make_competition(club)

    organiser.post(
        reverse("competitions:entries", args=[competition.pk]), {"player": [make_player().pk, "x"]}
    )

    assert competition.entries.count() == 0


def test_detail_shows_times_by_the_clubs_clock(client: Client, club: Club) -> None:
    competition = make_competition(club)
    make_round(
        competition,
        status=RoundStatus.SCHEDULED,
        opens_at=datetime(2026, 11, 6, 19, 30, tzinfo=UTC),
    )

    page = client.get(reverse("competitions:detail", args=[competition.pk])).content.decode()

    assert "Opens Fri 6 November 2026, 20:30" in " ".join(page.split())


def test_detail_gives_htmx_the_piece_alone(client: Client, club: Club) -> None:
    competition = make_competition(club)

    answer = client.get(
        reverse("competitions:detail", args=[competition.pk]), headers={"HX-Target": "competition"}
    )

    assert answer.content.decode().strip().startswith('<section id="competition"')
    assert "HX-Target" in answer.headers["Vary"]


@pytest.mark.parametrize("count", [1, 3])
def test_list_page_takes_the_same_queries_for_one_and_three(
    count: int, client: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(count):
        make_round(make_competition(club))

    with django_assert_num_queries(3):
        page = client.get(reverse("competitions:list", args=[club.slug])).content.decode()

    assert page.count("row-link") == count


@pytest.mark.parametrize("count", [1, 3])
def test_detail_page_takes_the_same_queries_for_one_and_three_rounds(
    count: int, client: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    competition = make_competition(club)
    for number in range(1, count + 1):
        make_round(competition, number=number, status=RoundStatus.CLOSED)

    cache.clear()

    with django_assert_num_queries(8):
        page = client.get(reverse("competitions:detail", args=[competition.pk])).content.decode()

    assert page.count("row-link") == count


@pytest.mark.parametrize("role", ["player", "scorer", "organiser of another club", "nobody"])
@pytest.mark.parametrize("name", ["create", "entries"])
def test_only_organisers_may_write(client: Client, club: Club, role: str, name: str) -> None:
    competition = make_competition(club)
    if role == "organiser of another club":
        client.force_login(make_organiser(make_club()))
    elif role != "nobody":
        user = make_user()
        make_player(club, "Sam", role, user)
        client.force_login(user)
    address = reverse(
        f"competitions:{name}", args=[club.slug if name == "create" else competition.pk]
    )

    answers = [client.get(address), client.post(address, FILLED)]

    expected = 302 if role == "nobody" else 404
    assert [answer.status_code for answer in answers] == [expected, expected]
    assert (Competition.objects.count(), competition.entries.count()) == (1, 0)


@pytest.mark.parametrize("name", ["list", "detail"])
def test_everybody_may_read(client: Client, club: Club, name: str) -> None:
    competition = make_competition(club, name="Autumn League")
    address = reverse(
        f"competitions:{name}", args=[club.slug if name == "list" else competition.pk]
    )

    page = client.get(address).content.decode()

    assert "Autumn League" in page
    assert "New competition" not in page
    assert "Add round" not in page


@pytest.mark.parametrize(
    ("game", "smallest", "largest"),
    [("franks-zoo", 3, 7), ("zop-zoo", 3, 7), ("animal-poker", 3, 6)],
)
def test_create_offers_tables_that_the_game_has(
    organiser: Client, club: Club, game: str, smallest: int, largest: int
) -> None:
    address = reverse("competitions:create", args=[club.slug])

    settings = organiser.get(address, {"game": game}).context["forms"]["settings"]

    offered = [settings.fields[name].initial for name in ("table_min", "table_max")]
    assert offered == [smallest, largest]
    assert all(size in dict(settings.fields["table_max"].choices) for size in offered)


def test_create_page_names_every_place_of_the_tie_breaks(organiser: Client, club: Club) -> None:
    page = organiser.get(reverse("competitions:create", args=[club.slug])).content.decode()

    for number in range(len(TieBreak)):
        label = rf'<label[^>]*for="id_tie_breaks_{number}">Tie-break {number + 1}</label>'
        assert re.search(label, page)


def test_club_without_a_competition_leads_its_organisers_to_the_first(
    client: Client, club: Club
) -> None:
    create = reverse("competitions:create", args=[club.slug])
    client.force_login(make_organiser(club))
    address = reverse("clubs:home", args=[club.slug])
    for name in ("Ada", "Björn", "Chiara"):
        make_player(club, name)

    before = client.get(address).content.decode()
    make_competition(club)
    after = client.get(address).content.decode()

    assert (before.count(create), after.count(create)) == (1, 0)


def test_list_names_the_game_of_each_competition(client: Client, club: Club) -> None:
    make_competition(club)
    make_competition(club, game="zop-zoo", kind="tournament")

    page = client.get(reverse("competitions:list", args=[club.slug])).content.decode()

    assert re.findall(r"<small>(.*?) · (\w+) ·", page) == [
        ("ZOP ZOO", "tournament"),
        ("Frank’s Zoo", "league"),
    ]
