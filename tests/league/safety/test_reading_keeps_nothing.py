"""Whoever only reads leaves no session behind, on any page: each would be a row for months."""

from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import transaction
from django.test import Client
from django.urls import get_resolver, reverse

from league.core.sessions import LASTING, ONE_DAY
from league.results.access import CODES, PHONE
from tests.league.matrix.addresses import addresses, path_of
from tests.league.matrix.season import Season
from tests.league.matrix.test_sign_in_pages import names
from tests.league.matrix.test_sign_in_pages import path_of as path_of_door
from tests.league.safety.fuzzing import SHARES, share_of

pytestmark = pytest.mark.django_db


def leaves_session(path: str) -> bool:
    """Say whether a visitor without cookies who opens an address leaves a session behind."""
    before = Session.objects.count()
    with transaction.atomic():
        Client(raise_request_exception=False).get(path)
        left = Session.objects.count() > before
        transaction.set_rollback(True)
    return left


@pytest.mark.parametrize("share", SHARES)
def test_no_page_keeps_a_session_of_who_only_reads_it(share: str) -> None:
    season = Season()
    paths = {path_of(address, season) for address in addresses()}
    paths |= {path_of_door(name, 1) for name in names(get_resolver())}
    assert len(paths) > 150
    assert [path for path in share_of(sorted(paths), share) if leaves_session(path)] == []


def test_session_that_holds_nothing_lasting_ends_after_a_day() -> None:
    assert {CODES, PHONE} < LASTING
    client = Client()
    answer: Any = client.post(reverse("account_login"), {"login": "nobody@example.org"})
    assert answer.cookies["sessionid"]["max-age"] == ONE_DAY
    kept = Session.objects.get()
    assert kept.get_decoded().keys().isdisjoint(LASTING)
    lasting = client.session
    lasting[PHONE] = "a" * 32
    lasting.save()
    assert (Session.objects.get().expire_date - kept.expire_date).days >= 80
