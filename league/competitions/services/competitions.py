"""Make and change competitions."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from league.audit.services import differences
from league.audit.verbs import Verb
from league.clubs.models import Club, Player
from league.competitions.errors import CompetitionError
from league.competitions.models import (
    Competition,
    Stage,
)
from league.competitions.noting import note_competition
from league.competitions.schedule import RoundTimes
from league.competitions.services.entries import enter_players
from league.competitions.services.locking import bump, lock_competition
from league.competitions.services.rounds import add_round
from league.competitions.services.stages import values_of
from league.core.games import site_game

COMPETITION_TERMS = (
    *("name", "kind", "options", "table_min", "table_max", "table_preferred", "place_points"),
    *("is_seated_on_opening", "scoring", "size_points", "win_bonus", "target_bonus"),
    *("attendance_bonus", "tie_breaks", "team_best", "best_of", "attendance_min", "bye_points"),
    *("absence_points", "no_show_points", "are_guests_ranked", "substitutes", "unfinished"),
    *("confirmation", "confirm_minutes", "phone_use", "visibility"),
)
"""The fields of a competition that its organiser may change later."""


def _checked(terms: Competition, game: str) -> dict[str, Any]:
    """Return the values of terms, the options checked and completed by the game.

    Raises games.base.InvalidOptionsError with every fault of the options.
    """
    values = {name: getattr(terms, name) for name in COMPETITION_TERMS}
    return values | {"options": dict(site_game(game).engine.options(terms.options).as_json())}


@transaction.atomic
def create_competition(
    *,
    club: Club,
    game: str,
    terms: Competition,
    stage: Stage,
    rounds: Sequence[RoundTimes],
    players: Iterable[Player],
    now: datetime,
) -> Competition:
    """Make a competition with its first stage, which has begun, its rounds and its entries.

    Rounds whose time has come are open at once. Raises name_taken (which is also what the
    second of two equal calls meets) and games.base.InvalidOptionsError.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    _check_name(club.pk, terms.name)
    competition = Competition.objects.create(
        club=club, game=game, created_at=now, **_checked(terms, game)
    )
    Stage.objects.create(competition=competition, begun_at=now, **values_of(stage))
    enter_players(competition_id=competition.pk, players=players, now=now)
    for number, times in enumerate(rounds, start=1):
        add_round(competition_id=competition.pk, number=number, times=times, now=now)
    note_competition(Verb.COMPETITION_MADE, competition)
    return competition


@transaction.atomic
def edit_competition(*, competition_id: int, terms: Competition) -> Competition:
    """Change a competition's terms; tables that exist keep the options they were made with.

    Standings follow the new points only once they are recomputed, which the caller does.
    Raises name_taken and games.base.InvalidOptionsError.
    """
    competition = lock_competition(competition_id=competition_id)
    Club.objects.select_for_update().get(pk=competition.club_id)
    _check_name(competition.club_id, terms.name, besides=competition_id)
    wanted = _checked(terms, competition.game)
    if changes := differences(competition, wanted):
        note_competition(Verb.COMPETITION_CHANGED, competition, changes)
    for name, value in wanted.items():
        setattr(competition, name, value)
    competition.save(update_fields=list(wanted))
    bump(competition_id=competition_id)
    competition.refresh_from_db(fields=["version"])
    return competition


def _check_name(club_id: int, name: str, besides: int | None = None) -> None:
    others = Competition.objects.filter(club=club_id, name=name)
    if (others.exclude(pk=besides) if besides else others).exists():
        raise CompetitionError("name_taken")
