"""Lock a competition, and tell screens that it or its tables have changed."""

from collections.abc import Iterable

from django.db import connection, transaction

from league.competitions.models import Competition, Table
from league.core import live

# A competition's version may be raised beside a key share, which keeps out FOR UPDATE alone. All
# take entries in one order, so that nobody waits in a circle.
SHARED_LOCK = """
    WITH held AS MATERIALIZED (
        SELECT competition.id
        FROM competitions_table AS played
        JOIN competitions_round AS round ON round.id = played.round_id
        JOIN competitions_stage AS stage ON stage.id = round.stage_id
        JOIN competitions_competition AS competition ON competition.id = stage.competition_id
        WHERE played.id = %s
        FOR KEY SHARE OF competition
        FOR NO KEY UPDATE OF played
    ), entries AS MATERIALIZED (
        SELECT id
        FROM competitions_entry
        WHERE id IN (SELECT entry_id FROM competitions_seat WHERE table_id = %s)
        ORDER BY id
        FOR NO KEY UPDATE
    )
    SELECT (SELECT count(*) FROM held), (SELECT count(*) FROM entries)
"""


def lock_competition(*, competition_id: int) -> Competition:
    """Lock a competition until the transaction ends; raises Competition.DoesNotExist."""
    return Competition.objects.select_for_update().get(pk=competition_id)


def lock_table(*, table_id: int) -> None:
    """Lock the competition of a table likewise, and read nothing of it.

    SQLite has one writer at a time: there the transaction itself is the lock.
    """
    if connection.features.has_select_for_update:
        competitions = Competition.objects.select_for_update(of=("self",))
        competitions.filter(stages__rounds__tables=table_id).values_list("pk").first()


def share_lock_of_table(*, table_id: int) -> None:
    """Keep others from a table and from the entries that play there, until the transaction ends.

    Hands at other tables of the competition go on meanwhile, unless an entry sits at both. Whoever
    locks the competition waits for all of them, and they wait for whoever has locked it.
    """
    if connection.features.has_select_for_update:
        with connection.cursor() as cursor:
            cursor.execute(SHARED_LOCK, [table_id, table_id])


def lock_competition_of_table(*, table_id: int) -> Competition:
    """Lock the competition of a table likewise; raises Competition.DoesNotExist."""
    competitions = Competition.objects.select_for_update(of=("self",))
    return competitions.get(stages__rounds__tables=table_id)


@transaction.atomic(savepoint=False)
def bump(*, competition_id: int, table_ids: Iterable[int] = ()) -> None:
    """Give the competition and these tables of it a newer version, and tell their screens."""
    live.raise_versions(
        live.Rows("competition", Competition, [competition_id]),
        live.Rows("table", Table, sorted(set(table_ids))),
    )
