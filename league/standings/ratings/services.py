"""Keep ratings in step with the hands."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from django.db import transaction
from django.db.models import F, QuerySet

from games.tournament.ratings import Side
from league.competitions.models import Competition, Round
from league.standings.difference import Derived, Difference, Key, Values
from league.standings.models import (
    PlayerRating,
    RatedCompetition,
    RatedTable,
    RatingBook,
    RatingChange,
)
from league.standings.ratings.beliefs import CHANGES, Belief, beliefs_before, rate_hands
from league.standings.ratings.sources import (
    CountedHand,
    Sheet,
    counted_hands,
    sheets_of,
    sheets_to_rate,
)
from league.standings.statistics.deeds import forget_rounds

RATINGS = Derived(PlayerRating, ("book", "player"), ("mu", "sigma", "hands"))
TABLES_AT_ONCE = 500


def competitions_to_rate() -> list[int]:
    """List one competition for each club's game of which something has changed since rated."""
    first: dict[tuple[int, str], int] = {}
    for pk, club, game in _unrated().order_by("pk").values_list("pk", "club", "game"):
        first.setdefault((club, game), pk)
    return list(first.values())


@transaction.atomic
def update_ratings(*, competition_id: int) -> None:
    """Bring the ratings of a competition's game in its club up to date with all its hands.

    Only tables at which something has changed are read. Where none of those who played there has
    played elsewhere since, nobody else's rating is touched; otherwise all hands are rated anew
    from the first on that is new, gone, or other than it was.
    """
    book = _lock_book(competition_id)
    # Read before the hands: what comes meanwhile leaves its table and its competition due.
    versions = _versions_to_rate(book)
    if not versions:
        return
    sheets = sheets_to_rate(book)
    moved = [
        min(sheet.begin, sheet.rated)
        for sheet in sheets
        if sheet.rated is not None and sheet.rated != sheet.begin
    ]
    if moved:
        _rate_from(book, min(moved))
    for some in _in_batches(sheets):
        _rate_tables(book, some)
    _note(book, sheets, versions)
    _raise_version(book)


@transaction.atomic
def recompute_ratings(*, competition_id: int) -> list[Difference]:
    """Work out such ratings from nothing but the hands; return what was not as it should be.

    What has merely not been rated yet is brought up to date, and is no difference.
    """
    update_ratings(competition_id=competition_id)
    book = _lock_book(competition_id)
    differences = _rate_from(book, 0)
    if differences:
        _raise_version(book)
    return differences


def _lock_book(competition_id: int) -> RatingBook:
    club, game = Competition.objects.values_list("club", "game").get(pk=competition_id)
    book, _ = RatingBook.objects.get_or_create(club_id=club, game=game)
    return RatingBook.objects.select_for_update().get(pk=book.pk)


def _raise_version(book: RatingBook) -> None:
    RatingBook.objects.filter(pk=book.pk).update(version=F("version") + 1)


def _versions_to_rate(book: RatingBook) -> dict[int, int]:
    competitions = _unrated().filter(club=book.club_id, game=book.game)
    return dict(competitions.values_list("pk", "version"))


def _unrated() -> QuerySet[Competition]:
    rated = Competition.objects.filter(rated__version=F("version"))
    return Competition.objects.exclude(pk__in=rated)


def _note(book: RatingBook, sheets: Iterable[Sheet], versions: Mapping[int, int]) -> None:
    """Note at which versions tables and competitions have been rated."""
    RatedTable.objects.bulk_create(
        [
            RatedTable(table_id=sheet.table, book=book, version=sheet.version, begin=sheet.begin)
            for sheet in sheets
        ],
        batch_size=TABLES_AT_ONCE,
        update_conflicts=True,
        unique_fields=["table"],
        update_fields=["book", "version", "begin"],
    )
    RatedCompetition.objects.bulk_create(
        [RatedCompetition(competition_id=pk, version=version) for pk, version in versions.items()],
        update_conflicts=True,
        unique_fields=["competition"],
        update_fields=["version"],
    )


def _rate_tables(book: RatingBook, sheets: Sequence[Sheet]) -> None:
    """Rate the hands of some tables where they are not kept just as they are to be rated."""
    _forget_deeds(book, sheets)
    was, hands = _rated_hands(_kept_changes(book, sheets, 0)), counted_hands(sheets)
    first = _first_difference(was, hands)
    if first is None:
        return
    hands = [hand for hand in hands if hand.position >= first]
    concerned = [*hands, *(hand for hand in was if hand.position >= first)]
    players = {player for hand in concerned for side in hand.sides for player in side.entries}
    if _have_played_elsewhere(book, players, first, sheets):
        _rate_from(book, first)
        return
    beliefs = beliefs_before(book, first, players)
    CHANGES.replace(_kept_changes(book, sheets, first), rate_hands(book, hands, beliefs))
    _replace_ratings(PlayerRating.objects.filter(book=book, player__in=players), book, beliefs)


def _rate_from(book: RatingBook, first: int) -> list[Difference]:
    """Rate every hand of a book anew from a position on; return what was not so before."""
    everybody = PlayerRating.objects.filter(book=book)
    beliefs = beliefs_before(book, first, everybody.values_list("player", flat=True))
    differences: list[Difference] = []
    sheets_left = [sheet for sheet in sheets_of(book) if sheet.end > first]
    for sheets in _in_batches(sheets_left):
        hands = [hand for hand in counted_hands(sheets) if hand.position >= first]
        kept = _kept_changes(book, sheets, first)
        if found := CHANGES.replace(kept, rate_hands(book, hands, beliefs)):
            _forget_deeds(book, sheets)
            differences += found
    return differences + _replace_ratings(everybody, book, beliefs)


def _forget_deeds(book: RatingBook, sheets: Iterable[Sheet]) -> None:
    """Have the rounds of some tables counted anew."""
    forget_rounds(
        books=RatingBook.objects.filter(pk=book.pk),
        rounds=Round.objects.filter(tables__in=[sheet.table for sheet in sheets]),
    )


def _in_batches(sheets: Sequence[Sheet]) -> Iterator[Sequence[Sheet]]:
    for at in range(0, len(sheets), TABLES_AT_ONCE):
        yield sheets[at : at + TABLES_AT_ONCE]


def _kept_changes(book: RatingBook, sheets: Iterable[Sheet], first: int) -> QuerySet[RatingChange]:
    """Return what is kept of these tables' hands from a position on."""
    changes = RatingChange.objects.filter(
        book=book, hand__table__in=[sheet.table for sheet in sheets], position__gte=first
    )
    return changes.order_by("position", "side", "player")


def _rated_hands(changes: QuerySet[RatingChange]) -> list[CountedHand]:
    """Return hands as they were rated."""
    rows = changes.values_list("hand", "position", "side", "place", "player")
    found: list[CountedHand] = []
    for (hand, position), of_hand in groupby(rows, lambda row: row[:2]):
        sides = groupby(of_hand, lambda row: row[2:4])
        of_sides = (Side(tuple(row[4] for row in own), place) for (_, place), own in sides)
        found.append(CountedHand(hand, position, tuple(of_sides)))
    return found


def _first_difference(was: Iterable[CountedHand], hands: Iterable[CountedHand]) -> int | None:
    """Return the first position at which not the hand was rated that is to be rated."""
    kept = {hand.position: hand for hand in was}
    right = {hand.position: hand for hand in hands}
    positions = kept.keys() | right.keys()
    return min((at for at in positions if kept.get(at) != right.get(at)), default=None)


def _have_played_elsewhere(
    book: RatingBook, players: Collection[int], first: int, sheets: Iterable[Sheet]
) -> bool:
    """Say whether one of the players has a rated hand after a position at no table of these."""
    later = RatingChange.objects.filter(book=book, player__in=players, position__gt=first)
    return later.exclude(hand__table__in=[sheet.table for sheet in sheets]).exists()


def _replace_ratings(
    kept: QuerySet[PlayerRating], book: RatingBook, beliefs: Mapping[int, Belief]
) -> list[Difference]:
    """Make the kept ratings what is believed now."""
    right: dict[Key, Values] = {
        (book.pk, pk): (*belief.rating, belief.hands) for pk, belief in beliefs.items()
    }
    return RATINGS.replace(kept, right)
