"""Back up what is there before migrations change it."""

from datetime import datetime
from pathlib import Path

from django.db import connections
from django.db.migrations.executor import MigrationExecutor

from league.hosting.archive import write_backup
from league.hosting.copies import new_file, write_copy
from league.hosting.rows import holds_data


def back_up_before_update(*, using: str, now: datetime) -> Path | None:
    """Write a backup when there is something to migrate and something to lose; return its file.

    It stays until the host removes it. Raises OSError.
    """
    database = connections[using]
    executor = MigrationExecutor(database)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return None
    if not holds_data(database, set(database.introspection.table_names())):
        return None
    ending = ".sqlite3" if database.vendor == "sqlite" else ".jsonl.gz"
    file = new_file(f"before-update-{now:%Y-%m-%d-%H%M%S}{ending}")
    if database.vendor == "sqlite":
        write_copy(file, using=using)
    else:
        write_backup(file, using=using, now=now)
        file.chmod(0o600)
    return file
