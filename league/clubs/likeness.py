"""Say which names look alike, so that nobody is entered twice."""

import unicodedata
from collections.abc import Mapping

from rapidfuzz import fuzz, process

# Measured: "Anna Meier" and "Anna Maier" are 90 alike, "Jan" and "Jana" 86, "Tom" and "Tim" 67.
ALIKE_FROM = 85
# Letters that Unicode does not take apart into a plain letter and an accent.
PLAIN_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})

UNSEEN_CATEGORIES = {"Mn", "Me", "Cf"}


def fold(name: str) -> str:
    """Return a name for comparing: no capitals, no accents, no marks, single spaces."""
    letters = unicodedata.normalize("NFKD", name).casefold().translate(PLAIN_LETTERS)
    seen = (letter for letter in letters if unicodedata.category(letter) not in UNSEEN_CATEGORIES)
    plain = "".join(letter if letter.isalnum() else " " for letter in seen)
    return " ".join(plain.split())


def find_alike(name: str, folded: Mapping[int, str]) -> int | None:
    """Return the key of the name that looks most like `name`, None when none does.

    `folded[key]` are folded names. The order of words does not matter: "Meier Anna" is Anna Meier.
    """
    best = process.extractOne(
        fold(name), folded, scorer=fuzz.token_sort_ratio, score_cutoff=ALIKE_FROM
    )
    return best[2] if best else None


def find_all_alike(name: str, folded: Mapping[int, str]) -> list[int]:
    """Return the keys of all names that look like `name`, the most alike first."""
    found = process.extract(
        fold(name), folded, scorer=fuzz.token_sort_ratio, score_cutoff=ALIKE_FROM, limit=None
    )
    return [key for _name, _score, key in found]


def alike_pairs(folded: Mapping[int, str]) -> list[tuple[int, int]]:
    """Return the pairs of keys whose names look alike, smaller key first, in order."""
    return sorted(
        (key, other)
        for key, name in folded.items()
        for other in find_all_alike(name, folded)
        if key < other
    )
