"""Invitations, and who comes by them."""

from datetime import timedelta
from typing import Any

import pytest

from league.clubs import membership
from league.clubs.models import Club, Invitation, Player, Role, User
from tests.factories import NOW, make_club, make_organiser, make_player, make_user
from tests.league.refusals import refuses

pytestmark = pytest.mark.django_db


def invite(club: Club) -> Invitation:
    """Make an invitation for an hour."""
    by = make_organiser(club)
    return membership.make_invitation(club=club, by=by, life=timedelta(hours=1), now=NOW)


def join(invitation: Invitation, name: str = "Ada", **fields: Any) -> Player:
    """Join as a new visitor."""
    wanted: dict[str, Any] = {"user": None, "not_these": [], "now": NOW} | fields
    return membership.join_club(token=invitation.token, name=name, **wanted)


def test_visitor_becomes_a_player_with_a_sign_in() -> None:
    club = make_club()
    player = join(invite(club))

    assert (player.club, player.name, player.role) == (club, "Ada", Role.PLAYER)
    assert player.user
    assert (player.user.name, player.user.email) == ("Ada", None)
    assert player.user.has_usable_password() is False


def test_look_alike_is_asked_about_before_anybody_is_added() -> None:
    club = make_club()
    meier = make_player(club, "Anna Meier")
    invitation = invite(club)

    with refuses("look_alike") as question:
        join(invitation, "anna maier")
    assert question.value.params["players"] == [meier]
    assert club.players.count() == 2

    maier = join(invitation, "Anna Maier", not_these=[meier.pk])
    with refuses("look_alike") as question:
        join(invitation, "Anna Maier", not_these=[meier.pk])
    assert question.value.params["players"] == [maier]


def test_signed_in_visitor_joins_once_under_one_user() -> None:
    club, user = make_club(), make_user(name="")
    invitation = invite(club)
    first = join(invitation, "Ada", user=user)

    assert join(invitation, "Somebody else", user=user) == first
    user.refresh_from_db()
    assert (first.user, first.name, user.name) == (user, "Ada", "Ada")
    assert User.objects.filter(players__club=club, players__role=Role.PLAYER).count() == 1


def test_player_who_left_comes_back_as_the_same() -> None:
    user = make_user()
    player = make_player(user=user, left_at=NOW)

    assert join(invite(player.club), "Other", user=user) == player
    player.refresh_from_db()
    assert (player.left_at, player.name != "Other") == (None, True)


def test_invitation_ends_when_it_expires_or_is_revoked() -> None:
    invitation = invite(make_club())

    with refuses("invitation", match="expired"):
        join(invitation, now=NOW + timedelta(hours=1))
    membership.revoke_invitation(invitation_id=invitation.pk, now=NOW)
    membership.revoke_invitation(invitation_id=invitation.pk, now=NOW + timedelta(minutes=1))
    with refuses("invitation", match="This invitation was revoked"):
        join(invitation)
    invitation.refresh_from_db()
    assert invitation.revoked_at == NOW
    with refuses("invitation_unknown"):
        membership.find_invitation(token="never-made", now=NOW)


def test_proven_address_links_the_players_it_was_noted_for() -> None:
    user = make_user("ada@example.org", name="")
    here, there = (make_player(name="Ada", contact_email="ada@example.org") for _club in range(2))
    twin = make_player(here.club, contact_email="ada@example.org")
    other = make_player(contact_email="ben@example.org")
    taken = make_player(user=make_user(), contact_email="ada@example.org")
    gone = make_player(contact_email="ada@example.org", left_at=NOW)

    linked = membership.link_proven_address(user=user, email="Ada@example.org", now=NOW)
    assert linked == [here, there]
    assert membership.link_proven_address(user=user, email="ada@example.org", now=NOW) == []
    unlinked = Player.objects.filter(pk__in=[twin.pk, other.pk, gone.pk], user=None)
    assert unlinked.count() == 3
    taken.refresh_from_db()
    user.refresh_from_db()
    assert taken.user != user
    assert user.name == "Ada"
