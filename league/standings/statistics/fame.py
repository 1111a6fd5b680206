"""Read who holds which award, in a club's game or in one competition, and who has won."""

from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Exists, F, OuterRef, QuerySet, Sum

from league.clubs.models import Club, Player
from league.competitions.models import Competition, Round, RoundStatus, Stage
from league.results.models import TableScore
from league.standings.models import Honours, RatingBook, Standing, TableResult
from league.standings.statistics.awards import AWARDS, Award

MOST_NAMED: Final = 12
"""Of many who share an award no more are named."""


@dataclass(frozen=True, slots=True)
class Honour:
    """Hold an award, who has it (partners together), and with how much.

    `more` is how many others have as much and are not named.
    """

    award: Award
    holders: tuple[tuple[Player, ...], ...]
    number: int
    more: int = 0


@dataclass(frozen=True, slots=True)
class Champions:
    """Hold a competition that has ended, with who has won it."""

    competition: Competition
    winners: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Amounts:
    """Say how much was played in a competition."""

    rounds: int
    tables: int
    hands: int


def games_played(club: Club) -> list[str]:
    """List the games in which a club has a table that counts."""
    competitions = Competition.objects.filter(club=club)
    played = TableResult.objects.filter(entry__competition=OuterRef("pk"))
    return sorted(set(competitions.filter(Exists(played)).values_list("game", flat=True)))


def versions_of(club: Club, game: str) -> tuple[object, ...]:
    """Return what changes with every change of a club's game: hands, ratings, and awards."""
    competitions = Competition.objects.filter(club=club, game=game)
    state = competitions.aggregate(count=Count("pk"), versions=Sum("version"))
    books = RatingBook.objects.filter(club=club, game=game)
    known = books.values_list("version", "honoured").first()
    return (*state.values(), *(known or ()))


def honours_of_club(club: Club, game: str) -> list[Honour]:
    """List the awards of a club's game of all time; those that nobody has are left out."""
    return _opened(Honours.objects.filter(book__club=club, book__game=game, competition=None))


def honours_of(competition: Competition) -> list[Honour]:
    """List the awards of a competition alone, likewise."""
    return _opened(Honours.objects.filter(competition=competition))


def _opened(kept: QuerySet[Honours]) -> list[Honour]:
    given = [each for content in kept.values_list("content", flat=True) for each in content]
    ids = {pk for _, who, _ in given for holder in who[:MOST_NAMED] for pk in holder}
    players = Player.objects.in_bulk(ids) if ids else {}
    awards = {award.slug: award for award in AWARDS}
    return [
        Honour(
            awards[slug],
            tuple(tuple(players[pk] for pk in holder) for holder in who[:MOST_NAMED]),
            number,
            max(len(who) - MOST_NAMED, 0),
        )
        for slug, who, number in given
        if slug in awards and all(pk in players for holder in who[:MOST_NAMED] for pk in holder)
    ]


def champions_of(club: Club, game: str) -> list[Champions]:
    """List the competitions of a club's game that have ended and their winners, the latest first.

    The winners are those first in the last stage that anybody has played.
    """
    ended = _ended(Competition.objects.filter(club=club, game=game))
    first: dict[int, tuple[int, list[Player]]] = {}
    for row in (
        Standing.objects.filter(competition__in=ended, place=1)
        .select_related("entry__player", "stage")
        .order_by("stage__number", "entry")
    ):
        stage, winners = first.get(row.competition_id, (0, []))
        if row.stage.number > stage:
            stage, winners = row.stage.number, []
        first[row.competition_id] = (stage, [*winners, row.entry.player])
    competitions = Competition.objects.filter(pk__in=first).order_by("-created_at", "-pk")
    return [Champions(each, tuple(first[each.pk][1])) for each in competitions]


def has_ended(competition: Competition) -> bool:
    """Say whether all planned rounds of a competition are closed; an open length never ends."""
    return _ended(Competition.objects.filter(pk=competition.pk)).exists()


def amounts_of(competition: Competition) -> Amounts:
    """Count what was played in a competition."""
    counted = Exists(TableResult.objects.filter(table=OuterRef("table")))
    played = TableScore.objects.filter(counted, table__round__stage__competition=competition)
    sums = played.aggregate(
        rounds=Count("table__round", distinct=True), tables=Count("pk"), hands=Sum("hands")
    )
    return Amounts(sums["rounds"], sums["tables"], sums["hands"] or 0)


def _ended(competitions: QuerySet[Competition]) -> QuerySet[Competition]:
    open_rounds = Round.objects.filter(stage__competition=OuterRef("pk")).exclude(
        status=RoundStatus.CLOSED
    )
    unfinished = (
        Stage.objects.filter(competition=OuterRef("pk"))
        .annotate(played=Count("rounds"))
        .exclude(planned_rounds__lte=F("played"))
    )
    return competitions.exclude(Exists(open_rounds)).exclude(Exists(unfinished))
