"""Who gets which page: what you may not see does not exist."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from league.clubs.membership import make_invitation
from league.clubs.models import Invitation, Player, Role, User
from tests.factories import NOW, make_club, make_organiser, make_player, make_user

pytestmark = pytest.mark.django_db

VISITORS = ("anonymous", "player", "scorer", "organiser", "owner", "stranger", "site owner")
EVERYBODY = dict.fromkeys(VISITORS, 200)
ORGANISERS = {
    "anonymous": 302,
    "player": 404,
    "scorer": 404,
    "organiser": 200,
    "owner": 200,
    "stranger": 404,
    "site owner": 200,
}
OWNERS = ORGANISERS | {"organiser": 404}
SITE_OWNERS = OWNERS | {"owner": 404}
HIMSELF = SITE_OWNERS | {"player": 200, "site owner": 404}


class Scene:
    """A club with somebody in every role, and a stranger who organises another club."""

    def __init__(self) -> None:
        self.club = make_club()
        self.people: dict[str, Player] = {
            role: make_player(self.club, role, role, make_user()) for role in Role.values
        }
        self.unsigned = make_player(self.club, "Without sign-in")
        by = self.user("organiser")
        self.invitation: Invitation = make_invitation(
            club=self.club, by=by, life=timedelta(days=36500), now=NOW
        )
        self.stranger = make_organiser(make_club("Elsewhere"))
        self.site_owner = make_user(is_superuser=True)

    def user(self, role: str) -> User:
        """Return the user in a role of the club."""
        user = self.people[role].user
        assert user
        return user

    def client(self, visitor: str) -> Client:
        """Return a browser in which a visitor is signed in."""
        client = Client()
        if visitor == "stranger":
            client.force_login(self.stranger)
        elif visitor == "site owner":
            client.force_login(self.site_owner)
        elif visitor != "anonymous":
            client.force_login(self.user(visitor))
        return client


PAGES: dict[str, tuple[Callable[[Scene], str], dict[str, int]]] = {
    "index": (lambda _: reverse("clubs:index"), EVERYBODY),
    "home": (lambda s: reverse("clubs:home", args=[s.club.slug]), EVERYBODY),
    "players": (lambda s: reverse("clubs:players", args=[s.club.slug]), EVERYBODY),
    "player": (lambda s: reverse("clubs:player", args=[s.unsigned.pk]), EVERYBODY),
    "create": (lambda _: reverse("clubs:create"), SITE_OWNERS),
    "edit": (lambda s: reverse("clubs:edit", args=[s.club.slug]), ORGANISERS),
    "add players": (lambda s: reverse("clubs:add_players", args=[s.club.slug]), ORGANISERS),
    "invitations": (lambda s: reverse("clubs:invitations", args=[s.club.slug]), ORGANISERS),
    "invitation": (lambda s: reverse("clubs:invitation", args=[s.invitation.pk]), ORGANISERS),
    "edit a player": (lambda s: reverse("clubs:edit_player", args=[s.unsigned.pk]), ORGANISERS),
    "link of a player": (lambda s: reverse("clubs:player_link", args=[s.unsigned.pk]), ORGANISERS),
    "edit an owner": (lambda s: reverse("clubs:edit_player", args=[s.people["owner"].pk]), OWNERS),
    "link of an organiser": (
        lambda s: reverse("clubs:player_link", args=[s.people["organiser"].pk]),
        OWNERS,
    ),
    "preferences": (lambda s: reverse("clubs:preferences", args=[s.people["player"].pk]), HIMSELF),
}


@pytest.mark.parametrize("page", PAGES)
def test_page_is_there_for_whom_it_is_meant(page: str) -> None:
    scene = Scene()
    address, wanted = PAGES[page]
    answers = {
        visitor: scene.client(visitor).get(address(scene)).status_code for visitor in VISITORS
    }

    assert answers == wanted


@pytest.mark.parametrize("action", ["leave", "return", "revoke_invitation"])
@pytest.mark.parametrize("visitor", ["anonymous", "player", "scorer", "stranger"])
def test_action_of_organisers_changes_nothing_for_others(action: str, visitor: str) -> None:
    scene = Scene()
    scene.unsigned.left_at = NOW if action == "return" else None
    scene.unsigned.save()
    pk = scene.invitation.pk if action == "revoke_invitation" else scene.unsigned.pk
    response = scene.client(visitor).post(reverse(f"clubs:{action}", args=[pk]))
    before = scene.unsigned.left_at

    assert response.status_code == (302 if visitor == "anonymous" else 404)
    scene.unsigned.refresh_from_db()
    scene.invitation.refresh_from_db()
    assert (scene.unsigned.left_at, scene.invitation.revoked_at) == (before, None)


@pytest.mark.parametrize("page", ["players", "player"])
def test_addresses_are_shown_to_organisers_only(page: str) -> None:
    scene = Scene()
    scene.unsigned.contact_email = "secret@example.org"
    scene.unsigned.save()
    address = PAGES[page][0](scene)
    shown = {
        visitor
        for visitor in VISITORS
        if b"secret@example.org" in scene.client(visitor).get(address).content
    }

    assert shown == {"organiser", "owner", "site owner"}


def test_action_is_not_done_by_looking() -> None:
    scene = Scene()
    client = scene.client("owner")

    for action, pk in (
        ("leave", scene.unsigned.pk),
        ("return", scene.unsigned.pk),
        ("revoke_invitation", scene.invitation.pk),
    ):
        assert client.get(reverse(f"clubs:{action}", args=[pk])).status_code == 405
