"""How Animal Poker lies on the table in a hand that is over."""

from django.utils.translation import gettext as _

from games.base import Seat
from league.core.games.online import Face, Group, Names, Seen, counted
from league.site_games.animal_poker.rule_texts import SEASONS, set_words


def middle(seen: Seen, names: Names) -> list[Group]:
    """Lay out what lies in the middle."""
    seasons = tuple(
        Face(animal, names.card(animal), str(SEASONS[season]))
        for animal, season in seen["seasons"].items()
    )
    return [Group(_("Seasons"), seasons), Group(_("Pot"), (), str(seen["pot"]))]


def place(seen: Seen, seat: Seat, names: Names) -> list[Group]:
    """Lay out what is before a seat."""
    submitted = seen["submitted"][seat]
    if submitted is None:
        is_thinking = seat in seen["acting"]
        return [Group("", (), _("is thinking") if is_thinking else _("has sealed"))]
    return [
        Group(_("Animals"), counted(submitted["animals"], names)),
        Group(_("Guess"), (), set_words(submitted["guess"])),
    ]
