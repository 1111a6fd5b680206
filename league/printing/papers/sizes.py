"""The sheets of paper that clubs have in their printers, and how many a print may take."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.printing.typesetting import Document

A4, LETTER = "a4", "letter"
SIZES: Final[Mapping[str, str]] = {A4: "a4", LETTER: "us-letter"}
"""By the name in an address, the name that Typst has."""
MOST_PAGES: Final = 500
MOST_SHEETS: Final = 250
"""Of sheets for tables, which take four times as long."""


class TooManyPagesError(Exception):
    """The print would be so long that others would wait for it."""

    def __init__(self, pages: int, most: int) -> None:
        self.words = _(
            "That would be %(pages)d pages, and at most %(most)d are set at once. Print fewer "
            "at a time."
        ) % {"pages": pages, "most": most}
        super().__init__(self.words)


def check_pages(pages: int, most: int = MOST_PAGES) -> None:
    """Refuse what is too long; raise TooManyPagesError."""
    if pages > most:
        raise TooManyPagesError(pages, most)


def paper_of(
    template: str, club: Club, *, name: str, title: str, size: str, **data: Any
) -> Document:
    """Make a document with what all papers have: club, what it is of, title, size, language."""
    return Document(
        template,
        {
            "lang": get_language() or "en",
            "paper": SIZES[size],
            "club": club.name,
            "name": name,
            "title": title,
            **data,
        },
    )
