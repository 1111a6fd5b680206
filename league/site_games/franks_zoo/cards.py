"""The cards of Frank's Zoo by name."""

from collections import Counter
from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

CARDS: Mapping[str, Promise] = {
    "whale": pgettext_lazy("a card", "whale"),
    "elephant": pgettext_lazy("a card", "elephant"),
    "crocodile": pgettext_lazy("a card", "crocodile"),
    "polar_bear": pgettext_lazy("a card", "polar bear"),
    "lion": pgettext_lazy("a card", "lion"),
    "seal": pgettext_lazy("a card", "seal"),
    "fox": pgettext_lazy("a card", "fox"),
    "perch": pgettext_lazy("a card", "perch"),
    "hedgehog": pgettext_lazy("a card", "hedgehog"),
    "fish": pgettext_lazy("a card", "fish"),
    "mouse": pgettext_lazy("a card", "mouse"),
    "mosquito": pgettext_lazy("a card", "mosquito"),
    "joker": pgettext_lazy("a card", "joker"),
}


def named(cards: Sequence[str]) -> str:
    """Name cards, equal ones together: "2 × fox, joker"."""
    counts = Counter(cards)
    return ", ".join(set_label(card, count) for card, count in counts.items())


def set_label(card: str, count: int) -> str:
    """Name so many cards of one kind."""
    return f"{count} × {CARDS[card]}" if count > 1 else str(CARDS[card])
