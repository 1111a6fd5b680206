"""Keep ratings up to date with hands, rated in order."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import F, OuterRef, QuerySet, Subquery

from games.tournament.ratings import START, Rating, Side, rate
from league.clubs.models import Player
from league.competitions.models import Competition, Round
from league.competitions.writing import bump
from league.standings.difference import Derived, Difference, Key, Values
from league.standings.models import (
    PlayerRating,
    RatedCompetition,
    RatedTable,
    RatingChange,
    RatingList,
)
from league.standings.ratings.sources import (
    TABLE_ROOM,
    CountedHand,
    TableVersion,
    counted_hands,
    table_versions_of,
    table_versions_to_rate,
)
from league.standings.statistics.services import forget_rounds

CHANGES: Final = Derived(
    RatingChange,
    ("hand", "player"),
    (
        *("rating_list_id", "position", "side", "place"),
        *("mu_before", "sigma_before", "mu", "sigma", "points", "hands"),
    ),
)


class SkillEstimate(NamedTuple):
    """A player's rating after some hands."""

    rating: Rating
    hands: int


UNKNOWN: Final = SkillEstimate(START, 0)


def skills_before(
    rating_list: RatingList, position: int, players: Iterable[int]
) -> dict[int, SkillEstimate]:
    """Return the skill estimates of players before a position."""
    latest = (
        RatingChange.objects.filter(
            rating_list=rating_list, player=OuterRef("pk"), position__lt=position
        )
        .order_by("-position")
        .values("pk")[:1]
    )
    of_players = Player.objects.filter(pk__in=players).values_list(Subquery(latest))
    return {
        change.player_id: SkillEstimate(change.after, change.hands)
        for change in RatingChange.objects.filter(pk__in=of_players)
    }


def rate_hands(
    rating_list: RatingList, hands: Iterable[CountedHand], skills: dict[int, SkillEstimate]
) -> dict[Key, Values]:
    """Return the changes by hands in order (see CHANGES), and update the estimates."""
    changes: dict[Key, Values] = {}
    for hand in hands:
        before = {
            player: skills.get(player, UNKNOWN) for side in hand.sides for player in side.entries
        }
        rated = rate(hand.sides, {player: skill.rating for player, skill in before.items()})
        for number, side in enumerate(hand.sides, start=1):
            for player in side.entries:
                (was, played), now = before[player], rated[player]
                values = (rating_list.pk, hand.position, number, side.place, *was, *now)
                change = (now.shown - was.shown, played + 1)
                changes[hand.hand_id, player] = (*values, *change)
                skills[player] = SkillEstimate(now, played + 1)
    return changes


RATINGS = Derived(PlayerRating, ("rating_list", "player"), ("mu", "sigma", "hands"))
TABLES_AT_ONCE = 500


def competitions_to_rate() -> list[int]:
    """Return one unrated competition for each club and game."""
    first: dict[tuple[int, str], int] = {}
    for pk, club, game in _unrated().order_by("pk").values_list("pk", "club", "game"):
        first.setdefault((club, game), pk)
    return list(first.values())


@transaction.atomic
def update_ratings(*, competition_id: int) -> list[int]:
    """Update the ratings of a competition's game, and return the competitions that were due.

    Other tables are only rated again if needed.
    """
    rating_list = _lock_rating_list(competition_id)
    # Read before the hands: what comes meanwhile leaves its table and its competition due.
    unrated = _unrated().filter(club=rating_list.club_id, game=rating_list.game)
    versions = dict(unrated.values_list("pk", "version"))
    if not versions:
        return []
    table_versions = table_versions_to_rate(rating_list)
    moved = [
        min(each.begin, each.rated)
        for each in table_versions
        if each.rated is not None and each.rated != each.begin
    ]
    if moved:
        _rate_from(rating_list, min(moved))
    for some in _in_batches(table_versions):
        _rate_tables(rating_list, some)
    _note(rating_list, table_versions, versions)
    _raise_version(rating_list)
    return list(versions)


@transaction.atomic
def bump_rated(*, competition_id: int) -> None:
    """Raise the version of a competition for its live pages; what is rated stays so."""
    bump(competition_id=competition_id)
    rated = RatedCompetition.objects.filter(competition=competition_id)
    rated.filter(version=F("competition__version") - 1).update(version=F("version") + 1)


@transaction.atomic
def recompute_ratings(*, competition_id: int) -> list[Difference]:
    """Recompute the ratings of a competition's game, and return the differences."""
    update_ratings(competition_id=competition_id)
    rating_list = _lock_rating_list(competition_id)
    differences = _rate_from(rating_list, 0)
    if differences:
        _raise_version(rating_list)
    return differences


def _lock_rating_list(competition_id: int) -> RatingList:
    club, game = Competition.objects.values_list("club", "game").get(pk=competition_id)
    rating_list, _ = RatingList.objects.get_or_create(club_id=club, game=game)
    return RatingList.objects.select_for_update().get(pk=rating_list.pk)


def _raise_version(rating_list: RatingList) -> None:
    RatingList.objects.filter(pk=rating_list.pk).update(version=F("version") + 1)


def _unrated() -> QuerySet[Competition]:
    rated = Competition.objects.filter(rated__version=F("version"))
    return Competition.objects.exclude(pk__in=rated)


def _note(
    rating_list: RatingList, table_versions: Iterable[TableVersion], versions: Mapping[int, int]
) -> None:
    """Store the versions at which tables and competitions were rated."""
    RatedTable.objects.bulk_create(
        [
            RatedTable(
                table_id=each.table, rating_list=rating_list, version=each.version, begin=each.begin
            )
            for each in table_versions
        ],
        batch_size=TABLES_AT_ONCE,
        update_conflicts=True,
        unique_fields=["table"],
        update_fields=["rating_list", "version", "begin"],
    )
    RatedCompetition.objects.bulk_create(
        [RatedCompetition(competition_id=pk, version=version) for pk, version in versions.items()],
        update_conflicts=True,
        unique_fields=["competition"],
        update_fields=["version"],
    )


def _rate_tables(rating_list: RatingList, table_versions: Sequence[TableVersion]) -> None:
    """Rate the hands of tables that have changed."""
    _forget_stats(rating_list, table_versions)
    was = _rated_hands(_stored_changes(rating_list, table_versions, 0))
    hands = counted_hands(table_versions)
    stored, right = ({hand.position: hand for hand in some} for some in (was, hands))
    differing = [at for at in stored.keys() | right.keys() if stored.get(at) != right.get(at)]
    if not differing:
        return
    first = min(differing)
    hands = [hand for hand in hands if hand.position >= first]
    concerned = [*hands, *(hand for hand in was if hand.position >= first)]
    players = {player for hand in concerned for side in hand.sides for player in side.entries}
    later = RatingChange.objects.filter(
        rating_list=rating_list, player__in=players, position__gt=first
    )
    if later.exclude(hand__table__in=[each.table for each in table_versions]).exists():
        _rate_from(rating_list, first)
        return
    skills = skills_before(rating_list, first, players)
    changes = rate_hands(rating_list, hands, skills)
    CHANGES.replace(_stored_changes(rating_list, table_versions, first), changes)
    ratings = PlayerRating.objects.filter(rating_list=rating_list, player__in=players)
    _replace_ratings(ratings, rating_list, skills)


def _rate_from(rating_list: RatingList, first: int) -> list[Difference]:
    """Rate all hands again from a position on, and return the differences."""
    everybody = PlayerRating.objects.filter(rating_list=rating_list)
    skills = skills_before(rating_list, first, everybody.values_list("player", flat=True))
    differences: list[Difference] = []
    left = [each for each in table_versions_of(rating_list) if each.begin + TABLE_ROOM > first]
    for table_versions in _in_batches(left):
        hands = [hand for hand in counted_hands(table_versions) if hand.position >= first]
        stored = _stored_changes(rating_list, table_versions, first)
        if found := CHANGES.replace(stored, rate_hands(rating_list, hands, skills)):
            _forget_stats(rating_list, table_versions)
            differences += found
    return differences + _replace_ratings(everybody, rating_list, skills)


def _forget_stats(rating_list: RatingList, table_versions: Iterable[TableVersion]) -> None:
    """Delete the statistics of the rounds of tables."""
    forget_rounds(
        rating_lists=RatingList.objects.filter(pk=rating_list.pk),
        rounds=Round.objects.filter(tables__in=[each.table for each in table_versions]),
    )


def _in_batches(table_versions: Sequence[TableVersion]) -> Iterator[Sequence[TableVersion]]:
    for at in range(0, len(table_versions), TABLES_AT_ONCE):
        yield table_versions[at : at + TABLES_AT_ONCE]


def _stored_changes(
    rating_list: RatingList, table_versions: Iterable[TableVersion], first: int
) -> QuerySet[RatingChange]:
    """Return the stored changes of tables from a position on."""
    changes = RatingChange.objects.filter(
        rating_list=rating_list,
        hand__table__in=[each.table for each in table_versions],
        position__gte=first,
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


def _replace_ratings(
    stored: QuerySet[PlayerRating], rating_list: RatingList, skills: Mapping[int, SkillEstimate]
) -> list[Difference]:
    """Store the skill estimates, and return the differences."""
    right: dict[Key, Values] = {
        (rating_list.pk, pk): (*skill.rating, skill.hands) for pk, skill in skills.items()
    }
    return RATINGS.replace(stored, right)
