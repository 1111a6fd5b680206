"""Import a season as one: players, entries, rounds, tables and results; and undo it as one."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, time
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from league.audit.actions import Action
from league.audit.services import log_action
from league.clubs.models import Club, Player, Role
from league.clubs.services import add_players, lock_club
from league.competitions.models import (
    Competition,
    Entry,
    Kind,
    Round,
    RoundStatus,
    Scoring,
    Seat,
    Stage,
    Table,
    TableCode,
)
from league.competitions.services import create_competition
from league.competitions.writing import log_competition
from league.core.games import site_game
from league.core.names import clean_name, find_alike, fold
from league.exports.models import SeasonImport
from league.exports.results_file.judging import UnsoundFileError, import_results, plan_of
from league.exports.results_file.plan import Line, Noted, Plan, ResultsFile
from league.exports.services import derive
from league.rounds.services.absences import settle_absences

NOON: Final = time(12)
DAY: Final = re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4})")
NOT_A_RESULT: Final = frozenset({"round", "date", "table", "player"})


class SeasonSettings(NamedTuple):
    """What the file does not say of the competition."""

    name: str
    game: str
    kind: str = Kind.LEAGUE
    scoring: str = Scoring.PLACES


class SeasonPlan(NamedTuple):
    """The effect of a season file: `plan` has its results and all that is wrong in it."""

    plan: Plan
    rounds: int
    scheduled: int
    tables: int
    new_players: tuple[str, ...]
    similar: tuple[tuple[str, str], ...]

    @property
    def is_sound(self) -> bool:
        """Return whether the season can be imported."""
        return self.plan.is_sound


@dataclass(slots=True)
class _Table:
    """The rows of a table, and its players in the order of their seats."""

    lines: list[Line]
    players: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Round:
    """A round: its day if the rows tell one, its tables by number, whether it was played."""

    number: int
    day: datetime | None
    tables: dict[int, _Table]

    @property
    def is_played(self) -> bool:
        return any(
            _has_result(line.cells) for table in self.tables.values() for line in table.lines
        )


def preview_season(
    *, club: Club, settings: SeasonSettings, file: ResultsFile, now: datetime
) -> SeasonPlan:
    """Return what an import would make, and change nothing; raises as `import_season`."""
    with transaction.atomic():
        built = _Season(club, settings, file, now)
        plan = built.look()
        transaction.set_rollback(True)
    return plan


@transaction.atomic
def import_season(
    *, club: Club, settings: SeasonSettings, file: ResultsFile, by: Player | None, now: datetime
) -> Competition:
    """Create the competition of a file with its results, and work out all that is derived.

    Raises CompetitionError (name_taken) and UnsoundFileError, and writes nothing then.
    """
    season = _Season(club, settings, file, now)
    if season.lost:
        raise UnsoundFileError(season.look().plan)
    competition = season.competition
    import_results(competition_id=competition.pk, file=season.file, by=by, now=now)
    played = Round.objects.filter(stage__competition=competition, status=RoundStatus.OPEN)
    keys = list(played.values_list("pk", flat=True))
    played.update(status=RoundStatus.CLOSED, closed_at=F("opened_at"), closings=1)
    for round in Round.objects.filter(pk__in=keys).select_related("stage__competition"):
        settle_absences(round, now)
    SeasonImport.objects.create(
        competition=competition,
        players=[player.pk for player in season.added],
        created_at=now,
    )
    log_competition(Action.SEASON_IMPORTED, competition)
    derive([competition])
    return competition


@transaction.atomic
def undo_season_import(*, competition_id: int) -> Club:
    """Delete an imported competition, and the players it brought who do nothing else by now.

    Raises SeasonImport.DoesNotExist.
    """
    made = SeasonImport.objects.select_related("competition__club").get(competition=competition_id)
    competition = made.competition
    club = lock_club(competition.club_id)
    log_action(club_id=club.pk, action=Action.SEASON_IMPORT_UNDONE, about=competition)
    Table.objects.filter(round__stage__competition=competition).delete()
    competition.delete()
    unused = Player.objects.filter(pk__in=made.players, user=None, entries=None, seats=None)
    unused.delete()
    others = Competition.objects.filter(club=club, game=competition.game)
    derive(others[:1])
    return club


class _Season:
    """The competition of a file, built in the open transaction with rounds that take results."""

    def __init__(
        self, club: Club, settings: SeasonSettings, file: ResultsFile, now: datetime
    ) -> None:
        self.club, self.settings, self.now = lock_club(club.pk), settings, now
        self.lost: list[Noted] = []
        self.engine = site_game(settings.game).engine
        self.rounds = self._read(file)
        tables = (table for round in self.rounds for table in round.tables.values())
        self.names = {key: name for table in tables for key, name in table.players.items()}
        self.file = ResultsFile(tuple(self._renumbered()), file.columns, file.unread)
        self.competition = self._create()
        self.known, self.added = self._players()
        if self.lost:
            return
        entries = self._enter()
        for round in self.rounds:
            self._seat(round, entries)

    def look(self) -> SeasonPlan:
        """Judge all results, and return them with what is wrong."""
        plan = Plan(self.file, [], self.lost) if self.lost else plan_of(self.competition, self.file)
        names = [player.name for player in self.added]
        others = self.club.players.exclude(pk__in=[player.pk for player in self.added])
        titles = dict(others.values_list("pk", "name"))
        there = {pk: fold(name) for pk, name in titles.items()}
        alike = [(name, find_alike(name, there)) for name in names]
        return SeasonPlan(
            plan,
            rounds=len(self.rounds),
            scheduled=sum(not round.is_played for round in self.rounds),
            tables=sum(len(round.tables) for round in self.rounds),
            new_players=tuple(names),
            similar=tuple((name, titles[pk]) for name, pk in alike if pk is not None),
        )

    # ------------------------------------------------------------------------------ what rows say

    def _read(self, file: ResultsFile) -> list[_Round]:
        """Return the rounds in their order; note what is wrong with a row."""
        rounds: dict[str, dict[str, _Table]] = {}
        days: dict[str, datetime | None] = {}
        for line in file.lines:
            label = fold(line.said("round") or line.said("date"))
            name, problem = self._name(line)
            day = self._day(line)
            if not label:
                problem = _("The round is missing.")
            elif line.said("date") and day is None:
                problem = _("“%(said)s” is not a date. Write it like 2026-03-31.") % {
                    "said": line.said("date")
                }
            if problem:
                self.lost.append(Noted(line, [problem]))
                continue
            days[label] = days.get(label) or day
            tables = rounds.setdefault(label, {})
            table = tables.setdefault(fold(line.said("table")), _Table([]))
            table.lines.append(line)
            table.players.setdefault(fold(name), name)
        return [
            _Round(number, days[label], dict(_numbered(rounds[label])))
            for number, label in _numbers(rounds)
        ]

    def _name(self, line: Line) -> tuple[str, str]:
        """Return the name in a row and what is wrong with it, "" for each that is not there."""
        if not line.said("player"):
            return "", _("The player is missing.")
        try:
            return clean_name(line.said("player")), ""
        except ValidationError as error:
            return "", " ".join(error.messages)

    def _day(self, line: Line) -> datetime | None:
        said = line.said("date")
        found = DAY.fullmatch(said)
        said = f"{found[3]}-{found[2]:0>2}-{found[1]:0>2}" if found else said[:10]
        try:
            day = datetime.strptime(said, "%Y-%m-%d").date()  # noqa: DTZ007 - a day has no zone
        except ValueError:
            return None
        return datetime.combine(day, NOON, ZoneInfo(self.club.time_zone))

    def _renumbered(self) -> Iterable[Line]:
        """Yield the rows by the numbers of their rounds and tables; note tables of a wrong size."""
        for round in self.rounds:
            for number, table in round.tables.items():
                if len(table.players) not in self.engine.seats:
                    text = _(
                        "%(count)d players at this table; %(game)s takes %(least)d to %(most)d."
                    )
                    data = {
                        "count": len(table.players),
                        "game": site_game(self.settings.game).title,
                        "least": min(self.engine.seats),
                        "most": max(self.engine.seats),
                    }
                    self.lost.append(Noted(table.lines[0], [text % data]))
                for line in table.lines:
                    where = {"round": str(round.number), "table": str(number), "stage": ""}
                    cells = {key: text for key, text in line.cells.items() if key != "date"}
                    name = table.players[fold(clean_name(line.said("player")))]
                    if _has_result(cells):
                        yield replace(line, cells=cells | where | {"player": name})

    # ---------------------------------------------------------------------------- what is written

    def _create(self) -> Competition:
        sizes = Counter(
            len(table.players) for each in self.rounds for table in each.tables.values()
        )
        fitting = [size for size in sizes if size in self.engine.seats] or [min(self.engine.seats)]
        settings = Competition(
            name=self.settings.name,
            kind=self.settings.kind,
            scoring=self.settings.scoring,
            table_min=min(fitting),
            table_max=max(fitting),
            table_preferred=sorted(fitting),
            options={},
        )
        stage = Stage(planned_rounds=len(self.rounds) or None)
        given: dict[str, Any] = {
            "club": self.club,
            "game": self.settings.game,
            "settings": settings,
            "stage": stage,
        }
        return create_competition(**given, rounds=(), players=(), now=self.now)

    def _players(self) -> tuple[Mapping[str, Player], Sequence[Player]]:
        """Return the players of the file by folded name, and those of them who are new."""
        known: dict[str, Player] = {}
        for player in self.club.players.exclude(role=Role.VIEWER).order_by("left_at", "-pk"):
            known[fold(player.name)] = player
        new = [name for key, name in self.names.items() if key not in known]
        added = add_players(club=self.club, names=new, now=self.now) if new else []
        return known | {fold(player.name): player for player in added}, added

    def _enter(self) -> Mapping[str, Entry]:
        keys = sorted(self.names)
        made = Entry.objects.bulk_create(
            Entry(competition=self.competition, player=self.known[key], created_at=self.now)
            for key in keys
        )
        return dict(zip(keys, made, strict=True))

    def _seat(self, round: _Round, entries: Mapping[str, Entry]) -> None:
        stage = self.competition.stages.get()
        opened = round.day or self.now
        values: dict[str, Any] = (
            {"status": RoundStatus.OPEN, "opened_at": opened}
            if round.is_played
            else {"status": RoundStatus.SCHEDULED, "opens_at": round.day}
        )
        made = Round.objects.create(
            stage=stage, number=round.number, seating=1, seated_at=opened, **values
        )
        tables = Table.objects.bulk_create(
            Table(
                round=made,
                number=number,
                game=self.competition.game,
                options=self.competition.options,
                created_at=opened,
            )
            for number in round.tables
        )
        if not round.is_played:
            codes = (TableCode(table=table, created_at=self.now) for table in tables)
            TableCode.objects.bulk_create(codes)
        Seat.objects.bulk_create(
            Seat(table=table, number=number, player=entries[key].player, entry=entries[key])
            for table, rows in zip(tables, round.tables.values(), strict=True)
            for number, key in enumerate(rows.players)
        )


def _has_result(cells: Mapping[str, str]) -> bool:
    return any(text for key, text in cells.items() if key not in NOT_A_RESULT)


def _numbers(labels: Iterable[str]) -> list[tuple[int, str]]:
    """Return labels with their numbers: their own where all are small numbers, else by order."""
    labels = list(labels)
    own = [int(label) if label.isdecimal() and len(label) < 4 else 0 for label in labels]
    if all(own) and len({*own}) == len(own):
        return sorted(zip(own, labels, strict=True))
    return list(enumerate(labels, 1))


def _numbered(tables: Mapping[str, _Table]) -> Iterable[tuple[int, _Table]]:
    return ((number, tables[label]) for number, label in _numbers(tables))
