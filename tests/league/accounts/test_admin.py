"""The administration shows who has which way in, and nothing by which they come in."""

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client
from django.urls import reverse

from tests.factories import make_user

pytestmark = pytest.mark.django_db

SECRET = "JBSWY3DPEHPK3PXP"


def test_owner_of_the_site_removes_an_app_and_never_sees_its_secret(client: Client) -> None:
    client.force_login(make_user(is_superuser=True, is_staff=True))
    app = TOTP.activate(make_user("ada@example.org"), SECRET).instance
    pages = [
        reverse("admin:mfa_authenticator_changelist"),
        reverse("admin:mfa_authenticator_change", args=[app.pk]),
    ]

    shown = [client.get(page).content.decode() for page in pages]
    assert ["ada@example.org" in page for page in shown] == [True, True]
    assert [SECRET in page for page in shown] == [False, False]
    assert client.post(pages[1], {"data": "{}"}).status_code == 403
    assert client.get(reverse("admin:mfa_authenticator_add")).status_code == 403
    client.post(reverse("admin:mfa_authenticator_delete", args=[app.pk]), {"post": "yes"})
    assert Authenticator.objects.count() == 0
