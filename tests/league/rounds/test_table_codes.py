from datetime import timedelta

import pytest

from league.competitions.models import TableCode
from league.rounds.services.writing import replace_code, revoke_code
from tests.factories import NOW, make_table

pytestmark = pytest.mark.django_db


def test_replace_code_revokes_the_old_one() -> None:
    table = make_table()
    old = table.codes.get()

    new = replace_code(table_id=table.pk, code_id=old.pk, now=NOW)

    old.refresh_from_db()
    table.refresh_from_db()
    assert old.revoked_at == NOW
    assert new.token != old.token
    assert list(table.codes.filter(revoked_at=None)) == [new]
    assert table.version == 2


def test_replace_code_twice_gives_the_same_new_code() -> None:
    table = make_table()
    old = table.codes.get()

    first = replace_code(table_id=table.pk, code_id=old.pk, now=NOW)
    later = NOW + timedelta(seconds=1)
    again = replace_code(table_id=table.pk, code_id=old.pk, now=later)

    assert first == again
    assert table.codes.count() == 2


def test_revoke_code_twice_keeps_the_first_time_and_leaves_none() -> None:
    table = make_table()
    code = table.codes.get()

    for now in (NOW, NOW + timedelta(hours=1)):
        revoke_code(table_id=table.pk, code_id=code.pk, now=now)

    code.refresh_from_db()
    table.refresh_from_db()
    assert code.revoked_at == NOW
    assert table.version == 2


def test_revoke_code_of_another_table_changes_nothing() -> None:
    table = make_table()
    other = make_table(table.round, number=2)

    revoke_code(table_id=table.pk, code_id=other.codes.get().pk, now=NOW)

    assert TableCode.objects.filter(revoked_at=None).count() == 2
