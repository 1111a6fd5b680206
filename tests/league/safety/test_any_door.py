"""Whatever is sent to a page of signing in or of the administration, nothing breaks.

`FUZZ=200 SEED=7 ./run test tests/league/safety/test_any_door.py` sends each page 200 requests.
"""

import itertools
import os
import random
from collections.abc import Iterator

import pytest
from allauth.mfa.models import Authenticator
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.league.matrix.season import Season
from tests.league.safety.doors import Administration, Behind, Doors
from tests.league.safety.fuzzing import RANDOM_SHARES, REFUSED, Fuzzing, Shot, share_of

pytestmark = [
    pytest.mark.django_db,
    # Days in addresses of the administration, which its own links write with their zone.
    pytest.mark.filterwarnings("ignore:DateTimeField .* received a naive datetime"),
]

EACH = int(os.environ.get("FUZZ", "1"))
SEED = os.environ.get("SEED", "1")
NOTED = {"accounts_securityevent", "accounts_attemptcount"}
"""Where it is written down who was refused."""
CREDENTIALS = (
    "[]",
    "0",
    '"a"',
    '{"response": []}',
    '{"response": {"userHandle": []}}',
    '{"id": 1, "rawId": [], "type": "public-key", "response": {}}',
    '{"id": "AA", "rawId": "AA", "type": "public-key", "response": {"userHandle": "%%"}}',
    '{"id": "AA", "rawId": "AA", "response": {"clientDataJSON": "AA", "signature": "AA"}}',
    '{"rawId": "AA", "response": {"clientDataJSON": "e30", "attestationObject": "oA"}}',
    "[" * 100_000,
    '{"a":' * 50_000,
    '{"id": "\\u00e4", "rawId": "\\ud800", "response": null}',
)
"""What a browser's script might say of a passkey."""
WITH_PASSKEY = {
    "mfa_login_webauthn": "anonymous",
    "mfa_reauthenticate_webauthn": "just now",
    "mfa_authenticate": "at the second step",
    "mfa_add_webauthn": "without a passkey",
}
"""Where a passkey is asked for, and of whom."""


@pytest.fixture(scope="module", params=["doors", "administration"])
def behind(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Behind]:
    """Build the pages once for this module."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield Doors() if request.param == "doors" else Administration(Season())
        transaction.set_rollback(True)


@pytest.mark.parametrize("share", RANDOM_SHARES)
def test_whatever_is_sent_nothing_breaks_and_what_is_refused_changes_nothing(
    behind: Behind, caplog: pytest.LogCaptureFixture, share: str
) -> None:
    caplog.set_level("CRITICAL")
    chance = random.Random(SEED)
    fuzzing = Fuzzing(behind, NOTED)
    faults = []
    for name in share_of(behind.paths, share):
        for method in ("GET", "POST"):
            for _shot in range(EACH):
                shot = fuzzing.any_shot(name, method, chance.choice(behind.who_may), chance)
                if fault := fuzzing.fault_of(shot):
                    faults.append(f"{fault}: {shot}")

    assert faults == []


@pytest.mark.parametrize("behind", ["doors"], indirect=True)
def test_whatever_is_said_of_a_passkey_is_refused_in_words(
    behind: Behind, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("CRITICAL")
    fuzzing = Fuzzing(behind)
    faults = []
    for (name, visitor), credential in itertools.product(WITH_PASSKEY.items(), CREDENTIALS):
        fields = {"credential": credential, "name": "Phone", "passwordless": "on"}
        shot = Shot(visitor, name, "POST", behind.paths[name], fields)
        with transaction.atomic():
            known = Authenticator.objects.count()
            browser = behind.browser(visitor)
            # It is asked for first: what was not asked for is not even looked at.
            browser.get(shot.path, headers={"X-Requested-With": "XMLHttpRequest"})
            fault = fuzzing.sent(browser, shot)
            was_added = Authenticator.objects.count() > known
            transaction.set_rollback(True)
        if was_added or fault not in {"", REFUSED}:
            faults.append(f"{fault}: {shot}")

    assert faults == []
