"""Write competitions, entries, separations, stages and rounds, each under the lock."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base import InvalidOptionsError, Problem
from league.audit.actions import Action
from league.audit.services import Changes, differences, log_action
from league.clubs.models import Club, Player
from league.clubs.services import refuse_viewers
from league.competitions.models import (
    Competition,
    Entry,
    Round,
    RoundStatus,
    Separation,
    SeparationReason,
    Stage,
)
from league.competitions.queries import current_stage
from league.competitions.schedule import RoundTimes
from league.competitions.writing import (
    bump,
    lock_competition,
    lock_stage,
    log_competition,
    log_round,
    log_stage,
)
from league.core.errors import RefusedError, Text
from league.core.games import UnknownGameError, site_game
from league.notifications import visibility
from league.notifications.models import NotificationKind
from league.notifications.services.queueing import Message, notify_players


class CompetitionError(RefusedError):
    """Raised when a change of a competition is refused."""

    TEXTS: Mapping[str, Text] = {
        "name_taken": gettext_lazy(
            "A competition with this name already exists. Choose another name."
        )
    }
    MEANINGS: Mapping[str, str] = {"stage": "What is asked of a stage cannot be done."}


class EntryDescription(NamedTuple):
    """Team (blank: none) and guest status of an entry."""

    team: str
    is_guest: bool


@transaction.atomic
def enter_players(*, competition_id: int, players: Iterable[Player], now: datetime) -> list[Entry]:
    """Enter or re-enter players and return their entries; raises ClubError for viewers."""
    competition = lock_competition(competition_id=competition_id)
    wanted = list(players)
    if any(player.club_id != competition.club_id for player in wanted):
        raise ValueError("Only players of the competition's own club can be entered.")
    refuse_viewers(wanted)
    entries = Entry.objects.filter(competition=competition, player__in=wanted)
    known = {entry.player_id: entry.withdrawn_at for entry in entries}
    new = [player for player in wanted if player.pk not in known]
    Entry.objects.bulk_create(
        Entry(competition=competition, player=player, created_at=now) for player in new
    )
    returned = entries.exclude(withdrawn_at=None).update(withdrawn_at=None)
    if new:
        _notify_entered(competition, new, now)
    if returned or new:
        bump(competition_id=competition_id)
        entered = [player.pk for player in wanted if known.get(player.pk, now) is not None]
        log_competition(Action.ENTERED, competition, {"players": ([], entered)})
    return list(entries.select_related("player").order_by("pk"))


def _notify_entered(competition: Competition, players: list[Player], now: datetime) -> None:
    def write() -> Message:
        return Message(
            _("You take part in %(competition)s") % {"competition": competition.name},
            _("Club: %(club)s. You find your rounds and tables on the page of the competition.")
            % {"club": competition.club.name},
            reverse("competitions:detail", args=[competition.pk]),
            visibility.name_of("competition", competition.pk),
        )

    key = f"competition:{competition.pk}:entered"
    notify_players(players=players, kind=NotificationKind.INVITATION, key=key, write=write, now=now)


@transaction.atomic
def withdraw_players(*, competition_id: int, players: Iterable[Player], now: datetime) -> None:
    """Withdraw players; their results stay and count."""
    competition = lock_competition(competition_id=competition_id)
    entries = competition.entries.filter(player__in=list(players), withdrawn_at=None)
    withdrawn = list(entries.order_by("player").values_list("player", flat=True))
    if entries.update(withdrawn_at=now):
        bump(competition_id=competition_id)
        log_competition(Action.WITHDRAWN, competition, {"players": (withdrawn, [])})


@transaction.atomic
def describe_entries(*, competition_id: int, descriptions: Mapping[int, EntryDescription]) -> None:
    """Set team and guest status of entries by id."""
    competition = lock_competition(competition_id=competition_id)
    changed = []
    for entry in competition.entries.filter(pk__in=list(descriptions)):
        wanted = descriptions[entry.pk]
        if (entry.team, entry.is_guest) != wanted:
            entry.team, entry.is_guest = wanted
            changed.append(entry)
    if changed:
        Entry.objects.bulk_update(changed, ["team", "is_guest"])
        bump(competition_id=competition_id)
        described = [entry.player_id for entry in changed]
        log_competition(Action.ENTRIES_CHANGED, competition, {"players": ([], described)})


@transaction.atomic
def add_separation(
    *,
    club: Club,
    competition: Competition | None,
    players: Collection[Player],
    reason: str,
    now: datetime,
) -> Separation:
    """Keep two players apart in one competition, or in all of the club's, or update the reason."""
    Club.objects.select_for_update().get(pk=club.pk)
    pair = sorted({player.pk for player in players})
    if len(pair) != 2 or any(player.club_id != club.pk for player in players):
        raise ValueError(f"Players {pair} of club {club.pk} cannot be kept apart.")
    separation, is_new = Separation.objects.update_or_create(
        club=club,
        competition=competition,
        one_id=pair[0],
        other_id=pair[1],
        defaults={"reason": SeparationReason(reason)},
        create_defaults={"reason": SeparationReason(reason), "created_at": now},
    )
    if is_new:
        changes: Changes = {"players": ([], pair)}
        log_action(
            club_id=club.pk,
            action=Action.SEPARATION_ADDED,
            about=competition or club,
            changes=changes,
        )
    return separation


@transaction.atomic
def remove_separation(*, club: Club, separation_id: int) -> None:
    """Remove a separation."""
    separations = Separation.objects.filter(club=club).select_related("competition")
    if (separation := separations.filter(pk=separation_id).first()) is not None:
        separation.delete()
        about = separation.competition or club
        changes: Changes = {"players": ([separation.one_id, separation.other_id], [])}
        log_action(club_id=club.pk, action=Action.SEPARATION_REMOVED, about=about, changes=changes)


@transaction.atomic
def add_round(*, competition_id: int, number: int, times: RoundTimes, now: datetime) -> Round:
    """Add round `number` to the current stage, open if its time has come; idempotent."""
    lock_competition(competition_id=competition_id)
    stage = current_stage(competition_id)
    rounds = Round.objects.filter(stage__competition=competition_id)
    last = rounds.aggregate(last=Max("number"))["last"] or 0
    if (earlier := rounds.filter(number=number).first()) is not None:
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
    log_round(Action.ROUND_ADDED, round)
    return round


FIXED_AT_THE_START = ("carry_over", "cut", "cut_at", "cut_ties")
DECIDING_THE_PLAN = ("method", "planned_rounds", "seating_priority")
STAGE_SETTINGS = (
    *("name", *DECIDING_THE_PLAN, "score_weight", *FIXED_AT_THE_START, "hands_limit", "minutes"),
    *("last_call_minutes", "reminder_hours", "deadline", "next_round"),
)
"""The fields of a stage that its organiser may edit."""


def values_of(stage: Stage) -> dict[str, Any]:
    """Return the editable settings of a stage by field name."""
    return {name: getattr(stage, name) for name in STAGE_SETTINGS}


@transaction.atomic
def add_stage(*, competition_id: int, number: int, settings: Stage) -> Stage:
    """Add stage `number` after the last one with the settings of an unsaved stage; idempotent."""
    lock_competition(competition_id=competition_id)
    stages = Stage.objects.filter(competition=competition_id)
    if (earlier := stages.filter(number=number).first()) is not None:
        return earlier
    last = stages.aggregate(last=Max("number"))["last"] or 0
    stage = Stage.objects.create(
        competition_id=competition_id, number=min(number, last + 1), **values_of(settings)
    )
    bump(competition_id=competition_id)
    log_stage(Action.STAGE_ADDED, stage)
    return stage


@transaction.atomic
def edit_stage(*, stage_id: int, settings: Stage) -> Stage:
    """Change the settings of a stage; cut and carry-over stay once it has begun."""
    stage = lock_stage(stage_id)
    wanted = values_of(settings)
    if stage.started_at is not None:
        wanted |= {name: getattr(stage, name) for name in FIXED_AT_THE_START}
    if any(getattr(stage, name) != wanted[name] for name in DECIDING_THE_PLAN):
        stage.plan = None
    if changes := differences(stage, wanted):
        log_stage(Action.STAGE_CHANGED, stage, changes)
    for name, value in wanted.items():
        setattr(stage, name, value)
    stage.save(update_fields=[*wanted, "plan"])
    bump(competition_id=stage.competition_id)
    return stage


@transaction.atomic
def remove_stage(*, stage_id: int) -> None:
    """Remove the last stage if it has not begun; raises CompetitionError."""
    found = Stage.objects.filter(pk=stage_id).values_list("competition_id", flat=True).first()
    if found is None:
        return
    lock_competition(competition_id=found)
    stage = Stage.objects.get(pk=stage_id)
    if stage.has_started or stage.rounds.exists():
        raise CompetitionError("stage", _("This stage has started and cannot be deleted."))
    if Stage.objects.filter(competition=found, number__gt=stage.number).exists():
        raise CompetitionError("stage", _("Another stage follows. Delete that stage first."))
    log_stage(Action.STAGE_REMOVED, stage)
    stage.delete()
    bump(competition_id=found)


COMPETITION_SETTINGS = (
    *("name", "kind", "options", "table_min", "table_max", "table_preferred", "place_points"),
    *("is_seated_on_opening", "scoring", "size_points", "win_bonus", "target_bonus"),
    *("attendance_bonus", "tie_breaks", "team_best", "best_of", "attendance_min", "bye_points"),
    *("absence_points", "no_show_points", "are_guests_ranked", "substitutes", "unfinished"),
    *("confirmation", "confirm_minutes", "phone_use", "visibility"),
)
"""The fields of a competition that its organiser may edit."""


def _checked(settings: Competition, game: str) -> dict[str, Any]:
    """Return the settings with validated game options; raises InvalidOptionsError."""
    values = {name: getattr(settings, name) for name in COMPETITION_SETTINGS}
    try:
        engine = site_game(game, settings.options).engine
    except UnknownGameError:
        text = "There is no such version of this game."
        problem = Problem("unknown_version", "version", None, text)
        raise InvalidOptionsError([problem]) from None
    return values | {"options": dict(engine.options(settings.options).as_json())}


@transaction.atomic
def create_competition(
    *,
    club: Club,
    game: str,
    settings: Competition,
    stage: Stage,
    rounds: Sequence[RoundTimes],
    players: Iterable[Player],
    now: datetime,
    later_stages: Iterable[Stage] = (),
) -> Competition:
    """Create a competition with stages, rounds, entries; raises name_taken, InvalidOptionsError."""
    Club.objects.select_for_update().get(pk=club.pk)
    check_name(club.pk, settings.name)
    competition = Competition.objects.create(
        club=club, game=game, created_at=now, **_checked(settings, game)
    )
    Stage.objects.create(competition=competition, started_at=now, **values_of(stage))
    for number, later in enumerate(later_stages, start=2):
        add_stage(competition_id=competition.pk, number=number, settings=later)
    enter_players(competition_id=competition.pk, players=players, now=now)
    for number, times in enumerate(rounds, start=1):
        add_round(competition_id=competition.pk, number=number, times=times, now=now)
    log_competition(Action.COMPETITION_CREATED, competition)
    return competition


@transaction.atomic
def edit_competition(*, competition_id: int, settings: Competition) -> Competition:
    """Change settings without recomputing standings; raises name_taken, InvalidOptionsError."""
    competition = lock_competition(competition_id=competition_id)
    Club.objects.select_for_update().get(pk=competition.club_id)
    check_name(competition.club_id, settings.name, exclude=competition_id)
    wanted = _checked(settings, competition.game)
    if changes := differences(competition, wanted):
        log_competition(Action.COMPETITION_CHANGED, competition, changes)
    for name, value in wanted.items():
        setattr(competition, name, value)
    competition.save(update_fields=list(wanted))
    bump(competition_id=competition_id)
    competition.refresh_from_db(fields=["version"])
    return competition


def check_name(club_id: int, name: str, exclude: int | None = None) -> None:
    """Refuse a name that another competition of the club has; raises name_taken."""
    others = Competition.objects.filter(club=club_id, name=name)
    if (others.exclude(pk=exclude) if exclude else others).exists():
        raise CompetitionError("name_taken")
