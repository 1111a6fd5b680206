"""Read what a player has done in one game: tables, partners, opponents, records."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from django.db.models import Count, Exists, F, OuterRef, QuerySet, Sum

from league.clubs.models import Player
from league.clubs.queries import Visitor
from league.competitions.models import Entry
from league.competitions.queries import is_listed
from league.standings.models import PlayerRating, RatingChange, TableResult
from league.standings.ratings.queries import changes_of, thin_out

FORM: Final = 10


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """Hold what a player has from a table, and how many have something from it."""

    own: TableResult
    size: int


@dataclass(slots=True)
class HeadToHead:
    """Count the tables shared with an opponent, by who had the better place."""

    player_id: int
    name: str
    ahead: int = 0
    behind: int = 0
    level: int = 0

    @property
    def tables(self) -> int:
        """Return how many tables they shared."""
        return self.ahead + self.behind + self.level


@dataclass(slots=True)
class Partnership:
    """Count the hands played together with a partner; `points` are what the rating gained."""

    player_id: int
    name: str
    hands: int = 0
    wins: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True)
class Career:
    """Hold all of a player's page for one game, tables and the rating's curve oldest first.

    `form` are the latest tables, the latest first. `places[place - 1]` counts tables.
    `winning_run` is the longest row of tables won. `best_change` is the hand that the rating rose
    most by, the first of several.
    """

    tables: list[TableResult]
    form: list[PlayedTable]
    rating: PlayerRating | None
    curve: list[RatingChange]
    best_change: RatingChange | None
    partners: list[Partnership]
    opponents: list[HeadToHead]
    places: list[int]
    winning_run: int

    @property
    def wins(self) -> int:
        """Return how many tables were won."""
        return self.places[0] if self.places else 0

    @property
    def best_table(self) -> TableResult:
        """Return the table with the most game points, the first of several."""
        return max(self.tables, key=lambda table: table.game_points)


def games_of(player: Player, user: Visitor) -> list[str]:
    """List the games in which a player has a table that counts and is listed for a visitor."""
    played = TableResult.objects.filter(entry=OuterRef("pk"))
    games = Entry.objects.filter(Exists(played), is_listed(user, "competition__"), player=player)
    return sorted(set(games.values_list("competition__game", flat=True)))


def state_of(player: Player, game: str, user: Visitor) -> tuple[object, ...]:
    """Return what changes with every change of `career_of` and of the player's awards.

    What others play without this player changes nothing of it.
    """
    played = _results(player, game, user).aggregate(
        Count("pk"), Sum("table__version"), Sum("points"), Sum("place")
    )
    rated = _rating(player, game).values_list("mu", "sigma", "hands", "book__honoured")
    return (*played.values(), *(rated.first() or ()))


def career_of(player: Player, game: str, user: Visitor) -> Career:
    """Read a player's tables of a game, of those that are listed for a visitor.

    Tables count for whom they count in the standings.
    """
    tables = _tables(player, game, user)
    others = _others(tables)
    sizes = Counter(other.table for other in others)
    rating = _rating(player, game).first()
    changes = list(changes_of(rating, user).order_by("position")) if rating else []
    places = [table.place for table in tables]
    return Career(
        tables=tables,
        form=[PlayedTable(own, 1 + sizes[own.table_id]) for own in tables[: -FORM - 1 : -1]],
        rating=rating,
        curve=thin_out(changes),
        best_change=max(changes, key=lambda change: change.points, default=None),
        partners=_partners(changes),
        opponents=_opponents(tables, others),
        places=[places.count(place) for place in range(1, max(places, default=0) + 1)],
        winning_run=_longest_run(place == 1 for place in places),
    )


class _Other(NamedTuple):
    """Hold what somebody else has from a table of the player's."""

    table: int
    pair: int | None
    place: int
    player: int
    name: str


def _rating(player: Player, game: str) -> QuerySet[PlayerRating]:
    return PlayerRating.objects.filter(player=player, book__game=game, book__club=player.club_id)


def _results(player: Player, game: str, user: Visitor) -> QuerySet[TableResult]:
    listed = is_listed(user, "table__round__stage__competition__")
    return TableResult.objects.filter(listed, entry__player=player, table__game=game)


def _tables(player: Player, game: str, user: Visitor) -> list[TableResult]:
    return list(
        _results(player, game, user)
        .select_related("table__round__stage__competition", "table__score")
        .order_by(
            F("table__round__opened_at").asc(nulls_last=True), "table__round", "table", "entry"
        )
    )


def _others(tables: Sequence[TableResult]) -> list[_Other]:
    results = TableResult.objects.filter(table__in=[own.table_id for own in tables])
    rows = results.exclude(entry__in={own.entry_id for own in tables}).values_list(
        "table", "pair", "place", "entry__player", "entry__player__name"
    )
    return [_Other(*row) for row in rows]


def _partners(changes: Sequence[RatingChange]) -> list[Partnership]:
    """Return with whom hands were played together, most hands first."""
    own = {change.hand_id: change for change in changes}
    if not own:
        return []
    player = changes[0].player_id
    mates = RatingChange.objects.filter(
        hand__rating_changes__player=player, book=changes[0].book_id
    ).exclude(player=player)
    found: dict[int, Partnership] = {}
    for hand, side, mate, name in mates.values_list("hand", "side", "player", "player__name"):
        change = own.get(hand)
        if change is not None and change.side == side:
            together = found.setdefault(mate, Partnership(mate, name))
            together.hands += 1
            together.wins += change.place == 1
            together.points += change.points
    return sorted(found.values(), key=lambda each: (-each.hands, each.name, each.player_id))


def _opponents(tables: Iterable[TableResult], others: Iterable[_Other]) -> list[HeadToHead]:
    """Return against whom tables were played, most tables first; partners are no opponents."""
    at_table = {own.table_id: own for own in tables}
    found: dict[int, HeadToHead] = {}
    for other in others:
        own = at_table[other.table]
        if own.pair is None or other.pair != own.pair:
            against = found.setdefault(other.player, HeadToHead(other.player, other.name))
            against.ahead += own.place < other.place
            against.behind += own.place > other.place
            against.level += own.place == other.place
    return sorted(found.values(), key=lambda each: (-each.tables, each.name, each.player_id))


def _longest_run(values: Iterable[bool]) -> int:
    return max((len(list(run)) for is_so, run in groupby(values) if is_so), default=0)
