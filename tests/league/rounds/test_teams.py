from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.competitions.models import Competition
from league.results.adjustments import adjust
from league.standings.queries import standings_of
from tests.factories import (
    NOW,
    make_competition,
    make_entry,
    make_organiser,
    make_player,
    make_round,
    make_user,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition() -> Competition:
    return make_competition()


@pytest.fixture
def organiser(competition: Competition, client: Client) -> Client:
    client.force_login(make_organiser(competition.club))
    return client


def test_teams_page_says_who_plays_in_which_team(
    organiser: Client, competition: Competition
) -> None:
    ada, emil = make_entry(competition, name="Ada"), make_entry(competition, name="Emil")
    address = reverse("rounds:teams", args=[competition.pk])

    answer = organiser.post(
        address, {f"{ada.pk}-team": "  Lions  ", f"{emil.pk}-team": "", f"{emil.pk}-is_guest": "on"}
    )

    assert answer.headers["Location"] == reverse("competitions:detail", args=[competition.pk])
    shown = organiser.get(address).content.decode()
    ada.refresh_from_db()
    emil.refresh_from_db()
    assert (ada.team, ada.is_guest, emil.team, emil.is_guest) == ("Lions", False, "", True)
    assert 'value="Lions"' in shown


def test_teams_page_keeps_what_was_typed_beside_the_error(
    organiser: Client, competition: Competition
) -> None:
    ada = make_entry(competition, name="Ada")

    answer = organiser.post(
        reverse("rounds:teams", args=[competition.pk]), {f"{ada.pk}-team": "***"}
    )

    page = answer.content.decode()
    assert answer.status_code == 422
    assert "The name needs at least one letter or digit" in page
    assert 'value="***"' in page


def test_teams_page_ranks_anew_where_guests_have_no_place(
    organiser: Client, competition: Competition
) -> None:
    Competition.objects.filter(pk=competition.pk).update(are_guests_ranked=False)
    make_round(competition)
    ada = make_entry(competition, name="Ada")
    adjust(
        competition_id=competition.pk,
        entry_id=ada.pk,
        kind="bonus",
        points=3,
        reason="test",
        by=None,
        now=NOW,
    )
    competition.refresh_from_db()
    [before] = standings_of(competition)

    organiser.post(
        reverse("rounds:teams", args=[competition.pk]),
        {f"{ada.pk}-team": "", f"{ada.pk}-is_guest": "on"},
    )

    [after] = standings_of(competition)
    assert (before.place, after.place) == (1, None)


def test_teams_page_is_for_organisers(client: Client, competition: Competition) -> None:
    client.force_login(make_user())

    assert client.get(reverse("rounds:teams", args=[competition.pk])).status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_teams_page_takes_the_same_queries_for_any_number(
    organiser: Client,
    competition: Competition,
    django_assert_num_queries: DjangoAssertNumQueries,
    count: int,
) -> None:
    for _ in range(count):
        make_entry(competition)

    with django_assert_num_queries(5):
        organiser.get(reverse("rounds:teams", args=[competition.pk]))


def enter(organiser: Client, competition: Competition, team: str, members: str) -> Any:
    address = reverse("rounds:enter_team", args=[competition.pk])
    return organiser.post(address, {"team": team, "members": members})


def line_up(competition: Competition) -> list[tuple[str, str]]:
    entries = competition.entries.filter(withdrawn_at=None).order_by("player__name")
    return list(entries.values_list("player__name", "team"))


def test_a_team_is_entered_with_players_of_the_club_and_new_ones(
    organiser: Client, competition: Competition
) -> None:
    make_player(competition.club, "Zoë")
    make_entry(competition, name="Ada")

    for _ in range(2):
        answer = enter(organiser, competition, "Lions", "zoe\n  Emil \nAda\n\nEmil")

    assert answer.headers["Location"] == reverse("rounds:teams", args=[competition.pk])
    assert line_up(competition) == [("Ada", "Lions"), ("Emil", "Lions"), ("Zoë", "Lions")]
    assert competition.club.players.filter(name="Emil").count() == 1


def test_who_is_meant_by_a_name_of_two_is_asked(
    organiser: Client, competition: Competition
) -> None:
    make_player(competition.club, "Ada")
    make_player(competition.club, "Ada")

    answer = enter(organiser, competition, "Lions", "Ada\nEmil")

    assert answer.status_code == 422
    assert "2 players are called Ada" in answer.content.decode()
    assert line_up(competition) == []


def test_a_team_is_entered_by_organisers_alone(client: Client, competition: Competition) -> None:
    client.force_login(make_user())
    assert enter(client, competition, "Lions", "Ada").status_code == 404
    assert line_up(competition) == []
