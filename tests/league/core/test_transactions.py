from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from league.clubs.models import Club
from league.core.database import repeatable_read
from tests.factories import make_club

pytestmark = pytest.mark.django_db(transaction=True)


def rename(club: Club) -> None:
    """Let somebody else call it so meanwhile."""
    Club.objects.filter(pk=club.pk).update(name="Afterwards")
    connection.close()


def test_what_others_write_meanwhile_is_seen_only_afterwards() -> None:
    club = make_club(name="Before")
    with repeatable_read():
        assert Club.objects.get().name == "Before"
        with ThreadPoolExecutor(1) as somebody:
            somebody.submit(rename, club).result()
        assert Club.objects.get().name == "Before"
    assert Club.objects.get().name == "Afterwards"


def test_failure_while_reading_leaves_nothing_open() -> None:
    club = make_club()
    with pytest.raises(ZeroDivisionError), repeatable_read():
        assert 1 / Club.objects.filter(pk=0).count()
    rename(club)
    assert Club.objects.get().name == "Afterwards"
