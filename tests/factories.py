"""Make rows for tests: plain functions with the smallest valid defaults."""

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import count
from typing import Any

from django.utils.text import slugify

from league.clubs.models import Club, Player, Role, User
from league.competitions.models import (
    CheckIn,
    Competition,
    Entry,
    Round,
    RoundStatus,
    Seat,
    Stage,
    Table,
    TableCode,
)
from league.notifications.models import NotificationSettings
from league.results.authors import Author, Via

NOW = datetime(2026, 11, 6, 19, 30, tzinfo=UTC)
BY_CLUB, BY_CODE = Author(None, Via.CLUB, NOW), Author(None, Via.CODE, NOW)
NAMES = (
    "Ada",
    "Björn",
    "Chiara",
    "Dörte",
    "Emil",
    "Fatima",
    "Goran",
    "Hanna",
    "Iñaki",
    "Jelena",
    "Kofi",
    "Lucia",
)
_numbers = count(1)


def make_user(email: str | None = None, **fields: Any) -> User:
    """Make somebody who can sign in."""
    email = email or f"user{next(_numbers)}@example.org"
    return User.objects.create_user(email, **fields)


def make_club(name: str = "Zoo Club", **fields: Any) -> Club:
    """Make a club without anybody in it."""
    # As the site names none, which numbers them too.
    fields.setdefault("slug", f"{slugify(name)}-n{next(_numbers)}")
    fields.setdefault("created_at", NOW)
    return Club.objects.create(name=name, **fields)


def make_player(
    club: Club | None = None,
    name: str | None = None,
    role: str = Role.PLAYER,
    user: User | None = None,
    mail: Mapping[str, bool] | None = None,
    **fields: Any,
) -> Player:
    """Make a player, of a new club unless told, who wants mail of these kinds, or does not."""
    fields.setdefault("created_at", NOW)
    player = Player.objects.create(
        club=club or make_club(),
        name=name or f"Player {next(_numbers)}",
        role=role,
        user=user,
        **fields,
    )
    if mail is not None:
        want_mail(player, **mail)
    return player


def want_mail(player: Player, **kinds: bool) -> None:
    """Let a player choose which kinds of mail to get."""
    NotificationSettings.objects.update_or_create(
        player=player, defaults={"chosen": {"email": kinds}}
    )


def make_organiser(club: Club) -> User:
    """Make a user who is an organiser of the club, and return the user."""
    user = make_user()
    make_player(club, "Olga Organiser", Role.ORGANISER, user)
    return user


def make_competition(club: Club | None = None, **fields: Any) -> Competition:
    """Make a competition of Frank's Zoo with one stage, and nobody in it."""
    fields.setdefault("name", f"League {next(_numbers)}")
    fields.setdefault("game", "franks-zoo")
    fields.setdefault("options", {"mode": "partners", "target": 19, "final_trick": "owner"})
    fields.setdefault("created_at", NOW)
    competition = Competition.objects.create(club=club or make_club(), **fields)
    Stage.objects.create(competition=competition, number=1)
    return competition


def make_entry(
    competition: Competition, player: Player | None = None, name: str | None = None
) -> Entry:
    """Enter a player, a new one unless told."""
    player = player or make_player(competition.club, name)
    return Entry.objects.create(competition=competition, player=player, created_at=NOW)


def make_round(
    competition: Competition | None = None,
    number: int = 1,
    status: str = RoundStatus.OPEN,
    **fields: Any,
) -> Round:
    """Make a round, open unless told, with nobody checked in."""
    stage = (competition or make_competition()).stages.get(number=1)
    if status != RoundStatus.SCHEDULED:
        fields.setdefault("opened_at", NOW)
    if status == RoundStatus.CLOSED:
        fields.setdefault("closed_at", NOW)
        fields.setdefault("closings", 1)
    return Round.objects.create(stage=stage, number=number, status=status, **fields)


def make_check_in(round: Round, entry: Entry | None = None) -> CheckIn:
    """Check an entry in, a new one unless told."""
    entry = entry or make_entry(round.stage.competition)
    return CheckIn.objects.create(round=round, entry=entry, created_at=NOW)


def make_table(round: Round | None = None, seats: int = 4, number: int = 1, **fields: Any) -> Table:
    """Make a table with a code, and new players, entered and checked in, on all its seats.

    Seat 0 is Ada's, seat 1 Björn's and so on; at a second table they are Ada 2, Björn 2.
    """
    round = round or make_round()
    competition = round.stage.competition
    fields.setdefault("options", competition.options)
    fields.setdefault("created_at", NOW)
    table = Table.objects.create(round=round, number=number, game=competition.game, **fields)
    for seat, name in enumerate(NAMES[:seats]):
        entry = make_entry(competition, name=name if number == 1 else f"{name} {number}")
        make_check_in(round, entry)
        Seat.objects.create(table=table, number=seat, player=entry.player, entry=entry)
    TableCode.objects.create(table=table, created_at=NOW)
    return table
