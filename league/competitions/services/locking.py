"""Lock a competition, and tell screens that it or its tables have changed."""

from collections.abc import Iterable

from django.db import connection, transaction

from league.competitions.models import Competition, Table
from league.core import live
from league.core.prepared import Prepared

LOCK_OF_TABLE = Prepared(
    lambda given: (
        Competition.objects.filter(stages__rounds__tables=given("table"))
        .select_for_update(of=("self",))
        .values_list("pk")
    )
)


def lock_competition(*, competition_id: int) -> Competition:
    """Lock a competition until the transaction ends; raises Competition.DoesNotExist."""
    return Competition.objects.select_for_update().get(pk=competition_id)


def lock_table(*, table_id: int) -> None:
    """Lock the competition of a table likewise, and read nothing of it.

    SQLite has one writer at a time: there the transaction itself is the lock.
    """
    if connection.features.has_select_for_update:
        LOCK_OF_TABLE.read(table=table_id)


def lock_competition_of_table(*, table_id: int) -> Competition:
    """Lock the competition of a table likewise; raises Competition.DoesNotExist."""
    competitions = Competition.objects.select_for_update(of=("self",))
    return competitions.get(stages__rounds__tables=table_id)


@transaction.atomic(savepoint=False)
def bump(*, competition_id: int, table_ids: Iterable[int] = ()) -> None:
    """Give the competition and these tables of it a newer version, and tell their screens."""
    live.raise_versions(*versions_with(competition_id=competition_id, table_ids=table_ids))


def versions_with(*, competition_id: int, table_ids: Iterable[int] = ()) -> list[live.Rows]:
    """Return what `bump` raises, for who raises it together with what there is to write."""
    rows = [
        live.Rows("competition", Competition, [competition_id]),
        live.Rows("table", Table, sorted(set(table_ids))),
    ]
    return [each for each in rows if each.ids]
