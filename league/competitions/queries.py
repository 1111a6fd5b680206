"""Read competitions, rounds, tables and seats."""

from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from league.clubs import queries as clubs
from league.clubs.models import Club, Player, User, Visibility
from league.clubs.queries import Visitor, clubs_organised_by
from league.competitions.models import (
    SETTLED,
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


def is_seen(user: Visitor, competition: str = "", *, key: str = "") -> Q:
    """Return the condition that a visitor may look at a competition.

    Nobody outside its club sees one that is private, or that is of a private club. `competition`
    leads there from a row, such as `stage__competition__`; for `key` see clubs.queries.
    """
    club = f"{competition}club__"
    private = Q(**{f"{competition}visibility": Visibility.PRIVATE})
    private |= Q(**{f"{club}visibility": Visibility.PRIVATE})
    return ~private | clubs.is_inside(user, club, key=key)


def is_listed(user: Visitor, competition: str = "", *, key: str = "") -> Q:
    """Return the condition that a competition stands in its club's lists for a visitor."""
    open_to_all = Q(**{f"{competition}visibility__in": ["", Visibility.PUBLIC]})
    return open_to_all | clubs.is_inside(user, f"{competition}club__", key=key)


def competitions() -> QuerySet[Competition]:
    """Return all competitions, newest first; visitors see those of `competitions_seen_by`."""
    return Competition.objects.select_related("club").order_by("-created_at", "-pk")


def competitions_seen_by(user: Visitor, *, key: str = "") -> QuerySet[Competition]:
    """Return the competitions that a visitor may look at, newest first."""
    return competitions().filter(is_seen(user, key=key))


def competitions_listed_for(user: Visitor) -> QuerySet[Competition]:
    """Return the competitions that a visitor is shown unasked, of all clubs, newest first."""
    return competitions().filter(is_listed(user), clubs.is_listed(user, "club__"))


def is_competition_seen_by_player(player: Player, pk: int) -> bool:
    """Say whether a player may be told of a competition: it is there, and of their own club."""
    return Competition.objects.filter(pk=pk, club=player.club_id).exists()


def find_tie(player: Player) -> str:
    """Say where somebody takes part in what is not over; "" where they do nowhere."""
    all_rounds = Round.objects.filter(stage__competition=OuterRef("competition"))
    is_going_on = ~Exists(all_rounds) | Exists(all_rounds.exclude(status__in=SETTLED))
    entries = Entry.objects.filter(is_going_on, player=player, withdrawn_at=None)
    if (entry := entries.select_related("competition").order_by("pk").first()) is not None:
        words = _("%(name)s takes part in %(competition)s. Take the name off its list first.")
        return words % {"name": player.name, "competition": entry.competition.name}
    seat = Seat.objects.filter(
        player=player, table__dissolved_at=None, table__round__status=RoundStatus.OPEN
    )
    if found := seat.select_related("table__round").order_by("pk").first():
        return _("%(name)s sits at table %(number)d of a round that is open.") % {
            "name": player.name,
            "number": found.table.number,
        }
    return ""


def competitions_not_listed(club: Club, user: Visitor, key: str) -> QuerySet[Competition]:
    """Return the competitions of a club that a visitor does not read of in its lists."""
    return Competition.objects.filter(~is_listed(user, key=key), club=club)


def competitions_organised_by(user: User | AnonymousUser) -> QuerySet[Competition]:
    """Return the competitions whose terms, rounds and seats this user may change."""
    return competitions().filter(club__in=clubs_organised_by(user))


def competitions_of(club: Club, user: Visitor) -> QuerySet[Competition]:
    """Return what a visitor reads in the list of a club's competitions.

    Each has `open_rounds`, `all_rounds` and `players` counted.
    """
    return (
        competitions()
        .filter(is_listed(user), club=club)
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
    """Return all rounds with competition and club; visitors see `rounds_seen_by`."""
    return Round.objects.select_related("stage__competition__club").order_by("stage", "number")


def rounds_seen_by(user: Visitor, *, key: str = "") -> QuerySet[Round]:
    """Return the rounds that a visitor may look at, likewise."""
    return rounds().filter(is_seen(user, "stage__competition__", key=key))


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
