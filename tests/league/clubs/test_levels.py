"""The levels page says what the code does."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from league.clubs import queries
from league.clubs.models import Club, Role
from league.clubs.rights import OWN, PLAY, RIGHTS, ROLES_UPWARDS, RUN, SCORE, rank
from tests.factories import make_club, make_player, make_user

pytestmark = pytest.mark.django_db


def levels_shown(client: Client, club: Club) -> dict[str, list[str]]:
    """Return the sections of the page with their lines, as a reader sees them."""
    page = client.get(reverse("clubs:levels", args=[club.slug])).content.decode()
    sections = re.findall(
        r'<section class="card stack" id="(\w+)">(.*?)</section>', page, re.DOTALL
    )
    return {name: re.findall("<li>(.*?)</li>", text) for name, text in sections}


def test_page_lists_every_right_below_the_lowest_role_that_has_it(client: Client) -> None:
    shown = levels_shown(client, make_club())

    assert list(shown) == ["everybody", *ROLES_UPWARDS]
    assert shown == {
        role or "everybody": [
            escape(str(words)) for right in RIGHTS if right.lowest == role for words in right.text
        ]
        for role in (None, *ROLES_UPWARDS)
    }


def test_every_role_has_a_level_and_every_level_something_of_its_own() -> None:
    assert sorted(ROLES_UPWARDS) == sorted(Role)
    assert {right.lowest for right in RIGHTS} == {None, *Role}


def test_rights_are_what_look_ups_answer() -> None:
    club = make_club()
    users = {role: make_user() for role in Role}
    for role, user in users.items():
        make_player(club, role, role, user)
    managed = {role: queries.players_managed_by(users[role]).count() for role in Role}
    found = {
        RUN: {str(role) for role in Role if queries.clubs_organised_by(users[role])},
        SCORE: {str(role) for role in Role if queries.clubs_scored_by(users[role])},
        OWN: {str(role) for role in Role if managed[role] == len(Role)},
        PLAY: {player.role for player in queries.players_who_play(club)},
    }

    assert found == {right: set(right.roles) for right in found}


def test_own_level_is_marked(client: Client) -> None:
    player = make_player(role=Role.SCORER, user=make_user())
    assert player.user
    client.force_login(player.user)

    page = client.get(reverse("clubs:levels", args=[player.club.slug])).content.decode()

    marked = page.index('<span class="badge info">You</span>')
    assert page.index('id="scorer"') < marked < page.index('id="organiser"')


def test_nobody_ranks_below_everybody() -> None:
    assert [rank(role) for role in (None, *ROLES_UPWARDS)] == [-1, 0, 1, 2, 3, 4]
