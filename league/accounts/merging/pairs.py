"""Pairs of players who are kept apart, when one of them goes."""

from django.apps import apps
from django.db.models import Model, Q

from league.clubs.models import Player


def pairs_of(gone: Player) -> list[Model]:
    """Return the rows that keep a player apart from another."""
    pairs = apps.get_model("competitions", "Apart")._default_manager
    return list(pairs.filter(Q(one=gone) | Q(other=gone)).order_by("pk"))


def place_kept(pair: Model, kept: Player, gone: Player) -> dict[str, int] | None:
    """Return who a pair names once the kept player stands in it, None when it has to go.

    The smaller id stands first. A pair of the two themselves, or one that there is already, goes.
    """
    ids: dict[str, int] = {name: getattr(pair, f"{name}_id") for name in ("one", "other")}
    swapped = sorted(kept.pk if pk == gone.pk else pk for pk in ids.values())
    if swapped[0] == swapped[1]:
        return None
    new = {"one_id": swapped[0], "other_id": swapped[1]}
    scope = {name: getattr(pair, name) for name in ("club_id", "competition_id")}
    is_there = type(pair)._default_manager.filter(**new, **scope).exists()
    return None if is_there else new
