"""Make evenings for a hosted site: tables where hands are entered, and rounds that fall due.

Run as `python -m tests.faults.evening COUNT TABLES` on an empty database; prints a line of JSON.
"""

import json
import sys
from datetime import timedelta

import django

django.setup()

from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from league.competitions.models import RoundStatus  # noqa: E402
from tests.factories import make_competition, make_round, make_table  # noqa: E402
from tests.faults.season import make_due_round, make_scene  # noqa: E402

SEATS = 4
PLAYERS = 6
ROUNDS = 4
FAR = timedelta(days=100)
# So that no match ends.
ENDLESS = {"mode": "simple", "target": 1_000_000}


def make_evening(count: int) -> dict[str, object]:
    """Make a round that is played, and rounds of another competition that are still far off."""
    now = timezone.now()
    scene = make_scene(PLAYERS, now, {})
    rounds = [
        make_due_round(scene, number, RoundStatus.SCHEDULED, opens_at=now + FAR)
        for number in range(1, ROUNDS + 1)
    ]
    playing = make_round(make_competition(options=ENDLESS))
    tables = [make_table(playing, seats=SEATS, number=number + 1) for number in range(count)]
    return {
        "club": scene.competition.club_id,
        "rounds": [round_.pk for round_ in rounds],
        "tables": [[table.pk, table.codes.get().token] for table in tables],
    }


@transaction.atomic
def main(count: int, tables: int) -> None:
    """Make so many, with so many tables each."""
    print(json.dumps([make_evening(tables) for _ in range(count)]))  # noqa: T201


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
