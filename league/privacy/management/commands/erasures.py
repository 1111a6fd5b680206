"""Command that lists erasures by id, and repeats them after a restore."""

import json
from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from league.privacy.erasing.services import erase_again
from league.privacy.models import Erasure


class Listed(NamedTuple):
    """A line of the list."""

    kind: str
    of: int
    made_at: datetime
    number: int


class Command(BaseCommand):
    """Write the list, or erase again."""

    help = (
        "Write the ids of who was erased, one a line. With --again, erase everybody on such a "
        "list; who is erased already stays so."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the list."""
        parser.add_argument("--again", type=Path, metavar="FILE", help="erase who is on this list")

    def handle(self, *, again: Path | None, **_options: Any) -> None:
        """Write or erase; raise CommandError for an invalid list."""
        if again is None:
            self._write()
            return
        listed = _read(again)
        count = sum(erase_again(**each._asdict(), now=timezone.now()) for each in listed)
        self.stdout.write(f"{count} of {len(listed)} erased again.")

    def _write(self) -> None:
        for each in Erasure.objects.order_by("pk"):
            line = Listed(each.kind, each.of, each.made_at, each.number)._asdict()
            self.stdout.write(json.dumps(line | {"made_at": each.made_at.isoformat()}))


def _read(file: Path) -> list[Listed]:
    try:
        lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        return [
            Listed(**{**line, "made_at": datetime.fromisoformat(line["made_at"])}) for line in lines
        ]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CommandError(f"This is no list of erasures: {error}.") from error
