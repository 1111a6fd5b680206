"""A player's career, awards and champions."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from typing import Final, NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Sum

from league.clubs.models import Club, Player
from league.clubs.queries import Visitor
from league.competitions.lineups import Spell, lineups_of
from league.competitions.models import (
    Competition,
    Entry,
    Round,
    RoundStatus,
    Stage,
    Substitution,
    Table,
    TableQuerySet,
)
from league.competitions.queries import is_listed, seats_in_order
from league.results.models import TableScore
from league.standings.models import (
    CompetitionAwards,
    PlayerRating,
    RatingChange,
    RatingList,
    TableResult,
)
from league.standings.queries import PLAYED_BY, played_by_seat, winners_of
from league.standings.ratings.queries import changes_of, thin_out
from league.standings.statistics.awards import AWARDS, Award

FORM: Final = 10


class PlayedTable(NamedTuple):
    """A table of a player with its number of results."""

    own: TableResult
    size: int


@dataclass(slots=True)
class HeadToHead:
    """The tables shared with an opponent."""

    player_id: int
    name: str
    ahead: int = 0
    behind: int = 0
    level: int = 0

    @property
    def tables(self) -> int:
        """The number of shared tables."""
        return self.ahead + self.behind + self.level


@dataclass(slots=True)
class Partnership:
    """The hands played with a partner; `points` is the change of the rating."""

    player_id: int
    name: str
    hands: int = 0
    wins: int = 0
    points: int = 0


class Career(NamedTuple):
    """A player's statistics in a game; tables and curve oldest first, `form` newest first.

    `tables` are those played to the end, for others too. `parts` are what was played for others,
    or until a substitute came.
    """

    tables: list[TableResult]
    parts: list[Spell]
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
        """The number of tables won."""
        return self.places[0] if self.places else 0

    @property
    def best_table(self) -> TableResult | None:
        """The table with the most game points."""
        return max(self.tables, key=lambda table: table.game_points, default=None)


def games_of(player: Player, user: Visitor) -> list[str]:
    """Return the games in which a player has a visible result."""
    games = _results(player, user).values_list("table__game", flat=True)
    parts = _changed_tables(player, user).values_list("game", flat=True)
    return sorted({*games, *parts})


def state_of(player: Player, game: str, user: Visitor) -> tuple[object, ...]:
    """Return a value that changes with `career_of` and the player's awards."""
    played = (
        _results(player, user)
        .filter(table__game=game)
        .aggregate(Count("pk"), Sum("table__version"), Sum("points"), Sum("place"))
    )
    parts = _changed_tables(player, user).filter(game=game).aggregate(Count("pk"), Sum("version"))
    rated = _rating(player, game).values_list(
        "mu", "sigma", "hands", "rating_list__awarded_version"
    )
    return (*played.values(), *parts.values(), *(rated.first() or ()))


def career_of(player: Player, game: str, user: Visitor) -> Career:
    """Return a player's career in a game, of tables listed for a visitor."""
    results = (
        _results(player, user)
        .filter(table__game=game)
        .select_related("table__round__stage__competition", "table__score")
    )
    opened = F("table__round__opened_at").asc(nulls_last=True)
    tables = list(results.order_by(opened, "table__round", "table", "entry"))
    found = TableResult.objects.filter(table__in=[own.table_id for own in tables])
    rows = played_by_seat(found).exclude(pk__in={own.pk for own in tables})
    others = [_Other(*row) for row in rows.values_list(*OF_OTHER)]
    sizes = Counter(other.table for other in others)
    rating = _rating(player, game).first()
    changes = list(changes_of(rating, user).order_by("position")) if rating else []
    places = [table.place for table in tables]
    return Career(
        tables=tables,
        parts=_parts_of(player, game, user),
        form=[PlayedTable(own, 1 + sizes[own.table_id]) for own in tables[: -FORM - 1 : -1]],
        rating=rating,
        curve=thin_out(changes),
        best_change=max(changes, key=lambda change: change.points, default=None),
        partners=_partners(changes),
        opponents=_opponents(tables, others),
        places=[places.count(place) for place in range(1, max(places, default=0) + 1)],
        winning_run=max(
            (len(list(run)) for is_won, run in groupby(p == 1 for p in places) if is_won), default=0
        ),
    )


OF_OTHER = ("table", "pair", "place", PLAYED_BY, f"{PLAYED_BY}__name")


class _Other(NamedTuple):
    """The result of another player at a table."""

    table: int
    pair: int | None
    place: int
    player: int
    name: str


def _rating(player: Player, game: str) -> QuerySet[PlayerRating]:
    return PlayerRating.objects.filter(
        player=player, rating_list__game=game, rating_list__club=player.club_id
    )


def _results(player: Player, user: Visitor) -> QuerySet[TableResult]:
    """Return the results of tables that a player has played to the end."""
    listed = is_listed(user, "table__round__stage__competition__")
    return TableResult.objects.filter(
        listed, **{PLAYED_BY: player, "table__seats__number": F("seat")}
    )


def _changed_tables(player: Player, user: Visitor) -> TableQuerySet:
    """Return the tables where a player came or went as a substitute came."""
    changes = Substitution.objects.filter(
        Q(player_in=player) | Q(player_out=player), seat__table=OuterRef("pk")
    )
    listed = is_listed(user, "round__stage__competition__")
    return Table.objects.standing().filter(Exists(changes), listed)


def _parts_of(player: Player, game: str, user: Visitor) -> list[Spell]:
    """Return what a player has played for others, or before a substitute came, newest first."""
    changed = _changed_tables(player, user).filter(game=game)
    seats = Prefetch("seats", queryset=seats_in_order())
    tables = list(
        changed.select_related("round__stage__competition")
        .prefetch_related(seats, "hands")
        .order_by(F("round__opened_at").desc(nulls_last=True), "-pk")
    )
    lineups = lineups_of(tables)
    return [
        spell
        for table in tables
        for spell in lineups[table.pk].spells
        if spell.player == player
        and (spell.is_substitute or spell.until)
        and spell.has_played(hand.number for hand in table.hands.all() if not hand.is_void)
    ]


def _partners(changes: Sequence[RatingChange]) -> list[Partnership]:
    """Return the partners, most hands first."""
    own = {change.hand_id: change for change in changes}
    if not own:
        return []
    player = changes[0].player_id
    mates = RatingChange.objects.filter(
        hand__rating_changes__player=player, rating_list=changes[0].rating_list_id
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
    """Return the opponents, most tables first."""
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


MOST_NAMED: Final = 12
"""Of many who share an award no more are named."""


class GivenAward(NamedTuple):
    """An award with its holders; `more` others have it, too."""

    award: Award
    holders: tuple[tuple[Player, ...], ...]
    number: int
    more: int = 0


class Champions(NamedTuple):
    """A completed competition with its winners."""

    competition: Competition
    winners: tuple[Player, ...]


def games_played(club: Club, user: Visitor) -> list[str]:
    """Return the games with a visible result in a club."""
    competitions = Competition.objects.filter(is_listed(user), club=club)
    played = TableResult.objects.filter(entry__competition=OuterRef("pk"))
    return sorted(set(competitions.filter(Exists(played)).values_list("game", flat=True)))


def versions_of(club: Club, game: str) -> tuple[object, ...]:
    """Return a value that changes with a club's game: hands, ratings and awards."""
    competitions = Competition.objects.filter(club=club, game=game)
    state = competitions.aggregate(count=Count("pk"), versions=Sum("version"))
    rating_lists = RatingList.objects.filter(club=club, game=game)
    known = rating_lists.values_list("version", "awarded_version").first()
    return (*state.values(), *(known or ()))


def awards_of_club(club: Club, game: str) -> list[GivenAward]:
    """Return the awards of all time in a club's game."""
    return _opened(_of_all_time(club.pk, game))


def awards_of(competition: Competition) -> list[GivenAward]:
    """Return the awards of a competition."""
    return _opened(CompetitionAwards.objects.filter(competition=competition))


def awards_of_player(player: Player, game: str) -> list[GivenAward]:
    """Return the awards of all time of a player in a game."""
    return _opened(_of_all_time(player.club_id, game), player)


def _of_all_time(club_id: int, game: str) -> QuerySet[CompetitionAwards]:
    return CompetitionAwards.objects.filter(
        rating_list__club=club_id, rating_list__game=game, competition=None
    )


def _opened(stored: QuerySet[CompetitionAwards], player: Player | None = None) -> list[GivenAward]:
    """Return the awards with their holders, those of a player alone if given."""
    given = [
        (slug, [holder for holder in who if player is None or player.pk in holder], who, number)
        for content in stored.values_list("content", flat=True)
        for slug, who, number in content
    ]
    named = [(slug, own[:MOST_NAMED], len(who), number) for slug, own, who, number in given if own]
    players = Player.objects.in_bulk({pk for _, who, _, _ in named for one in who for pk in one})
    awards = {award.slug: award for award in AWARDS}
    return [
        GivenAward(
            awards[slug],
            tuple(tuple(players[pk] for pk in holder) for holder in who),
            number,
            count - len(who),
        )
        for slug, who, count, number in named
        if slug in awards and all(pk in players for holder in who for pk in holder)
    ]


def champions_of(club: Club, game: str, user: Visitor) -> list[Champions]:
    """Return the completed listed competitions of a game and their winners, newest first."""
    listed = Competition.objects.filter(is_listed(user), club=club, game=game)
    ended = list(ended_competitions(listed).order_by("-created_at", "-pk"))
    first = winners_of(ended)
    entries = Entry.objects.select_related("player").in_bulk(chain.from_iterable(first.values()))
    return [
        Champions(competition, tuple(entries[pk].player for pk in first[competition.pk]))
        for competition in ended
        if first.get(competition.pk)
    ]


def latest_champions(club: Club, user: Visitor) -> Champions | None:
    """Return the newest listed competition of a club that has ended, with its winners."""
    listed = Competition.objects.filter(is_listed(user), club=club)
    ended = ended_competitions(listed).order_by("-created_at", "-pk")[:1]
    first = winners_of(list(ended))
    return next(
        (
            Champions(each, tuple(Entry.objects.get(pk=pk).player for pk in first[each.pk]))
            for each in ended
            if first.get(each.pk)
        ),
        None,
    )


def has_ended(competition: Competition) -> bool:
    """Return whether all planned rounds of a competition are closed."""
    return ended_competitions(Competition.objects.filter(pk=competition.pk)).exists()


def amounts_of(competition: Competition) -> dict[str, int]:
    """Return the number of rounds, tables and hands played in a competition."""
    counted = Exists(TableResult.objects.filter(table=OuterRef("table")))
    played = TableScore.objects.filter(counted, table__round__stage__competition=competition)
    return played.aggregate(
        rounds=Count("table__round", distinct=True),
        tables=Count("pk"),
        hands=Sum("hands", default=0),
    )


def ended_competitions(competitions: QuerySet[Competition]) -> QuerySet[Competition]:
    """Return those of which all planned rounds are closed."""
    open_rounds = Round.objects.filter(stage__competition=OuterRef("pk")).exclude(
        status=RoundStatus.CLOSED
    )
    unfinished = (
        Stage.objects.filter(competition=OuterRef("pk"))
        .annotate(played=Count("rounds"))
        .exclude(planned_rounds__lte=F("played"))
    )
    return competitions.exclude(Exists(open_rounds)).exclude(Exists(unfinished))
