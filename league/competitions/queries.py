"""Queries of competitions, stages, rounds, tables and seats."""

from collections.abc import Collection, Iterable
from itertools import chain, count, pairwise

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from league.clubs import queries as clubs
from league.clubs.models import NAME_LENGTH, Club, Player, Visibility
from league.clubs.queries import Visitor, clubs_organised_by
from league.competitions.models import (
    SETTLED,
    Competition,
    Entry,
    Round,
    RoundStatus,
    Seat,
    Separation,
    Stage,
    Table,
    TableCode,
    TableQuerySet,
)


def is_seen(user: Visitor, competition: str = "", *, key: str = "") -> Q:
    """Return the condition that a visitor may see a competition.

    `competition` is the lookup path to it, such as `stage__competition__`; for `key` see
    clubs.queries.
    """
    private = Q(**{f"{competition}visibility": Visibility.PRIVATE})
    private |= Q(**{f"{competition}club__visibility": Visibility.PRIVATE})
    return ~private | clubs.is_member(user, f"{competition}club__", key=key)


def is_listed(user: Visitor, competition: str = "", *, key: str = "") -> Q:
    """Return the condition that a visitor finds a competition in its club's lists."""
    open_to_all = Q(**{f"{competition}visibility__in": ["", Visibility.PUBLIC]})
    return open_to_all | clubs.is_member(user, f"{competition}club__", key=key)


def competitions() -> QuerySet[Competition]:
    """Return all competitions, newest first; visitors see those of `competitions_visible_to`."""
    return Competition.objects.select_related("club").order_by("-created_at", "-pk")


def competitions_visible_to(user: Visitor, *, key: str = "") -> QuerySet[Competition]:
    """Return the competitions that a visitor may see, newest first."""
    return competitions().filter(is_seen(user, key=key))


def competitions_listed_for(user: Visitor) -> QuerySet[Competition]:
    """Return the competitions listed for a visitor in all clubs, newest first."""
    return competitions().filter(is_listed(user), clubs.is_listed(user, "club__"))


def is_competition_visible_to_player(player: Player, pk: int) -> bool:
    """Return whether a competition exists in a player's own club."""
    return Competition.objects.filter(pk=pk, club=player.club_id).exists()


def find_blocker(player: Player) -> str:
    """Return which competition or open seat keeps a player from becoming a viewer; or ""."""
    all_rounds = Round.objects.filter(stage__competition=OuterRef("competition"))
    is_going_on = ~Exists(all_rounds) | Exists(all_rounds.exclude(status__in=SETTLED))
    entries = Entry.objects.filter(is_going_on, player=player, withdrawn_at=None)
    if (entry := entries.select_related("competition").order_by("pk").first()) is not None:
        text = _("%(name)s takes part in %(competition)s. Withdraw the player there first.")
        return text % {"name": player.name, "competition": entry.competition.name}
    open_tables = Table.objects.filter(dissolved_at=None, round__status=RoundStatus.OPEN)
    numbers = open_tables.filter(seats__player=player).order_by("seats__pk")
    if (number := numbers.values_list("number", flat=True).first()) is not None:
        text = _("%(name)s sits at table %(number)d of an open round. Free that seat first.")
        return text % {"name": player.name, "number": number}
    return ""


def competitions_not_listed(club: Club, user: Visitor, key: str) -> QuerySet[Competition]:
    """Return the competitions of a club that a visitor does not find in its lists."""
    return Competition.objects.filter(~is_listed(user, key=key), club=club)


def free_name(club: Club, name: str) -> str:
    """Return a name that no competition of a club has: this one, else with a number after it."""
    taken = set(Competition.objects.filter(club=club).values_list("name", flat=True))
    stem = name[: NAME_LENGTH - 6]
    numbered = (f"{stem} {number}" for number in count(2))
    return next(one for one in chain([name[:NAME_LENGTH]], numbered) if one not in taken)


def competitions_organised_by(user: Visitor) -> QuerySet[Competition]:
    """Return the competitions that a user may organise."""
    return competitions().filter(club__in=clubs_organised_by(user))


def competitions_of(club: Club, user: Visitor) -> QuerySet[Competition]:
    """Return a club's listed competitions with `open_rounds`, `all_rounds` and `players`."""
    return (
        competitions()
        .filter(is_listed(user), club=club)
        .annotate(
            all_rounds=Count("stages__rounds", distinct=True),
            open_rounds=Count(
                "stages__rounds", filter=Q(stages__rounds__status=RoundStatus.OPEN), distinct=True
            ),
            players=Count("entries", filter=Q(entries__withdrawn_at=None), distinct=True),
        )
    )


def rounds() -> QuerySet[Round]:
    """Return all rounds with competition and club."""
    return Round.objects.select_related("stage__competition__club").order_by("stage", "number")


def rounds_seen_by(user: Visitor, *, key: str = "") -> QuerySet[Round]:
    """Return the rounds that a visitor may see."""
    return rounds().filter(is_seen(user, "stage__competition__", key=key))


def rounds_organised_by(user: Visitor) -> QuerySet[Round]:
    """Return the rounds that a user may organise."""
    return rounds().filter(stage__competition__club__in=clubs_organised_by(user))


def rounds_of(competition: Competition) -> QuerySet[Round]:
    """Return a competition's rounds in order."""
    return rounds().filter(stage__competition=competition).order_by("stage__number", "number")


def seats_in_order() -> QuerySet[Seat]:
    """Return seats clockwise, with their players."""
    return Seat.objects.select_related("player", "entry__player").order_by("table", "number")


def tables() -> TableQuerySet:
    """Return tables by number with round, competition, club and seats."""
    return (
        Table.objects.all()
        .select_related("round__stage__competition__club")
        .prefetch_related(Prefetch("seats", queryset=seats_in_order()))
        .order_by("round", "number", "pk")
    )


def tables_of_round(round: Round) -> TableQuerySet:
    """Return the standing tables of a round by number, with their seats."""
    return tables().standing().filter(round=round)


def valid_codes(tables: Collection[Table]) -> dict[int, TableCode]:
    """Return the valid codes of these tables by table id."""
    codes = TableCode.objects.filter(table__in=tables, revoked_at=None)
    return {code.table_id: code for code in codes}


def stages_of(competition: Competition) -> QuerySet[Stage]:
    """Return a competition's stages in order, with `all_rounds` counted."""
    stages = competition.stages.select_related("recurrence")
    return stages.annotate(all_rounds=Count("rounds")).order_by("number")


def stages_organised_by(user: Visitor) -> QuerySet[Stage]:
    """Return the stages that a user may organise."""
    stages = Stage.objects.select_related("competition__club")
    return stages.filter(competition__club__in=clubs_organised_by(user)).order_by("pk")


def current_stage(competition_id: int) -> Stage:
    """Return the last stage that has begun, or else the first."""
    stages = Stage.objects.filter(competition=competition_id).order_by("number")
    return stages.exclude(started_at=None).last() or stages[0]


def entries_in_stage(stage: Stage) -> QuerySet[Entry]:
    """Return the entries of a stage by name."""
    entries = entries_of(stage.competition)
    return entries.filter(stage_entries__stage=stage) if stage.has_cut else entries


def separations_of(competition: Competition) -> QuerySet[Separation]:
    """Return the separations of a competition and of its whole club, by name."""
    of_both = Q(competition=competition) | Q(competition=None)
    return (
        Separation.objects.filter(of_both, club=competition.club)
        .select_related("one", "other")
        .order_by("one__name", "other__name", "pk")
    )


def entries_of(competition: Competition) -> QuerySet[Entry]:
    """Return the active entries of a competition by name."""
    return (
        competition.entries.filter(withdrawn_at=None)
        .select_related("player")
        .order_by("player__name", "pk")
    )


def stage_to_begin(stages: Iterable[Stage], rounds: Iterable[Round]) -> Stage | None:
    """Return the stage after the current one, once all rounds of the latter are over.

    `stages` (in order) and `rounds` are all of the competition; at least one round must have
    been played.
    """
    pairs = pairwise(stages)
    current, following = next((both for both in pairs if not both[1].has_started), (None, None))
    if current is None:
        return None
    statuses = [round.status for round in rounds if round.stage_id == current.pk]
    is_over = set(statuses) <= set(SETTLED) and RoundStatus.CLOSED in statuses
    return following if is_over and len(statuses) >= (current.planned_rounds or 1) else None


def competitions_played_by(players: Collection[int]) -> list[int]:
    """Return the ids of all competitions these players took part in, in order."""
    took_part = Q(entries__player__in=players) | _has_played(players, "stages__rounds__")
    return sorted(set(Competition.objects.filter(took_part).values_list("pk", flat=True)))


def find_obstacles(target: Player, source: Player) -> list[str]:
    """Return why two players cannot be merged: a shared competition or round."""
    names = {"kept": target.name, "gone": source.name}
    both = Competition.objects.filter(entries__player=target).filter(entries__player=source)
    entered = [
        _("%(kept)s and %(gone)s both take part in %(competition)s.")
        % {**names, "competition": each.name}
        for each in both.distinct().order_by("pk")
    ]
    rounds = Round.objects.filter(_has_played([target])).filter(_has_played([source])).distinct()
    seated = [
        _("%(kept)s and %(gone)s both played in round %(round)d of %(competition)s.")
        % {**names, "round": each.number, "competition": each.stage.competition.name}
        for each in rounds.select_related("stage__competition").order_by("pk")
    ]
    return entered + seated


def _has_played(players: Collection[Player | int], rounds: str = "") -> Q:
    """Return the condition that players sat at a table; `rounds` is the lookup path to rounds."""
    seat = f"{rounds}tables__seats__"
    return (
        Q(**{f"{seat}player__in": players})
        | Q(**{f"{seat}substitutions__player_out__in": players})
        | Q(**{f"{seat}substitutions__player_in__in": players})
    )
