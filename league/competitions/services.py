"""Write competitions: who takes part, under which terms, with which rounds.

Every write to a competition, its rounds, its tables or their hands takes the competition's lock
first, and bumps versions when a screen could show the change.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import Max

from games.registry import game as find_game
from league.clubs.models import Club, Player
from league.competitions.models import (
    Competition,
    Entry,
    Round,
    RoundStatus,
    Stage,
    Table,
)
from league.competitions.schedule import RoundTimes
from league.core import live


def lock_competition(*, competition_id: int) -> Competition:
    """Lock a competition until the transaction ends; raises Competition.DoesNotExist."""
    return Competition.objects.select_for_update().get(pk=competition_id)


def lock_competition_of_table(*, table_id: int) -> Competition:
    """Lock the competition of a table likewise; raises Competition.DoesNotExist."""
    competitions = Competition.objects.select_for_update(of=("self",))
    return competitions.get(stages__rounds__tables=table_id)


@transaction.atomic
def bump(*, competition_id: int, table_ids: Iterable[int] = ()) -> None:
    """Give the competition and these tables of it a newer version, and tell their screens."""
    versions = _raise_versions(Competition, "competition", [competition_id])
    if tables := sorted(set(table_ids)):
        versions |= _raise_versions(Table, "table", tables)
    live.publish(versions)


def _raise_versions(
    model: type[Competition] | type[Table], kind: str, ids: list[int]
) -> dict[str, int]:
    """Raise versions and read them in one statement, as this lies on the way of every hand."""
    marks = ", ".join(["%s"] * len(ids))
    name = connection.ops.quote_name(model._meta.db_table)
    # Only the name of our own table is put into the text.
    statement = (
        f"UPDATE {name} SET version = version + 1 WHERE id IN ({marks}) "  # noqa: S608
        "RETURNING id, version"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, ids)
        return {live.topic_name(kind, pk): version for pk, version in cursor.fetchall()}


@dataclass(frozen=True, slots=True)
class Terms:
    """Say how a competition is played: all that its organiser may change later."""

    name: str
    kind: str
    options: dict[str, Any]
    table_min: int
    table_max: int
    table_preferred: Sequence[int]
    place_points: Sequence[int]
    is_seated_on_opening: bool = False

    def as_fields(self, game: str) -> dict[str, Any]:
        """Return the model's values, the options checked and completed by the game.

        Raises games.base.InvalidOptionsError with every fault of the options.
        """
        return {
            "name": self.name,
            "kind": self.kind,
            "options": dict(find_game(game).options(self.options).as_json()),
            "table_min": self.table_min,
            "table_max": self.table_max,
            "table_preferred": list(self.table_preferred),
            "place_points": list(self.place_points),
            "is_seated_on_opening": self.is_seated_on_opening,
        }


class NameTakenError(ValueError):
    """The club has another competition of this name."""


@transaction.atomic
def create_competition(
    *,
    club: Club,
    game: str,
    terms: Terms,
    rounds: Sequence[RoundTimes],
    players: Iterable[Player],
    now: datetime,
) -> Competition:
    """Make a competition with one stage, its rounds and its entries.

    Rounds whose time has come are open at once. Raises NameTakenError (which is also what the
    second of two equal calls meets) and games.base.InvalidOptionsError.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    _check_name(club.pk, terms.name)
    competition = Competition.objects.create(
        club=club, game=game, created_at=now, **terms.as_fields(game)
    )
    Stage.objects.create(competition=competition)
    enter_players(competition_id=competition.pk, players=players, now=now)
    for number, times in enumerate(rounds, start=1):
        add_round(competition_id=competition.pk, number=number, times=times, now=now)
    return competition


@transaction.atomic
def edit_competition(*, competition_id: int, terms: Terms) -> Competition:
    """Change a competition's terms; tables that exist keep the options they were made with.

    Standings follow the new points only once they are recomputed, which the caller does.
    Raises NameTakenError and games.base.InvalidOptionsError.
    """
    competition = lock_competition(competition_id=competition_id)
    Club.objects.select_for_update().get(pk=competition.club_id)
    _check_name(competition.club_id, terms.name, besides=competition_id)
    for field, value in terms.as_fields(competition.game).items():
        setattr(competition, field, value)
    competition.save(update_fields=list(terms.as_fields(competition.game)))
    bump(competition_id=competition_id)
    competition.refresh_from_db(fields=["version"])
    return competition


def _check_name(club_id: int, name: str, besides: int | None = None) -> None:
    others = Competition.objects.filter(club=club_id, name=name)
    if (others.exclude(pk=besides) if besides else others).exists():
        raise NameTakenError(name)


@transaction.atomic
def enter_players(*, competition_id: int, players: Iterable[Player], now: datetime) -> list[Entry]:
    """Let players take part, again if they had withdrawn; return their entries by id.

    Raises ValueError for a player of another club.
    """
    competition = lock_competition(competition_id=competition_id)
    wanted = list(players)
    if any(player.club_id != competition.club_id for player in wanted):
        raise ValueError("Only players of the competition's own club can be entered.")
    entries = Entry.objects.filter(competition=competition, player__in=wanted)
    known = {entry.player_id: entry.withdrawn_at for entry in entries}
    Entry.objects.bulk_create(
        Entry(competition=competition, player=player, created_at=now)
        for player in wanted
        if player.pk not in known
    )
    returned = entries.exclude(withdrawn_at=None).update(withdrawn_at=None)
    if returned or len(known) < len({player.pk for player in wanted}):
        bump(competition_id=competition_id)
    return list(entries.select_related("player").order_by("pk"))


@transaction.atomic
def withdraw_players(*, competition_id: int, players: Iterable[Player], now: datetime) -> None:
    """Let players take part no longer; what they have played stays and counts."""
    lock_competition(competition_id=competition_id)
    entries = Entry.objects.filter(
        competition=competition_id, player__in=list(players), withdrawn_at=None
    )
    if entries.update(withdrawn_at=now):
        bump(competition_id=competition_id)


@transaction.atomic
def add_round(*, competition_id: int, number: int, times: RoundTimes, now: datetime) -> Round:
    """Add round `number`, open at once if its time has come; return the one that is there already.

    The number is what the organiser's page showed as the next one, so that pressing twice adds
    one round. A number beyond the next becomes the next.
    """
    lock_competition(competition_id=competition_id)
    stage = Stage.objects.filter(competition=competition_id).order_by("-number")[0]
    last = stage.rounds.aggregate(last=Max("number"))["last"] or 0
    if (earlier := stage.rounds.filter(number=number).first()) is not None:
        return earlier
    is_due = times.opens_at is not None and times.opens_at <= now
    round = Round.objects.create(
        stage=stage,
        number=min(number, last + 1),
        opens_at=times.opens_at,
        closes_at=times.closes_at,
        status=RoundStatus.OPEN if is_due else RoundStatus.SCHEDULED,
        opened_at=now if is_due else None,
    )
    bump(competition_id=competition_id)
    return round
