"""Who is who in a club."""

import pytest
from django.contrib.auth.models import AnonymousUser

from league.clubs import queries
from league.clubs.models import Player, Role, User
from league.clubs.rights import ROLES_UPWARDS
from tests.factories import NOW, make_club, make_player, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


@pytest.mark.parametrize(
    ("role", "organises", "scores"),
    [
        (Role.OWNER, True, True),
        (Role.ORGANISER, True, True),
        (Role.SCORER, False, True),
        (Role.PLAYER, False, False),
        (Role.VIEWER, False, False),
    ],
)
def test_role_says_what_somebody_may_do(role: str, organises: bool, scores: bool) -> None:
    player = make_player(role=role, user=make_user())
    user, club = player.user, player.club
    assert user

    assert queries.is_organiser(user, club) is organises
    assert queries.is_scorer(user, club) is scores
    assert list(queries.clubs_organised_by(user)) == ([club] if organises else [])
    assert list(queries.clubs_scored_by(user)) == ([club] if scores else [])
    assert vars(queries.clubs_visible_to(user).get(slug=club.slug))["is_organised"] is organises


def test_rights_end_at_the_club_and_when_one_leaves() -> None:
    player = make_player(role=Role.OWNER, user=make_user())
    user = player.user
    assert user

    assert queries.is_organiser(user, make_club("Other")) is False
    player.left_at = NOW
    player.save()
    assert queries.is_organiser(user, player.club) is False
    assert queries.player_of(user, player.club) is None
    assert list(queries.clubs_of(user)) == []


def test_anonymous_visitor_sees_clubs_and_may_do_nothing() -> None:
    make_player(user=None)
    club = make_player(role=Role.OWNER, user=None).club
    nobody = AnonymousUser()

    assert list(queries.clubs_visible_to(nobody).filter(slug=club.slug)) == [club]
    assert queries.is_organiser(nobody, club) is False
    assert list(queries.clubs_of(nobody)) == []
    assert list(queries.clubs_scored_by(nobody)) == []
    assert list(queries.players_managed_by(nobody)) == []
    assert queries.player_of(nobody, club) is None


def test_inactive_user_may_do_nothing() -> None:
    user = make_user(is_superuser=True, is_active=False)

    assert queries.is_organiser(user, make_club()) is False
    assert queries.site_owners().exists() is False


def test_site_owner_is_owner_of_every_club() -> None:
    owner = make_user(is_superuser=True)
    player = make_player(role=Role.OWNER)

    assert queries.is_organiser(owner, player.club) is True
    assert queries.may_manage(owner, player) is True
    assert list(queries.players_managed_by(owner)) == [player]


def test_organiser_manages_those_below_and_owner_everybody() -> None:
    club = make_club()
    people = {role: make_player(club, name=role, role=role, user=make_user()) for role in Role}
    users: dict[Role, User] = {
        role: player.user for role, player in people.items() if player.user is not None
    }
    managed = {
        role: [player.name for player in queries.players_managed_by(user)]
        for role, user in users.items()
    }

    assert managed == {
        Role.OWNER: ["organiser", "owner", "player", "scorer", "viewer"],
        Role.ORGANISER: ["player", "scorer", "viewer"],
        Role.SCORER: [],
        Role.PLAYER: [],
        Role.VIEWER: [],
    }
    assert managed == {
        role: sorted(p.name for p in people.values() if queries.may_manage(user, p))
        for role, user in users.items()
    }


def test_organiser_gives_no_role_of_organisers() -> None:
    club = make_club()
    organiser = make_player(club, role=Role.ORGANISER, user=make_user())
    owner = make_player(club, role=Role.OWNER, user=make_user())
    player = make_player(club)
    assert organiser.user
    assert owner.user

    assert queries.roles_given_by(organiser.user, player) == [Role.VIEWER, Role.PLAYER, Role.SCORER]
    assert queries.roles_given_by(organiser.user, owner) == []
    assert queries.roles_given_by(owner.user, player) == list(ROLES_UPWARDS)


def test_link_gives_nobody_more_rights() -> None:
    club, elsewhere = make_club(), make_club("Elsewhere")
    organiser = make_user()
    make_player(club, role=Role.ORGANISER, user=organiser)
    phone, owner_of_site = User.objects.create_user(), User.objects.create_user(is_superuser=True)
    two_clubs = User.objects.create_user()
    make_player(elsewhere, role=Role.ORGANISER, user=two_clubs)
    players = {
        "no user": make_player(club),
        "phone": make_player(club, user=phone),
        "address": make_player(club, user=make_user()),
        "site administrator": make_player(club, user=owner_of_site),
        "organiser elsewhere": make_player(club, user=two_clubs),
        "owner of the club": make_player(club, role=Role.OWNER),
    }

    allowed = {name for name, each in players.items() if queries.may_sign_in_as(organiser, each)}
    assert allowed == {"no user", "phone"}


def test_player_is_found_whatever_case_and_accents() -> None:
    people = [Player(name="Jörg Müller"), Player(name="Ada")]

    assert [player.name for player in queries.players_found(people, "MULLER jo")] == ["Jörg Müller"]
    assert [player.name for player in queries.players_found(people, "")] == ["Jörg Müller", "Ada"]
