"""Find players, competitions, rounds and tables by name, the best first."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from rapidfuzz import process
from rapidfuzz.distance import OSA

from league.clubs.models import Club, Player
from league.clubs.queries import Visitor
from league.competitions.models import Competition, Round, RoundStatus, Seat, Table
from league.competitions.queries import competitions, is_listed, rounds, tables
from league.core.names import fold

MOST_WORDS, LONGEST_WORD = 8, 40
WHOLE, BEGINNING, INSIDE = 100, 90, 70
# A typing error costs more than it costs to have typed the beginning only.
MISTYPED, MISTYPED_BEGINNING, COST_OF_ERROR = 85, 72, 12
LETTERS_TO_BE_INSIDE, LETTERS_TO_BE_WITHOUT_SPACES = 2, 3
LETTERS_FOR_ERRORS = (4, 7)

folded = lru_cache(maxsize=50_000)(fold)


def words_of(wanted: str) -> list[str]:
    """Return the words that are looked for, folded."""
    return [word[:LONGEST_WORD] for word in fold(wanted).split()[:MOST_WORDS]]


def find_names(words: Collection[str], names: Mapping[int, str]) -> dict[int, float]:
    """Return how well names fit the words, up to 100, by key; each word must fit somewhere.

    "annamaria" finds Anna Maria, as the whole name without spaces counts as a word of it.
    """
    keys_of = _index(names)
    words_alone = {word for name in names.values() for word in folded(name).split()}
    fitting: dict[int, float] = dict.fromkeys(names, 0) if words else {}
    for word in words:
        best: dict[int, float] = defaultdict(float)
        # A few letters would be found across the end of a word in names without spaces.
        known = keys_of if len(word) >= LETTERS_TO_BE_WITHOUT_SPACES else words_alone
        for like, score in words_like(word, known).items():
            for key in keys_of[like]:
                best[key] = max(best[key], score)
        fitting = {key: fitting[key] + score for key, score in best.items() if key in fitting}
    return {key: score / len(words) for key, score in fitting.items()}


def words_like(word: str, known: Collection[str]) -> dict[str, float]:
    """Return the known words that somebody may mean by a word, with how well they fit.

    One error is forgiven from four letters on, two from seven; in a number none.
    """
    if word.isdecimal():
        return {word: WHOLE} if word in known else {}
    like = _mistyped(word, known)
    for each in known:
        if each == word:
            like[each] = WHOLE
        elif each.startswith(word):
            like[each] = BEGINNING
        elif len(word) >= LETTERS_TO_BE_INSIDE and word in each:
            like[each] = max(INSIDE, like.get(each, 0))
    return like


def _mistyped(word: str, known: Collection[str]) -> dict[str, float]:
    errors = sum(len(word) >= letters for letters in LETTERS_FOR_ERRORS)
    if not errors:
        return {}
    like: dict[str, float] = {}
    beginnings = {each: each[: len(word)] for each in known if len(each) > len(word)}
    for best, choices in ((MISTYPED_BEGINNING, beginnings), (MISTYPED, {k: k for k in known})):
        for _choice, distance, each in process.extract(
            word, choices, scorer=OSA.distance, score_cutoff=errors, limit=None
        ):
            like[each] = best - COST_OF_ERROR * distance
    return like


def _index(names: Mapping[int, str]) -> dict[str, list[int]]:
    keys_of: dict[str, list[int]] = defaultdict(list)
    for key, name in names.items():
        words = set(folded(name).split())
        if len(words) > 1:
            words.add(folded(name).replace(" ", ""))
        for word in words:
            keys_of[word].append(key)
    return keys_of


ROUNDS_FOR_TABLES = 40

Order = Mapping[int, tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Group:
    """Search results of one kind, the best first; `more` is how many are not listed."""

    kind: str
    title: str
    found: Sequence[Any]
    more: int
    score: float


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """A player that was found, and the table where they play now."""

    player: Player
    table: Table | None


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """The words that are searched for, and the number after the word table."""

    words: Sequence[str]
    rest: Sequence[str]
    table: int | None

    @classmethod
    def read(cls, wanted: str) -> "SearchTerms":
        """Take what was typed apart: "table 3 friday" is table 3, in what fits "friday"."""
        words = words_of(wanted)
        for at, number in enumerate(words[1:], start=1):
            if number.isdecimal() and words_like(words[at - 1], words_of(_("Table"))):
                rest = [*words[: at - 1], *words[at + 1 :]]
                return cls(words, rest, int(number[:4]))
        return cls(words, words, None)

    @property
    def means_rounds(self) -> bool:
        """Say whether rounds are looked for: by a number, or by their word."""
        word = words_of(_("Round"))
        return any(each.isdecimal() or words_like(each, word) for each in self.rest)


def find(
    wanted: str, user: Visitor, clubs: Collection[Club], organised: Collection[Club], *, most: int
) -> list[Group]:
    """Find in these clubs what fits, at most so many of a kind; the group with the best is first.

    What is not listed for the visitor is not found. Who has left a club is found by those who
    organise it.
    """
    sought = SearchTerms.read(wanted)
    if not sought.words:
        return []
    groups = [
        *_players(sought, user, clubs, organised, most),
        *_competitions(sought, user, clubs, most),
        *_rounds_and_tables(sought, user, clubs, most),
    ]
    return sorted(groups, key=lambda group: -group.score)


def _group(
    kind: str, title: str, scores: Mapping[int, float], order: Order, rows: QuerySet[Any], most: int
) -> Iterable[Group]:
    if not scores:
        return
    keys = sorted(scores, key=lambda key: (-scores[key], *order[key]))
    by_key = rows.in_bulk(keys[:most])
    found = [by_key[key] for key in keys[:most] if key in by_key]
    yield Group(kind, title, found, len(keys) - len(found), scores[keys[0]])


def _players(
    sought: SearchTerms,
    user: Visitor,
    clubs: Collection[Club],
    organised: Collection[Club],
    most: int,
) -> Iterable[Group]:
    is_there = Q(left_at=None) | Q(club__in=organised)
    seen = Player.objects.filter(is_there, club__in=clubs)
    names = dict(seen.order_by().values_list("pk", "name"))
    scores = find_names(sought.words, names)
    order = {key: (len(names[key]), names[key], key) for key in scores}
    rows = Player.objects.select_related("club")
    for group in _group("players", _("Players"), scores, order, rows, most):
        seats = Seat.objects.filter(
            is_listed(user, "table__round__stage__competition__"),
            player__in=group.found,
            table__dissolved_at=None,
            table__round__status=RoundStatus.OPEN,
        ).select_related("table__round__stage__competition")
        at = {seat.player_id: seat.table for seat in seats.order_by("pk")}
        found = [FoundPlayer(player, at.get(player.pk)) for player in group.found]
        yield Group(group.kind, group.title, found, group.more, group.score)


def _competitions(
    sought: SearchTerms, user: Visitor, clubs: Collection[Club], most: int
) -> Iterable[Group]:
    seen = Competition.objects.filter(is_listed(user), club__in=clubs)
    names = dict(seen.order_by().values_list("pk", "name"))
    scores = find_names(sought.words, names)
    order = {key: (-key,) for key in scores}
    return _group("competitions", _("Competitions"), scores, order, competitions(), most)


def _rounds_and_tables(
    sought: SearchTerms, user: Visitor, clubs: Collection[Club], most: int
) -> Iterable[Group]:
    """Yield the rounds that fit, or the tables of the number that is asked for in them."""
    if sought.table is None and not sought.means_rounds:
        return
    listed = is_listed(user, "stage__competition__")
    seen = Round.objects.filter(listed, stage__competition__club__in=clubs).order_by()
    word, names, order = _("Round"), {}, {}
    for key, number, name, status in seen.values_list(
        "pk", "number", "stage__competition__name", "status"
    ):
        names[key] = f"{word} {number} {name}"
        order[key] = (status != RoundStatus.OPEN, -key)
    scores = find_names(sought.rest, names) if sought.rest else dict.fromkeys(names, 50.0)
    if sought.table is None:
        yield from _group("rounds", _("Rounds"), scores, order, rounds(), most)
        return
    keys = sorted(scores, key=lambda key: (-scores[key], *order[key]))[:ROUNDS_FOR_TABLES]
    there = Table.objects.filter(round__in=keys, dissolved_at=None, number=sought.table)
    of_round = dict(there.order_by().values_list("pk", "round"))
    found = {pk: scores[round_pk] for pk, round_pk in of_round.items()}
    places = {pk: (keys.index(round_pk),) for pk, round_pk in of_round.items()}
    yield from _group("tables", _("Tables"), found, places, tables(), most)
