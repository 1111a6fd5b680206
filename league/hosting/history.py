"""Compare the migrations that a database has with those that this version knows."""

from collections.abc import Iterable

from django.db import connections
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.loader import MigrationLoader

from league.hosting.copies import BackupError
from league.hosting.database import DatabaseTroubleError

SHOWN = 3


def known_migrations(
    applied: set[tuple[str, str]], loader: MigrationLoader
) -> set[tuple[str, str]]:
    """Return those of the applied migrations that this version has, and what they stand for.

    Raises BackupError for one that it does not have.
    """
    found = set(applied)
    # Who applied all that a migration stands for has what it makes.
    replaced: set[tuple[str, str]] = set()
    for key, migration in loader.disk_migrations.items():
        if migration.replaces and found.issuperset(migration.replaces):
            found.add(key)
            replaced.update(migration.replaces)
    if unknown := found - loader.disk_migrations.keys() - replaced:
        names = ", ".join(sorted(".".join(each) for each in unknown))
        raise BackupError(f"This backup was made by a newer Menagerie, which had also: {names}.")
    known: set[tuple[str, str]] = found & loader.graph.node_map.keys()
    return known


def refuse_other_history(using: str) -> None:
    """Raise DatabaseTroubleError for a database that this version cannot bring up to date."""
    database = connections[using]
    loader = MigrationLoader(database, ignore_no_migrations=True)
    applied = set(loader.applied_migrations)
    replaced = [set(each.replaces) for each in loader.disk_migrations.values()]
    if other := applied - loader.disk_migrations.keys() - set().union(*replaced):
        raise DatabaseTroubleError(
            "This database is that of another version of Menagerie, which also had "
            f"{_some(other)}: start that version or a newer one, or restore a backup of this one."
        )
    begun = [each for each in replaced if each & applied and each - applied]
    if begun:
        raise DatabaseTroubleError(
            "This database is that of a Menagerie before its first release, and lacks "
            f"{_some(set().union(*begun) - applied)}: start the last version that has these once, "
            "or begin with another database."
        )
    try:
        loader.check_consistent_history(database)
    except InconsistentMigrationHistory as error:
        raise DatabaseTroubleError(
            f"The migrations of this database are not in order ({str(error).rstrip('.')}): "
            "restore a backup."
        ) from error


def _some(names: Iterable[tuple[str, str]]) -> str:
    words = sorted(".".join(each) for each in names)
    more = len(words) - SHOWN
    return ", ".join(words[:SHOWN]) + (f" and {more} more" if more > 0 else "")
