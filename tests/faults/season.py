"""Fill a database with rounds that fall due at once, and say what has to become of them.

Run as `python -m tests.faults.season` on an empty database.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import uuid4

import django

django.setup()

from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from league.competitions.models import (  # noqa: E402
    CheckIn,
    Competition,
    Entry,
    Recurrence,
    Round,
    RoundStatus,
    Seat,
    Stage,
    Table,
)
from league.results.authors import Author, Via  # noqa: E402
from league.results.services import record_hand  # noqa: E402
from tests.factories import make_club, make_competition, make_player, make_round  # noqa: E402

HOUR = timedelta(hours=1)
PLAYERS = 6
SERIES = 4
ROUNDS = 4


@dataclass(frozen=True)
class Scene:
    """A competition whose rounds fall due at a moment."""

    competition: Competition
    entries: list[Entry]
    now: datetime


def make_scene(players: int, now: datetime, stage: dict[str, object], **fields: object) -> Scene:
    """Make a competition with players who want every mail, and one who never comes."""
    club = make_club()
    fields = {"options": {"mode": "simple"}, "is_seated_on_opening": True, **fields}
    competition = make_competition(club, **fields)
    Stage.objects.filter(competition=competition).update(**stage)
    entries = []
    for number in range(players + 1):
        player = make_player(
            club,
            f"Player {number}",
            contact_email=f"player{number}@club{club.pk}.example.org",
            mail={"seat": True, "round": True},
        )
        entries.append(Entry.objects.create(competition=competition, player=player, created_at=now))
    return Scene(competition, entries[:-1], now)


def make_due_round(scene: Scene, number: int, status: str, **fields: object) -> Round:
    """Make a round for which everybody but one is checked in."""
    round_ = make_round(scene.competition, number, status, **fields)
    CheckIn.objects.bulk_create(
        CheckIn(round=round_, entry=entry, created_at=scene.now) for entry in scene.entries
    )
    return round_


def make_played_table(scene: Scene, round_: Round) -> Table:
    """Make a table of four, told of their seats already, with one hand."""
    table = Table.objects.create(
        round=round_,
        number=1,
        game=scene.competition.game,
        options=scene.competition.options,
        created_at=scene.now,
        seating_notified=1,
    )
    for number, entry in enumerate(scene.entries[:4]):
        Seat.objects.create(table=table, number=number, player=entry.player, entry=entry)
    record_hand(
        table_id=table.pk,
        number=1,
        key=uuid4(),
        seating=table.seating,
        record={"finish": [2, 0, 1, 3]},
        author=Author(None, Via.CLUB, scene.now),
    )
    return table


def make_rounds_to_open(now: datetime) -> None:
    """Sixteen rounds that open and are seated."""
    for _ in range(SERIES):
        scene = make_scene(PLAYERS, now, {})
        for number in range(1, ROUNDS + 1):
            make_due_round(scene, number, RoundStatus.SCHEDULED, opens_at=now - HOUR)


def make_rounds_to_close(now: datetime) -> None:
    """Four rounds that close, with a bye and a missed round, and are followed by the next."""
    for _ in range(SERIES):
        stage = {"next_round": "closing", "planned_rounds": 2}
        scene = make_scene(PLAYERS, now, stage, bye_points=2, absence_points=-1)
        make_played_table(scene, make_due_round(scene, 1, RoundStatus.OPEN, closes_at=now - HOUR))


def make_the_others(now: datetime) -> None:
    """Three of each: rounds to announce, deadlines, clocks, stages whose rounds recur."""
    for _ in range(3):
        announced = make_scene(2, now, {})
        make_round(announced.competition, 1, RoundStatus.SCHEDULED, opens_at=now + 2 * HOUR)
        late = make_scene(4, now, {"reminder_hours": 2})
        make_played_table(late, make_due_round(late, 1, RoundStatus.OPEN, closes_at=now + HOUR))
        timed = make_scene(0, now, {})
        make_round(timed.competition, clock_started_at=now - HOUR, clock_minutes=50)
        recurring = make_scene(0, now, {})
        Recurrence.objects.create(
            stage=recurring.competition.stages.get(),
            rule="FREQ=WEEKLY",
            time_zone="Europe/Rome",
            starts_at=now + 24 * HOUR,
            ahead=2,
        )


def main() -> None:
    """Make them all."""
    now = timezone.now()
    with transaction.atomic():
        make_rounds_to_open(now)
        make_rounds_to_close(now)
        make_the_others(now)


OPENED = SERIES * ROUNDS + SERIES  # those that were scheduled, and those that follow
NUMBERS = {
    "rounds opened and seated once, at two tables": (
        """SELECT count(*) FROM competitions_round r WHERE status = 'open' AND seating = 1
        AND (SELECT count(*) FROM competitions_table t WHERE t.round_id = r.id) = 2""",
        OPENED,
    ),
    "rounds seated otherwise": ("SELECT count(*) FROM competitions_round WHERE seating > 1", 0),
    "rounds closed once": (
        "SELECT count(*) FROM competitions_round WHERE status = 'closed' AND closings = 1",
        SERIES,
    ),
    "rounds in all": (
        "SELECT count(*) FROM competitions_round",
        # … and three of each kind, two a stage that recurs.
        SERIES * ROUNDS + 2 * SERIES + 3 + 3 + 3 + 2 * 3,
    ),
    "posts": ("SELECT count(*) FROM notifications_post", SERIES),
    "byes and missed rounds": (
        "SELECT count(*) FROM results_adjustment WHERE cancelled_at IS NULL",
        SERIES * (PLAYERS - 4 + 1),
    ),
    "clocks called": (
        """SELECT count(*) FROM competitions_round
        WHERE last_hand_called_at IS NOT NULL AND time_called_at IS NOT NULL""",
        3,
    ),
    "mails of seats": (
        "SELECT count(*) FROM notifications_notification WHERE kind = 'seat'",
        OPENED * PLAYERS,
    ),
    "mails of rounds": (
        "SELECT count(*) FROM notifications_notification WHERE kind = 'round'",
        # Who is not checked in: the one of every round that opens, three of those announced.
        OPENED + 3 * 3,
    ),
    "mails of deadlines": (
        "SELECT count(*) FROM notifications_notification WHERE kind = 'deadline'",
        3 * 4,
    ),
    "mails of standings": (
        "SELECT count(*) FROM notifications_notification WHERE kind = 'standings'",
        SERIES * (PLAYERS + 1),
    ),
    "mails not sent": ("SELECT count(*) FROM notifications_delivery WHERE sent_at IS NULL", 0),
}
"""What is counted, how, and what it has to be in the end."""

if __name__ == "__main__":
    main()
