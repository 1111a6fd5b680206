"""What one part of a person's file is."""

from typing import NamedTuple

from django.db.models import Q
from django.utils.functional import Promise


class Part(NamedTuple):
    """Rows of one model that are about a person.

    `of_user` and `of_player` are the ways from a row to who it is about, any of which will do.
    `tells` are the columns that the file has of each row. `only` keeps some of these rows.
    """

    name: str
    what: str | Promise
    model: str
    tells: tuple[str, ...]
    of_user: tuple[str, ...] = ()
    of_player: tuple[str, ...] = ()
    only: Q = Q()
