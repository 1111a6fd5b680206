"""Keep what awards count of each round, and give the awards by it."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from league.competitions.models import Competition, Round
from league.standings.difference import Derived, Difference, Key, Values
from league.standings.models import Honours, RatingBook, RatingChange, RoundDeeds, TableResult
from league.standings.statistics.awards import (
    AWARDS,
    Deeds,
    Evidence,
    Holder,
    Rated,
    Result,
    best,
    collect,
)

Content = dict[str, dict[str, Any]]
Collected = dict[str, dict[Holder, Any]]
DEEDS: Final = Derived(RoundDeeds, ("round",), ("book_id", "content"))
ROUNDS_AT_ONCE: Final = 20


def books_to_honour() -> list[int]:
    """List the books of which something has changed since their awards were given."""
    due = RatingBook.objects.exclude(honoured=F("version")).order_by("pk")
    return list(due.values_list("pk", flat=True))


def books_never_honoured() -> list[int]:
    """List the books of which no awards have been given yet."""
    return list(RatingBook.objects.filter(honoured=0).order_by("pk").values_list("pk", flat=True))


def forget_deeds(*, competition: Competition, rounds: Collection[int] | None = None) -> None:
    """Have rounds of a competition counted anew, all of them unless told."""
    played = Round.objects.filter(stage__competition=competition)
    forget_rounds(
        books=RatingBook.objects.filter(club=competition.club_id, game=competition.game),
        rounds=played if rounds is None else played.filter(pk__in=rounds),
    )


def forget_rounds(*, books: QuerySet[RatingBook], rounds: QuerySet[Round]) -> None:
    """Have rounds of books counted anew.

    The books' versions go first, so that nobody writes what was read before: see `honour`.
    """
    if books.update(version=F("version") + 1):
        RoundDeeds.objects.filter(round__in=rounds).delete()


def honour(*, book_id: int) -> None:
    """Give the awards of a book by what its rounds count; read only rounds that have changed.

    What has changed meanwhile leaves the book due.
    """
    book = RatingBook.objects.get(pk=book_id)
    rounds = _rounds_played(book)
    known = set(RoundDeeds.objects.filter(book=book).values_list("round", flat=True))
    missing = [pk for pk in rounds if pk not in known]
    for at in range(0, len(missing), ROUNDS_AT_ONCE):
        some = [
            RoundDeeds(round_id=pk, book=book, content=_content_of(pk))
            for pk in missing[at : at + ROUNDS_AT_ONCE]
        ]
        with transaction.atomic():
            if not _is_unchanged(book):
                return
            RoundDeeds.objects.bulk_create(some, ignore_conflicts=True)
    given = _honours(book, rounds)
    with transaction.atomic():
        if not _is_unchanged(book):
            return
        Honours.objects.filter(book=book).delete()
        Honours.objects.bulk_create(given)
        RatingBook.objects.filter(pk=book.pk).update(honoured=book.version)


def recount_deeds(*, book: RatingBook) -> list[Difference]:
    """Count every round of a book anew; return what was not as it should be.

    What has merely not been counted yet is counted, and is no difference.
    """
    honour(book_id=book.pk)
    right: dict[Key, Values] = {(pk,): (book.pk, _content_of(pk)) for pk in _rounds_played(book)}
    differences = DEEDS.replace(RoundDeeds.objects.filter(book=book), right)
    if differences:
        RatingBook.objects.filter(pk=book.pk).update(version=F("version") + 1)
        honour(book_id=book.pk)
    return differences


def _is_unchanged(book: RatingBook) -> bool:
    """Say whether nothing has changed since a book was read, and lock it."""
    now = RatingBook.objects.select_for_update().filter(pk=book.pk, version=book.version)
    return now.exists()


def _rounds_played(book: RatingBook) -> dict[int, int]:
    """Return the rounds with a result in the order played, with their competitions."""
    result = TableResult.objects.filter(table__round=OuterRef("pk"))
    rounds = Round.objects.filter(
        Exists(result), stage__competition__club=book.club_id, stage__competition__game=book.game
    )
    in_order = rounds.order_by(F("opened_at").asc(nulls_last=True), "pk")
    return dict(in_order.values_list("pk", "stage__competition"))


def _content_of(round_id: int) -> Content:
    evidence = _evidence(round_id)
    return {
        award.slug: {
            ",".join(map(str, holder)): deed for holder, deed in award.count(evidence).items()
        }
        for award in AWARDS
    }


def _evidence(round_id: int) -> Evidence:
    results: Any = (
        TableResult.objects.filter(table__round=round_id)
        .order_by("table", "seat", "pk")
        .values_list("table", "entry__player", "place", "game_points", "pair")
    )
    rated: Any = (
        RatingChange.objects.filter(hand__table__round=round_id)
        .order_by("position", "side", "player")
        .values_list("position", "player", "side", "place", "points")
    )
    return Evidence([Result(*row) for row in results], [Rated(*row) for row in rated])


def _honours(book: RatingBook, rounds: Mapping[int, int]) -> list[Honours]:
    """Return who has which award: of all time, and in each competition."""
    of_all: Collected = {award.slug: {} for award in AWARDS}
    of_competitions: dict[int, Collected] = {}
    for pk, content in _contents(book, list(rounds)):
        own = of_competitions.setdefault(rounds[pk], {award.slug: {} for award in AWARDS})
        for award in AWARDS:
            deeds = _read(content.get(award.slug, {}))
            collect(award, of_all[award.slug], deeds)
            collect(award, own[award.slug], deeds)
    return [
        Honours(book=book, competition_id=competition, content=_given(collected))
        for competition, collected in [(None, of_all), *of_competitions.items()]
    ]


def _contents(book: RatingBook, rounds: list[int]) -> Iterator[tuple[int, Content]]:
    """Go through the rounds in their order without holding all of them at once."""
    for at in range(0, len(rounds), ROUNDS_AT_ONCE):
        some = rounds[at : at + ROUNDS_AT_ONCE]
        kept = RoundDeeds.objects.filter(book=book, round__in=some)
        contents = dict(kept.values_list("round", "content"))
        for pk in some:
            yield pk, contents.get(pk, {})


def _read(kept: Mapping[str, Any]) -> Deeds:
    return {tuple(map(int, holder.split(","))): deed for holder, deed in kept.items()}


def _given(collected: Collected) -> list[list[Any]]:
    """Return the awards that somebody has."""
    found = [(award.slug, *best(award, collected[award.slug])) for award in AWARDS]
    return [[slug, [list(holder) for holder in who], most] for slug, who, most in found if who]
