"""A competition that somebody has locked."""

import pytest
from django.db import OperationalError, connection, transaction

from league.competitions.writing import lock_competition
from tests.factories import make_competition

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_nobody_else_takes_a_locked_competition() -> None:
    competition = make_competition()
    other = connection.copy()
    with transaction.atomic():
        lock_competition(competition_id=competition.pk)
        with (
            other.cursor() as cursor,
            pytest.raises(OperationalError, match="could not obtain lock"),
        ):
            cursor.execute(
                "SELECT 1 FROM competitions_competition WHERE id = %s FOR UPDATE NOWAIT",
                [competition.pk],
            )
    other.close()
