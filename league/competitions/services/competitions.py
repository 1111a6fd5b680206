"""Make and change competitions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any

from django.db import transaction

from league.audit.services import differences
from league.audit.verbs import Verb
from league.clubs.models import Club, Player
from league.competitions.models import (
    DEFAULT_CONFIRM_MINUTES,
    Competition,
    Confirmation,
    PhoneUse,
    Scoring,
    Stage,
    Substitutes,
    TieBreak,
    Unfinished,
)
from league.competitions.noting import note_competition
from league.competitions.schedule import RoundTimes
from league.competitions.services.entries import enter_players
from league.competitions.services.locking import bump, lock_competition
from league.competitions.services.rounds import add_round
from league.competitions.services.stages import StageTerms
from league.core.games import site_game


@dataclass(frozen=True, slots=True)
class Terms:
    """Say how a competition is played: all that its organiser may change later.

    The values are those of the model's fields, the options as the game reads them.
    """

    name: str
    kind: str
    options: dict[str, Any]
    table_min: int
    table_max: int
    table_preferred: Sequence[int]
    place_points: Sequence[int]
    is_seated_on_opening: bool = False
    scoring: str = Scoring.PLACES
    size_points: Mapping[str, Sequence[int]] = field(default_factory=dict)
    win_bonus: int = 0
    target_bonus: int = 0
    attendance_bonus: int = 0
    tie_breaks: Sequence[str] = (TieBreak.WINS, TieBreak.GAME_POINTS)
    team_best: int | None = None
    best_of: int | None = None
    attendance_min: int = 0
    bye_points: int = 0
    absence_points: int = 0
    no_show_points: int = 0
    are_guests_ranked: bool = True
    substitutes: str = Substitutes.ENTRY
    unfinished: str = Unfinished.STANDING
    confirmation: str = Confirmation.NOBODY
    confirm_minutes: int = DEFAULT_CONFIRM_MINUTES
    phone_use: str = PhoneUse.ENTERS
    visibility: str = ""

    def as_fields(self, game: str) -> dict[str, Any]:
        """Return the model's values, the options checked and completed by the game.

        Raises games.base.InvalidOptionsError with every fault of the options.
        """
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return values | {
            "options": dict(site_game(game).engine.options(self.options).as_json()),
            "table_preferred": list(self.table_preferred),
            "place_points": list(self.place_points),
            "size_points": {size: list(points) for size, points in self.size_points.items()},
            "tie_breaks": list(self.tie_breaks),
        }


class NameTakenError(ValueError):
    """The club has another competition of this name."""


@transaction.atomic
def create_competition(
    *,
    club: Club,
    game: str,
    terms: Terms,
    stage: StageTerms,
    rounds: Sequence[RoundTimes],
    players: Iterable[Player],
    now: datetime,
) -> Competition:
    """Make a competition with its first stage, which has begun, its rounds and its entries.

    Rounds whose time has come are open at once. Raises NameTakenError (which is also what the
    second of two equal calls meets) and games.base.InvalidOptionsError.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    _check_name(club.pk, terms.name)
    competition = Competition.objects.create(
        club=club, game=game, created_at=now, **terms.as_fields(game)
    )
    Stage.objects.create(competition=competition, begun_at=now, **stage.as_fields())
    enter_players(competition_id=competition.pk, players=players, now=now)
    for number, times in enumerate(rounds, start=1):
        add_round(competition_id=competition.pk, number=number, times=times, now=now)
    note_competition(Verb.COMPETITION_MADE, competition)
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
    wanted = terms.as_fields(competition.game)
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
        raise NameTakenError(name)
