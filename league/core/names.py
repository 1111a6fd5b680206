"""Names: cleaning, folding and fuzzy matching."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from rapidfuzz import fuzz, process

LONGEST_NAME = 80
JOINERS = "\u200c\u200d"  # zero width; some scripts are misspelt without them
KEYCAP = re.compile("[0-9#*]\ufe0f?\u20e3")


def is_allowed_letter(letter: str) -> bool:
    """Say whether a character may be in a name."""
    is_visible = unicodedata.category(letter) not in {"Cc", "Cf", "Cs"}
    return is_visible or letter.isspace() or letter in JOINERS


def clean_name(text: str) -> str:
    """Return a name normalised, without invisible characters; raise ValidationError."""
    name = " ".join("".join(filter(is_allowed_letter, unicodedata.normalize("NFC", text))).split())
    if not name:
        raise ValidationError(_("Enter a name."), code="required")
    if len(name) > LONGEST_NAME:
        raise ValidationError(
            _("The name is too long: %(count)d characters. Use at most %(most)d.")
            % {"most": LONGEST_NAME, "count": len(name)},
            code="name_too_long",
        )
    if not any(letter.isalnum() for letter in KEYCAP.sub("", name)):
        raise ValidationError(
            _("The name needs at least one letter or digit."),
            code="name_without_letter",
        )
    return name


class NameField(forms.CharField):
    """Form field of a name."""

    def __init__(self, **options: Any) -> None:
        super().__init__(strip=False, **options)

    def clean(self, value: Any) -> str:
        """Return the cleaned name."""
        text = super().clean(value)
        return clean_name(text) if text else ""


# Measured: "Anna Meier" and "Anna Maier" are 90 alike, "Jan" and "Jana" 86, "Tom" and "Tim" 67.
ALIKE_FROM = 85
# Letters that Unicode does not decompose.
PLAIN_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})


def fold(name: str) -> str:
    """Return a name without case, accents and punctuation, for comparison."""
    letters = unicodedata.normalize("NFKD", name).casefold().translate(PLAIN_LETTERS)
    shown = (letter for letter in letters if unicodedata.category(letter) not in {"Mn", "Me", "Cf"})
    plain = "".join(letter if letter.isalnum() else " " for letter in shown)
    return " ".join(plain.split())


def find_alike(name: str, folded: Mapping[int, str]) -> int | None:
    """Return the key of the most similar folded name, word order ignored, or None."""
    return next(iter(find_all_alike(name, folded, most=1)), None)


def find_all_alike(name: str, folded: Mapping[int, str], *, most: int | None = None) -> list[int]:
    """Return the keys of the similar folded names, most similar first."""
    found = process.extract(
        fold(name), folded, scorer=fuzz.token_sort_ratio, score_cutoff=ALIKE_FROM, limit=most
    )
    return [key for _name, _score, key in found]


def alike_pairs(folded: Mapping[int, str]) -> list[tuple[int, int]]:
    """Return the sorted pairs of keys with similar folded names."""
    return sorted(
        (key, other)
        for key, name in folded.items()
        for other in find_all_alike(name, folded)
        if key < other
    )
