"""A player whose address was noted is found again by who proves to own it."""

import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from league.clubs.models import Player, User
from tests.factories import make_club, make_player

pytestmark = pytest.mark.django_db


def code_of_last_mail() -> str:
    """Return the code that the last mail carries."""
    (code,) = re.findall(r"^    (\S+)$", str(mail.outbox[-1].body), flags=re.MULTILINE)
    return str(code)


def test_sign_up_with_the_noted_address_makes_the_person_the_player(client: Client) -> None:
    player = make_player(name="Ada", contact_email="ada@example.org")
    client.post(reverse("account_signup"), {"name": "Ada L", "email": "Ada@example.org"})
    player.refresh_from_db()
    assert player.user is None

    client.post(reverse("account_email_verification_sent"), {"code": code_of_last_mail()})
    player.refresh_from_db()
    assert player.user
    assert player.user.email == "ada@example.org"


def test_address_noted_later_is_linked_at_the_next_sign_in(client: Client) -> None:
    client.post(reverse("account_signup"), {"name": "Ada", "email": "ada@example.org"})
    client.post(reverse("account_email_verification_sent"), {"code": code_of_last_mail()})
    client.logout()
    player = make_player(contact_email="ada@example.org")

    client.post(reverse("account_login"), {"login": "ada@example.org"})
    client.post(reverse("account_confirm_login_code"), {"code": code_of_last_mail()})
    player.refresh_from_db()
    assert player.user == User.objects.get(email="ada@example.org")


def test_player_who_joined_by_phone_adds_an_address(client: Client) -> None:
    user = User.objects.create_user(name="Ben")
    player = make_player(make_club(), "Ben", user=user)
    client.force_login(user)
    client.post(reverse("account_email"), {"action_add": "", "email": "ben@example.org"})
    user.refresh_from_db()
    assert user.email is None

    client.post(reverse("account_email_verification_sent"), {"code": code_of_last_mail()})
    player = Player.objects.select_related("user").get(pk=player.pk)
    assert player.address == "ben@example.org"
    assert player.user == user
