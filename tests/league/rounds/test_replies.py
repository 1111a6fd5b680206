"""Whether players come to a round: their replies, and who sees them."""

import pytest
from django.test import Client
from django.urls import reverse

from league.clubs.errors import ClubError
from league.clubs.models import Club, Player, Role
from league.competitions.models import Competition, Reply, Round, RoundStatus
from league.rounds.cards import replies_of
from league.rounds.errors import RoundError
from league.rounds.services.replies import reply_to_round
from tests.factories import (
    NOW,
    make_club,
    make_competition,
    make_organiser,
    make_player,
    make_round,
    make_user,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def ahead(club: Club) -> Round:
    return make_round(make_competition(club), status=RoundStatus.SCHEDULED, opens_at=NOW)


@pytest.fixture
def ada(club: Club) -> Player:
    return make_player(club, "Ada", user=make_user())


@pytest.fixture
def phone(client: Client, ada: Player) -> Client:
    """Ada's phone."""
    assert ada.user
    client.force_login(ada.user)
    return client


def say(round: Round, player: Player, *, is_coming: bool) -> None:
    reply_to_round(round_id=round.pk, player=player, is_coming=is_coming, now=NOW)


def test_reply_is_stored_once_and_may_change(ahead: Round, ada: Player) -> None:
    say(ahead, ada, is_coming=True)
    say(ahead, ada, is_coming=True)
    version = Competition.objects.get().version
    say(ahead, ada, is_coming=False)

    assert list(Reply.objects.values_list("player", "is_coming")) == [(ada.pk, False)]
    assert (version, Competition.objects.get().version) == (2, 3)


def test_replies_are_listed_by_name_without_who_has_left(ahead: Round, club: Club) -> None:
    for name, is_coming in (("Chiara", True), ("Björn", True), ("Ada", False)):
        say(ahead, make_player(club, name), is_coming=is_coming)
    Player.objects.filter(name="Chiara").update(left_at=NOW)

    replies = replies_of(ahead)

    assert (replies.coming, replies.absent) == (["Björn"], ["Ada"])


@pytest.mark.parametrize("status", [RoundStatus.OPEN, RoundStatus.CLOSED, RoundStatus.CALLED_OFF])
def test_reply_to_a_round_that_is_not_ahead_is_refused(
    ahead: Round, ada: Player, status: str
) -> None:
    Round.objects.update(status=status)

    with pytest.raises(RoundError) as refused:
        say(ahead, ada, is_coming=True)
    assert refused.value.code == "wrong_status"


def test_viewer_is_not_asked(ahead: Round, club: Club) -> None:
    with pytest.raises(ClubError):
        say(ahead, make_player(club, role=Role.VIEWER), is_coming=True)


def test_player_replies_on_the_page_of_the_club_and_organisers_see_names(
    phone: Client, ahead: Round, club: Club
) -> None:
    client, home = phone, reverse("clubs:home", args=[club.slug])
    asked = client.get(home).content.decode()

    answer = client.post(reverse("rounds:reply", args=[ahead.pk]), {"coming": "1", "back": home})
    told = client.get(home).content.decode()
    client.logout()
    outside = client.get(home).content.decode()
    client.force_login(make_organiser(club))
    organiser = client.get(home).content.decode()

    assert answer.headers["Location"] == home
    assert ("m coming" in asked, "1 player is coming" in asked) == (
        True,
        False,
    )
    assert 'value="1" aria-pressed="true"' in told
    assert ("1 player is coming" in told, "<dd>Ada</dd>" in told) == (True, False)
    assert "player is coming" not in outside
    assert "<dd>Ada</dd>" in organiser


def test_reply_leads_to_no_other_site(phone: Client, ahead: Round, club: Club) -> None:
    answer = phone.post(
        reverse("rounds:reply", args=[ahead.pk]), {"coming": "0", "back": "//evil.example/"}
    )

    assert answer.headers["Location"] == reverse("clubs:home", args=[club.slug])
