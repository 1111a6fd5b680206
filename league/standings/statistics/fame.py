"""Read who holds which award, in a club's game or in one competition, and who has won."""

from dataclasses import dataclass
from itertools import chain
from typing import Final

from django.db.models import Count, Exists, F, OuterRef, QuerySet, Sum

from league.clubs.models import Club, Player
from league.clubs.queries import Visitor
from league.competitions.models import Competition, Entry, Round, RoundStatus, Stage
from league.competitions.queries import is_listed
from league.results.models import TableScore
from league.standings.models import Honours, RatingBook, TableResult
from league.standings.queries import winners_of
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


def games_played(club: Club, user: Visitor) -> list[str]:
    """List the games in which a club has a table that counts and is listed for a visitor."""
    competitions = Competition.objects.filter(is_listed(user), club=club)
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


def honours_of_player(player: Player, game: str) -> list[Honour]:
    """List the awards of a game of all time that a player has; others who have them are counted."""
    honours = Honours.objects.filter(book__club=player.club_id, book__game=game, competition=None)
    return _opened(honours, player)


def _opened(kept: QuerySet[Honours], player: Player | None = None) -> list[Honour]:
    """Return awards with those who have them; with a player, only theirs, naming nobody else."""
    given = [
        (slug, [holder for holder in who if player is None or player.pk in holder], who, number)
        for content in kept.values_list("content", flat=True)
        for slug, who, number in content
    ]
    named = [(slug, own[:MOST_NAMED], len(who), number) for slug, own, who, number in given if own]
    ids = {pk for _, who, _, _ in named for holder in who for pk in holder}
    players = Player.objects.in_bulk(ids) if ids else {}
    awards = {award.slug: award for award in AWARDS}
    return [
        Honour(
            awards[slug],
            tuple(tuple(players[pk] for pk in holder) for holder in who),
            number,
            count - len(who),
        )
        for slug, who, count, number in named
        if slug in awards and all(pk in players for holder in who for pk in holder)
    ]


def champions_of(club: Club, game: str, user: Visitor) -> list[Champions]:
    """List the competitions of a club's game that have ended and their winners, the latest first.

    Those alone that are listed for the visitor. The winners are those first in the last stage that
    anybody has played.
    """
    listed = Competition.objects.filter(is_listed(user), club=club, game=game)
    ended = list(_ended(listed).order_by("-created_at", "-pk"))
    first = winners_of(ended)
    entries = Entry.objects.select_related("player").in_bulk(chain.from_iterable(first.values()))
    return [
        Champions(competition, tuple(entries[pk].player for pk in first[competition.pk]))
        for competition in ended
        if first.get(competition.pk)
    ]


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
