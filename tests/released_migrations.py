"""The migrations that a release has brought to hosts: newer ones have to fit what runs there.

`python -m tests.released_migrations` writes all there are into the list beside this file: a part of
making a release.
"""

from pathlib import Path

import django
from django.apps import apps
from django.db.migrations.loader import MigrationLoader

LIST = Path(__file__).with_suffix(".txt")


def all_of_ours() -> list[str]:
    """Return the project's own migrations as `app_label.name`."""
    ours = {app.label for app in apps.get_app_configs() if app.name.startswith("league.")}
    migrations = MigrationLoader(None).disk_migrations
    return sorted(f"{label}.{name}" for label, name in migrations if label in ours)


def released() -> list[str]:
    """Return those of the newest release; none before the first one."""
    return LIST.read_text().split()


def newer_than_release(names: list[str]) -> list[str]:
    """Return those that have to fit the released version, too: none before the first one."""
    known = released()
    return [name for name in names if name not in known] if known else []


if __name__ == "__main__":
    django.setup()
    LIST.write_text("".join(f"{name}\n" for name in all_of_ours()))
