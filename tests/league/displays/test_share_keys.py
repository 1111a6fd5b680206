"""The link for screens that organisers are given in the addresses of what is private."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.test import RequestFactory

from league.clubs.membership import create_share_link, revoke_share_link
from league.clubs.models import Club, Role, User, Visibility
from league.displays.views import needs_link, share_key_for
from tests.factories import NOW, make_club, make_competition, make_organiser, make_player, make_user

pytestmark = pytest.mark.django_db


def request_of(user: User | AnonymousUser) -> HttpRequest:
    request = RequestFactory().get("/")
    request.user = user
    return request


def make_link(club: Club, day: int) -> str:
    """Make a link of a day in the name of a new organiser, and return its token."""
    by = make_organiser(club)
    now = NOW + timedelta(days=day)
    return create_share_link(club=club, label=f"Hall {day}", by=by, now=now).token


def test_organisers_are_given_the_newest_link_that_opens_something() -> None:
    club = make_club(visibility=Visibility.PRIVATE)
    competition = make_competition(club)
    olga = request_of(make_organiser(club))
    assert share_key_for(olga, competition) == {}
    older, newer = (make_link(club, day) for day in (1, 2))
    make_link(make_club(), 3)
    assert share_key_for(olga, competition) == {"key": newer}
    revoke_share_link(link_id=club.share_links.get(token=newer).pk, now=NOW)
    assert share_key_for(olga, competition) == {"key": older}


def test_nobody_else_is_given_a_link() -> None:
    club = make_club(visibility=Visibility.PRIVATE)
    competition = make_competition(club)
    make_link(club, 1)
    member, scorer = make_user(), make_user()
    make_player(club, user=member)
    make_player(club, role=Role.SCORER, user=scorer)
    others = (AnonymousUser(), member, scorer, make_organiser(make_club()))
    assert [share_key_for(request_of(user), competition) for user in others] == [{}] * 4


@pytest.mark.parametrize("visibility", [Visibility.PUBLIC, Visibility.UNLISTED])
def test_what_opens_without_a_link_is_given_none(visibility: Visibility) -> None:
    club = make_club()
    competition = make_competition(club, visibility=visibility)
    make_link(club, 1)
    assert share_key_for(request_of(make_organiser(club)), competition) == {}
    assert not needs_link(competition, {})


def test_private_screen_needs_a_link_until_it_has_one() -> None:
    competition = make_competition(make_club(visibility=Visibility.PRIVATE))
    assert needs_link(competition, {})
    assert not needs_link(competition, {"key": "anything"})
