"""Find names by what somebody types: any case, no accents, words in any order, typing errors."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from league.clubs.likeness import fold

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
    for _begun, distance, each in process.extract(
        word, beginnings, scorer=OSA.distance, score_cutoff=errors, limit=None
    ):
        like[each] = MISTYPED_BEGINNING - COST_OF_ERROR * distance
    for each, distance, _at in process.extract(
        word, list(known), scorer=OSA.distance, score_cutoff=errors, limit=None
    ):
        like[each] = MISTYPED - COST_OF_ERROR * distance
    return like


def _index(names: Mapping[int, str]) -> dict[str, list[int]]:
    """Return the names that have a word, by the word."""
    keys_of: dict[str, list[int]] = defaultdict(list)
    for key, name in names.items():
        words = set(folded(name).split())
        if len(words) > 1:
            words.add(folded(name).replace(" ", ""))
        for word in words:
            keys_of[word].append(key)
    return keys_of
