"""Read competitions, rounds, tables and seats."""

from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Prefetch, Q, QuerySet

from league.clubs.models import Club, Player, User
from league.clubs.queries import clubs_organised_by
from league.competitions.models import (
    Apart,
    Competition,
    Entry,
    Round,
    RoundStatus,
    Seat,
    Stage,
    Table,
    TableCode,
    TableQuerySet,
)


def competition_versions(ids: Collection[int]) -> dict[int, int]:
    """Return the version of each of these competitions that exists."""
    return dict(Competition.objects.filter(pk__in=ids).values_list("pk", "version"))


def table_versions(ids: Collection[int]) -> dict[int, int]:
    """Return the version of each of these tables that exists."""
    return dict(Table.objects.filter(pk__in=ids).values_list("pk", "version"))


def competitions() -> QuerySet[Competition]:
    """Return what everybody may read of competitions: all of them, newest first."""
    return Competition.objects.select_related("club").order_by("-created_at", "-pk")


def is_competition_seen_by_player(player: Player, pk: int) -> bool:
    """Say whether a player may be told of a competition: it is there, and of their own club."""
    return Competition.objects.filter(pk=pk, club=player.club_id).exists()


def competitions_organised_by(user: User | AnonymousUser) -> QuerySet[Competition]:
    """Return the competitions whose terms, rounds and seats this user may change."""
    return competitions().filter(club__in=clubs_organised_by(user))


def competitions_of(club: Club) -> QuerySet[Competition]:
    """Return a club's competitions with `open_rounds`, `all_rounds` and `players` counted."""
    return (
        competitions()
        .filter(club=club)
        .annotate(
            all_rounds=Count("stages__rounds", distinct=True),
            open_rounds=Count(
                "stages__rounds",
                filter=Q(stages__rounds__status=RoundStatus.OPEN),
                distinct=True,
            ),
            players=Count("entries", filter=Q(entries__withdrawn_at=None), distinct=True),
        )
    )


def rounds() -> QuerySet[Round]:
    """Return what everybody may read of rounds: all of them, with competition and club."""
    return Round.objects.select_related("stage__competition__club").order_by("stage", "number")


def rounds_organised_by(user: User | AnonymousUser) -> QuerySet[Round]:
    """Return the rounds that this user may open, seat and close."""
    return rounds().filter(stage__competition__club__in=clubs_organised_by(user))


def rounds_of(competition: Competition) -> QuerySet[Round]:
    """Return a competition's rounds in order, with `checked_in` and `standing_tables` counted."""
    return (
        rounds()
        .filter(stage__competition=competition)
        .annotate(
            checked_in=Count("check_ins", distinct=True),
            standing_tables=Count("tables", filter=Q(tables__dissolved_at=None), distinct=True),
        )
        .order_by("stage__number", "number")
    )


def seats_in_order() -> QuerySet[Seat]:
    """Return seats clockwise, with their players."""
    return Seat.objects.select_related("player", "entry").order_by("table", "number")


def tables() -> TableQuerySet:
    """Return tables by number with round, competition and club, and their seats clockwise."""
    return (
        Table.objects.all()
        .select_related("round__stage__competition__club")
        .prefetch_related(Prefetch("seats", queryset=seats_in_order()))
        .order_by("round", "number", "pk")
    )


def tables_of_round(round: Round) -> TableQuerySet:
    """Return the tables of a round that stand, by number, with their seats."""
    return tables().standing().filter(round=round)


def valid_codes(tables: Collection[Table]) -> dict[int, TableCode]:
    """Return the valid code of each of these tables that has one, by the table's id."""
    codes = TableCode.objects.filter(table__in=tables, revoked_at=None)
    return {code.table_id: code for code in codes}


def stages_of(competition: Competition) -> QuerySet[Stage]:
    """Return a competition's stages in order, with `all_rounds` and `players` counted."""
    return (
        competition.stages.select_related("recurrence")
        .annotate(
            all_rounds=Count("rounds", distinct=True), players=Count("stage_entries", distinct=True)
        )
        .order_by("number")
    )


def stages_organised_by(user: User | AnonymousUser) -> QuerySet[Stage]:
    """Return the stages that this user may change."""
    stages = Stage.objects.select_related("competition__club")
    return stages.filter(competition__club__in=clubs_organised_by(user)).order_by("pk")


def current_stage(competition_id: int) -> Stage:
    """Return the stage that is being played: the last that has begun, the first before any has."""
    stages = Stage.objects.filter(competition=competition_id).order_by("number")
    return stages.exclude(begun_at=None).last() or stages[0]


def entries_in_stage(stage: Stage) -> QuerySet[Entry]:
    """Return the entries that play in a stage, by name: all of them where there was no cut."""
    entries = entries_of(stage.competition)
    return entries.filter(stage_entries__stage=stage) if stage.has_cut else entries


def aparts_of(competition: Competition) -> QuerySet[Apart]:
    """Return the pairs that are kept apart in a competition, by name: its own and the club's."""
    of_both = Q(competition=competition) | Q(competition=None)
    return (
        Apart.objects.filter(of_both, club=competition.club)
        .select_related("one", "other")
        .order_by("one__name", "other__name", "pk")
    )


def entries_of(competition: Competition) -> QuerySet[Entry]:
    """Return the entries that take part, by name."""
    return (
        competition.entries.filter(withdrawn_at=None)
        .select_related("player")
        .order_by("player__name", "pk")
    )
