"""Count the statistics of rounds and give awards by them."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from league.competitions.models import Competition, Round
from league.standings.difference import Derived, Difference, Key, Values
from league.standings.models import (
    CompetitionAwards,
    RatingChange,
    RatingList,
    RoundStats,
    TableResult,
)
from league.standings.queries import played_by_seat
from league.standings.statistics.awards import (
    AWARDS,
    OF_RESULT,
    Evidence,
    Holder,
    Rated,
    Result,
    best,
    collect,
)

Content = dict[str, dict[str, Any]]


Collected = dict[str, dict[Holder, Any]]


STATS: Final = Derived(RoundStats, ("round",), ("rating_list_id", "content"))


ROUNDS_AT_ONCE: Final = 20


def rating_lists_to_award(*, is_first: bool = False) -> list[int]:
    """Return the rating lists that have changed since their awards; `is_first`: without any."""
    due = RatingList.objects.exclude(awarded_version=F("version"))
    if is_first:
        due = RatingList.objects.filter(awarded_version=0)
    return list(due.order_by("pk").values_list("pk", flat=True))


def forget_stats(*, competition: Competition, rounds: Collection[int] | None = None) -> None:
    """Delete the statistics of a competition's rounds, all by default."""
    played = Round.objects.filter(stage__competition=competition)
    forget_rounds(
        rating_lists=RatingList.objects.filter(club=competition.club_id, game=competition.game),
        rounds=played if rounds is None else played.filter(pk__in=rounds),
    )


def forget_rounds(*, rating_lists: QuerySet[RatingList], rounds: QuerySet[Round]) -> None:
    """Delete the statistics of rounds; the versions are raised first, see `give_awards`."""
    if rating_lists.update(version=F("version") + 1):
        RoundStats.objects.filter(round__in=rounds).delete()


def give_awards(*, rating_list_id: int) -> None:
    """Give the awards of a rating list, unless it changes meanwhile."""
    rating_list = RatingList.objects.get(pk=rating_list_id)
    rounds = _rounds_played(rating_list)
    known = set(RoundStats.objects.filter(rating_list=rating_list).values_list("round", flat=True))
    missing = [pk for pk in rounds if pk not in known]
    for at in range(0, len(missing), ROUNDS_AT_ONCE):
        some = [
            RoundStats(round_id=pk, rating_list=rating_list, content=_content_of(pk))
            for pk in missing[at : at + ROUNDS_AT_ONCE]
        ]
        with transaction.atomic():
            if not _is_unchanged(rating_list):
                return
            RoundStats.objects.bulk_create(some, ignore_conflicts=True)
    given = _awards(rating_list, rounds)
    with transaction.atomic():
        if not _is_unchanged(rating_list):
            return
        CompetitionAwards.objects.filter(rating_list=rating_list).delete()
        CompetitionAwards.objects.bulk_create(given)
        RatingList.objects.filter(pk=rating_list.pk).update(awarded_version=rating_list.version)


def recount_stats(*, rating_list: RatingList) -> list[Difference]:
    """Recompute the statistics of a rating list, and return the differences."""
    give_awards(rating_list_id=rating_list.pk)
    right: dict[Key, Values] = {
        (pk,): (rating_list.pk, _content_of(pk)) for pk in _rounds_played(rating_list)
    }
    differences = STATS.replace(RoundStats.objects.filter(rating_list=rating_list), right)
    if differences:
        RatingList.objects.filter(pk=rating_list.pk).update(version=F("version") + 1)
        give_awards(rating_list_id=rating_list.pk)
    return differences


def _is_unchanged(rating_list: RatingList) -> bool:
    """Lock a rating list and return whether its version is the same."""
    now = RatingList.objects.select_for_update().filter(
        pk=rating_list.pk, version=rating_list.version
    )
    return now.exists()


def _rounds_played(rating_list: RatingList) -> dict[int, int]:
    """Return the rounds with a result in order, with their competitions."""
    result = TableResult.objects.filter(table__round=OuterRef("pk"))
    rounds = Round.objects.filter(
        Exists(result),
        stage__competition__club=rating_list.club_id,
        stage__competition__game=rating_list.game,
    )
    in_order = rounds.order_by(F("opened_at").asc(nulls_last=True), "pk")
    return dict(in_order.values_list("pk", "stage__competition"))


def _content_of(round_id: int) -> Content:
    results: Any = played_by_seat(TableResult.objects.filter(table__round=round_id))
    results = results.order_by("table", "seat", "pk").values_list(*OF_RESULT)
    rated: Any = RatingChange.objects.filter(hand__table__round=round_id)
    rated = rated.order_by("position", "side", "player").values_list(*Rated._fields)
    evidence = Evidence([Result(*row) for row in results], [Rated(*row) for row in rated])
    return {
        award.slug: {
            ",".join(map(str, holder)): stat for holder, stat in award.count(evidence).items()
        }
        for award in AWARDS
    }


def _awards(rating_list: RatingList, rounds: Mapping[int, int]) -> list[CompetitionAwards]:
    """Return the awards of all time and of each competition."""
    of_all: Collected = {award.slug: {} for award in AWARDS}
    of_competitions: dict[int, Collected] = {}
    for pk, content in _contents(rating_list, list(rounds)):
        own = of_competitions.setdefault(rounds[pk], {award.slug: {} for award in AWARDS})
        for award in AWARDS:
            stored = content.get(award.slug, {})
            stats = {tuple(map(int, pks.split(","))): stat for pks, stat in stored.items()}
            collect(award, of_all[award.slug], stats)
            collect(award, own[award.slug], stats)
    return [
        CompetitionAwards(
            rating_list=rating_list, competition_id=competition, content=_given(collected)
        )
        for competition, collected in [(None, of_all), *of_competitions.items()]
    ]


def _contents(rating_list: RatingList, rounds: list[int]) -> Iterator[tuple[int, Content]]:
    """Yield the statistics of rounds in order, in batches."""
    for at in range(0, len(rounds), ROUNDS_AT_ONCE):
        some = rounds[at : at + ROUNDS_AT_ONCE]
        stored = RoundStats.objects.filter(rating_list=rating_list, round__in=some)
        contents = dict(stored.values_list("round", "content"))
        for pk in some:
            yield pk, contents.get(pk, {})


def _given(collected: Collected) -> list[list[Any]]:
    """Return the awards that have holders."""
    found = [(award.slug, *best(award, collected[award.slug])) for award in AWARDS]
    return [[slug, [list(holder) for holder in who], most] for slug, who, most in found if who]
