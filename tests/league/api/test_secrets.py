"""Nobody is told what they may not know: every reading is searched for planted secrets."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from league.api.views import schema
from league.clubs.models import Role
from league.competitions.models import TableCode
from league.online.models import OnlineHand, OnlineTable
from league.results.models import SealedHand, SealedSeat
from tests.factories import NOW, make_table
from tests.league.api.scenes import VISITORS, Program, Scene, content_of, token_of
from tests.league.api.test_access import CASES

pytestmark = pytest.mark.django_db

SEALED = "planted-in-a-sealed-seat"
PHONE = "plantedphoneplantedphoneplanted1"
NOTED = "planted.noted@example.net"
OWN = "planted.own@example.net"


def _reading() -> list[str]:
    """Return the names of all operations that read."""
    return [
        operation["operationId"]
        for methods in schema()["paths"].values()
        for method, operation in methods.items()
        if method == "get"
    ]


# Who asks for what is held about themselves.
RIGHTLY_TOLD = {("export_own_data", OWN)}


class Planted(Scene):
    """A scene with secrets in it."""

    def __init__(self) -> None:
        super().__init__()
        make_table(self.round, number=7)
        sealed = SealedHand.objects.create(
            table=self.table, recorded=1, seating=1, key=uuid4(), created_at=NOW
        )
        SealedSeat.objects.create(
            hand=sealed, number=1, content={"guess": SEALED}, phone=PHONE, created_at=NOW
        )
        other = self.table.seats.get(number=1).player
        other.contact_email = NOTED
        other.save()
        owner = self.users[Role.OWNER]
        owner.email = OWN
        owner.save()
        self.everywhere = [SEALED, PHONE, NOTED, OWN, *self._salts()]

    def _salts(self) -> list[str]:
        """Return the salts of all deals that are not over."""
        deals = OnlineHand.objects.filter(record=None).values_list("deal", flat=True)
        return [str(deal["salt"]) for deal in deals]


@pytest.fixture(scope="module")
def planted(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Planted]:
    """Build the scene once for those who only read."""
    with django_db_blocker.unblock(), transaction.atomic():
        built = Planted()
        built.add_programs()
        yield built
        transaction.set_rollback(True)


TOLD_ALIKE = ("viewer", "owner", "site owner")
"""Who is told what the stranger or the organiser is told."""


@pytest.mark.parametrize(
    "visitor",
    [
        pytest.param(each, marks=[pytest.mark.thorough] if each in TOLD_ALIKE else [])
        for each in VISITORS
    ],
)
def test_no_reading_tells_a_secret(planted: Planted, visitor: str) -> None:
    program = planted.program(visitor)
    texts = {
        name: content_of(program.get(CASES[name].path.format(s=planted))) for name in _reading()
    }
    told = [
        f"{name}: {secret}"
        for name, text in texts.items()
        for secret in planted.everywhere
        if (name, secret) not in RIGHTLY_TOLD and secret in text
    ]
    assert told == []
    # Codes of tables are told where one may record alone.
    codes = set(TableCode.objects.values_list("token", flat=True))
    found = {code for text in texts.values() for code in codes if code in text}
    own = {planted.table.codes.get().token}
    assert found == (set() if visitor in {"visitor", "viewer", "stranger"} else own)
    # The scene was still there at the end, so something was read.
    assert SealedSeat.objects.get().content == {"guess": SEALED}


def test_only_the_own_cards_are_in_a_view(planted: Planted) -> None:
    path = f"online/{planted.online.token}/"
    own = planted.program("player").get(path).json()
    watching = Program().get(path).json()
    assert (own["you"], watching["you"]) == (0, None)
    assert (own["observation"]["seat"], watching["observation"]["seat"]) == (0, None)
    # Another player's own token is no way to the same view.
    other = Program(token_of(planted.users[Role.OWNER])).get(path).json()
    assert (other["you"], other["observation"]["seat"]) == (None, None)


def test_a_hand_that_is_being_played_has_no_log(planted: Planted) -> None:
    assert OnlineTable.objects.get(pk=planted.online.pk).hand_number == 1
    program = planted.program("player")
    assert program.get(f"online/{planted.online.token}/hands/1/").status_code == 404
    assert program.get(f"online/{planted.online.token}/hands/2/").status_code == 404
