"""Say in words why a round cannot be drawn."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.tournament.draw import CannotDrawError


def no_script_words(number: int) -> str:
    """Say that a list has no tables for a round."""
    return gettext(
        "The organiser's list has no round %(number)d. Add it to the list of this stage first."
    ) % {"number": number}


def table_size_words(count: int, seats: range) -> str:
    """Say that a list or a group makes a table that cannot be played at."""
    return ngettext(
        "With those who are here a table would have %(count)d player; it needs %(least)d to "
        "%(most)d.",
        "With those who are here a table would have %(count)d players; it needs %(least)d to "
        "%(most)d.",
        count,
    ) % {"count": count, "least": seats[0], "most": seats[-1]}


REFUSALS: Mapping[str, str | Promise] = {
    "entry_twice": _("Somebody is named twice."),
    "too_few_entries": _("There are too few players for these tables."),
    "table_too_small": _("A table needs at least two players."),
    "unknown_entry": _("Somebody is named who is not here."),
    "no_group_sizes": _(
        "%(entries)s players make no home groups of %(minimum)s to %(maximum)s. Choose sizes."
    ),
    "groups_too_small": _("The groups have no room for %(entries)s players."),
}


def refusal_words(error: CannotDrawError) -> str:
    """Say why no draw can be made."""
    return str(REFUSALS.get(error.code, _("No seating can be drawn so: %(why)s"))) % {
        "why": str(error),
        **error.data,
    }
