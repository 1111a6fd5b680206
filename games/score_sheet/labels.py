"""Texts of a sheet in the languages of its club, and the numbers that they may hold."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from unicodedata import category

from games.base import Json
from games.score_sheet.faults import Faults, join

LONGEST = 120
FALLBACK = "en"
ANY = ""
"""The language of a text that is given without one."""
LANGUAGE = re.compile(r"[a-z]{2}(-[A-Z]{2})?", re.ASCII)
MOST_LANGUAGES = 12
PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}", re.ASCII)
_UNSAFE = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""What would turn around the rest of a page."""


@dataclass(frozen=True, slots=True)
class Label:
    """A text, once for each language."""

    texts: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return self.within(FALLBACK)

    def within(self, language: str) -> str:
        """Return the text in a language; where it has none in English, or else its first."""
        texts = dict(self.texts)
        for known in (language, language[:2], FALLBACK):
            if known in texts:
                return texts[known]
        return self.texts[0][1]

    def as_json(self) -> Json:
        """Write the label as a sheet has it."""
        texts = dict(self.texts)
        return texts.get(ANY, texts)

    @property
    def placeholders(self) -> frozenset[str]:
        """The names in braces, in all languages."""
        return frozenset(name for _, text in self.texts for name in PLACEHOLDER.findall(text))

    def filled(self, language: str, values: Mapping[str, object]) -> str:
        """Return the text with values in place of their names in braces."""
        return PLACEHOLDER.sub(
            lambda found: str(values.get(found[1], found[0])), self.within(language)
        )

    def outline(self, language: str) -> str:
        """Return the text with three dots in place of all names in braces."""
        return PLACEHOLDER.sub("…", self.within(language))


def label(text: str, **others: str) -> Label:
    """Return a label of ours, in English and other languages."""
    return Label(((FALLBACK, text), *others.items()))


def read_label(value: object, path: str, faults: Faults) -> Label:
    """Read a text, or an object of texts by language."""
    texts: list[tuple[str, str]] = []
    if isinstance(value, Mapping) and 0 < len(value) <= MOST_LANGUAGES:
        for language, text in value.items():
            if not isinstance(language, str) or not LANGUAGE.fullmatch(language):
                faults.add("not_a_language", join(path, language), "Write a language as “en”.")
            elif is_text(text):
                texts.append((language, text))
            else:
                faults.add("not_a_text", f"{path}.{language}", _NOT_A_TEXT)
    elif is_text(value):
        texts.append((ANY, str(value)))
    else:
        faults.add("not_a_text", path, _NOT_A_TEXT)
    return Label(tuple(sorted(texts)) or ((ANY, "?"),))


_NOT_A_TEXT = f"This must be a text of one line, up to {LONGEST} characters, or one a language."


def is_text(value: object) -> bool:
    """Tell whether a value is a line of text that no page is broken by."""
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST or not value.strip():
        return False
    return not any(category(sign) in _UNSAFE or sign in _TURNING for sign in value)
