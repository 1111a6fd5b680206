"""Make a league of five weekly evenings, the first of them tomorrow.

Run as `python -m tests.faults.outage` on an empty database.
"""

from datetime import timedelta

import django

django.setup()

from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from league.clubs.models import Role  # noqa: E402
from league.competitions.models import RoundStatus  # noqa: E402
from tests.factories import make_player, make_round  # noqa: E402
from tests.faults.season import make_scene  # noqa: E402

ROUNDS = 5
DAY = timedelta(days=1)
OVER = ROUNDS * 7 * DAY
"""How far the clock is put ahead so that all of them are over."""


@transaction.atomic
def main() -> None:
    """Make them, with players and an organiser who want every mail."""
    now = timezone.now()
    competition = make_scene(4, now, {}, is_seated_on_opening=False).competition
    make_player(competition.club, "Olga", Role.ORGANISER, contact_email="olga@example.org", mail={})
    for number in range(ROUNDS):
        opens_at = now + DAY + number * 7 * DAY
        make_round(
            competition,
            number + 1,
            RoundStatus.SCHEDULED,
            opens_at=opens_at,
            closes_at=opens_at + timedelta(hours=3),
        )


if __name__ == "__main__":
    main()
