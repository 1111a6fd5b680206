"""Sign-in links and invitations, as a phone opens them."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth import SESSION_KEY
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from league.clubs import membership, services
from league.clubs.models import Club, Invitation, Player, Role, SignInLink, User
from tests.factories import make_club, make_organiser, make_player, make_user

pytestmark = pytest.mark.django_db


def user_in(client: Client) -> User | None:
    """Return who is signed in in a browser."""
    return User.objects.filter(pk=client.session.get(SESSION_KEY, 0)).first()


def owner_address() -> str:
    """Make an owner link and return its address."""
    return reverse("clubs:sign_in_by_link", args=[services.make_owner_link(now=timezone.now())])


def player_address(player: Player) -> str:
    """Make a sign-in link of a player and return its address."""
    token = services.make_player_link(
        player=player, by=make_user(is_superuser=True), now=timezone.now()
    )
    return reverse("clubs:sign_in_by_link", args=[token])


def invite(club: Club) -> Invitation:
    """Make an invitation for a day."""
    return membership.make_invitation(
        club=club, by=make_organiser(club), life=timedelta(days=1), now=timezone.now()
    )


def join_address(club: Club) -> str:
    """Make an invitation and return its address."""
    return reverse("clubs:join", args=[invite(club).token])


def test_first_visitor_becomes_the_owner_by_the_button_not_by_looking(client: Client) -> None:
    address = owner_address()

    assert "Your name" in client.get(address).content.decode()
    assert User.objects.count() == 0
    response = client.post(address, {"name": "Ada", "email": ""})
    assert response.headers["Location"] == reverse("clubs:index")
    owner = user_in(client)
    assert owner
    assert (owner.name, owner.email, owner.is_superuser) == ("Ada", None, True)


def test_owner_without_a_usable_name_is_asked_again_and_the_link_stays(client: Client) -> None:
    address = owner_address()
    page = client.post(address, {"name": "🦁", "email": "not an address"}).content.decode()

    assert 'value="🦁"' in page
    assert 'value="not an address"' in page
    assert client.post(address, {"name": ""}).status_code == 200
    assert User.objects.count() == 0
    assert client.post(address, {"name": "Ada"}).status_code == 302


def test_address_of_somebody_else_is_refused_in_words(client: Client) -> None:
    make_user("taken@example.org")
    page = client.post(owner_address(), {"name": "Ada", "email": "taken@example.org"})

    assert "This email address is already in use." in page.content.decode()
    assert user_in(client) is None


def test_host_who_lost_the_way_in_gets_it_back(client: Client) -> None:
    owner = make_user(name="Ada", is_superuser=True)
    page = client.get(address := owner_address()).content.decode()
    client.post(address, {"owner": str(owner.pk), "name": "", "email": ""})

    assert f'value="{owner.pk}"' in page
    assert user_in(client) == owner
    assert User.objects.count() == 1


def test_second_owner_comes_in_as_somebody_new(client: Client) -> None:
    make_user(name="Ada", is_superuser=True)
    address = owner_address()

    assert client.post(address, {"owner": "new", "name": ""}).status_code == 200
    client.post(address, {"owner": "new", "name": "Ben"})
    owner = user_in(client)
    assert owner
    assert (owner.name, owner.is_superuser) == ("Ben", True)


def test_only_owners_of_the_site_can_be_chosen(client: Client) -> None:
    make_user(is_superuser=True)
    for owner in (str(make_user().pk), ""):
        client.post(owner_address(), {"owner": owner, "name": "Ben"})

    assert user_in(client) is None


def test_signed_in_visitor_becomes_owner_without_a_form(client: Client) -> None:
    user = make_user()
    client.force_login(user)
    client.post(owner_address())

    user.refresh_from_db()
    assert user.is_superuser is True
    assert user_in(client) == user


def test_player_is_signed_in_by_the_button_once() -> None:
    player = make_player(name="Ben")
    address = player_address(player)
    first, second = Client(), Client()

    assert "Yes, I am Ben" in first.get(address).content.decode()
    assert user_in(first) is None
    response = first.post(address)
    player.refresh_from_db()
    assert response.headers["Location"] == reverse("clubs:home", args=[player.club.slug])
    assert user_in(first) == player.user
    again = second.post(address)
    assert again.status_code == 410
    assert "was already used" in again.content.decode()
    assert user_in(second) is None


def test_players_link_ends_another_sign_in_of_the_phone(client: Client) -> None:
    player = make_player(name="Ben")
    client.force_login(make_user(name="Ada"))
    address = player_address(player)

    assert (
        "You are currently signed in as Ada and will be signed out."
        in client.get(address).content.decode()
    )
    client.post(address)
    player.refresh_from_db()
    assert user_in(client) == player.user


def test_link_that_does_not_work_says_why(client: Client) -> None:
    address = owner_address()
    SignInLink.objects.update(expires_at=timezone.now())
    expired = client.get(address)
    unknown = client.get(reverse("clubs:sign_in_by_link", args=["nonsense"]))

    assert (expired.status_code, unknown.status_code) == (410, 404)
    assert "This sign-in link has expired. Ask for a new one." in expired.content.decode()
    assert "This sign-in link is not valid." in unknown.content.decode()


def test_link_is_kept_in_no_cache(client: Client) -> None:
    assert "no-store" in client.get(owner_address()).headers["Cache-Control"]


@override_settings(RATE_LIMITS={"enter": 2, "join": 2})
@pytest.mark.parametrize("page", ["sign_in_by_link", "join"])
def test_guessing_tokens_is_stopped(client: Client, page: str) -> None:
    answers = [
        client.get(reverse(f"clubs:{page}", args=[f"guess-{number}"])).status_code
        for number in range(3)
    ]

    assert answers == [404, 404, 429]


def test_organiser_shows_a_code_that_signs_the_player_in(client: Client) -> None:
    club = make_club()
    player = make_player(club, "Ben")
    client.force_login(make_organiser(club))
    address = reverse("clubs:player_link", args=[player.pk])

    assert "<svg" not in re.sub(
        r'<svg class="icon".*?</svg>', "", client.get(address).content.decode()
    )
    assert SignInLink.objects.count() == 0
    page = client.post(address).content.decode()
    assert 'aria-label="Sign-in code of Ben"' in page
    link = re.search(r'value="http://[^/]+(/sign-in/[^"]+)"', page)
    assert link
    phone = Client()
    phone.post(link[1])
    player.refresh_from_db()
    assert user_in(phone) == player.user


def test_code_for_a_player_with_an_address_is_refused_in_words(client: Client) -> None:
    club = make_club()
    player = make_player(club, "Ben", user=make_user())
    client.force_login(make_organiser(club))
    page = client.post(reverse("clubs:player_link", args=[player.pk])).content.decode()

    assert "Ben signs in with their own email address" in page
    assert SignInLink.objects.count() == 0


def test_invitation_is_made_shown_and_withdrawn(client: Client) -> None:
    club = make_club()
    client.force_login(make_organiser(club))
    response = client.post(
        reverse("clubs:invitations", args=[club.slug]), {"role": "player", "hours": "12"}
    )
    made = Invitation.objects.get()

    assert response.headers["Location"] == reverse("clubs:invitation", args=[made.pk])
    assert made.expires_at - made.created_at == timedelta(hours=12)
    page = client.get(response.headers["Location"]).content.decode()
    assert f"/join/{made.token}/" in page
    assert 'class="qr-code"' in page
    listed = reverse("clubs:invitations", args=[club.slug])
    assert "created by Olga Organiser" in client.get(listed).content.decode()
    client.post(reverse("clubs:revoke_invitation", args=[made.pk]))
    assert "created by Olga Organiser" not in client.get(listed).content.decode()
    gone = client.get(response.headers["Location"]).content.decode()
    assert "This invitation is no longer valid." in gone
    assert made.token not in gone
    refused = Client().get(reverse("clubs:join", args=[made.token]))
    assert (refused.status_code, "This invitation was revoked" in refused.content.decode()) == (
        410,
        True,
    )


def test_length_of_an_invitation_is_one_of_those_offered(client: Client) -> None:
    club = make_club()
    client.force_login(make_organiser(club))
    client.post(
        reverse("clubs:invitations", args=[club.slug]), {"role": "player", "hours": "99999"}
    )

    assert Invitation.objects.count() == 0


def test_phone_joins_and_stays_signed_in(client: Client) -> None:
    club = make_club()
    response = client.post(join_address(club), {"name": " Ada  L "})

    player = club.players.get(role=Role.PLAYER)
    assert player.name == "Ada L"
    assert user_in(client) == player.user
    assert response.headers["Location"] == reverse("clubs:home", args=[club.slug])


@pytest.mark.parametrize("name", ["🦁🐘", "x" * 300])
def test_bad_name_is_refused_and_kept(client: Client, name: str) -> None:
    club = make_club()
    page = client.post(join_address(club), {"name": name}).content.decode()

    assert f'value="{name}"' in page
    assert club.players.filter(role=Role.PLAYER).count() == 0


def test_look_alike_is_asked_and_joins_as_somebody_else(client: Client) -> None:
    club = make_club()
    meier = make_player(club, "Anna Meier")
    address = join_address(club)
    page = client.post(address, {"name": "Anna Maier"}).content.decode()

    assert "Is this you?" in page
    assert 'value="Anna Maier"' in page
    asked = re.findall(r'name="not_these" value="(\d+)"', page)
    assert asked == [str(meier.pk)]
    assert user_in(client) is None
    client.post(address, {"name": "Anna Maier", "not_these": asked})
    user = user_in(client)
    assert user
    assert user.players.get().name == "Anna Maier"


def test_signed_in_visitor_joins_with_the_known_name(client: Client) -> None:
    club, user = make_club(), make_user(name="Ada")
    client.force_login(user)
    address = join_address(club)

    assert 'value="Ada"' in client.get(address).content.decode()
    client.post(address, {"name": "Ada"})
    assert club.players.get(user=user).name == "Ada"
    again = client.get(address, follow=True).content.decode()
    assert "You are already in this club." in again
    assert club.players.filter(user=user).count() == 1


def test_posts_need_the_token_of_their_form() -> None:
    strict = Client(enforce_csrf_checks=True)

    assert strict.post(owner_address(), {"name": "Eve"}).status_code == 403
    assert strict.post(join_address(make_club()), {"name": "Eve"}).status_code == 403
    assert User.objects.filter(name="Eve").count() == 0


@pytest.mark.parametrize("name", ["sign_in_by_link", "join"])
@pytest.mark.parametrize("token", ["a%00b", "%F0%9F%A6%81", "a.b"])
def test_link_with_letters_that_no_link_has_is_not_found(
    client: Client, name: str, token: str
) -> None:
    assert client.get(f"/{name}/{token}/").status_code == 404


def test_joining_with_ids_that_cannot_be_asks_again(client: Client) -> None:
    club = make_club()
    make_player(club, "Anna")
    address = reverse("clubs:join", args=[invite(club).token])

    page = client.post(address, {"name": "Anna", "not_these": "9" * 5000}).content.decode()

    assert "Is this you?" in page
    assert club.players.filter(name="Anna").count() == 1
